public import FUSE
import PhotoCache
import PhotoTree

// GETATTR and the other operations that return attributes: answered from memory. For `cached`, the list of what the
// cache holds may first have to be written.
extension PlacesFileSystem {
    public func getattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> Attributes {
        let number = NodeNumber(inode)
        guard let record = inodes.record(number) else { throw .noEntry }
        if case .directory(let key) = record.node, isGuarded(key), !isOwner(caller) {
            return bare(attributes(number, record.node, record.facts))
        }
        try checkSight(of: record.node, by: caller)
        await awaitSize(of: record.node)
        let facts = await factsWithLength(record.facts, of: number, for: caller)
        inodes.sizeTold(number)
        guard case .generated(let file, let key) = record.node, file.isLive else {
            return attributes(number, record.node, facts)
        }
        let slot = try await content.slot(of: file, in: key)
        return attributes(number, record.node, .file(FileFacts(size: slot.size, modified: slot.modified)))
    }

    /// Finds the size of a directory whose content changes without notice, or is known only once it was looked into.
    func awaitSize(of node: Node) async {
        guard case .directory(let key) = node else { return }
        let folder = folder(key)
        guard !folder.shape.isCacheable || !folder.extent.isExact else { return }
        // If the write fails now, the old size is told.
        try? await folder.awaitContents(.none)
    }

    public func statfs(_ inode: InodeNumber) async throws(Errno) -> FileSystemStatistics {
        // No blocks, as in other virtual file systems: an LRU cache is always full, and desktops warn of full disks.
        // What can be kept is available, though not free: Dolphin copies nothing to where nothing is (measured), and
        // `df` prints negative numbers where more is free than there is.
        var room = settings.hasPersonalFolders ? folders.keeping.shelf?.room ?? 0 : 0
        // An album takes nothing of what lies on this machine; file managers drop nothing that is larger than this.
        if settings.hasPersonalFolders, listings.source.isComplete { room = 1 << 40 }
        return FileSystemStatistics(blockSize: 4096, availableBlocks: UInt64(max(0, room)) / 4096)
    }

    /// The entry as the folder of `parent` lists it; `parent` is nil if it cannot be known.
    func entry(
        _ number: NodeNumber, _ node: Node, _ facts: InodeTable.Facts, in parent: DirectoryKey?
    ) -> Entry {
        Entry(attributes: attributes(number, node, facts), validity: parent == nil ? .zero : validity(of: node))
    }

    func attributes(_ number: NodeNumber, _ node: Node, _ facts: InodeTable.Facts) -> Attributes {
        if case .link(let target) = node { return link(number, to: target) }
        switch facts {
        case .directory:
            guard case .directory(let key) = node else {
                return file(number, FileFacts(size: 0, modified: folders.started), .zero)
            }
            return directory(number, key)
        case .photo(let facts):
            return photo(number, facts)
        case .file(let facts):
            var attributes = file(number, facts, validity(of: node))
            if case .shortcut = node { (attributes.kind, attributes.permissions) = (.symbolicLink, 0o777) }
            return attributes
        }
    }

    /// What every user may know of a folder of the root that is the owner's alone: that it is there. `ls -l` of the
    /// root tells each refusal as an error.
    func bare(_ attributes: Attributes) -> Attributes {
        var bare = attributes
        let time = FileTime(folders.began)
        (bare.size, bare.accessed, bare.modified, bare.changed) = (0, time, time, time)
        return bare
    }

    /// How long the kernel may cache a name: not at all if the file changes without becoming another inode.
    private func validity(of node: Node) -> Duration {
        // A link disappears with its target, and a name that is free may be created at once.
        if case .link = node { return .zero }
        guard case .generated(let file, let key) = node else {
            if case .directory = node { return directoryNameValidity }
            // A packet becomes another file as soon as the photo is first opened.
            if case .packet = node { return .zero }
            // Both become a photo, which has another number.
            if case .spool = node { return .zero }
            if case .shortcut = node { return .zero }
            return settings.timing.kernelValidity
        }
        if file.isLive || file == .collectionTrigger { return .zero }
        // This file disappears as soon as another collection is asked for, before any notice could reach the kernel.
        if file == .newCollection { return .zero }
        // The maps of pins and places change with every mkdir there. A notice after each would have to wait for the
        // lock that the mkdir holds.
        if file == .map || file == .mapPage, !folder(key).shape.hasListing { return .zero }
        return settings.timing.kernelValidity
    }

    /// How long the kernel may cache a directory's name, or its absence. Before Linux 6.2 it cannot be told when that
    /// changes.
    var directoryNameValidity: Duration {
        notifier?.canExpire == false ? min(.seconds(1), settings.timing.kernelValidity) : settings.timing.kernelValidity
    }

    private func link(_ number: NodeNumber, to target: DirectoryKey) -> Attributes {
        let time = FileTime(folder(target).extent.modified)
        return Attributes(
            inode: InodeNumber(number), kind: .symbolicLink, permissions: 0o777, linkCount: 1,
            userID: settings.userID, groupID: settings.groupID, size: Int64(folder(target).name.utf8.count),
            accessed: time, modified: time, changed: time, validity: .zero)
    }

    private func photo(_ number: NodeNumber, _ facts: PhotoFacts) -> Attributes {
        let uploaded = facts.uploaded ?? facts.taken ?? Timestamp(0)
        // The kernel gives cached attributes to every user, and strangers must not see what the owner looked at.
        let viewed = settings.isShared ? nil : facts.viewed
        return Attributes(
            inode: InodeNumber(number), kind: .file, permissions: 0o644,
            // With a count of 1, removing one name would tell watchers that the photo is gone everywhere (measured).
            // In a mount for others, too, it would tell them what stands in `pins/` and `recents/`.
            linkCount: settings.isShared ? 2 : UInt32(clamping: max(2, facts.directoryCount)), userID: settings.userID,
            groupID: settings.groupID, size: facts.size, accessed: FileTime(viewed ?? uploaded),
            modified: FileTime(facts.taken ?? uploaded), changed: FileTime(uploaded),
            // Who asks again waits for the size again.
            validity: tellsExactSizes && !photos.isSizeKnown(facts) ? .zero : settings.timing.kernelValidity)
    }

    private func file(_ number: NodeNumber, _ facts: FileFacts, _ validity: Duration) -> Attributes {
        Attributes(
            inode: InodeNumber(number), kind: .file, permissions: 0o644, linkCount: 1, userID: settings.userID,
            groupID: settings.groupID, size: facts.size, accessed: FileTime(facts.modified),
            modified: FileTime(facts.modified), changed: FileTime(facts.modified), validity: validity)
    }

    private func isClosed(_ key: DirectoryKey) -> Bool {
        key.isRoot ? settings.isRootPrivate : isGuarded(key)
    }

    private func directory(_ number: NodeNumber, _ key: DirectoryKey) -> Attributes {
        let extent = folder(key).extent
        let time = FileTime(extent.modified)
        return Attributes(
            inode: InodeNumber(number), kind: .directory,
            permissions: isClosed(key) ? 0o700 : 0o755,
            // A count of 1 says nothing, as on btrfs. With 2, fts(3) under FTS_NOSTAT concludes that there are no
            // subdirectories.
            linkCount: 1, userID: settings.userID, groupID: settings.groupID, size: Int64(extent.count), accessed: time,
            modified: time, changed: time,
            // Size and time tell how much the owner has there, and since when: the kernel asks for each user.
            validity: extent.isExact && !isGuarded(key) ? settings.timing.kernelValidity : .zero)
    }
}

extension FileTime {
    init(_ timestamp: Timestamp) {
        self.init(seconds: timestamp.rawValue)
    }
}
