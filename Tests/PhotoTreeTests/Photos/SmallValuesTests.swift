import Promises
import Testing

@testable import PhotoTree

@Suite("Sizes, credits and dates")
struct SmallValuesTests {
    @Test(
        arguments: [
            ("0", 0), ("512", 512), ("512b", 512), ("64K", 65536), ("10M", 10_485_760), ("10MiB", 10_485_760),
            ("10 mib", 10_485_760), ("10MB", 10_000_000), ("2.5 GiB", 2_684_354_560), ("1Ti", 1_099_511_627_776),
            ("0.5k", 512), (" 3 G ", 3_221_225_472), ("1.0001K", 1024), ("9223372036854775807", .max),
        ] as [(String, Int64)])
    func `sizes are read as rclone reads them`(text: String, bytes: Int64) {
        #expect(ByteCount(parsing: text)?.rawValue == bytes)
    }

    @Test(arguments: [
        "", " ", "M", "-1", "+1", "1.", ".5", "1.2.3", "1e3", "0x10", "10X", "10 M B", "ten", "١٠", "8388608T", "9e99T",
        "9223372036854775808", "99999999999.5T", "10M 5K", "½",
    ])
    func `what is no size is refused`(text: String) {
        #expect(ByteCount(parsing: text) == nil)
    }

    @Test(
        arguments: [
            (0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (10_485_760, "10 MiB"), (2_684_354_560, "2.5 GiB"),
            (104_857_600 + 60_000_000, "157 MiB"), (-1536, "-1.5 KiB"), (.max, "8191 PiB"), (.min, "-8192 PiB"),
        ] as [(Int64, String)])
    func `sizes are printed for people`(bytes: Int64, text: String) {
        #expect(ByteCount(bytes).description == text)
    }

    @Test(
        .proves("Hostile heads: a megabyte"),
        arguments: [(0, nil), (1, 1), (1 << 40, 1 << 40), (1 << 40 + 1, nil), (.max, nil), (-1, nil), (.min, nil)]
            as [(Int64, Int64?)])
    func `a length that no photo can have is none`(count: Int64, length: Int64?) {
        #expect(ImageLength.possible(count) == length)
        var image = Rendition(name: "o", width: nil, height: nil, url: "", byteCount: count)
        #expect(image.byteCount == length)
        image.byteCount = 7
        image.byteCount = count
        #expect(image.byteCount == length)
        #expect(ImageLength.possible(count, atMost: 1) == (count == 1 ? 1 : nil))
    }

    @Test func `moments at the ends of time can be compared and moved`() {
        let (first, last) = (Timestamp(.min), Timestamp(.max))
        #expect(last - first > first - last)
        #expect(
            last + .seconds(9) == last && first + .seconds(-9) == first && Timestamp(1) + .seconds(2) == Timestamp(3))
    }

    @Test(
        arguments: [
            (1024, 683, 764_928), (1, 1, 65537), (nil, nil, 1_114_112), (1024, nil, 1_114_112), (0, 100, 1_114_112),
            (-5, 5, 1_114_112), (.max, .max, 1_114_112), (1_000_000, 1_000_000, 268_435_456),
        ] as [(Int?, Int?, Int64)])
    func `a size is estimated from pixels, never nothing and never absurd`(width: Int?, height: Int?, bytes: Int64) {
        #expect(SizeEstimate.bytes(width: width, height: height) == bytes)
    }

    @Test
    func `a credit names title, author, licence and page on one line`() {
        #expect(
            Credits.line(for: .sample)
                == "\"Sunset\" by Ann Lee, CC BY 2.0, https://example.org/photos/1/123/")
        #expect(Credits.line(for: Photo(id: PhotoID("1"))) == "Untitled by unknown author, licence unknown")
        let photo = Photo(id: PhotoID("1"), title: " two\nlines\u{2028}", owner: "9@N01", ownerName: "\r\n")
        #expect(Credits.line(for: photo) == "\"two lines\" by 9@N01, licence unknown")
    }

    @Test
    func `the credits of a directory have one line a photo and the source's notice`() {
        var odd = Photo.sample
        odd.title = "a\nb"
        odd.ownerName = "x\u{0}\r\ny"
        let text = Credits.text(
            for: [ListingEntry("a.jpg", .sample), ListingEntry("b.jpg", odd)], notice: "Uses an API.")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines[1].hasPrefix("b.jpg: \"a b\" by x y,") && lines[2].isEmpty)
        #expect(lines[3] == "Uses an API." && lines[4].isEmpty)
        #expect(Credits.text(for: [], notice: "").isEmpty)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00"), (-1, "1969-12-31T23:59:59"), (951_782_400, "2000-02-29T00:00:00"),
            (1_468_528_265, "2016-07-14T20:31:05"), (-2_208_988_800, "1900-01-01T00:00:00"),
            (4_107_542_400, "2100-03-01T00:00:00"), (253_402_300_799, "9999-12-31T23:59:59"),
            (-62_167_219_200, "0000-01-01T00:00:00"), (253_402_300_800, nil), (-62_167_219_201, nil), (.max, nil),
            (.min, nil),
        ] as [(Int64, String?)])
    func `times are written as ISO 8601`(seconds: Int64, text: String?) {
        #expect(DateText.text(Timestamp(seconds)) == text)
    }

    @Test
    func `a photo without a date of its own has that of its upload`() {
        var photo = Photo.sample
        photo.taken = nil
        #expect(DateText.of(photo) == "2016-07-15T08:00:00Z")
        photo.uploaded = nil
        #expect(DateText.of(photo) == nil)
    }

    @Test(arguments: [
        ("a b.jpg", "a%20b.jpg"), ("../Paris/é#?.jpg", "../Paris/%C3%A9%23%3F.jpg"), ("100%.jpg", "100%25.jpg"),
        ("a:b", "a%3Ab"), ("~._-/", "~._-/"), ("", ""),
    ])
    func `a path becomes a relative reference`(path: String, reference: String) {
        #expect(RelativeReference.from(path: path) == reference)
    }

    @Test func `photos whose identities differ in their bytes are two, also where both read the same`() {
        let (composed, decomposed) = (PhotoID("Caf\u{E9}.jpg"), PhotoID("Cafe\u{301}.jpg"))
        #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
        #expect(composed == PhotoID("Caf\u{E9}.jpg") && composed.hashValue == PhotoID("Caf\u{E9}.jpg").hashValue)
        #expect((composed < decomposed) != (decomposed < composed))
    }
}
