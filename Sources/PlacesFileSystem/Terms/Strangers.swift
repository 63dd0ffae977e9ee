import FUSE
import HTTP
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

/// Readers whom the owner lets in. While the owner or root uses the mount, they have at most half of what it may spend
/// together: of the connections, of the hour's images and listings, and of the caches of photos and of small
/// renditions. In a mount that belongs to no single user all are alike.
final class Strangers: Sendable {
    private struct Table {
        /// When the owner or root last opened something here.
        var ownerCame: Duration?
        /// Their half of the hour's images and of its listings; nil if there is no limit.
        var images: RateLimit?
        var listings: RateLimit?
        /// The photos that strangers' downloads fetch.
        var fetching: [ImageKey: Fetch] = [:]
        /// The photos that strangers brought into a cache and the owner has not opened, with their bytes, the oldest
        /// first.
        var brought: [(key: ImageKey, bytes: Int64, fetcher: PhotoFetcher)] = []
    }

    private struct Fetch {
        var since: Duration
        var fetcher: PhotoFetcher
    }

    private static let hour = Duration.seconds(3600)
    /// How often a stranger who waits for a connection looks again.
    private static let pause = Duration.milliseconds(100)
    /// A download that was admitted may not have begun for so long.
    private static let beginning = Duration.seconds(1)

    private static let mostBrought = 20_000

    private let isOn: Bool
    private let settings: Settings
    private let time: ElapsedClock
    private let table: Mutex<Table>

    /// `hourly` is how many images may be asked for in any hour; nil if there is no limit.
    init(_ settings: Settings, hourly: Int?, clock: any Clock<Duration>) {
        isOn = settings.isShared && settings.hasPersonalFolders
        self.settings = settings
        time = ElapsedClock(clock)
        table = Mutex(
            Table(
                images: hourly.map { .hourly(max(1, $0 / 2)) },
                listings: settings.listingsPerHour.map { .hourly(max(1, $0 / 2)) }))
    }

    func isOne(_ caller: Caller) -> Bool {
        isOn && caller.userID != settings.userID && caller.userID != 0
    }

    /// Whether there is a half for the caller now.
    func isLimited(_ caller: Caller) -> Bool { isOne(caller) && isOwnerHere }

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
    func admit(
        _ caller: Caller, to key: ImageKey, length: Int64, in fetcher: PhotoFetcher
    ) async throws(FetchError) {
        guard isOne(caller), fetcher.state(of: key) == .remote else { return }
        guard isOwnerHere else { return brought(key, length, fetcher) }
        let start = time.elapsed
        try await admitRequest(caller)
        while !takeConnection(for: key, fetcher) {
            guard time.elapsed - start < settings.hostWait else {
                throw .failed("other users have their half of the connections; try again later")
            }
            guard (try? await time.sleep(for: Self.pause)) != nil else { throw .interrupted }
        }
        makeRoom(for: length, fetcher)
        brought(key, length, fetcher)
    }

    /// Admits a request that brings no photo, only what a file is like.
    func admitRequest(_ caller: Caller) async throws(FetchError) {
        guard isLimited(caller) else { return }
        let wait = take(\.images)
        guard wait <= settings.hostWait else { throw .failed(Self.refusal("photos", wait)) }
        if wait > .zero, (try? await time.sleep(for: wait)) == nil { throw .interrupted }
    }

    /// Waits until a stranger may have a folder listed that never was; at once for all others.
    ///
    /// - Throws: As `admit`.
    func admitListing(_ caller: Caller) async throws(RefreshError) {
        guard isLimited(caller) else { return }
        let wait = take(\.listings)
        guard wait <= settings.hostWait else { throw .source(.failed(Self.refusal("listings", wait))) }
        if wait > .zero, (try? await time.sleep(for: wait)) == nil { throw .interrupted }
    }

    /// Whether a folder may be asked for anew behind what is shown of it.
    func mayRefresh(_ caller: Caller) -> Bool {
        guard isLimited(caller) else { return true }
        let now = time.elapsed
        return table.withLock { ($0.listings?.wait(at: now) ?? .zero) == .zero }
    }

    /// A folder is asked for behind what is shown of it.
    func refreshes(_ caller: Caller) {
        if isLimited(caller) { _ = take(\.listings) }
    }

    /// Takes a request out of their half, unless that would be a wait for too long.
    ///
    /// - Returns: How long to wait for it.
    private func take(_ half: WritableKeyPath<Table, RateLimit?>) -> Duration {
        let now = time.elapsed
        return table.withLock { table in
            let wait = table[keyPath: half]?.wait(at: now) ?? .zero
            if wait <= settings.hostWait { table[keyPath: half]?.take(at: now) }
            return wait
        }
    }

    private static func refusal(_ what: String, _ wait: Duration) -> String {
        "other users have had their half of the hour's \(what); the next is free in \(wait.components.seconds + 1) s"
    }

    private var isOwnerHere: Bool {
        let now = time.elapsed
        return table.withLock { $0.ownerCame.map { now - $0 < Self.hour } ?? false }
    }

    private func takeConnection(for key: ImageKey, _ fetcher: PhotoFetcher) -> Bool {
        let now = time.elapsed
        let known = table.withLock { $0.fetching }
        // Asked outside of the lock: the fetchers have their own.
        let ended = known.filter { other, fetch in
            guard now - fetch.since > Self.beginning else { return false }
            if case .downloading = fetch.fetcher.state(of: other) { return false }
            return true
        }
        return table.withLock { table in
            for (other, fetch) in ended where table.fetching[other]?.since == fetch.since {
                table.fetching[other] = nil
            }
            guard table.fetching[key] == nil else { return true }
            guard table.fetching.count < max(1, settings.connections / 2) else { return false }
            table.fetching[key] = Fetch(since: now, fetcher: fetcher)
            return true
        }
    }

    private func brought(_ key: ImageKey, _ length: Int64, _ fetcher: PhotoFetcher) {
        table.withLock { table in
            table.brought.removeAll { $0.key == key }
            table.brought.append((key, length, fetcher))
            // Those brought first are likeliest to have left the cache.
            if table.brought.count > Self.mostBrought { table.brought.removeFirst(Self.mostBrought / 4) }
        }
    }

    /// Lets go of the photos that strangers brought first, until their half has room for another.
    private func makeRoom(for length: Int64, _ fetcher: PhotoFetcher) {
        let half = fetcher.cache.usage.limit / 2
        let all = table.withLock { $0.brought.filter { $0.fetcher === fetcher } }
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
