import FUSE
import HTTP
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

/// Readers whom the owner lets in. While the owner or root uses the mount, they have at most half of what it may spend
/// on photos together: of the connections, of the hour's images and of the cache. In a mount that belongs to no single
/// user all are alike.
final class Strangers: Sendable {
    private struct Table {
        /// When the owner or root last opened something here.
        var ownerCame: Duration?
        /// Their half of the hour; nil if there is no limit.
        var rate: RateLimit?
        /// The photos that strangers' downloads fetch, and since when.
        var fetching: [ImageKey: Duration] = [:]
        /// The photos that strangers brought into the cache and the owner has not opened, with their bytes, the oldest
        /// first.
        var brought: [(key: ImageKey, bytes: Int64)] = []
    }

    private static let hour = Duration.seconds(3600)
    /// How often a stranger who waits for a connection looks again.
    private static let pause = Duration.milliseconds(100)
    /// A download that was admitted may not have begun for so long.
    private static let beginning = Duration.seconds(1)

    private let isOn: Bool
    private let settings: Settings
    private let fetcher: PhotoFetcher
    private let time: ElapsedClock
    private let table: Mutex<Table>

    /// `hourly` is how many images may be asked for in any hour; nil if there is no limit.
    init(_ settings: Settings, hourly: Int?, _ fetcher: PhotoFetcher, clock: any Clock<Duration>) {
        isOn = settings.isShared && settings.hasCollections
        self.settings = settings
        self.fetcher = fetcher
        time = ElapsedClock(clock)
        table = Mutex(Table(rate: hourly.map { .hourly(max(1, $0 / 2)) }))
    }

    func isOne(_ caller: Caller) -> Bool {
        isOn && caller.userID != settings.userID && caller.userID != 0
    }

    /// Somebody opens something. A photo that the owner opens counts as theirs from then on.
    func came(_ caller: Caller, for key: ImageKey? = nil) {
        guard isOn, !isOne(caller) else { return }
        let now = time.elapsed
        table.withLock { table in
            table.ownerCame = now
            if let key { table.brought.removeAll { $0.key == key } }
        }
    }

    /// Waits until a stranger may have this photo fetched, `length` bytes as far as is known; at once for all others,
    /// and for a photo that is there or on its way.
    ///
    /// - Throws: `failed` for who would wait longer than `host-wait`; `interrupted`.
    func admit(_ caller: Caller, to key: ImageKey, length: Int64) async throws(FetchError) {
        guard isOne(caller), fetcher.state(of: key) == .remote else { return }
        guard isOwnerHere else { return brought(key, length) }
        let start = time.elapsed
        let wait = table.withLock { table in
            let wait = table.rate?.wait(at: start) ?? .zero
            if wait <= settings.hostWait { table.rate?.take(at: start) }
            return wait
        }
        guard wait <= settings.hostWait else {
            let seconds = wait.components.seconds + 1
            throw .failed("other users have had their half of the hour's photos; the next is free in \(seconds) s")
        }
        if wait > .zero, (try? await time.sleep(for: wait)) == nil { throw .interrupted }
        while !takeConnection(for: key) {
            guard time.elapsed - start < settings.hostWait else {
                throw .failed("other users have their half of the connections; try again later")
            }
            guard (try? await time.sleep(for: Self.pause)) != nil else { throw .interrupted }
        }
        makeRoom(for: length)
        brought(key, length)
    }

    private var isOwnerHere: Bool {
        let now = time.elapsed
        return table.withLock { $0.ownerCame.map { now - $0 < Self.hour } ?? false }
    }

    private func takeConnection(for key: ImageKey) -> Bool {
        let now = time.elapsed
        let known = table.withLock { $0.fetching }
        // Asked outside of the lock: the fetcher has its own.
        let ended = known.filter { other, since in
            guard now - since > Self.beginning else { return false }
            if case .downloading = fetcher.state(of: other) { return false }
            return true
        }
        return table.withLock { table in
            for (other, since) in ended where table.fetching[other] == since { table.fetching[other] = nil }
            guard table.fetching[key] == nil else { return true }
            guard table.fetching.count < max(1, settings.connections / 2) else { return false }
            table.fetching[key] = now
            return true
        }
    }

    private func brought(_ key: ImageKey, _ length: Int64) {
        table.withLock { table in
            table.brought.removeAll { $0.key == key }
            table.brought.append((key, length))
        }
    }

    /// Lets go of the photos that strangers brought first, until their half has room for another.
    private func makeRoom(for length: Int64) {
        let half = fetcher.cache.usage.limit / 2
        let all = table.withLock { $0.brought }
        var kept = all.filter { fetcher.state(of: $0.key) != .remote }
        var bytes = kept.reduce(length) { $0 + $1.bytes }
        var gone: [ImageKey] = []
        while bytes > half, let oldest = kept.first(where: { fetcher.cache.contains($0.key) }) {
            kept.removeAll { $0.key == oldest.key }
            bytes -= oldest.bytes
            gone.append(oldest.key)
        }
        let left = Set(kept.map(\.key))
        table.withLock { table in
            let known = Set(all.map(\.key))
            table.brought.removeAll { known.contains($0.key) && !left.contains($0.key) }
        }
        for key in gone { fetcher.cache.remove(key) }
    }
}
