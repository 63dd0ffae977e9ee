import FUSE
import PhotoTree
import Synchronization

/// The threads whose last OPEN of a generated file was answered ESTALE. The kernel looks the name up for them once
/// more, and only once: if the file changed again meanwhile, they would get an error.
final class SentBack: Sendable {
    /// Beyond this number all are forgotten: a thread that was killed never comes back.
    private static let most = 64

    private let threads = Mutex<[Int32: GeneratedFiles.Key]>([:])

    /// Remembers that the thread was sent back.
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
