import PhotoTree
import Synchronization
import Waiting

/// The photos that came into albums in the last seconds: install(1), rsync and others set times and attributes by path
/// after they have closed a copy (measured).
final class TakenPhotos: Sendable {
    private static let life = Duration.seconds(10)

    private let time: ElapsedClock
    private let moments = Mutex<[PhotoID: Duration]>([:])

    init(clock: any Clock<Duration>) {
        time = ElapsedClock(clock)
    }

    func add(_ photo: PhotoID) {
        let now = time.elapsed
        moments.withLock { moments in
            moments = moments.filter { now - $0.value < Self.life }
            moments[photo] = now
        }
    }

    func contains(_ photo: PhotoID) -> Bool {
        let now = time.elapsed
        return moments.withLock { moments in moments[photo].map { now - $0 < Self.life } ?? false }
    }
}
