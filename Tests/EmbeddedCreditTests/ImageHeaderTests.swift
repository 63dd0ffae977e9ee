import PhotoTree
import Promises
import TestSupport
import Testing

@testable import EmbeddedCredit

@Suite struct ImageHeaderTests {
    @Test(.proves("A JPEG or PNG below the original"))
    func `a file that says whose it is stays as it came`() async throws {
        let pictures = try await Pictures()
        #expect(ImageHeader(pictures.jpeg, isWhole: true) == .plainJPEG)
        #expect(ImageHeader(pictures.png, isWhole: true) == .png)
        #expect(ImageHeader(pictures.gif, isWhole: true) == .asItCame)
        #expect(ImageHeader(try await pictures.jpeg("-Make=Canon"), isWhole: true) == .jpegWithExif)
        #expect(ImageHeader(try await pictures.jpeg("-EXIF:Artist=Bo"), isWhole: true) == .asItCame)
        #expect(ImageHeader(try await pictures.jpeg("-EXIF:Copyright=Bo"), isWhole: true) == .asItCame)
        #expect(ImageHeader(try await pictures.jpeg("-XMP-dc:Title=Bo"), isWhole: true) == .asItCame)
        let blank = try await pictures.jpeg("-Make=Canon", "-EXIF:Artist^=", "-EXIF:Copyright=          ")
        #expect(ImageHeader(blank, isWhole: true) == .jpegWithExif, "many cameras write both and leave them blank")
        for file in [pictures.jpeg, pictures.png] {
            let own = served(file, .sample)
            #expect(own.count > file.count)
            #expect(ImageHeader(own, isWhole: true) == .asItCame)
        }
    }

    @Test func `every beginning of a header asks for more, and its end decides`() async throws {
        let pictures = try await Pictures()
        for file in [pictures.jpeg, pictures.png, try await pictures.jpeg("-Make=Canon")] {
            let verdict = ImageHeader(file, isWhole: true)
            let lengths = Array(0...file.count)
            let first = try #require(
                lengths.first { ImageHeader(Array(file.prefix($0)), isWhole: false) != .unfinished })
            #expect(first > 20)
            for length in lengths {
                let found = ImageHeader(Array(file.prefix(length)), isWhole: false)
                #expect(found == (length < first ? .unfinished : verdict), "\(length)")
            }
            #expect(ImageHeader(Array(file.prefix(first - 1)), isWhole: true) == .asItCame)
        }
    }

    @Test func `a header that does not end within its bound is served as it came`() async throws {
        let pictures = try await Pictures()
        let comment = JPEGMarker.segment(0xFE, identifier: [], Array(repeating: 32, count: 65_000))
        let long = pictures.jpeg.prefix(2) + Array(repeating: comment, count: 5).joined() + pictures.jpeg.dropFirst(2)
        #expect(ImageHeader(Array(long), isWhole: true) == .asItCame)
        #expect(ImageHeader(Array(long.prefix(ImageHeader.longest - 1)), isWhole: false) == .unfinished)
        #expect(ImageHeader(Array(long.prefix(ImageHeader.longest)), isWhole: false) == .asItCame)
    }

    @Test(
        arguments: [
            [0xFF, 0xD8, 0x00, 0x10], [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x01, 0x00, 0x00], [0xFF, 0xD8, 0xFF, 0xD9],
            [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 0], [], Array("<html>nothing</html>".utf8),
            PNGChunk.signature + [0, 0, 0, 4] + Array("IDAT".utf8),
            PNGChunk.signature + [0xFF, 0xFF, 0xFF, 0xFF] + PNGChunk.ihdr,
        ] as [[UInt8]])
    func `what is damaged is served as it came`(_ file: [UInt8]) {
        #expect(ImageHeader(file, isWhole: true) == .asItCame)
    }
}
