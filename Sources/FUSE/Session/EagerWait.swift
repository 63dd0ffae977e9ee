import CFUSE
import Glibc
import Synchronization

/// Whether a thread looks for its next message for a moment before it sleeps: to wake a processor that went idle takes
/// longer than most answers do.
///
/// It looks only where the last waits show that this pays, so who asks rarely or slowly finds it asleep.
struct EagerWait: ~Copyable, Sendable {
    // All in nanoseconds.
    /// For how long it looks.
    static let look = 100_000
    /// Who is slept for comes later than who is looked for, by two wake-ups: his and ours.
    static let soon = 250_000
    /// Woken as fast as that, we share a processor with who asks, or ours was busy: it is better left to others.
    static let cheap = 15_000
    /// One look takes less. If not, somebody else had the processor meanwhile.
    static let longest = 10_000

    /// One more for each wait where looking paid, or would have; two less for each other.
    private let score = Atomic(0)
    private static let enough = 3
    private static let highest = 8
    private let isAllowed: Bool

    /// - Parameters:
    ///   - processors: How many this process may use. With one, who looks keeps it from who would ask.
    ///   - receiveThreads: Several would look for the same message.
    init(processors: Int, receiveThreads: Int) {
        isAllowed = processors > 1 && receiveThreads == 1
    }

    /// A wait from the moment when there was no message.
    struct Wait {
        fileprivate let beginning: Int
        fileprivate let looksUntil: Int
        fileprivate let teaches: Bool
        fileprivate var lastLook: Int
        fileprivate var hasSlept = false

        /// Whether to look once more; if not, the thread is to sleep until there is a message.
        mutating func looksAgain(at now: Int) -> Bool {
            if now >= looksUntil || now - lastLook > EagerWait.longest { hasSlept = true }
            lastLook = now
            return !hasSlept
        }
    }

    /// - Parameters:
    ///   - now: Nanoseconds of a clock that only goes forward.
    ///   - areAnswersPending: Whether other threads work on answers. They should have the processor, and when the next
    ///     message comes says nothing then.
    /// - Returns: The wait that has begun, for `end`.
    func begin(at now: Int, areAnswersPending: Bool) -> Wait {
        let teaches = isAllowed && !areAnswersPending
        let looks = teaches && score.load(ordering: .relaxed) >= Self.enough
        return Wait(beginning: now, looksUntil: looks ? now + Self.look : now, teaches: teaches, lastLook: now)
    }

    /// A message has come.
    func end(_ wait: Wait, at now: Int) {
        guard wait.teaches else { return }
        let hasLooked = wait.looksUntil > wait.beginning
        let paid =
            hasLooked
            ? !wait.hasSlept && now - wait.lastLook <= Self.longest
            : (Self.cheap...Self.soon).contains(now - wait.beginning)
        let last = score.load(ordering: .relaxed)
        score.store(paid ? min(last + 1, Self.highest) : max(last - 2, 0), ordering: .relaxed)
    }

    /// On how many processors this thread may run, or 0 where that cannot be known.
    static var processors: Int { Int(cfuse_allowed_processors()) }

    /// CLOCK_MONOTONIC, which is read without a system call.
    static func now() -> Int {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
