import Foundation
import PhotoTree
import Promises
import TestSupport
import Testing

@testable import EmbeddedCredit

/// Where the credit stands in a file, and what beside it stays true.
@Suite struct InsertionTests {
    /// The names of a served file's segments before its picture, in order.
    private func parts(_ file: [UInt8]) -> [String] {
        JPEGSegments(file).map { segment in
            let names = ["JFIF", "JFXX", "Exif", "http://ns.adobe.com/xap", "MPF", "Adobe"]
            let name = names.first { segment.content.starts(with: $0.utf8) }
            return name.map { $0 == "http://ns.adobe.com/xap" ? "XMP" : $0 } ?? String(segment.marker, radix: 16)
        }
    }

    private static let comment = JPEGMarker.segment(0xFE, identifier: [], Array("a comment".utf8))
    private static let extended = JPEGMarker.segment(0xE0, identifier: JPEGMarker.jfxx, [0x13, 1, 1, 0, 0, 0])
    private static let adobe = JPEGMarker.segment(0xEE, identifier: Array("Adobe".utf8), [0, 100, 0, 0, 0, 0, 1])

    /// The picture with these segments in place of its own before the tables.
    private func picture(_ source: [UInt8], _ segments: [[UInt8]]) -> [UInt8] {
        [0xFF, 0xD8] + segments.joined() + source.dropFirst(20)
    }

    @Test(.proves("A JPEG or PNG below the original"))
    func `JFIF stays first, EXIF follows, and the packet stands behind it`() async throws {
        let pictures = try await Pictures()
        let jfif = Array(pictures.jpeg[2..<20])
        let tagged = try await pictures.jpeg("-EXIF:ImageDescription=OLYMPUS DIGITAL CAMERA", "-n", "-Orientation=6")
        let exif = try #require(
            JPEGSegments(tagged).first { $0.marker == JPEGMarker.app1 }.map {
                JPEGMarker.segment(JPEGMarker.app1, identifier: [], Array($0.content))
            })
        func order(_ segments: [UInt8]...) -> [String] {
            Array(
                parts(served(picture(pictures.jpeg, segments), .sample)).prefix {
                    Int($0, radix: 16) == nil || $0 == "fe"
                })
        }
        #expect(order(jfif) == ["JFIF", "Exif", "XMP"])
        #expect(order(jfif, Self.extended) == ["JFIF", "JFXX", "Exif", "XMP"])
        #expect(order(jfif, exif) == ["JFIF", "Exif", "XMP"])
        #expect(order(exif) == ["Exif", "XMP"])
        #expect(order(exif, jfif) == ["Exif", "XMP", "JFIF"])
        #expect(order(Self.adobe) == ["Exif", "XMP", "Adobe"])
        #expect(order(Self.comment) == ["Exif", "XMP", "fe"])
        // As a host replaces a picture: a comment in front.
        #expect(order(Self.comment, jfif, Self.adobe) == ["fe", "JFIF", "Exif", "XMP", "Adobe"])
        let orientation = try await read(served(tagged, .sample), "-n", "-Orientation", "-ImageDescription")
        #expect(orientation == ["6", "OLYMPUS DIGITAL CAMERA"])
    }

    @Test(
        arguments: [
            ([1, 1, 44, 1, 44], "300 300 PixelsPerInch", ["300", "300", "inches"]),
            ([1, 0, 96, 0, 72], "96 72 PixelsPerInch", ["96", "72", "inches"]),
            ([2, 0, 118, 0, 118], "118 118 PixelsPerCentimeter", ["118", "118", "cm"]),
            ([0, 0, 1, 0, 1], "72 72 PixelsPerInch", ["72", "72", "inches"]),
            ([1, 0, 0, 0, 0], "72 72 PixelsPerInch", ["72", "72", "inches"]),
        ] as [([UInt8], String, [String])])
    func `a plain photo keeps the density that its JFIF tells`(_ density: [UInt8], seen: String, exif: [String])
        async throws
    {
        let pictures = try await Pictures()
        var source = pictures.jpeg
        source.replaceSubrange(13..<18, with: density)
        let file = served(source, .sample)
        #expect(
            try await read(file, "-EXIF:XResolution", "-EXIF:YResolution", "-EXIF:ResolutionUnit") == exif)
        try pictures.write(file, to: pictures.folder.path + "/dense.jpg")
        let identified = try await run("identify", "-format", "%x %y %U", pictures.folder.path + "/dense.jpg")
        #expect(identified.text == seen)
    }

    /// Two pictures in one file, as phones write them, with the lengths and places of both in the first's MPF segment.
    private func pair(_ jpeg: [UInt8], before: [[UInt8]], between: [[UInt8]] = []) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { UInt32(value).littleEndianBytes }
        func index(_ first: Int, _ second: Int, at place: Int) -> [UInt8] {
            let tags: [[UInt8]] = [
                [0x00, 0xB0, 7, 0] + number(4) + Array("0100".utf8), [0x01, 0xB0, 4, 0] + number(1) + number(2),
                [0x02, 0xB0, 7, 0] + number(32) + number(50),
            ]
            let rows =
                number(0x2003_0000) + number(first) + number(0) + number(0) + number(0) + number(second)
                + number(place) + number(0)
            return Array("MPF\0".utf8) + [0x49, 0x49, 0x2A, 0] + number(8) + [3, 0] + tags.joined() + number(0) + rows
        }
        func first(_ index: [UInt8]) -> [UInt8] {
            picture(jpeg, before + between + [JPEGMarker.segment(0xE2, identifier: [], index)])
        }
        let length = first(index(0, 0, at: 0)).count
        let header = 2 + before.joined().count + between.joined().count + 8
        return first(index(length, jpeg.count, at: length - header)) + jpeg
    }

    @Test func `the pictures behind the first are found, and the first's length is true`() async throws {
        let pictures = try await Pictures()
        let jfif = Array(pictures.jpeg[2..<20])
        let tagged = try await pictures.jpeg("-EXIF:Make=Pixel")
        let exif = try #require(
            JPEGSegments(tagged).first { $0.marker == JPEGMarker.app1 }.map {
                JPEGMarker.segment(JPEGMarker.app1, identifier: [], Array($0.content))
            })
        for (before, between) in [([jfif], []), ([exif], []), ([jfif, exif], [Self.adobe, Self.comment])] {
            let source = pair(pictures.jpeg, before: before, between: between)
            let file = served(source, .sample)
            let first = source.count - pictures.jpeg.count
            #expect(try await read(source, "-MPImage1:MPImageLength") == ["\(first)"])
            #expect(try await read(file, "-MPImage1:MPImageLength") == ["\(first + file.count - source.count)"])
            #expect(Array(file.suffix(pictures.jpeg.count)) == pictures.jpeg)
            try pictures.write(file, to: pictures.folder.path + "/pair.jpg")
            let second = try await ChildProcess(
                ["exiftool", "-b", "-MPImage2", pictures.folder.path + "/pair.jpg"]).result()
            #expect(Array(second.output) == pictures.jpeg)
            // But for what was put in, and the four bytes of the length, the file is the source's.
            let image = Rendition(name: "b", width: 64, height: 48, url: "")
            let draft = CreditDraft(CreditFields(.sample, sourceName: "Flickr"), image: image)
            let segments = EmbeddedSegments(ImageHeader(source, isWhole: true), draft)
            let kept = Array(segments.bytes.suffix(segments.replaced).dropLast(4))
            #expect(kept == Array(source[segments.offset..<segments.offset + segments.replaced - 4]))
        }
        // Its index in front of EXIF, where nobody writes it.
        let odd = pair(pictures.jpeg, before: [jfif])
        let mpf = try #require(JPEGSegments(odd).first { $0.marker == 0xE2 })
        let place = mpf.content.endIndex
        #expect(ImageHeader(Array(odd[..<place]) + exif + odd[place...], isWhole: true) == .asItCame)
    }

    private func read(_ file: [UInt8], _ tags: String...) async throws -> [String] {
        let folder = try TemporaryDirectory()
        try Data(file).write(to: URL(fileURLWithPath: folder.path + "/photo.jpg"))
        return try await ChildProcess(["exiftool", "-s3"] + tags + [folder.path + "/photo.jpg"]).result().lines
    }
}
