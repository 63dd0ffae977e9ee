internal import Synchronization

/// How many requests of one piece of work wait for their turn at a host: for its hourly limit, a connection, or the end of
/// a pause. A task that sets `current` learns it of all requests made in it.
public final class WaitingRequests: Sendable {
    @TaskLocal public static var current: WaitingRequests?

    private let count = Mutex(0)

    public init() {}

    public var isEmpty: Bool { count.withLock { $0 == 0 } }

    func enter() { count.withLock { $0 += 1 } }

    func leave() { count.withLock { $0 -= 1 } }
}
