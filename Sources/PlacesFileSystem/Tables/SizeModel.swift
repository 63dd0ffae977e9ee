import PhotoTree
import Synchronization

/// Estimates the length of photos that were never fetched from those that were: once fifty of the same width are known,
/// the length that 95 of a hundred stay below. Until then it uses `SizeEstimate`.
///
/// The estimate that was told of a photo stays until its true length is learnt, because rsync(1) and backups take
/// another size for a change.
final class SizeModel: Sendable {
    private struct Sample {
        /// The bytes per pixel of the latest photos of one width.
        var perPixel: [Double] = []
        var next = 0
        /// Nil while it must be computed anew, or while there are too few samples.
        var bound: Double?

        mutating func add(_ value: Double) {
            if perPixel.count < SizeModel.mostSamples {
                perPixel.append(value)
            } else {
                perPixel[next] = value
                next = (next + 1) % perPixel.count
            }
            bound = nil
        }

        mutating func percentile() -> Double? {
            guard perPixel.count >= SizeModel.leastSamples else { return nil }
            if let bound { return bound }
            let found = perPixel.sorted()[(perPixel.count * 95 + 99) / 100 - 1]
            bound = found
            return found
        }
    }

    private struct State {
        var samples: [Int: Sample] = [:]
        /// By inode number, for each photo that was listed and not fetched.
        var told: [UInt32: (width: UInt32, length: UInt32)] = [:]
    }

    static let leastSamples = 50
    /// No more than this, so that the estimate follows what the source serves now.
    static let mostSamples = 400
    private static let least: Int64 = 64 * 1024

    private let state = Mutex(State())

    /// The estimate in bytes for the photo with this inode number.
    func estimate(of number: NodeNumber, _ image: Rendition?) -> Int64 {
        let usual = SizeEstimate.bytes(width: image?.width, height: image?.height)
        guard let (width, pixels) = Self.pixels(image), let key = UInt32(exactly: number.rawValue) else { return usual }
        return state.withLock { state in
            if let told = state.told[key], told.width == width { return Int64(told.length) }
            let learnt = state.samples[width]?.percentile().map { max(Self.least, Int64((pixels * $0).rounded(.up))) }
            let length = min(learnt ?? usual, SizeEstimate.longest)
            state.told[key] = (UInt32(width), UInt32(clamping: length))
            return length
        }
    }

    /// Takes the true length of a photo whose length was an estimate before.
    func learn(_ length: Int64, of image: (width: Int, height: Int), number: NodeNumber?) {
        guard let (width, pixels) = Self.pixels(width: image.width, height: image.height), length > 0 else { return }
        state.withLock { state in
            state.samples[width, default: Sample()].add(Double(length) / pixels)
            if let key = number.flatMap({ UInt32(exactly: $0.rawValue) }) { state.told[key] = nil }
        }
    }

    private static func pixels(_ image: Rendition?) -> (width: Int, pixels: Double)? {
        guard let width = image?.width, let height = image?.height else { return nil }
        return pixels(width: width, height: height)
    }

    private static func pixels(width: Int, height: Int) -> (width: Int, pixels: Double)? {
        let possible = 1...1_000_000
        guard possible.contains(width), possible.contains(height) else { return nil }
        return (width, Double(width) * Double(height))
    }
}
