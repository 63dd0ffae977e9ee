import Foundation
import NIOCore

/// Where the bytes of a library's images come from.
enum ImageStore: Sendable {
    /// `<folder>/<photo id>_<suffix>.jpg` in the first folder that has the file; other images are generated.
    case files(folders: [String])
    /// The length of the largest rendition is in the range; smaller renditions are shorter in proportion to their
    /// pixels.
    case generated(seed: UInt64, byteCounts: ClosedRange<Int>)

    static let standardByteCounts = 150_000...500_000

    func content(of photo: SimulatedPhoto, _ rendition: SimulatedRendition) -> Content {
        if let file = photo.file { return Content(file) }
        switch self {
        case .files(let folders):
            guard let bytes = Self.bytes(of: "\(photo.id)_\(rendition.suffix).jpg", in: folders) else {
                return generated(photo, rendition, seed: 0, Self.standardByteCounts)
            }
            return Content(bytes).replaced(times: photo.version)
        case .generated(let seed, let byteCounts):
            return generated(photo, rendition, seed: seed, byteCounts)
        }
    }

    /// An image of a file of Commons: its original where Flickr has none, or a thumbnail with the given pixels.
    func content(of file: CommonsFile, width: Int, height: Int, isOriginal: Bool) -> Content {
        if let bytes = file.photo.file { return Content(bytes) }
        let suffix = isOriginal ? "o" : String(width)
        switch self {
        case .files(let folders):
            guard let bytes = Self.bytes(of: "\(file.photo.id)_\(suffix).jpg", in: folders) else {
                return generated(file, suffix, width, height, seed: 0, Self.standardByteCounts)
            }
            return Content(bytes).replaced(times: file.photo.version)
        case .generated(let seed, let byteCounts):
            return generated(file, suffix, width, height, seed: seed, byteCounts)
        }
    }

    /// Read again each time: the kernel's page cache keeps files better than we would.
    private static func bytes(of name: String, in folders: [String]) -> [UInt8]? {
        folders.lazy.compactMap { FileManager.default.contents(atPath: "\($0)/\(name)") }.first.map { Array($0) }
    }

    /// The thumbnail of 1280 px has the same range of lengths as Flickr's largest image of the photo, the original
    /// twice the length, so that a test that counts bytes finds both services alike.
    private func generated(
        _ file: CommonsFile, _ suffix: String, _ width: Int, _ height: Int, seed: UInt64, _ byteCounts: ClosedRange<Int>
    ) -> Content {
        var state = seed ^ Noise.digest(file.photo.id) &+ UInt64(file.photo.version)
        let span = UInt64(byteCounts.upperBound - byteCounts.lowerBound) + 1
        let whole = byteCounts.lowerBound + Int(Noise.mixed(&state) % span)
        let reference = file.thumbnail(1280).map { $0.width * $0.height } ?? file.width * file.height
        let byteCount =
            switch width {
            case _ where suffix == "o": file.width > 1280 ? 2 * whole : whole
            case 1281...: whole + whole / 2
            default: max(600, whole * width * height / max(reference, 1))
            }
        return picture(
            "\(seed)/\(file.photo.id)_commons_\(suffix)/\(file.photo.version)", width, height, byteCount: byteCount)
    }

    private func picture(_ name: String, _ width: Int, _ height: Int, byteCount: Int) -> Content {
        // A picture needs one byte for 170 of its pixels; where that is too much, a smaller picture is served.
        let scale = Swift.min(1, (Double(byteCount) * 120 / Double(Swift.max(width * height, 1))).squareRoot())
        return GeneratedImage(
            name: name, width: Swift.max(1, Int(Double(width) * scale)),
            height: Swift.max(1, Int(Double(height) * scale)), byteCount: byteCount
        ).content
    }

    private func generated(
        _ photo: SimulatedPhoto, _ rendition: SimulatedRendition, seed: UInt64, _ byteCounts: ClosedRange<Int>
    ) -> Content {
        var state = seed ^ Noise.digest(photo.id) &+ UInt64(photo.version)
        let span = UInt64(byteCounts.upperBound - byteCounts.lowerBound) + 1
        let whole = byteCounts.lowerBound + Int(Noise.mixed(&state) % span)
        let pixels = rendition.width * rendition.height
        let most = photo.renditions.map { $0.width * $0.height }.max() ?? pixels
        let byteCount = pixels < most ? max(600, whole * pixels / max(most, 1)) : whole
        return picture(
            "\(seed)/\(photo.id)_\(rendition.suffix)/\(photo.version)", rendition.width, rendition.height,
            byteCount: byteCount)
    }
}

extension Content {
    /// The same picture with other bytes and another length: one more comment, which is longer for every version.
    func replaced(times: Int) -> Content {
        guard times > 0 else { return self }
        let comment = "version \(times)" + String(repeating: ".", count: times)
        var replaced = slice(0..<2)
        replaced.append(Content([GeneratedImage.commentHead(comment.utf8.count), ByteBuffer(string: comment)]))
        replaced.append(slice(2..<count))
        return replaced
    }
}
