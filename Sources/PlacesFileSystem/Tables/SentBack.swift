import FUSE
import PhotoTree
import Synchronization

/// Threads whose OPEN of a file of ours was answered ESTALE last. The kernel looks the name up for them once more, and only
/// once: a file that changed again meanwhile would be an error to them.
final class SentBack: Sendable {
    /// More wait for nothing: who was killed never comes back.
    private static let most = 64

    private let threads = Mutex<[Int32: GeneratedFiles.Key]>([:])

    /// Remembers it.
    ///
    /// - Returns: False when the same file sent the thread back before.
    func add(_ thread: Int32, for key: GeneratedFiles.Key) -> Bool {
        threads.withLock { threads in
            guard threads[thread] != key else { return false }
            if threads.count >= Self.most { threads.removeAll() }
            threads[thread] = key
            return true
        }
    }

    /// The thread has a file open.
    func remove(_ thread: Int32) {
        threads.withLock { threads in
            guard !threads.isEmpty else { return }
            threads[thread] = nil
        }
    }
}
