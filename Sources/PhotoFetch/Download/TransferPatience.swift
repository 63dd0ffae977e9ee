import HTTP
import PhotoTree

/// How often a transfer that breaks is taken up again, and how long one is waited for that gives its place to others.
struct TransferPatience: Sendable {
    /// How many bytes after a break are progress, so that the next one is the first again: a second's worth of the
    /// slowest transfer that is not given up.
    private static let progress: Int64 = 1 << 10

    /// So often a transfer may be displaced however long it lay still.
    private static let fewDisplacements = 3

    private let limits: FetchLimits
    private var retries = 0
    /// Where it stood when the transfer broke last.
    private var brokeAt: Int64 = 0
    /// How often in a row its place was given to others because nothing came.
    private(set) var displacements = 0
    /// When the last byte came, or the first attempt began.
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

    /// The bytes begin anew.
    mutating func startOver() {
        brokeAt = 0
    }

    /// The next attempt is the first.
    mutating func rest() {
        (retries, displacements, movedAt) = (0, 0, nil)
    }

    /// Its place is another's now. It goes on behind those that wait, for as long as one that stalls in a place of its own
    /// would be waited for.
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
        case .unreachable, .timedOut, .cutShort, .failed:
            guard retries < limits.retries else { throw FetchError(error) }
        case .bodyTooLarge, .redirectRefused, .badURL, .backingOff, .cancelled, .displaced:
            throw FetchError(error)
        }
        brokeAt = position
        defer { retries += 1 }
        return limits.firstRetryDelay * (1 << retries) * (0.75 + chance / 2)
    }
}
