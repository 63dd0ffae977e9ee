import PhotoTree
import Synchronization
import Waiting

/// When files were last removed from folders whose `New Collection.txt` can be removed.
final class LoneRemovals: Sendable {
    /// A removal is alone where no other came so shortly before or after.
    private static let pause = Duration.seconds(1)

    private let time: ElapsedClock
    private let latest = Mutex<[DirectoryKey: Duration]>([:])

    init(clock: any Clock<Duration>) {
        time = ElapsedClock(clock)
    }

    /// Another file is removed.
    func note(in key: DirectoryKey) {
        let now = time.elapsed
        latest.withLock { latest in
            latest[key] = now
            guard latest.count > 1 else { return }
            latest = latest.filter { now - $0.value < Self.pause }
        }
    }

    /// Whether a removal now is alone; waits until that is known.
    func isAlone(in key: DirectoryKey) async -> Bool {
        let now = time.elapsed
        guard isQuiet(key, since: now - Self.pause) else { return false }
        do {
            try await time.sleep(for: Self.pause)
        } catch {
            return false
        }
        return isQuiet(key, since: now - Self.pause)
    }

    private func isQuiet(_ key: DirectoryKey, since moment: Duration) -> Bool {
        latest.withLock { $0[key].map { $0 < moment } ?? true }
    }
}
