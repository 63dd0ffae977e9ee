import Foundation
import NIOCore

/// Where the bytes of a library's images come from.
enum ImageStore: Sendable {
    /// `<folder>/<photo id>_<suffix>.jpg`; what has no file there is generated.
    case files(folder: String)
    /// The largest rendition's length lies in the range; smaller ones are smaller by their pixels.
    case generated(seed: UInt64, byteCounts: ClosedRange<Int>)

    static let standardByteCounts = 150_000...500_000

    func content(of photo: SimulatedPhoto, _ rendition: SimulatedPhoto.Rendition) -> Content {
        switch self {
        case .files(let folder):
            // Read anew each time: the kernel's page cache keeps them better than we would.
            let path = "\(folder)/\(photo.id)_\(rendition.suffix).jpg"
            guard let file = FileManager.default.contents(atPath: path) else {
                return generated(photo, rendition, seed: 0, Self.standardByteCounts)
            }
            return Content(Array(file)).replaced(times: photo.version)
        case .generated(let seed, let byteCounts):
            return generated(photo, rendition, seed: seed, byteCounts)
        }
    }

    private func generated(
        _ photo: SimulatedPhoto, _ rendition: SimulatedPhoto.Rendition, seed: UInt64, _ byteCounts: ClosedRange<Int>
    ) -> Content {
        var state = seed ^ Noise.digest(photo.id) &+ UInt64(photo.version)
        let span = UInt64(byteCounts.upperBound - byteCounts.lowerBound) + 1
        let whole = byteCounts.lowerBound + Int(Noise.mixed(&state) % span)
        let pixels = rendition.width * rendition.height
        let most = photo.renditions.map { $0.width * $0.height }.max() ?? pixels
        let byteCount = pixels < most ? max(600, whole * pixels / max(most, 1)) : whole
        // A picture of these pixels needs a byte for 170 of them; where that is too much, a smaller one is served.
        let scale = Swift.min(1, (Double(byteCount) * 120 / Double(Swift.max(pixels, 1))).squareRoot())
        return GeneratedImage(
            name: "\(seed)/\(photo.id)_\(rendition.suffix)/\(photo.version)",
            width: Swift.max(1, Int(Double(rendition.width) * scale)),
            height: Swift.max(1, Int(Double(rendition.height) * scale)), byteCount: byteCount
        ).content
    }
}

extension Content {
    /// The same picture in other bytes of another length: a comment more for every version.
    func replaced(times: Int) -> Content {
        guard times > 0 else { return self }
        let comment = "version \(times)" + String(repeating: ".", count: times)
        var replaced = slice(0..<2)
        replaced.append(Content([GeneratedImage.commentHead(comment.utf8.count), ByteBuffer(string: comment)]))
        replaced.append(slice(2..<count))
        return replaced
    }
}
