import CFUSE
import Glibc
import Synchronization

/// Decides whether a thread polls for its next message for a moment before it sleeps: waking an idle processor takes
/// longer than most answers do.
///
/// A thread polls only if the last waits show that this pays. So it sleeps between the requests of a program that sends
/// them rarely or slowly.
struct EagerWait: ~Copyable, Sendable {
    // All in nanoseconds.
    /// How long a thread polls.
    static let look = 100_000
    /// The longest wait of a sleeping thread that counts as one where polling would have paid. A message takes longer
    /// to reach a sleeping thread than a polling one, by two wake-ups: the caller's and the thread's.
    static let soon = 250_000
    /// The shortest such wait. A thread woken sooner shares a processor with the caller, or its processor was busy
    /// anyway: then the processor is better left to others.
    static let cheap = 15_000
    /// The longest time from one poll to the next. More means that another thread had the processor in between.
    static let longest = 10_000

    /// Raised by one for each wait where polling paid, or would have; lowered by two for each other wait.
    private let score = Atomic(0)
    private static let enough = 3
    private static let highest = 8
    private let isAllowed: Bool

    /// - Parameters:
    ///   - processors: How many this process may use. If there is only one, polling keeps it from the callers.
    ///   - receiveThreads: How many threads wait for messages. Several would all poll for the same one.
    init(processors: Int, receiveThreads: Int) {
        isAllowed = processors > 1 && receiveThreads == 1
    }

    /// A wait, from the moment when there was no message.
    struct Wait {
        fileprivate let beginning: Int
        fileprivate let looksUntil: Int
        fileprivate let teaches: Bool
        fileprivate var lastLook: Int
        fileprivate var hasSlept = false

        /// Whether to poll once more; if not, the thread sleeps until there is a message.
        mutating func looksAgain(at now: Int) -> Bool {
            if now >= looksUntil || now - lastLook > EagerWait.longest { hasSlept = true }
            lastLook = now
            return !hasSlept
        }
    }

    /// - Parameters:
    ///   - now: Nanoseconds of a clock that only goes forward.
    ///   - areAnswersPending: Whether other threads work on answers. Then the processor is left to them, and the wait
    ///     does not change the score, because its length says nothing.
    /// - Returns: The wait that has begun, for `end`.
    func begin(at now: Int, areAnswersPending: Bool) -> Wait {
        let teaches = isAllowed && !areAnswersPending
        let looks = teaches && score.load(ordering: .relaxed) >= Self.enough
        return Wait(beginning: now, looksUntil: looks ? now + Self.look : now, teaches: teaches, lastLook: now)
    }

    /// Called when a message has arrived.
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

    /// How many processors this thread may run on, or 0 if that cannot be known.
    static var processors: Int { Int(cfuse_allowed_processors()) }

    /// CLOCK_MONOTONIC: reading it takes no system call.
    static func now() -> Int {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
