import Foundation
import PhotoTree
import TestSupport

@testable import EmbeddedCredit

extension Photo {
    /// With everything a source can tell.
    static let sample = Photo(
        id: PhotoID("123"), title: "Sunset at the Pont d'Iéna", description: "From the bridge.\nIn June.",
        owner: "1@N00",
        ownerName: "Ann Lee",
        license: License(id: "4", name: "CC BY 2.0", url: "https://creativecommons.org/licenses/by/2.0/"),
        taken: Timestamp(1_468_528_265), uploaded: Timestamp(1_468_569_600),
        coordinate: Coordinate(latitude: 48.8584, longitude: -2.2945), accuracy: 16, tags: ["seine", "sun & set"],
        pageURL: "https://example.org/photos/1/123/")
}

/// Image files that real programs made.
struct Pictures {
    let folder: TemporaryDirectory
    let jpeg: [UInt8]
    let png: [UInt8]
    let gif: [UInt8]

    init() async throws {
        folder = try TemporaryDirectory()
        for ending in ["jpg", "png", "gif"] {
            let made = try await run("convert", "-size", "64x48", "gradient:red-blue", folder.path + "/base.\(ending)")
            guard made.status == 0 else { throw PictureFailure(text: made.errors) }
        }
        jpeg = try Self.read(folder.path + "/base.jpg")
        png = try Self.read(folder.path + "/base.png")
        gif = try Self.read(folder.path + "/base.gif")
    }

    /// A copy of the JPEG with tags that exiftool writes.
    func jpeg(_ tags: String...) async throws -> [UInt8] {
        try await tagged(jpeg, "jpg", tags)
    }

    /// A copy of `picture` with tags that exiftool writes.
    func tagged(_ picture: [UInt8], _ ending: String, _ tags: [String]) async throws -> [UInt8] {
        let path = folder.path + "/tagged-\(UUID().uuidString).\(ending)"
        try write(picture, to: path)
        let result = try await ChildProcess(["exiftool", "-q", "-overwrite_original"] + tags + [path]).result()
        guard result.status == 0 else { throw PictureFailure(text: result.errors) }
        return try Self.read(path)
    }

    /// The JPEG as WebP, PNG, TIFF and AVIF.
    func converted(_ jpeg: [UInt8]) async throws -> [[UInt8]] {
        try write(jpeg, to: folder.path + "/in.jpg")
        let made = try await run(
            "bash", "-ec",
            "cd '\(folder.path)'; cwebp -quiet -metadata all in.jpg -o in.webp; convert in.jpg in.png; "
                + "convert in.jpg in.tiff; avifenc -s 10 in.jpg in.avif > /dev/null")
        guard made.status == 0 else { throw PictureFailure(text: made.errors) }
        return try ["webp", "png", "tiff", "avif"].map { try Self.read(folder.path + "/in." + $0) }
    }

    func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    static func read(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

struct PictureFailure: Error {
    let text: String
}

/// As `read` serves it.
func served(
    _ file: [UInt8], _ photo: Photo, city: String = "", country: String = "", size: (width: Int, height: Int) = (64, 48)
) -> [UInt8] {
    var fields = CreditFields(photo, sourceName: "Flickr")
    if !city.isEmpty { fields.stand(in: Place(id: PlaceID("woe:1"), name: city, country: country, origin: .source)) }
    let image = Rendition(name: "b", width: size.width, height: size.height, url: "")
    let segments = EmbeddedSegments(ImageHeader(file, isWhole: true), CreditDraft(fields, image: image))
    return segments.pieces(of: 0..<(Int64(file.count) + segments.count)).reduce(into: []) { bytes, piece in
        switch piece {
        case .source(let range): bytes += file[Int(range.lowerBound)..<Int(range.upperBound)]
        case .segments(let range): bytes += segments.bytes[range]
        }
    }
}
