internal import CProcess

/// The heap that all threads of the process allocate from.
public enum SharedHeap {
    /// Gives all threads one heap, instead of one to each of the first few. Memory that one thread frees can then be
    /// used by another, so the process holds less (3 MiB less in a walk of 5,000 photos). The heap also grows by 128
    /// KiB at a time instead of by a page. Call it before there is a second thread.
    public static func begin() {
        _ = cprocess_share_heap()
    }
}
