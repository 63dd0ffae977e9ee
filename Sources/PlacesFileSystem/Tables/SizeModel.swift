import PhotoTree
import Synchronization

/// Estimates the length of photos that were never fetched from those that were: once fifty of the same width are known,
/// the length that 95 of a hundred stay below. Until then it uses `SizeEstimate`.
///
/// The estimate that was told of a photo stays until its true length is learnt, over remounts too, because rsync(1) and
/// backups take another size for a change. A rule for new estimates therefore concerns only photos with numbers that
/// were not given out when it was made.
final class SizeModel: Sendable {
    private struct Sample {
        /// The bytes per pixel of the latest photos of one width.
        var perPixel: [Double] = []
        var next = 0
        /// How many came since the percentile was last looked at.
        var news = 0

        mutating func add(_ value: Double) {
            news += 1
            if perPixel.count < SizeModel.mostSamples {
                perPixel.append(value)
            } else {
                perPixel[next] = value
                next = (next + 1) % perPixel.count
            }
        }

        /// Nil while there are too few samples, or too few new ones.
        mutating func percentile() -> Double? {
            guard news >= SizeModel.leastSamples else { return nil }
            news = 0
            return perPixel.sorted()[(perPixel.count * 95 + 99) / 100 - 1]
        }
    }

    private struct State {
        var samples: [Int: Sample] = [:]
        /// By width, the latest last.
        var rules: [Int: [SizeRule]] = [:]
        /// The highest number of a photo of which a length was told.
        var highest: UInt64 = 0
        var tell: @Sendable (SizeRule) -> Void = { _ in }
    }

    static let leastSamples = 50
    /// No more than this, so that the estimate follows what the source serves now.
    static let mostSamples = 400
    private static let least: Int64 = 64 * 1024
    /// A rule that would tell nearly the same as the one before is not worth keeping.
    private static let difference = 0.1
    private static let mostRules = 16

    private let state = Mutex(State())

    /// Goes on with the rules of earlier mounts; photos up to the number `highest` may have been told by them. `tell`
    /// is called for each new rule.
    func begin(with rules: [SizeRule], highest: NodeNumber, telling tell: @escaping @Sendable (SizeRule) -> Void) {
        state.withLock { state in
            for rule in rules { state.rules[rule.width, default: []].append(rule) }
            state.highest = max(state.highest, highest.rawValue)
            state.tell = tell
        }
    }

    /// The estimate in bytes for the photo with this inode number.
    func estimate(of number: NodeNumber, _ image: Rendition?) -> Int64 {
        let usual = SizeEstimate.bytes(width: image?.width, height: image?.height)
        return state.withLock { state in
            state.highest = max(state.highest, number.rawValue)
            guard let (width, pixels) = Self.pixels(image),
                let rule = state.rules[width]?.last(where: { $0.first <= number })
            else { return usual }
            return min(max(Self.least, Int64((pixels * rule.perPixel).rounded(.up))), SizeEstimate.longest)
        }
    }

    /// Takes the true length of a photo whose length was an estimate before.
    func learn(_ length: Int64, of image: (width: Int, height: Int)) {
        guard let (width, pixels) = Self.pixels(width: image.width, height: image.height), length > 0 else { return }
        let (rule, tell) = state.withLock { state in
            state.samples[width, default: Sample()].add(Double(length) / pixels)
            return (Self.newRule(for: width, in: &state), state.tell)
        }
        if let rule { tell(rule) }
    }

    private static func newRule(for width: Int, in state: inout State) -> SizeRule? {
        let known = state.rules[width] ?? []
        guard known.count < mostRules, let perPixel = state.samples[width]?.percentile() else { return nil }
        if let last = known.last, abs(perPixel - last.perPixel) <= difference * last.perPixel { return nil }
        let rule = SizeRule(width: width, first: NodeNumber(state.highest + 1), perPixel: perPixel)
        state.rules[width, default: []].append(rule)
        return rule
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
