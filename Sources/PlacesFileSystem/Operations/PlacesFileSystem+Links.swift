import Catalog
public import FUSE
import LinuxProcess
import PhotoTree

// link(2) and symlink(2) put a photo into an album: no byte is copied, and nobody is asked.
extension PlacesFileSystem {
    public func link(
        _ inode: InodeNumber, as name: String, in parent: InodeNumber, by caller: Caller
    ) async throws(Errno) -> Entry {
        try checkChange(by: caller)
        let key = try directory(parent)
        // EPERM, as from file systems that have no hard links: programs then copy.
        guard let album = folder(key) as? any PhotoTaking, let record = inodes.record(NodeNumber(inode)),
            case .photo(let photo) = record.node
        else { throw .notPermitted }
        try await add(photo, as: name, to: album)
        guard case .found(let number, let node, let facts) = try await resolve(name, in: key),
            number == NodeNumber(inode)
        else { throw .noEntry }
        let isListed = try await isListed(name, in: album)
        inodes.insert(number, node, facts, lookups: 1)
        var entry = entry(number, node, inodes.record(number)?.facts ?? facts, in: key)
        if !isListed { entry.validity = .zero }
        return entry
    }

    public func symlink(
        _ target: String, as name: String, in parent: InodeNumber, by caller: Caller
    ) async throws(Errno) -> Entry {
        try checkChange(by: caller)
        let key = try directory(parent)
        guard let album = folder(key) as? any PhotoTaking else {
            throw folder(key).shape.ignoresAttributes ? .notPermitted : .readOnly
        }
        guard let photo = try await photo(atTarget: target, of: album, by: caller) else {
            throw errors.refused(
                .notPermitted, name, in: key,
                "\"\(PrintableText.line(name, maximumBytes: 100))\" leads to no photo of this mount; an album takes only those"
            )
        }
        let number = try await errors.mapping("write", key) { () async throws(CatalogError) in
            try await tree.generated.newNumber()
        }
        try await add(photo, as: name, to: album)
        // The name leads to the photo; whoever made a link gets one, for this moment.
        let node = Node.shortcut(target, in: key)
        let facts = InodeTable.Facts.file(FileFacts(size: Int64(target.utf8.count), modified: listings.now()))
        inodes.insert(number, node, facts, lookups: 1)
        return entry(number, node, facts, in: key)
    }

    /// - Throws: EEXIST when the photo, or another one of this name, is in the album; EPERM when the options exclude
    ///   it.
    private func add(_ photo: PhotoID, as name: String, to album: any PhotoTaking) async throws(Errno) {
        let outcome: Albums.Outcome
        do throws(Errno) {
            outcome = try await withRoom(for: photo, named: name, in: album.key) { () async throws(Errno) in
                try await uninterrupted([(name, album.key)]) { () async throws(Errno) in
                    try await album.albums.put(photo, named: name, into: album.number, replacing: false)
                }
            }
        } catch .notPermitted {
            throw refusedExcluded(.notPermitted, name, in: album.key)
        }
        if case .present = outcome { throw .exists }
    }

    /// The photo that a link's text leads to, if it is one of this mount. The text is that of a path: a relative one
    /// begins at the album, or at the working directory of the caller, which is the commonest slip.
    private func photo(
        atTarget target: String, of album: any PhotoTaking, by caller: Caller
    ) async throws(Errno) -> PhotoID? {
        let mountpoint = settings.mountpoint
        if target.utf8.first == UInt8(ascii: "/") {
            return try await photo(at: PathText.below(mountpoint, target))
        }
        let beside = mountpoint + "/" + folders.way(to: album.key) + "/" + target
        if let photo = try await photo(at: PathText.below(mountpoint, beside)) { return photo }
        guard let directory = CallingProcess(threadID: caller.threadID)?.workingDirectory else { return nil }
        return try await photo(at: PathText.below(mountpoint, directory + "/" + target))
    }

    /// The photo at a path below the mountpoint. As for a LOOKUP, the source is asked for a folder that was never
    /// listed, and waited for a moment; what was listed before is taken as it is.
    private func photo(at path: [String]?) async throws(Errno) -> PhotoID? {
        guard let path, let name = path.last else { return nil }
        var key = DirectoryKey.root
        for part in path.dropLast() {
            guard let below = try await knownDirectory(named: part, in: folder(key)) else { return nil }
            key = below
        }
        let last = folder(key)
        guard let loaded = try await listing(of: last, with: name) else { return nil }
        if let index = loaded.index(named: name) ?? loaded.index(formerlyNamed: name) {
            return loaded.listing.entries[index].photo.id
        }
        if last is any PhotoTaking {
            return givenName(name, in: loaded).map { loaded.listing.entries[$0].photo.id }
        }
        return try await errors.mapping("lookup", key) { () async throws(CatalogError) in
            try await (last as? any Listed)?.formerEntry(named: name)?.photo.id
        }
    }

    private func listing(of folder: any Folder, with name: String) async throws(Errno) -> LoadedListing? {
        if let known = try await folder.listing(.none) { return known }
        guard folder is any Listed, isPhotoName(name), !name.beginsWithBytes(of: ".") else { return nil }
        return try await folder.listing(.moment)
    }

    private func knownDirectory(named name: String, in folder: any Folder) async throws(Errno) -> DirectoryKey? {
        if let known = try await knownDirectory(named: name, in: folder, .none) { return known }
        return try await knownDirectory(named: name, in: folder, .moment)
    }

    private func knownDirectory(
        named name: String, in folder: any Folder, _ patience: Patience
    ) async throws(Errno) -> DirectoryKey? {
        if patience != .none { try await folder.awaitContents(patience) }
        if let key = folder.fixed(named: name) ?? folder.child(named: name) { return key }
        if let maker = folder as? any FolderMaking, case .listed(let other) = maker.meaning(of: name) { return other }
        guard folder.shape.contents == .parts else { return nil }
        return try await folder.page(patience)?.folder(named: name)
    }
}
