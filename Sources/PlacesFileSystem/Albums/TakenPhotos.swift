import PhotoTree
import Synchronization
import Waiting

/// The photos that came into albums in the last seconds: install(1), rsync and others set times and attributes by path
/// after they have closed a copy (measured).
final class TakenPhotos: Sendable {
    private static let life = Duration.seconds(10)

    private let time: ElapsedClock
    private let moments = Mutex<[PhotoID: Duration]>([:])
    private let given = Mutex<[Given: (photo: PhotoID, moment: Duration)]>([:])

    private struct Given: Hashable {
        var album: NodeNumber
        var name: String
    }

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

    /// A copy of a photo that is in an album under another name: who made it sets its times by the name that it gave.
    func add(_ photo: PhotoID, givenName name: String, in album: NodeNumber) {
        let now = time.elapsed
        given.withLock { given in
            given = given.filter { now - $0.value.moment < Self.life }
            given[Given(album: album, name: name)] = (photo, now)
        }
    }

    func photo(givenName name: String, in album: NodeNumber) -> PhotoID? {
        let now = time.elapsed
        let found = given.withLock { $0[Given(album: album, name: name)] }
        return found.flatMap { now - $0.moment < Self.life ? $0.photo : nil }
    }

    func contains(_ photo: PhotoID) -> Bool {
        let now = time.elapsed
        return moments.withLock { moments in moments[photo].map { now - $0 < Self.life } ?? false }
    }
}
