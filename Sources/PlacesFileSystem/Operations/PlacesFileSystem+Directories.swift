public import FUSE
import HTTP
import PhotoTree

// OPENDIR takes a snapshot, and may wait for the source to do so; READDIR serves slices of it and never waits, because
// it holds the directory's lock in the kernel.
extension PlacesFileSystem {
    public func opendir(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> OpenedDirectory {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        try checkSight(of: record.node, by: caller)
        guard case .directory(let key) = record.node else { throw .notDirectory }
        // A view that was not written yet makes another version.
        if key == .recents { _ = try await recentsListing() }
        if let snapshot = knownSnapshot(of: key) {
            await refreshIfStale(key)
            return handles.insert(snapshot, isCacheable: true)
        }
        let snapshot = snapshot(of: key, try await contents(of: key, for: caller))
        // What changes without notice must not be cached, nor what is not known yet.
        let isKnown = !key.hasListing || snapshot.version > 0
        return handles.insert(snapshot, isCacheable: isKnown && key != .state && key != .cached)
    }

    private func snapshot(of key: DirectoryKey, _ contents: Contents) -> HandleTable.Directory {
        let snapshot = HandleTable.Directory(
            key: key, version: contents.version, namesVersion: contents.namesVersion ?? contents.version,
            entries: dirents(of: key, contents.children))
        if key.keepsSnapshots, contents.version > 0 {
            snapshots.keep(snapshot)
        }
        return snapshot
    }

    public func readdir(
        _ handle: HandleNumber, from offset: DirectoryOffset
    ) async throws(Errno) -> ArraySlice<DirectoryEntry> {
        guard var directory = handles.directory(handle) else { throw .badHandle }
        guard let start = Int(exactly: offset.rawValue), start >= 0 else { throw .invalid }
        var isOutdated = version(of: directory.key) != directory.version
        if start == 0, isOutdated, let renewed = try await renewed(directory, of: handle) {
            directory = renewed
            isOutdated = version(of: directory.key) != directory.version
        }
        let isRenamed = namesVersion(of: directory.key) != directory.namesVersion
        let next = directory.entries.indices.dropFirst(start).prefix(Self.mostAtOnce)
        return ArraySlice(
            next.map { asOfNow(directory.entries[$0], at: $0, isOutdated: isOutdated, isRenamed: isRenamed) })
    }

    /// A stream that begins again shows what OPENDIR would show (rewinddir(3)), as far as that is known, for nothing may be
    /// waited for here. Nil where it must go on with what it has.
    private func renewed(
        _ directory: HandleTable.Directory, of handle: HandleNumber
    ) async throws(Errno) -> HandleTable.Directory? {
        let key = directory.key
        guard isShown(key) else { return nil }
        let now: HandleTable.Directory
        if let known = knownSnapshot(of: key) {
            now = known
        } else {
            now = snapshot(of: key, try await contents(of: key))
        }
        let isTaken = handles.renew(handle, now)
        drop(isTaken ? directory : now)
        return isTaken ? now : nil
    }

    /// Whether it still stands in the tree, and needs nobody to be asked what it shows.
    private func isShown(_ key: DirectoryKey) -> Bool {
        switch key {
        case .root, .places, .tags, .pins, .state: true
        case .country(let name): places.snapshot.index.country(named: name) != nil
        case .placeholder(let number): pins.placeholder(number) != nil
        case .place, .topic, .tag, .recents, .pin, .cached: directories.summary(of: key.whatBringsIt) != nil
        }
    }

    /// What a place showed last, while it is what it shows now and the kernel still holds its inodes: of those that it
    /// forgot, a stream made anew brings the attributes along. The inodes are held for the stream then.
    func knownSnapshot(of key: DirectoryKey) -> HandleTable.Directory? {
        guard key.keepsSnapshots, let version = shownVersion(of: key),
            let snapshot = snapshots.snapshot(of: key, version: version),
            inodes.hold(snapshot.entries.lazy.filter(\.bringsAttributes).map(\.number))
        else { return nil }
        return snapshot
    }

    /// `New Collection.txt` as the newest stream showed it, while that is what the album shows.
    func shownCollection(in key: DirectoryKey) -> Resolution? {
        guard case .pin = key, let version = shownVersion(of: key),
            let shown = snapshots.snapshot(of: key, version: version)?.entries.first(where: { $0.facts != nil }),
            let facts = shown.facts
        else { return nil }
        return .found(shown.number, .generated(.newCollection, in: key), facts)
    }

    /// A reply to the kernel is a page, with room for some 25, or 130 without attributes. All that a directory has left
    /// would be made anew for each of them, which grows with its square.
    private static let mostAtOnce = 128

    /// The names are those of the snapshot, but the kernel believes attributes for an hour: a size that was learnt since,
    /// or a map that was written anew, must not be taken back.
    /// Nor may a name that is gone, or that leads to another inode now: of a stream older than that it comes alone.
    private func asOfNow(
        _ dirent: HandleTable.Dirent, at index: Int, isOutdated: Bool, isRenamed: Bool
    ) -> DirectoryEntry {
        var known: Entry?
        if dirent.bringsAttributes, !isRenamed, let record = inodes.record(dirent.number),
            !(isOutdated && record.node.isWritten)
        {
            known = entry(dirent.number, record.node, record.facts)
        }
        return DirectoryEntry(
            name: dirent.name, next: DirectoryOffset(Int64(index + 1)), inode: InodeNumber(dirent.number),
            kind: dirent.kind, entry: known)
    }

    /// Of what the directory shows now. Above listings it moves with what these hold, too: the maps that tell of it get
    /// other numbers.
    private func version(of key: DirectoryKey) -> Int64 {
        switch key {
        case .root, .placeholder, .state: 0
        case .places, .country: places.snapshot.version + directories.summaryVersion
        case .tags: topics.version
        case .pins: pins.version + directories.summaryVersion
        case .place, .topic, .tag, .recents, .pin, .cached: shownVersion(of: key) ?? 0
        }
    }

    /// Of its names and what they lead to, the files we write aside.
    private func namesVersion(of key: DirectoryKey) -> Int64 {
        switch key {
        case .places, .country: places.snapshot.version
        case .pins: pins.version
        default: version(of: key)
        }
    }

    private func shownVersion(of key: DirectoryKey) -> Int64? {
        let isLoading = isLoading(key)
        // A tag's folder is a part of this very version of its topic.
        return directories.summary(of: key.whatBringsIt)?.version.map { Self.shownVersion($0, isLoading: isLoading) }
    }

    /// Twice the listing's, and one more while a pin's `New Collection.txt` is away.
    private static func shownVersion(_ version: Int64, isLoading: Bool) -> Int64 {
        version * 2 + (isLoading ? 1 : 0)
    }

    /// To be asked before the listing is looked at: a collection that arrives in between is then shown as one that is
    /// still on its way, and never an old one as that which arrived.
    func isLoading(_ key: DirectoryKey) -> Bool {
        guard case .pin(let number) = key else { return false }
        return pins.isLoading(number)
    }

    public func releasedir(_ handle: HandleNumber) {
        guard let directory = handles.removeDirectory(handle) else { return }
        drop(directory)
    }

    private func drop(_ directory: HandleTable.Directory) {
        inodes.sweep(directory.entries.lazy.filter(\.bringsAttributes).map(\.number))
    }

    private struct Contents {
        var version: Int64
        /// Nil where it is the same.
        var namesVersion: Int64?
        var children: [Child]

        static let none = Contents(version: 0, children: [])
    }

    private struct Child {
        var name: String
        var number: NodeNumber
        var node: Node
        var facts: InodeTable.Facts

        init?(_ name: String, _ resolution: Resolution) {
            guard case .found(let number, let node, let facts) = resolution else { return nil }
            self.name = name
            self.number = number
            self.node = node
            self.facts = facts
        }
    }

    /// What a process waits for that goes through many directories comes after what others wait for.
    private func contents(of key: DirectoryKey, for caller: Caller) async throws(Errno) -> Contents {
        guard key.hasListing, directories.summary(of: key) == nil else { return try await contents(of: key) }
        let priority = crawls.priority(ofListingFor: views.process(of: caller).id)
        return try await HTTPRequest.Priority.$current.withValue(priority) {
            () async -> Result<Contents, Errno> in
            do throws(Errno) { return .success(try await contents(of: key)) } catch { return .failure(error) }
        }.get()
    }

    private func contents(of key: DirectoryKey) async throws(Errno) -> Contents {
        let shape = shape(of: key)
        switch key {
        case .root, .placeholder, .state:
            return Contents(version: 0, children: try await fixedChildren(shape, key))
        case .tags:
            let version = version(of: key)
            return Contents(
                version: version, children: try await directories(topics.sorted.map { ($0.name, .topic($0.number)) }))
        case .pins:
            let (version, names) = (version(of: key), namesVersion(of: key))
            return Contents(
                version: version, namesVersion: names,
                children: try await fixedChildren(shape, key) + directories(pins.sorted))
        case .places:
            await refreshPlacesIfDue()
            let shown = try await placesShown(waiting: .fromStart(settings.timing.listingWait))
            let version = shown.version + directories.summaryVersion
            let named = shown.index.countries.map { (name: $0.name, key: DirectoryKey.country($0.name)) }
            return Contents(
                version: version, namesVersion: shown.version,
                children: try await fixedChildren(shape, key) + directories(named))
        case .country(let name):
            let shown = places.snapshot
            let version = shown.version + directories.summaryVersion
            let named = (shown.index.country(named: name)?.places ?? []).map {
                (name: $0.name, key: DirectoryKey.place($0.place.id))
            }
            return Contents(
                version: version, namesVersion: shown.version,
                children: try await fixedChildren(shape, key) + directories(named))
        case .topic(let number):
            return try await topicChildren(number)
        case .pin:
            guard try await listingToShow(of: key) != nil else { return .none }
            let isLoading = isLoading(key)
            guard let loaded = try await knownListing(of: key) else { return .none }
            return try await photoChildren(loaded, isLoading: isLoading)
        case .place, .tag, .recents, .cached:
            guard let loaded = try await listingToShow(of: key) else { return .none }
            return try await photoChildren(loaded, isLoading: false)
        }
    }

    /// A new pin shows soon what is known of its album, if that is nothing: it was made a moment ago, and whoever made it
    /// may want to look elsewhere.
    private func listingToShow(of key: DirectoryKey) async throws(Errno) -> LoadedListing? {
        guard case .pin = key else {
            return try await listing(of: key, waiting: .fromStart(settings.timing.listingWait))
        }
        if let known = try await listing(of: key, waiting: nil) { return known }
        switch await refresher.refresh(key, within: .fromNow(settings.timing.lookupWait), refreshing(key)) {
        case nil, .timedOut: return try await knownListing(of: key)
        case let error?: throw mapped(error, "list", key)
        }
    }

    private func topicChildren(_ number: NodeNumber) async throws(Errno) -> Contents {
        let key = DirectoryKey.topic(number)
        let bound = DirectoryRefresher.Bound.fromStart(settings.timing.listingWait)
        guard let loaded = try await listing(of: key, waiting: bound) else { return .none }
        var children: [Child?] = []
        for file in Layout.shape(of: key).generated + [.noImages] where shows(file, loaded, isLoading: false) {
            children.append(Child(file.rawValue, try await resolveGenerated(file, in: key, loaded)))
        }
        let named = index(of: loaded, topic: number).entries.map {
            (name: $0.name, key: DirectoryKey.tag($0.tag, of: number))
        }
        let version = Self.shownVersion(loaded.listing.version, isLoading: false)
        return Contents(version: version, children: try await children.compactMap { $0 } + directories(named))
    }

    private func fixedChildren(_ shape: Layout.Shape, _ key: DirectoryKey) async throws(Errno) -> [Child] {
        var children = try await directories(shape.directories)
        for file in shape.generated {
            let resolution = try await resolveGenerated(file, in: key)
            children += [Child(file.rawValue, resolution)].compactMap { $0 }
        }
        return children
    }

    private func directories(_ named: [(name: String, key: DirectoryKey)]) async throws(Errno) -> [Child] {
        try await prepare(named.map(\.key))
        return named.compactMap { name, key in
            directories.number(of: key).flatMap { Child(name, .found($0, .directory(key), .directory)) }
        }
    }

    private func photoChildren(
        _ loaded: LoadedListing, isLoading: Bool
    ) async throws(Errno) -> Contents {
        let key = loaded.listing.directory
        let shape = Layout.shape(of: key)
        var children: [Child?] = []
        for file in shape.generated + [.noImages] where shows(file, loaded, isLoading: isLoading) {
            children.append(Child(file.rawValue, try await resolveGenerated(file, in: key, loaded)))
        }
        let listsSidecars = shape.hasSidecars && settings.sidecars == .listed
        for (index, entry) in loaded.listing.entries.enumerated() {
            children.append(Child(entry.name, photo(at: index, of: loaded)))
            if listsSidecars {
                children.append(Child(SidecarName.of(entry.name), sidecar(at: index, of: loaded)))
            }
        }
        return Contents(
            version: Self.shownVersion(loaded.listing.version, isLoading: isLoading),
            children: children.compactMap { $0 })
    }

    /// The kernel may use an inode as soon as it has read of it, so each is known before the reply, until the stream ends.
    private func dirents(of key: DirectoryKey, _ children: [Child]) -> [HandleTable.Dirent] {
        let own = directories.number(of: key) ?? .root
        let above = parent(of: key).flatMap { directories.number(of: $0) } ?? .root
        var dirents = [(".", own), ("..", above)].map { name, number in
            HandleTable.Dirent(name: name, number: number, kind: .directory, bringsAttributes: false)
        }
        dirents.reserveCapacity(children.count + 2)
        for child in children {
            let brings = !child.node.isAskedForEachTime
            if brings { inodes.insert(child.number, child.node, child.facts, streams: 1) }
            dirents.append(
                HandleTable.Dirent(
                    name: child.name, number: child.number, kind: child.node.kind, bringsAttributes: brings,
                    facts: brings ? nil : child.facts))
        }
        return dirents
    }

    private func parent(of key: DirectoryKey) -> DirectoryKey? {
        switch key {
        case .root, .places, .tags, .recents, .pins, .state: .root
        case .country: .places
        case .topic: .tags
        case .tag(_, let topic): .topic(topic)
        case .pin, .placeholder: .pins
        case .place(let id): places.snapshot.index.entry(of: id).map { .country($0.country) }
        case .cached: .state
        }
    }
}

extension DirectoryKey {
    /// Whether what it shows is a listing with a version, and files made of it.
    var hasListing: Bool {
        switch self {
        case .place, .topic, .tag, .recents, .pin, .cached: true
        case .root, .places, .country, .tags, .pins, .placeholder, .state: false
        }
    }

    /// Whether showing it again is worth remembering how.
    fileprivate var keepsSnapshots: Bool {
        hasListing && self != .cached
    }
}

extension Node {
    fileprivate var kind: Attributes.Kind {
        if case .directory = self { .directory } else { .file }
    }

    /// Of an album: the kernel forgets it as soon as it was looked at, and with it gone the snapshot would be made anew for
    /// each stream (0.9 ms).
    fileprivate var isAskedForEachTime: Bool {
        if case .generated(.newCollection, _) = self { true } else { false }
    }

    /// A file of ours, which gets a new number with new content.
    fileprivate var isWritten: Bool {
        switch self {
        case .sidecar, .generated: true
        case .directory, .photo: false
        }
    }
}
