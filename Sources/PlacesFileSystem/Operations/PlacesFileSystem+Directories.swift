public import FUSE
import HTTP
import PhotoTree
import Waiting

// OPENDIR takes a snapshot, and may wait for the source to do so. READDIR serves slices of the snapshot and never
// waits, because it holds the directory's lock in the kernel.
extension PlacesFileSystem {
    public func opendir(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> OpenedDirectory {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        try checkSight(of: record.node, by: caller)
        guard case .directory(let key) = record.node else { throw .notDirectory }
        photos.engines.strangers.came(caller)
        let folder = folder(key)
        if let listed = folder as? any Listed {
            try await listed.awaitContents(.listing)
            if let snapshot = knownSnapshot(of: listed) {
                let strangers = photos.engines.strangers
                if strangers.mayRefresh(caller), await listed.origin?.refreshIfStale() == true {
                    strangers.refreshes(caller)
                }
                try await awaitSizes(of: snapshot, for: caller)
                return handles.insert(snapshot, isCacheable: true)
            }
        }
        let snapshot = snapshot(of: folder, try await contents(of: folder, for: caller))
        try await awaitSizes(of: snapshot, for: caller)
        // The kernel must not cache dirents that change without notice, nor those of a listing that is not known yet.
        let isKnown = !folder.shape.hasListing || snapshot.version.content > 0
        return handles.insert(snapshot, isCacheable: isKnown && folder.shape.isCacheable)
    }

    private func awaitSizes(of snapshot: HandleTable.Directory, for caller: Caller) async throws(Errno) {
        do throws(Errno) {
            try await awaitSizes(in: snapshot.key, for: caller)
        } catch {
            close(snapshot)
            throw error
        }
    }

    private func snapshot(of folder: any Folder, _ contents: Contents) -> HandleTable.Directory {
        let snapshot = HandleTable.Directory(
            key: folder.key, version: contents.version, entries: dirents(of: folder, contents.children))
        if folder.keepsSnapshots, contents.version.content > 0 {
            tree.snapshots.put(snapshot)
        }
        return snapshot
    }

    public func readdir(
        _ handle: HandleNumber, from offset: DirectoryOffset, atMost count: Int
    ) async throws(Errno) -> ArraySlice<DirectoryEntry> {
        guard var directory = handles.directory(handle) else { throw .badHandle }
        guard let start = Int(exactly: offset.rawValue), start >= 0 else { throw .invalid }
        let folder = folder(directory.key)
        var version = folder.version ?? Page.Version(0)
        if start == 0, version.content != directory.version.content,
            let renewed = try await renewed(directory, of: handle, folder)
        {
            directory = renewed
            version = folder.version ?? Page.Version(0)
        }
        let isOutdated = version.content != directory.version.content
        let isRenamed = version.names != directory.version.names
        let next = directory.entries.indices.dropFirst(start).prefix(count)
        return ArraySlice(
            next.map {
                asOfNow(
                    directory.entries[$0], in: directory.key, at: $0, isOutdated: isOutdated, isRenamed: isRenamed)
            })
    }

    /// A stream that is rewound shows what OPENDIR would show (rewinddir(3)), as far as that is known, because READDIR
    /// must not wait. Nil if the stream must go on with its old snapshot.
    private func renewed(
        _ directory: HandleTable.Directory, of handle: HandleNumber, _ folder: any Folder
    ) async throws(Errno) -> HandleTable.Directory? {
        guard folder.isShown else { return nil }
        let now: HandleTable.Directory
        if let known = knownSnapshot(of: folder) {
            now = known
        } else {
            now = snapshot(of: folder, try await contents(of: folder))
        }
        let isTaken = handles.renew(handle, now)
        close(isTaken ? directory : now)
        return isTaken ? now : nil
    }

    /// The last snapshot of a folder, if it is of the current version and the kernel still holds its inodes: for those
    /// that it forgot, a new snapshot returns the attributes again. The inodes are then held for the stream.
    func knownSnapshot(of folder: any Folder) -> HandleTable.Directory? {
        guard folder.keepsSnapshots, let version = folder.version,
            let snapshot = tree.snapshots.snapshot(of: folder.key, version: version),
            inodes.hold(snapshot.held)
        else { return nil }
        return snapshot
    }

    /// `New Collection.txt` as the newest snapshot shows it, if that is of the collection's current version.
    func shownCollection(in folder: any Folder) -> Resolution? {
        guard let version = folder.version,
            let shown = tree.snapshots.snapshot(of: folder.key, version: version)?.entries.first(where: {
                $0.facts != nil
            }),
            let facts = shown.facts
        else { return nil }
        return .found(shown.number, .generated(.newCollection, in: folder.key), .file(facts))
    }

    /// The names are those of the snapshot, but attributes are current: the kernel believes them for an hour, so they
    /// must not undo a size that was learnt since, or a map that was written anew. Nor may they bring back a name that
    /// is gone, or that leads to another inode now: in a stream older than such a change, a name comes without
    /// attributes.
    private func asOfNow(
        _ dirent: HandleTable.Dirent, in key: DirectoryKey, at index: Int, isOutdated: Bool, isRenamed: Bool
    ) -> DirectoryEntry {
        var known: Entry?
        if dirent.bringsAttributes, !isRenamed, let record = inodes.record(dirent.number),
            !(isOutdated && record.node.isWritten)
        {
            known = entry(dirent.number, record.node, record.facts, in: key)
        }
        return DirectoryEntry(
            name: dirent.name, next: DirectoryOffset(Int64(index + 1)), inode: InodeNumber(dirent.number),
            kind: dirent.kind, entry: known)
    }

    public func releasedir(_ handle: HandleNumber) {
        guard let directory = handles.removeDirectory(handle) else { return }
        close(directory)
    }

    private func close(_ directory: HandleTable.Directory) {
        inodes.sweep(directory.held)
    }

    private struct Contents {
        var version: Page.Version
        var children: [Child]

        static let none = Contents(version: Page.Version(0), children: [])
    }

    private struct Child {
        var name: String
        var number: NodeNumber
        var node: Node
        /// Nil if READDIRPLUS does not return them with the name, but only LOOKUP does.
        var facts: InodeTable.Facts?

        init(_ name: String, unwritten file: GeneratedFile, _ number: NodeNumber, in key: DirectoryKey) {
            self.name = name
            self.number = number
            node = .generated(file, in: key)
        }

        init(_ name: String, unmeasuredSidecarOf entry: ListingEntry, in key: DirectoryKey) {
            self.name = name
            number = entry.sidecarNumber
            node = .sidecar(entry.photo.id, name: entry.name, in: key)
        }

        init?(_ name: String, _ resolution: Resolution) {
            guard case .found(let number, let node, let facts) = resolution else { return nil }
            self.name = name
            self.number = number
            self.node = node
            self.facts = facts
        }
    }

    /// A process that goes through many directories waits behind others, and the directories that it will open next are
    /// asked for, too.
    private func contents(of folder: any Folder, for caller: Caller) async throws(Errno) -> Contents {
        let wasAhead = listings.crawls.arrives(at: folder.key)
        let isNew = wasAhead || (folder.shape.hasListing && directories.summary(of: folder.key.list) == nil)
        let priority: HTTPRequest.Priority =
            isNew ? listings.crawls.priority(ofListingFor: callers.process(of: caller)) : .waiting
        if isNew, !wasAhead {
            do throws(RefreshError) {
                try await photos.engines.strangers.admitListing(caller)
            } catch {
                throw errors.mapped(error, "list", folder.key)
            }
        }
        // Of what a crawler asks for the last goes first, and that is to be what it waits for.
        let refreshed = self.folder(folder.key.list) as? any Refreshed
        let isLimited = photos.engines.strangers.isLimited(caller)
        if priority.isOfCrawler, !isLimited { await refreshed?.refreshNext(priority) }
        // What is asked for ahead would not be of a stranger's half.
        let isWalk = !isLimited && !priority.isOfCrawler && (wasAhead || priority != .waiting)
        async let next: Void? = isWalk ? refreshed?.refreshNext(.background) : nil
        let shown = try await HTTPRequest.Priority.$current.withValue(
            priority,
            throwing: { () async throws(Errno) in
                try await contents(of: folder)
            })
        _ = await next
        return shown
    }

    private func contents(of folder: any Folder) async throws(Errno) -> Contents {
        guard let page = try await folder.page(.listing) else { return .none }
        let children: [Child]
        switch (page.listing, folder.shape.contents) {
        case (let loaded?, .photos): children = try await photoChildren(loaded, page)
        case (let loaded?, .small):
            children = try await small(loaded.listing.entries).compactMap { Child($0.name, $0.resolution) }
        case (let loaded?, _):
            children = try await written(page, of: loaded, measures: false) + directories(page.folders)
        case (nil, _): children = try await fixedChildren(folder) + directories(page.folders)
        }
        return Contents(version: page.version, children: children)
    }

    /// The files that we write for a listing. Files whose length takes a while to find come without attributes until a
    /// process has asked for them, so that a mere list of names is fast; with `measures` they come with attributes.
    private func written(
        _ page: Page, of loaded: LoadedListing, measures: Bool
    ) async throws(Errno) -> [Child] {
        let key = loaded.listing.directory
        let isMeasured = measures || loaded.isMeasured
        var children: [Child?] = []
        // If the catalog ran out of inode numbers, some have none.
        for file in page.files where loaded.listing.generated[file] != nil {
            if !isMeasured, GeneratedContent.isLong(file), let number = loaded.listing.generated[file] {
                children.append(Child(file.rawValue, unwritten: file, number, in: key))
            } else {
                children.append(Child(file.rawValue, try await resolveGenerated(file, in: key, loaded)))
            }
        }
        return children.compactMap { $0 }
    }

    private func fixedChildren(_ folder: any Folder) async throws(Errno) -> [Child] {
        let (key, shape) = (folder.key, folder.shape)
        var children = try await directories(folder.fixed.filter(\.isListed).map { ($0.name, $0.key) })
        for file in shape.files {
            if let number = try await content.announcedMap(file, in: key) {
                children.append(Child(file.rawValue, unwritten: file, number, in: key))
                continue
            }
            let resolution = try await resolveGenerated(file, in: key)
            children += [Child(file.rawValue, resolution)].compactMap { $0 }
        }
        return children
    }

    private func directories(_ named: [(name: String, key: DirectoryKey)]) async throws(Errno) -> [Child] {
        try await listings.prepare(named.map(\.key))
        return named.compactMap { name, key in
            directories.number(of: key).flatMap { Child(name, .found($0, .directory(key), .directory)) }
        }
    }

    /// Of more photos the sidecars come without attributes until somebody looks at one: to measure 500 takes half as
    /// long as all the rest of their first list.
    private static let mostMeasured = 100

    private func photoChildren(_ loaded: LoadedListing, _ page: Page) async throws(Errno) -> [Child] {
        let listsSidecars = page.hasSidecars && settings.sidecars == .listed
        let entries = loaded.listing.entries
        let isMeasured = listsSidecars && (entries.count <= Self.mostMeasured || loaded.isMeasured)
        var children: [Child?] = try await written(page, of: loaded, measures: isMeasured)
        children.reserveCapacity(children.count + (listsSidecars ? 2 : 1) * entries.count)
        // By index: a copy of an entry holds some twenty texts.
        for index in entries.indices {
            children.append(Child(entries[index].name, photo(at: index, of: loaded)))
            guard listsSidecars else { continue }
            let name = SidecarName.of(entries[index].name)
            children.append(
                isMeasured
                    ? Child(name, sidecar(at: index, of: loaded))
                    : Child(name, unmeasuredSidecarOf: entries[index], in: loaded.listing.directory))
        }
        return children.compactMap { $0 }
    }

    /// The kernel may use an inode as soon as it has read its dirent, so each inode is inserted before the reply, and
    /// held until the stream ends.
    private func dirents(of folder: any Folder, _ children: [Child]) -> [HandleTable.Dirent] {
        let own = directories.number(of: folder.key) ?? .root
        let above = folder.parent.flatMap { directories.number(of: $0) } ?? .root
        var dirents = [(".", own), ("..", above)].map { name, number in
            HandleTable.Dirent(name: name, number: number, kind: .directory, bringsAttributes: false)
        }
        dirents.reserveCapacity(children.count + 2)
        for child in children {
            let facts = child.node.isAskedForEachTime ? nil : child.facts
            if let facts { inodes.insert(child.number, child.node, facts, streams: 1) }
            var dirent = HandleTable.Dirent(
                name: child.name, number: child.number, kind: child.node.kind, bringsAttributes: facts != nil)
            if facts == nil, case .file(let told)? = child.facts { dirent.facts = told }
            dirents.append(dirent)
        }
        return dirents
    }
}

extension Folder {
    /// Whether the folder's snapshots are kept for the next stream.
    fileprivate var keepsSnapshots: Bool {
        shape.hasListing && shape.isCacheable
    }
}

extension Node {
    fileprivate var kind: Attributes.Kind {
        switch self {
        case .directory: .directory
        case .link, .shortcut: .symbolicLink
        case .photo, .smallRendition, .sidecar, .packet, .generated, .spool: .file
        }
    }

    /// True for `New Collection.txt`: the kernel forgets it as soon as it was looked up, and without its inode the
    /// snapshot would be made anew for each stream (0.9 ms).
    fileprivate var isAskedForEachTime: Bool {
        if case .generated(.newCollection, _) = self { true } else { false }
    }

    /// Whether it is a file of ours, which gets a new number with new content.
    fileprivate var isWritten: Bool {
        switch self {
        case .sidecar, .packet, .generated: true
        case .directory, .photo, .smallRendition, .link, .shortcut, .spool: false
        }
    }
}
