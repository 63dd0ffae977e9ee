import Foundation
import Promises
import TestSupport
import Testing

@testable import EmbeddedCredit

/// Cameras append a preview to a photo, and tell its place in EXIF: from the beginning of the segment, or of their
/// notes.
@Suite struct AppendedPreviewTests {
    struct Camera: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What exiftool knows the notes by; "" where EXIF itself has the place.
        let make: String
        /// Whether exiftool finds a preview that is nothing but a JPEG.
        var isRead = true
        /// The notes at a place in EXIF, of a preview from `start` on.
        let notes: @Sendable (_ place: Int, _ start: Int, _ length: Int) -> [UInt8]

        init(
            _ name: String, make: String, isRead: Bool = true,
            _ notes: @escaping @Sendable (_ place: Int, _ start: Int, _ length: Int) -> [UInt8]
        ) {
            (testDescription, self.make, self.isRead, self.notes) = (name, make, isRead, notes)
        }
    }

    typealias Row = (tag: Int, type: Int, count: Int, value: Int)

    /// A directory of TIFF, behind which none follows.
    static func directory(_ rows: Row...) -> [UInt8] {
        let entries = rows.map { row in
            [row.tag, row.type].flatMap { UInt16($0).littleEndianBytes }
                + [row.count, row.value].flatMap { UInt32($0).littleEndianBytes }
        }
        return UInt16(rows.count).littleEndianBytes + entries.joined() + [0, 0, 0, 0]
    }

    private static func row(_ tag: Int, _ value: Int) -> Row { (tag, 4, 1, value) }

    static let cameras = [
        Camera("Minolta", make: "Minolta Co., Ltd.") { _, start, length in
            directory(row(0x88, start), row(0x89, length))
        },
        Camera("Sony", make: "SONY", isRead: false) { _, start, length in
            Array("SONY DSC \0\0\0".utf8) + directory((0x2001, 7, length, start))
        },
        Camera("Canon", make: "Canon") { place, start, length in
            directory((0xB6, 4, 12, place + 18))
                + [24, 2, length, 32, 24, start, 0, 0, 0, 0, 0, 0].flatMap { UInt32($0).littleEndianBytes }
        },
        Camera("Olympus", make: "OLYMPUS CORPORATION") { place, start, length in
            Array("OLYMPUS\0II".utf8) + [3, 0] + directory((0x2020, 13, 1, 30))
                + directory(row(0x101, start - place), row(0x102, length))
        },
        Camera("early Olympus", make: "OLYMPUS OPTICAL CO.,LTD") { _, start, length in
            Array("OLYMP\0".utf8) + [1, 0] + directory(row(0x88, start), row(0x89, length))
        },
        Camera("Nikon", make: "NIKON CORPORATION") { place, start, length in
            Array("Nikon\0".utf8) + [2, 0x10, 0, 0] + Array("II*\0".utf8) + [8, 0, 0, 0] + directory(row(0x11, 26))
                + directory(row(0x201, start - place - 10), row(0x202, length))
        },
        Camera("Pentax", make: "PENTAX Corporation") { _, start, length in
            Array("AOC\0II".utf8) + directory(row(3, length), row(4, start))
        },
        Camera("Casio", make: "CASIO COMPUTER CO.,LTD.") { _, start, length in
            Array("QVC\0\0\0".utf8) + directory(row(3, length), row(4, start))
        },
        Camera("Samsung", make: "SAMSUNG") { place, start, length in
            Array("STMN100\0".utf8) + [start - place, length].flatMap { UInt32($0).littleEndianBytes }
                + Array(repeating: 0, count: 40)
        },
        Camera("an unknown one", make: "Acme", isRead: false) { _, start, length in
            directory((0x0E00, 7, length, start))
        },
    ]

    /// EXIF's TIFF file with these notes, which are told their place, and behind them the rest.
    private func exif(_ make: String, _ notes: (Int) -> [UInt8], rest: [UInt8] = []) -> [UInt8] {
        let make = Array(make.utf8) + Array(repeating: 0, count: 2 - make.utf8.count % 2)
        let (exif, place) = (38 + make.count, 38 + make.count + 18)
        let made = notes(place)
        return Array("II*\0".utf8) + [8, 0, 0, 0] + Self.directory((0x10F, 2, make.count, 38), (0x8769, 4, 1, exif))
            + make + Self.directory((0x927C, 7, made.count, place)) + made + rest
    }

    /// A photo with this EXIF in place of JFIF.
    private func photo(_ jpeg: [UInt8], _ exif: [UInt8]) -> [UInt8] {
        [0xFF, 0xD8] + JPEGMarker.segment(JPEGMarker.app1, identifier: JPEGMarker.exif, exif) + jpeg.dropFirst(20)
    }

    private func preview(in file: [UInt8]) async throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        try Data(file).write(to: URL(fileURLWithPath: folder.path + "/photo.jpg"))
        let read = try await ChildProcess(["exiftool", "-b", "-PreviewImage", folder.path + "/photo.jpg"]).result()
        return Array(read.output)
    }

    @Test(.proves("A file with Content Credentials"), arguments: cameras)
    func `a file stays as it came where its preview would move`(_ camera: Camera) async throws {
        let pictures = try await Pictures()
        // Behind the picture, as cameras do.
        let length = pictures.jpeg.count
        let whole = photo(pictures.jpeg, exif(camera.make) { camera.notes($0, 99_999, length) }).count
        // The segment's TIFF file begins behind SOI, marker, length and identifier.
        let made = exif(camera.make) { camera.notes($0, whole - 12, length) }
        let file = photo(pictures.jpeg, made) + pictures.jpeg
        #expect(ImageHeader(file, isWhole: true) == .asItCame)
        #expect(ImageHeader(Array(file.prefix(2000)), isWhole: false) == .asItCame)
        if camera.isRead { #expect(try await preview(in: file) == pictures.jpeg) }
    }

    @Test(arguments: cameras)
    func `a preview within EXIF is no reason, and is found again`(_ camera: Camera) async throws {
        let pictures = try await Pictures()
        let length = pictures.jpeg.count
        let place = exif(camera.make) { camera.notes($0, 99_999, length) }.count
        let made = exif(camera.make, { camera.notes($0, place, length) }, rest: pictures.jpeg)
        let file = photo(pictures.jpeg, made)
        let shown = served(file, .sample)
        #expect(shown.count > file.count)
        #expect(try await preview(in: shown) == preview(in: file))
    }

    @Test func `a thumbnail behind EXIF is a reason, a damaged note is none`() async throws {
        let pictures = try await Pictures()
        let first = Array("II*\0".utf8) + [8, 0, 0, 0] + [1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        for (start, isMoved) in [(60, false), (70_000, true)] {
            let second = Self.directory(Self.row(0x201, start), Self.row(0x202, 300))
            let made = first + [26, 0, 0, 0] + second + Array(repeating: 0, count: 400)
            let header = ImageHeader(photo(pictures.jpeg, made), isWhole: true)
            #expect((header == .asItCame) == isMoved)
        }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let noise = (0..<700).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let made = exif("Canon") { _ in [40, 0] + noise }
            #expect(ImageHeader(photo(pictures.jpeg, made), isWhole: true) != .asItCame)
        }
    }
}
