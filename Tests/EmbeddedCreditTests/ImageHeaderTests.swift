import PhotoTree
import Promises
import TestSupport
import Testing

@testable import EmbeddedCredit

@Suite struct ImageHeaderTests {
    @Test(.proves("A JPEG or PNG below the original"))
    func `a file that says whose it is stays as it came`() async throws {
        let pictures = try await Pictures()
        #expect(place(in: pictures.jpeg)?.container == .jpeg(exif: .usual))
        #expect(place(in: pictures.png)?.container == .png)
        #expect(place(in: pictures.gif) == nil)
        #expect(place(in: try await pictures.jpeg("-Make=Canon"))?.container == .jpeg(exif: nil))
        #expect(place(in: try await pictures.jpeg("-XMP-dc:Title=Bo")) == nil)
        for file in [pictures.jpeg, pictures.png] {
            let own = served(file, .sample)
            #expect(own.count > file.count)
            #expect(ImageHeader(own, isWhole: true) == .asItCame)
        }
    }

    @Test(.proves("A file with Content Credentials"))
    func `a file with Content Credentials stays as it came, so that their signature holds`() async throws {
        let pictures = try await Pictures()
        // As C2PA's own programs write them: number of the box and of the segment, length and type of a superbox.
        let box = [0x4A, 0x50, 0, 1, 0, 0, 0, 1, 0, 0, 0, 16] + Array("jumb".utf8) + [0, 0, 0, 8] + Array("jumd".utf8)
        let signed =
            pictures.jpeg.prefix(20) + JPEGMarker.segment(0xEB, identifier: [], box) + pictures.jpeg.dropFirst(20)
        #expect(ImageHeader(Array(signed), isWhole: true) == .asItCame)
        let chunk = pictures.png.prefix(33) + PNGChunk.bytes("caBX", box) + pictures.png.dropFirst(33)
        #expect(ImageHeader(Array(chunk), isWhole: true) == .asItCame)
        let other = JPEGMarker.segment(0xEB, identifier: Array("HDR_RI".utf8), Array(repeating: 0, count: 20))
        #expect(place(in: pictures.jpeg.prefix(20) + other + pictures.jpeg.dropFirst(20)) != nil)
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

    private func place(in file: some Sequence<UInt8>) -> CreditPlace? {
        if case .inserting(let place) = ImageHeader(Array(file), isWhole: true) { place } else { nil }
    }
}
