internal import CProcess

/// The memory that the process's threads allocate from.
public enum SharedHeap {
    /// One heap for all threads, in place of one for each of the first few: what one thread lets go another takes, so less
    /// is held (3 MiB of a walk of 5,000 photos), and it grows by 128 KiB at a time instead of by a page. Call it before
    /// there is a second thread.
    public static func begin() {
        _ = cprocess_share_heap()
    }
}
