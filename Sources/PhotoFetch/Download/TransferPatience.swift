import HTTP
import PhotoTree

/// How often a broken transfer is resumed, and how long a transfer without progress may be displaced by others.
struct TransferPatience: Sendable {
    /// After this many bytes since a break the retries start again at zero: what the slowest transfer that is not given
    /// up brings in a second.
    private static let progress: Int64 = 1 << 10

    /// A transfer may be displaced fewer times than this however long no byte has arrived.
    private static let fewDisplacements = 3

    private let limits: FetchLimits
    private var retries = 0
    /// The offset at which the transfer broke last.
    private var brokeAt: Int64 = 0
    /// How often in a row the transfer lost its place to others because no byte arrived.
    private(set) var displacements = 0
    /// How long the host was waited for since the last look at its rate, and the offset at that look.
    private var waited: Duration = .zero
    private var rated: Int64 = 0
    /// When the last byte arrived, or the first attempt began.
    private var movedAt: Duration?

    init(_ limits: FetchLimits) {
        self.limits = limits
    }

    mutating func asks(at now: Duration) {
        movedAt = movedAt ?? now
    }

    mutating func moved(to position: Int64, at now: Duration) {
        if position - brokeAt >= Self.progress { retries = 0 }
        (displacements, movedAt) = (0, now)
    }

    /// The host was waited for: for an answer, for bytes, or before another try.
    mutating func waits(_ time: Duration) {
        waited += time
    }

    /// The image's bytes begin again at 0.
    mutating func startOver() {
        (brokeAt, rated) = (0, 0)
    }

    /// Makes the next attempt count as the first.
    mutating func rest() {
        (retries, displacements, movedAt, waited) = (0, 0, nil, .zero)
    }

    /// The transfer lost its place to another. It queues behind the waiting ones, for as long as a stalled transfer
    /// with a place of its own would be waited for.
    mutating func displaced(at now: Duration) throws(FetchError) {
        displacements += 1
        let still = now - (movedAt ?? now)
        guard displacements < Self.fewDisplacements || still < limits.longestStill else {
            throw .timedOut("no byte in \(still.components.seconds) s, and others wait")
        }
    }

    /// How long to wait before the next attempt; `chance` is from 0 up to 1.
    mutating func broke(_ error: HTTPError, at position: Int64, chance: Double) throws(FetchError) -> Duration {
        switch error {
        case .timedOut:
            // Each costs as much time as a reader should wait in all.
            guard retries < min(1, limits.retries) else { throw FetchError(error) }
        case .unreachable, .cutShort, .failed:
            guard retries < limits.retries else { throw FetchError(error) }
        case .bodyTooLarge, .redirectRefused, .badURL, .backingOff, .shareUsed, .cancelled, .displaced:
            throw FetchError(error)
        }
        try rate(position)
        brokeAt = position
        defer { retries += 1 }
        return limits.firstRetryDelay * (1 << retries) * (0.75 + chance / 2)
    }

    /// Gives a host up whose tries together are too slow, however much each of them brought before it broke.
    private mutating func rate(_ position: Int64) throws(FetchError) {
        guard waited >= limits.slowestPeriod else { return }
        guard .seconds(position - rated) >= waited * Int(clamping: limits.slowestRate) else {
            throw .timedOut("under \(limits.slowestRate) B/s for \(waited.components.seconds) s, in several tries")
        }
        (waited, rated) = (.zero, position)
    }
}
