internal import Glibc

/// The processor's time, of which threads take turns.
public enum ThreadTurn {
    /// Lets threads that wait for this processor go first, as sched_yield(2).
    public static func pass() {
        _ = sched_yield()
    }
}
