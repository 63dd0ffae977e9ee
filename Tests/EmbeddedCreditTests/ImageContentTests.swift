import Fuzzing
import Testing

@testable import EmbeddedCredit

@Suite("What counts of a picture") struct ImageContentTests {
    private static func content(_ file: [UInt8], pieces: (Int) -> Int = { _ in .max }) -> [UInt8] {
        var (content, kept, offset) = (ImageContent(), [UInt8](), 0)
        while offset < file.count {
            let end = min(file.count, offset + min(max(1, pieces(offset)), file.count))
            content.take(Array(file[offset..<end])) { kept += $0 }
            offset = end
        }
        content.end { kept += $0 }
        return kept
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    private static func jpeg(_ texts: [UInt8]...) -> [UInt8] {
        [0xFF, 0xD8] + texts.joined() + segment(0xDB, Array(0..<64)) + segment(0xC0, [8, 0, 1, 0, 1, 1])
            + segment(0xDA, [1, 2]) + [9, 8, 7, 0xFF, 0xE1, 0, 4, 0, 0, 0xFF, 0xD9]
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(content.count)] + Array(type.utf8) + content + [1, 2, 3, 4]
    }

    private static func png(_ texts: [UInt8]...) -> [UInt8] {
        PNGChunk.signature + chunk("IHDR", [1, 2, 3]) + texts.joined() + chunk("IDAT", [5, 6]) + chunk("IEND", [])
    }

    @Test func `texts, comments and profiles of a JPEG do not count, its data and tables do`() {
        let plain = Self.content(Self.jpeg())
        #expect(plain == Self.content(Self.jpeg(Self.segment(0xE1, Array("Exif".utf8)), Self.segment(0xFE, [1, 2]))))
        #expect(plain == Self.content(Self.jpeg(Self.segment(0xED, []))))
        #expect(plain != Self.content(Self.jpeg(Self.segment(0xEE, Array("Adobe".utf8)))))
        var other = Self.jpeg()
        other[other.count - 8] ^= 1
        #expect(plain != Self.content(other))
        #expect(plain.count == Self.jpeg().count - 2)
    }

    @Test func `texts of a PNG do not count, chunks without which it cannot be drawn do`() {
        let plain = Self.content(Self.png())
        #expect(plain == Self.content(Self.png(Self.chunk("tEXt", [1]), Self.chunk("iCCP", []))))
        #expect(plain != Self.content(Self.png(Self.chunk("tRNS", [1]))))
        #expect(plain != Self.content(Self.png(Self.chunk("PLTE", [1]))))
    }

    @Test func `of another file all counts`() {
        for file in [Array("GIF89a and more".utf8), Array("short".utf8), []] { #expect(Self.content(file) == file) }
    }

    @Test func `any file in any pieces is the same as in one`() async throws {
        let seeds = [
            Self.jpeg(Self.segment(0xE1, [1, 2, 3])), Self.png(Self.chunk("tEXt", [1, 2])), Array("GIF89a".utf8),
        ]
        try await Fuzz.run("ImageContent", seeds: seeds, inputs: 2_000) { input, random in
            let whole = Self.content(input)
            var size = Int.random(in: 1...9, using: &random)
            let cut = Self.content(input) { _ in
                size = size * 7 % 11 + 1
                return size
            }
            try Fuzz.demand(whole == cut, "pieces change what counts")
            try Fuzz.demand(whole.count <= input.count, "more counts than there is")
        }
    }
}
