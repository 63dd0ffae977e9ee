import Catalog
import PhotoTree
import Synchronization

/// What is known of each directory: its inode number, its size, and the listing of those used last.
final class DirectoryTable: Sendable {
    /// How many photos of listings stay in memory, some 2 KB each. The listing used last always stays, however long it
    /// is.
    private static let capacity = 1600
    /// A longer listing goes when others were used so often since it was.
    private static let usesBetween: UInt64 = 1000

    struct Summary: Hashable, Sendable {
        /// How many photos the directory lists.
        var count: Int
        var total: Int?
        var changed: Timestamp
        var refreshed: Timestamp
        /// The listing's version; nil until the listing was in memory once.
        var version: Int64?
        /// How many more are known, which the options of the mount exclude.
        var hidden = 0
        /// Whether the source was asked under other options.
        var isOfOtherOptions = false
        /// Whether the source had more than came in time.
        var isPart: Bool { refreshed == .never }
    }

    /// Why the last refresh failed, and when.
    struct Failure: Sendable {
        var error: RefreshError
        var at: Timestamp
        /// The cause in a sentence of that moment: it names the time of the next try.
        var sentence: String
    }

    /// A class, because most queries read a single word of it: a value would be copied whole each time.
    private final class State {
        var number: NodeNumber?
        var summary: Summary?
        /// The catalog was asked, so a missing summary means that the directory was never listed.
        var isKnown = false
        var failure: Failure?
        /// The source has more photos for the directory than the caller waited for.
        var isBegun = false
        var loaded: LoadedListing?
        var lastUse: UInt64 = 0
        /// An empty listing takes memory, too.
        var weight: Int { loaded.map { 10 + $0.listing.entries.count } ?? 0 }

        init(number: NodeNumber? = nil) {
            self.number = number
        }
    }

    private struct Table {
        var states: [DirectoryKey: State] = [:]
        var loaded: Set<DirectoryKey> = []
        var uses: UInt64 = 0
        /// By branch of the tree.
        var countVersions: [DirectoryKey: Int64] = [:]
        var removals: UInt64 = 0

        mutating func state(of key: DirectoryKey) -> State {
            if let state = states[key] { return state }
            let state = State()
            states[key] = state
            return state
        }

        mutating func noteCount(of key: DirectoryKey) {
            countVersions[key.branch, default: 0] += 1
        }

        mutating func use(_ key: DirectoryKey) {
            uses += 1
            states[key]?.lastUse = uses
        }

        mutating func trim(to capacity: Int) {
            var kept = loaded.compactMap { key in states[key].map { (key: key, state: $0) } }
            // One that is longer than all others may be together is not counted while it is used: who fills an album
            // from it goes back and forth.
            let long = kept.indices.filter { kept[$0].state.weight > capacity }
            if let last = long.max(by: { kept[$0].state.lastUse < kept[$1].state.lastUse }),
                uses - kept[last].state.lastUse < DirectoryTable.usesBetween
            {
                kept.remove(at: last)
            }
            var photos = kept.reduce(0) { $0 + $1.state.weight }
            while photos > capacity, kept.count > 1 || kept.count < loaded.count,
                let oldest = kept.indices.min(by: { kept[$0].state.lastUse < kept[$1].state.lastUse })
            {
                let (key, state) = kept.remove(at: oldest)
                photos -= state.weight
                loaded.remove(key)
                state.loaded = nil
            }
        }
    }

    private let table = Mutex(Table())

    func number(of key: DirectoryKey) -> NodeNumber? {
        table.withLock { $0.states[key]?.number }
    }

    func setNumbers(_ numbers: [DirectoryKey: NodeNumber]) {
        table.withLock { table in
            for (key, number) in numbers {
                table.state(of: key).number = number
            }
        }
    }

    func summary(of key: DirectoryKey) -> Summary? {
        table.withLock { $0.states[key]?.summary }
    }

    /// Grows whenever the known number of photos of a directory in this branch of the tree changes.
    func countVersion(in branch: DirectoryKey) -> Int64 {
        table.withLock { $0.countVersions[branch] ?? 0 }
    }

    func failure(of key: DirectoryKey) -> Failure? {
        table.withLock { $0.states[key]?.failure }
    }

    func setFailure(_ failure: Failure?, of key: DirectoryKey) {
        table.withLock { $0.state(of: key).failure = failure }
    }

    /// The rest of the directory's photos is to be asked for.
    func setBegun(_ key: DirectoryKey) {
        table.withLock { $0.states[key]?.isBegun = true }
    }

    /// Whether the rest is to be asked for; if so, the caller must do that now.
    func takeBegun(_ key: DirectoryKey) -> Bool {
        table.withLock { table in
            defer { table.states[key]?.isBegun = false }
            return table.states[key]?.isBegun == true
        }
    }

    /// Those of `keys` that the catalog has not been asked about.
    func unknown(among keys: [DirectoryKey]) -> [DirectoryKey] {
        table.withLock { table in keys.filter { table.states[$0]?.isKnown != true } }
    }

    func setSummaries(_ summaries: [DirectoryKey: Summary], of keys: [DirectoryKey]) {
        table.withLock { table in
            for key in keys where table.states[key]?.isKnown != true {
                if summaries[key] != nil { table.noteCount(of: key) }
                let state = table.state(of: key)
                state.summary = summaries[key]
                state.isKnown = true
            }
        }
    }

    /// The listing if it is in memory; `isKnown` false means that the catalog has yet to be asked.
    func loaded(_ key: DirectoryKey) -> (listing: LoadedListing?, isKnown: Bool) {
        table.withLock { table in
            guard let state = table.states[key] else { return (nil, false) }
            if let loaded = state.loaded {
                table.use(key)
                return (loaded, true)
            }
            return (nil, state.isKnown && state.summary == nil)
        }
    }

    /// How many directories were forgotten so far.
    var removals: UInt64 {
        table.withLock { $0.removals }
    }

    /// Keeps a listing in memory, unless a newer version came in meanwhile; answers the newer of the two. `readAt` is
    /// the value of `removals` when the listing was read from the catalog. If it has grown since, the directory may
    /// have been forgotten and its key may mean another one now: then the listing is not kept.
    func put(_ loaded: LoadedListing?, of key: DirectoryKey, readAt removals: UInt64? = nil) -> LoadedListing? {
        table.withLock { table in
            if let removals, removals != table.removals { return loaded }
            let before = table.states[key]?.summary?.count
            if let present = table.states[key]?.loaded, present.listing.version > loaded?.listing.version ?? -1 {
                return present
            }
            let state = table.state(of: key)
            state.loaded = loaded
            state.isKnown = true
            state.summary = loaded.map { loaded in
                Summary(
                    count: loaded.listing.entries.count, total: loaded.listing.total, changed: loaded.listing.changed,
                    refreshed: loaded.listing.refreshed, version: loaded.listing.version,
                    hidden: loaded.listing.hidden, isOfOtherOptions: loaded.listing.isOfOtherOptions)
            }
            if before != state.summary?.count {
                table.noteCount(of: key)
            }
            if loaded != nil {
                table.loaded.insert(key)
                table.use(key)
                table.trim(to: Self.capacity)
            }
            return loaded
        }
    }

    /// Forgets all about a directory, except its inode number if the directory is still there.
    func remove(_ key: DirectoryKey, keepingNumber: Bool = false) {
        table.withLock { table in
            table.removals += 1
            if table.states[key]?.summary != nil { table.noteCount(of: key) }
            table.states[key] = keepingNumber ? State(number: table.states[key]?.number) : nil
            table.loaded.remove(key)
        }
    }

    /// A listing in memory that shows the photo: the one used last, of those that count if any does.
    func listing(showing photo: PhotoID) -> (DirectoryKey, LoadedListing)? {
        let loaded = table.withLock { table in
            table.loaded.compactMap { key in
                table.states[key].flatMap { state in state.loaded.map { (key, $0, state.lastUse) } }
            }
        }
        return loaded.filter { $0.1.index(of: photo) != nil }
            .max { ($0.1.listing.shape.isCounted ? 1 : 0, $0.2) < ($1.1.listing.shape.isCounted ? 1 : 0, $1.2) }
            .map { ($0.0, $0.1) }
    }

    /// Whether a listing in memory shows the photo, of those of directories that `matches`.
    func isShown(_ photo: PhotoID, where matches: (DirectoryKey) -> Bool) -> Bool {
        let showing = table.withLock { table in
            table.loaded.filter { table.states[$0]?.loaded?.index(of: photo) != nil }
        }
        return showing.contains(where: matches)
    }

    /// How many directories have been listed, and how many of those are in memory.
    var counts: (listed: Int, loaded: Int) {
        table.withLock { table in (table.states.values.count { $0.summary != nil }, table.loaded.count) }
    }
}
