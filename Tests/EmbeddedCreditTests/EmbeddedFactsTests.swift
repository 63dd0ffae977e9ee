import Foundation
import Fuzzing
import PhotoTree
import TestSupport
import Testing

@testable import EmbeddedCredit

/// What files of each kind say of themselves, beside what exiftool reads in them.
@Suite("What a file says of itself")
struct EmbeddedFactsTests {
    private static let tags = [
        "-GPSLatitude=33.8568", "-GPSLatitudeRef=S", "-GPSLongitude=151.2153", "-GPSLongitudeRef=E",
        "-EXIF:DateTimeOriginal=2018:05:04 12:00:01", "-XMP-dc:Title=Tower at noon", "-XMP-dc:Subject=sea",
        "-XMP-dc:Subject=blue sky", "-XMP-dc:Description=Seen from the bridge", "-XMP-photoshop:City=Kyoto",
        "-XMP-photoshop:Country=Japan", "-XMP-dc:Creator=Ann Lee",
        "-XMP-cc:License=https://creativecommons.org/licenses/by/4.0/",
    ]

    private func facts(_ file: [UInt8]) throws -> (facts: EmbeddedFacts, bytes: Int) {
        var read = 0
        let bounded = BoundedFile(count: file.count) { range in
            read += range.count
            return Array(file[range])
        }
        let kind = try #require(ImageKind(bounded.read(0..<min(ImageKind.headLength, file.count))))
        return (EmbeddedFacts(bounded.bytes, kind), read)
    }

    @Test(arguments: ["jpg", "png", "tiff", "webp", "avif", "heic"])
    func `position, time, words and author of every kind of file are what exiftool wrote`(_ ending: String) async throws
    {
        let pictures = try await Pictures()
        let path = "\(pictures.folder.path)/in.\(ending)"
        try pictures.write(pictures.jpeg, to: pictures.folder.path + "/plain.jpg")
        let command =
            switch ending {
            case "jpg": "cp plain.jpg in.jpg"
            case "webp": "cwebp -quiet plain.jpg -o in.webp"
            case "avif", "heic": "avifenc -s 10 plain.jpg in.avif > /dev/null"
            default: "convert plain.jpg in.\(ending)"
            }
        let made = try await run("bash", "-ec", "cd '\(pictures.folder.path)'; \(command)")
        try #require(made.status == 0, "\(made.errors)")
        let source = try Pictures.read(ending == "heic" ? "\(pictures.folder.path)/in.avif" : path)
        var file = try await pictures.tagged(source, ending == "heic" ? "avif" : ending, Self.tags)
        // HEIC has the same boxes as AVIF, and another brand.
        while ending == "heic", let place = file.firstRange(of: Array("avif".utf8)), place.lowerBound < 64 {
            file.replaceSubrange(place, with: Array("heic".utf8))
        }
        let (facts, read) = try facts(file)
        let position = try #require(facts.position)
        #expect(abs(position.latitude + 33.8568) < 1e-6 && abs(position.longitude - 151.2153) < 1e-6)
        #expect(facts.dates.first?.hasPrefix("2018:05:04 12:00:01") == true)
        #expect(facts.title == "Tower at noon" && facts.description == "Seen from the bridge")
        #expect(facts.tags == ["sea", "blue sky"])
        #expect(facts.city == "Kyoto" && facts.country == "Japan")
        #expect(facts.credit?.author == "Ann Lee" && facts.credit?.license?.name == "CC BY 4.0")
        #expect(facts.size?.width == 64 && facts.size?.height == 48)
        #expect(read <= BoundedFile.most)
    }

    @Test func `a packet in a GIF is read`() async throws {
        let pictures = try await Pictures()
        let file = try await pictures.tagged(
            pictures.gif, "gif", ["-XMP-dc:Title=Tower", "-XMP-exif:GPSLatitude=41.88", "-XMP-exif:GPSLongitude=-12.5"])
        let (facts, _) = try facts(file)
        #expect(facts.title == "Tower" && facts.size?.width == 64)
        #expect(facts.position == Coordinate(latitude: 41.88, longitude: -12.5))
    }

    @Test func `IPTC tells city, country, headline and keywords`() async throws {
        let pictures = try await Pictures()
        let file = try await pictures.jpeg(
            "-IPTC:City=Kyoto", "-IPTC:Country-PrimaryLocationName=Japan", "-IPTC:Headline=Gate", "-IPTC:Keywords=red",
            "-IPTC:Caption-Abstract=At dawn")
        let (facts, _) = try facts(file)
        #expect(facts.city == "Kyoto" && facts.country == "Japan" && facts.title == "Gate")
        #expect(facts.tags == ["red"] && facts.description == "At dawn")
    }

    @Test(arguments: [
        ([], "1999:05:06 07:08:09", ["-IPTC:DateCreated=1999:05:06", "-IPTC:TimeCreated=07:08:09+02:00"]),
        ([], "1999:05:06", ["-IPTC:DateCreated=1999:05:06", "-EXIF:ModifyDate=2004:04:05 06:07:08"]),
        (
            ["2003:04:05 06:07:08"], "1999:05:06",
            ["-EXIF:DateTimeOriginal=2003:04:05 06:07:08", "-IPTC:DateCreated=1999:05:06"]
        ),
    ])
    func `the date of creation in IPTC goes before the date when the file was changed`(
        _ before: [String], _ date: String, _ tags: [String]
    ) async throws {
        let file = try await Pictures().tagged(Pictures().jpeg, "jpg", tags)
        #expect(try facts(file).facts.dates.starts(with: before + [date]))
    }

    @Test func `the title that Windows writes is the last that counts`() async throws {
        let pictures = try await Pictures()
        let title = "-EXIF:XPTitle=Brücke"
        #expect(try facts(try await pictures.jpeg(title)).facts.title == "Brücke")
        #expect(try facts(try await pictures.jpeg(title, "-XMP-dc:Title=Bridge")).facts.title == "Bridge")
    }

    @Test(arguments: [
        ("N", "E", 1.0, 1.0), ("S", "E", -1, 1), ("N", "W", 1, -1), ("S", "W", -1, -1),
    ])
    func `every hemisphere is kept`(_ side: (String, String, Double, Double)) async throws {
        let file = try await Pictures().jpeg(
            "-GPSLatitude=12.5", "-GPSLatitudeRef=\(side.0)", "-GPSLongitude=100.25", "-GPSLongitudeRef=\(side.1)")
        let position = try #require(try facts(file).facts.position)
        #expect(position == Coordinate(latitude: 12.5 * side.2, longitude: 100.25 * side.3))
    }

    /// The three fractions of a position in the file of EXIF, wherever they stand.
    private func replacing(_ old: [UInt8], _ new: [UInt8], in file: [UInt8]) throws -> [UInt8] {
        let place = try #require(file.firstRange(of: old))
        var file = file
        file.replaceSubrange(place, with: new)
        return file
    }

    @Test func `a fraction without a value makes a position unknown, and so does a missing hemisphere`() async throws {
        let pictures = try await Pictures()
        let whole = try await pictures.jpeg(
            "-GPSLatitude=48.5", "-GPSLatitudeRef=N", "-GPSLongitude=2.5", "-GPSLongitudeRef=E")
        #expect(try facts(whole).facts.position != nil)
        // 48/1 becomes 0/0.
        let unknown = try replacing([0, 0, 0, 48, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0], in: whole)
        #expect(try facts(unknown).facts.position == nil)
        let endless = try replacing([0, 0, 0, 48, 0, 0, 0, 1], [0, 0, 0, 48, 0, 0, 0, 0], in: whole)
        #expect(try facts(endless).facts.position == nil)
        // Of a Nikon D5000: decimals in the minutes, and no seconds.
        let minutes = try replacing(
            [0, 0, 0, 30, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 31, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], in: whole)
        let position = try #require(try facts(minutes).facts.position)
        #expect(abs(position.latitude - (48 + 31.0 / 60)) < 1e-9)
        let sideless = try await pictures.jpeg("-GPSLatitude=48.5", "-GPSLongitude=2.5", "-GPSLongitudeRef=E")
        #expect(try facts(sideless).facts.position == nil)
        let nowhere = try await pictures.jpeg(
            "-GPSLatitude=0", "-GPSLatitudeRef=N", "-GPSLongitude=0", "-GPSLongitudeRef=E")
        #expect(try facts(nowhere).facts.position == nil)
    }

    @Test(arguments: [
        ("48,51.5N", 48.858333), ("48,51,30N", 48.858333), ("48,51,30S", -48.858333), ("48.5N", 48.5), ("-48.5", -48.5),
        ("48.5", 48.5), (" 48,30N ", 48.5),
    ])
    func `positions of XMP are read in every spelling`(_ text: String, _ degrees: Double) throws {
        let read = try #require(XMPFacts.degrees(text, "N", "S"))
        #expect(abs(read - degrees) < 1e-5)
    }

    @Test(arguments: ["", "N", "48,N", "48,51", "x48N", "1e3N", "nan", "48;30N", "4 8N"])
    func `what is no position of XMP is none`(_ text: String) {
        #expect(XMPFacts.degrees(text, "N", "S") == nil)
    }

    @Test func `kinds are told by their bytes, and videos and RAW files are no pictures`() async throws {
        let pictures = try await Pictures()
        #expect(ImageKind(pictures.jpeg) == .jpeg && ImageKind(pictures.png) == .png && ImageKind(pictures.gif) == .gif)
        let video = Array("\0\0\0\u{18}ftypmp42".utf8) + [0, 0, 0, 0] + Array("mp42isom".utf8)
        #expect(ImageKind(video) == nil && ImageKind([]) == nil && ImageKind([0xFF]) == nil)
    }

    @Test func `no more than 64 KiB of a file are read, in at most 32 pieces`() throws {
        var (bytes, pieces) = (0, 0)
        let file = BoundedFile(count: 100 << 20) { range in
            (bytes, pieces) = (bytes + range.count, pieces + 1)
            return [UInt8](repeating: 7, count: range.count)
        }
        for place in 0..<1000 { _ = file.read(place * 50_000..<place * 50_000 + 4) }
        #expect(bytes <= 64 << 10 && pieces <= 32 && pieces > 20)
        #expect(file.read(0..<4) == [7, 7, 7, 7], "what was read is there")
        #expect(file.read(0..<1 << 20).isEmpty && file.read((100 << 20) - 1..<(100 << 20) + 1).isEmpty)
    }

    @Test(arguments: [0, 1_000_001, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func `a picture of more pixels than there can be has no size, whatever its boxes say`(side: UInt32) throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            UInt32(8 + content.count).bigEndianBytes + Array(type.utf8) + content
        }
        func file(_ side: UInt32) -> [UInt8] {
            let size = box("ispe", [0, 0, 0, 0] + side.bigEndianBytes + side.bigEndianBytes)
            let meta = box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", size + size)))
            return box("ftyp", Array("avif".utf8) + [0, 0, 0, 0] + Array("avif".utf8)) + meta
        }
        #expect(try facts(file(side)).facts.size == nil)
        #expect(try facts(file(640)).facts.size?.width == 640)
    }

    @Test func `no damaged file makes the reader fail, or read on and on`() async throws {
        let pictures = try await Pictures()
        let small = pictures.folder.path + "/small.jpg"
        try pictures.write(pictures.jpeg, to: small)
        let seeds =
            [
                try await pictures.tagged(pictures.jpeg, "jpg", Self.tags),
                try await pictures.tagged(pictures.jpeg, "jpg", ["-Orientation#=6", "-ThumbnailImage<=\(small)"]),
                try await pictures.tagged(pictures.png, "png", Self.tags),
                try await pictures.tagged(pictures.gif, "gif", ["-XMP-dc:Title=Tower"]),
                try await pictures.jpeg("-IPTC:City=Kyoto", "-IPTC:Keywords=red"),
            ] + (try await pictures.converted(try await pictures.tagged(pictures.jpeg, "jpg", Self.tags)))
        try await Fuzz.run("EmbeddedFacts", seeds: seeds, inputs: 4000) { input, _ in
            for kind in ImageKind.allCases {
                var (read, pieces) = (0, 0)
                let bounded = BoundedFile(count: input.count) { range in
                    (read, pieces) = (read + range.count, pieces + 1)
                    return Array(input[range])
                }
                let facts = EmbeddedFacts(bounded.bytes, kind)
                try Fuzz.demand(read <= BoundedFile.most && pieces <= BoundedFile.mostPieces, "\(read) bytes are read")
                if let thumbnail = facts.thumbnail {
                    try Fuzz.demand(thumbnail.upperBound <= input.count, "a thumbnail outside of the file")
                }
            }
            let small = EmbeddedThumbnail(count: input.count) { Array(input[$0.clamped(to: input.indices)]) }
            if let small {
                try Fuzz.demand(
                    small.range.upperBound <= input.count && small.offset <= small.range.count,
                    "a small picture outside of the file")
            }
        }
    }
}
