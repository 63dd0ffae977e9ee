import Fuzzing
import Promises
import Testing

@testable import PhotoTree

/// Bounds, printing and searching of what others wrote.
@Suite struct ForeignTextTests {
    @Test(arguments: ["", "Sunset", "Été", "東京タワー", "e\u{301}\u{316}", "👩‍👩‍👧", "각각", "שָׁלוֹם", "ก้ำ"])
    func `a text that people write stays as it is`(text: String) {
        #expect(ForeignText.bounded(text, maximumBytes: 100).utf8.elementsEqual(text.utf8))
    }

    @Test func `bounds are in bytes and end between scalars, whatever one character holds`() {
        #expect(ForeignText.bounded("aéb", maximumBytes: 2) == "a")
        #expect(ForeignText.bounded(String(repeating: "東", count: 10), maximumBytes: 10) == "東東東")
        for text in HostileText.all {
            let cut = ForeignText.bounded(text, maximumBytes: 4096)
            #expect(cut.utf8.count <= 4096 && cut.utf8.count > 50)
        }
    }

    @Test func `thirty marks in a row stay`() {
        let marks = ForeignText.bounded(HostileText.marks).unicodeScalars
        #expect(marks.count == 31)
        let two = ForeignText.bounded(
            HostileText.marks.unicodeScalars.prefix(40).map { String($0) }.joined() + "x\u{301}")
        #expect(two.unicodeScalars.suffix(2).map(\.value) == [0x78, 0x301])
    }

    @Test(.proves("Texts that cost the")) func `a photo's texts are bounded, each as far as it is wanted`() {
        let long = String(repeating: "x", count: 100_000)
        let photo = Photo(
            id: PhotoID("1"), title: long, description: long, owner: long, ownerName: long,
            license: License(id: long, name: long, url: long), tags: (0..<600).map { "\($0) \(long)" }, pageURL: long,
            renditions: [Rendition(name: "b", width: 1, height: 1, url: long)],
            sourceAttributes: ["a": long, long: "a"]
        ).bounded
        #expect(photo.title.utf8.count == 4096 && photo.ownerName.utf8.count == 4096 && photo.owner.utf8.count == 4096)
        #expect(photo.description.utf8.count == 65536 && photo.tags.count == 500 && photo.tags[0].utf8.count == 4096)
        #expect(photo.license?.name.utf8.count == 1024 && photo.license?.url == nil, "half an address leads nowhere")
        #expect(photo.pageURL.isEmpty && photo.renditions.isEmpty && photo.sourceAttributes.keys.elementsEqual(["a"]))
    }

    @Test func `a description is not looked at where the title says something`() {
        #expect(FileName.photoStem(title: "Sunset", description: "Rain") == "Sunset")
        #expect(FileName.photoStem(title: "", description: "Rain") == "Rain")
    }

    @Test(
        .proves("Terminal escapes"),
        arguments: [
            ("a\u{1B}[31mb", "a[31mb"), ("a\u{9B}31mb", "a31mb"), ("a\u{202E}b\u{2066}c\u{61C}d", "abcd"),
            ("a\nb\u{2028}c\td", "a b c d"), ("a\u{E0041}\u{E0042}b", "ab"), ("été 東京", "été 東京"),
            (
                "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!",
                "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!"
            ),
            ("\u{1F3F4}\u{E0068}\u{E0069}\u{E0020}\u{E0079}\u{E006F}\u{E0075}\u{E007F}", "\u{1F3F4}"),
        ])
    func `what is printed moves no cursor, turns no line and hides nothing`(text: String, line: String) {
        #expect(PrintableText.line(text).utf8.elementsEqual(line.utf8))
    }

    @Test func `rows keep their columns, texts their lines`() {
        #expect(PrintableText.row("  host   a\nb\u{9B}") == "  host   a b")
        #expect(PrintableText.lines("a\n\tb\u{1B}\u{85}\u{2028}") == "a\n\tb")
    }

    @Test func `a line is cut at its bytes, between characters`() {
        #expect(PrintableText.line(String(repeating: "ab", count: 100), maximumBytes: 10) == "abababa…")
        let marks = PrintableText.line(HostileText.marks, maximumBytes: 40)
        #expect(marks.utf8.count <= 40)
    }

    @Test(.proves("Terminal escapes"))
    func `JSON says the same with escapes in the place of what must not be printed`() {
        #expect(
            PrintableText.json("{\"a\":\"é\u{9B}\u{202E}\u{E0041}\u{2028}\"}")
                == #"{"a":"é\u009b\u202e\udb40\udc41\u2028"}"#)
    }

    @Test(arguments: ["\u{600}", "\u{6DD}", "\u{D4E}", "\u{110BD}", "x"])
    func `endings are bytes, whatever letter stands before the dot`(last: String) {
        let name = FileName.photoStem(title: "Book \(last)", description: "") + ".jpg"
        #expect(name.endsWithBytes(of: "\(last).jpg") && FileName.isPhotoName(name))
        #expect(FileName.photoStem(title: "Book \(last).jpg", description: "") == "Book \(last)")
        #expect(RankedName.matches(RankedName.bare(RankedName.shown(name, rank: 1)) ?? "", name))
    }

    @Test func `bytes are found, replaced and compared`() {
        let text = "a\u{301}b=c,\u{301}d"
        #expect(text.containsBytes(of: ",") && !text.containsBytes(of: "x") && text.containsBytes(of: ""))
        #expect(text.replacingBytes(of: ",", with: "--").utf8.elementsEqual("a\u{301}b=c--\u{301}d".utf8))
        #expect("aaa".replacingBytes(of: "aa", with: "b") == "ba" && "abc".replacingBytes(of: "", with: "x") == "abc")
        #expect("e\u{301}" == "é" && !"e\u{301}".hasBytes(of: "é"))
    }
}
