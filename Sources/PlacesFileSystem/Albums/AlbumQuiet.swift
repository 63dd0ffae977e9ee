import PhotoTree
import Synchronization
import Waiting

/// Which albums are being filled. Such an album shows none of the files that tell of its photos: a program that copies a
/// whole folder would find its own `map.html` there already, and stop.
final class AlbumQuiet: Sendable {
    /// Yields when an album begins to be filled.
    let rings: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let time: ElapsedClock
    private let length: Duration
    private let latest = Mutex<[NodeNumber: Duration]>([:])

    init(clock: any Clock<Duration>, pause: Duration) {
        time = ElapsedClock(clock)
        length = pause
        (rings, ring) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Something came into the album just now.
    func begins(in album: NodeNumber) {
        let now = time.elapsed
        latest.withLock { $0[album] = now }
        ring.yield()
    }

    func isFilled(_ album: NodeNumber) -> Bool { latest.withLock { $0[album] != nil } }

    /// How long to wait for the next album to be quiet; nil when all are.
    var pause: Duration? {
        let now = time.elapsed
        return latest.withLock { latest in latest.values.min().map { max(.zero, length - (now - $0)) } }
    }

    /// The albums that have been quiet for long enough; they are filled no more.
    func ended() -> [NodeNumber] {
        let now = time.elapsed
        return latest.withLock { latest in
            let quiet = latest.filter { now - $0.value >= length }.map(\.key)
            for album in quiet { latest[album] = nil }
            return quiet
        }
    }

    func finish() { ring.finish() }
}
