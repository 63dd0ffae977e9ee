import Catalog
public import FUSE
import Logging
import PhotoTree

// The owner's changes of the tree: directories are made, removed and renamed, photos are removed from pins, searches
// and recents/. Everything else is refused here, because the kernel checks nothing.
extension PlacesFileSystem {
    public func mkdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        try checkChange(by: caller)
        let key = try directory(parent)
        guard let folder = folder(key) as? any FolderMaking else {
            throw folder(key) is any PhotoTaking ? .notPermitted : .readOnly
        }
        let made = try await naming(name, in: folder) { () async throws(Errno) in
            // The only waits for the source; they can be interrupted.
            try await folder.awaitContents(.moment)
            try await folder.awaitMeaning(of: name)
            return try await uninterrupted([(name, key)]) { () async throws(Errno) in
                try await folder.make(name)
            }
        }
        guard case .found(let number, let node, let facts) = try await resolveDirectory(made) else {
            throw .inputOutput
        }
        inodes.insert(number, node, facts, lookups: 1)
        return entry(number, node, facts, in: key)
    }

    public func rmdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) {
        try checkChange(by: caller)
        let key = try directory(parent)
        try await uninterrupted([(name, key)]) { [self] () async throws(Errno) in
            let folder = folder(key) as? any FolderMaking
            guard try await folder?.remove(name) == true else { throw try await refusal(of: name, in: key) }
        }
    }

    public func unlink(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) {
        try checkChange(by: caller)
        let key = try directory(parent)
        let folder = folder(key)
        if let folder = folder as? any PhotoRemoving {
            return try await uninterrupted([(name, key)]) { [self] () async throws(Errno) in
                try await remove(name, from: folder, by: caller)
            }
        }
        guard case .found(_, let node, _) = try await resolve(name, in: key) else { throw .noEntry }
        if case .directory = node { throw .isDirectory }
        // The files in pins/ and in a placeholder stay, and report success so that `rm -r` ends without an error.
        guard folder.shape.takesRemovals else { throw .readOnly }
    }

    public func rename(
        _ name: String, in parent: InodeNumber, to newName: String, in newParent: InodeNumber, replacing: Bool,
        by caller: Caller
    ) async throws(Errno) {
        try checkChange(by: caller)
        let (key, newKey) = (try directory(parent), try directory(newParent))
        guard case .found(let number, let node, _) = try await resolve(name, in: key) else { throw .noEntry }
        if case .photo(let id) = node {
            return try await move(id, name, in: key, to: newName, in: newKey, replacing: replacing, by: caller)
        }
        if case .spool = node, let spool = spools.spool(number) {
            if try await move(spool, to: newName, in: newKey, replacing: replacing, by: caller) { return }
            return try await rename(
                name, in: parent, to: newName, in: newParent, replacing: replacing, by: caller)
        }
        guard case .directory = node else { throw .readOnly }
        // Not EXDEV: mv(1) would then copy to where nothing can be created, and leave half of it.
        guard key == newKey, let folder = folder(key) as? any FolderMaking else {
            throw refusedMove(of: name, into: newKey)
        }
        try await naming(newName, in: folder) { () async throws(Errno) in
            try await uninterrupted([(name, key), (newName, key)]) { () async throws(Errno) in
                try await folder.rename(name, to: newName)
            }
        }
    }

    /// Only files that are requests can be created: for another collection, for a refresh, for sizes, or to forget a
    /// photo. The files themselves never exist.
    public func create(
        _ name: String, in parent: InodeNumber, _ flags: OpenFlags, by caller: Caller
    ) async throws(Errno) -> (entry: Entry, file: OpenedFile) {
        try checkChange(by: caller)
        let key = try directory(parent)
        if let album = folder(key) as? any PhotoTaking, name != SizesTrigger.name {
            return try await createSpool(name, in: album)
        }
        if name == SizesTrigger.name {
            try await learnSizes(in: key, for: caller)
        } else {
            guard let folder = folder(key) as? any Requested else { throw .readOnly }
            try await uninterrupted([]) { () async throws(Errno) in try await folder.request(name) }
        }
        let number = try await errors.mapping("create", key) { () async throws(CatalogError) in
            try await tree.generated.newNumber()
        }
        let node = Node.generated(.collectionTrigger, in: key)
        let facts = InodeTable.Facts.file(FileFacts(size: 0, modified: listings.now()))
        inodes.insert(number, node, facts, lookups: 1)
        return (entry(number, node, facts, in: key), OpenedFile(handle: handles.insert(.content(FileContent([])))))
    }

    /// touch(1) of `New Collection.txt` asks for another collection. An explicit time (`touch -d`, tar's
    /// --atime-preserve) does not, and is refused like every other change. What asks for the attributes that there are
    /// already changes nothing, and succeeds: `mkdir -m` and `install -d` set the mode of what they have just made.
    public func setattr(
        _ inode: InodeNumber, _ change: AttributeChange, by caller: Caller
    ) async throws(Errno) -> Attributes {
        try checkChange(by: caller)
        let number = NodeNumber(inode)
        guard let record = inodes.record(number) else { throw .noEntry }
        if let size = change.size, try await resize(number, record.node, to: size) {
            return attributes(number, record.node, inodes.record(number)?.facts ?? record.facts)
        }
        let present = attributes(number, record.node, record.facts)
        guard !change.changesNothing(of: present) else { return present }
        if change.size == nil, ignoresAttributes(record.node) { return present }
        var times = AttributeChange()
        times.accessed = change.accessed
        times.modified = change.modified
        guard times == change, case .generated(let file, let key) = record.node,
            file == .collectionTrigger || change.modified == .now
        else { throw .readOnly }
        // What was created as a request was granted then.
        if file != .collectionTrigger {
            guard file == .newCollection, let folder = folder(key) as? any Collecting else { throw .readOnly }
            try await uninterrupted([]) { () async throws(Errno) in try await folder.requestAnother() }
        }
        return attributes(number, record.node, record.facts)
    }

    private func refusal(of name: String, in key: DirectoryKey) async throws(Errno) -> Errno {
        guard case .found(_, let node, _) = try await resolve(name, in: key) else { return .noEntry }
        guard case .directory = node else { return .notDirectory }
        return .readOnly
    }

    // MARK: Removals

    func remove(_ name: String, from folder: any PhotoRemoving, by caller: Caller) async throws(Errno) {
        let album = folder as? any PhotoTaking
        if let album, let spool = spools.spool(named: name, in: album.number), await album.albums.remove(spool) {
            return
        }
        if name == GeneratedFile.newCollection.rawValue, let folder = folder as? any Collecting {
            return try await removeNewCollection(from: folder, by: caller)
        }
        tree.removals.note(in: folder.key)
        guard let loaded = try await folder.knownListing() else { throw .noEntry }
        let given = album == nil ? nil : givenName(name, in: loaded)
        if let index = loaded.index(named: name) ?? loaded.index(formerlyNamed: name) ?? given {
            return try await removePhoto(loaded.listing.entries[index], from: folder, by: caller)
        }
        switch try await resolve(name, in: folder.key, by: caller) {
        // A file that we write, or a photo that a new collection took from the pin while `rm -r` went through the
        // old one.
        case .found: return
        case .absent: throw .noEntry
        }
    }

    private func removePhoto(
        _ entry: ListingEntry, from folder: any PhotoRemoving, by caller: Caller
    ) async throws(Errno) {
        let key = folder.key
        let process = callers.process(of: caller)
        let isLast = try await folder.remove(entry.photo.id) {
            tree.removedSidecars.add(entry, in: key, removedBy: process)
        }
        guard let isLast else {
            // A new collection has just removed the photo.
            guard case .found = try await resolveFormer(entry.name, isSidecar: false, in: key) else { throw .noEntry }
            return
        }
        if isLast { await folder.becameEmpty() }
    }

    /// Removing `New Collection.txt` alone is how a hand asks for another collection. Programs that remove all files of
    /// the folder remove others, too, a moment before or after.
    func removeNewCollection(from folder: any Collecting, by caller: Caller) async throws(Errno) {
        guard case .found = try await resolve(GeneratedFile.newCollection.rawValue, in: folder.key, by: caller) else {
            throw .noEntry
        }
        let (key, shown) = (folder.key, folder.version)
        Task { [weak self, removals = tree.removals] in
            guard await removals.isAlone(in: key), let self else { return }
            // Removed meanwhile, or another collection has come or is on its way.
            guard let folder = self.folder(key) as? any Collecting, folder.isThere, folder.version == shown else {
                return
            }
            // Where it cannot be asked for, the user sees that the collection stays.
            try? await folder.requestAnother()
        }
    }

    // MARK: Changes

    /// Makes a change completely, even if its caller is interrupted halfway: the catalog stops when its task is
    /// cancelled, but what it has written by then must be shown, too. `names` are those that appear, vanish or change
    /// their meaning. The kernel learns that from the reply, except for an interrupted request: then it is notified.
    func uninterrupted<Value: Sendable>(
        _ names: [(name: String, parent: DirectoryKey)], _ change: @escaping @Sendable () async throws(Errno) -> Value
    ) async throws(Errno) -> Value {
        guard !Task.isCancelled else { throw .interrupted }
        let outcome = await Task { () async -> Result<Value, Errno> in
            do throws(Errno) { return .success(try await change()) } catch { return .failure(error) }
        }.value
        if Task.isCancelled {
            let told = names.map { ($0.parent, ListingChange(expiredDirectories: [$0.name])) }
            tree.publish(TreeChange(names: Dictionary(told) { $0.joined(with: $1) }))
        }
        return try outcome.get()
    }
}

// MARK: Refused names

// Why a name was refused is recorded for every name: the reason that `user.places.error` tells is that of the last one.
extension PlacesFileSystem {
    /// Runs `change`, which gives a directory in `folder` the name. If it is refused and no part said why, the reason
    /// follows from the errno.
    private func naming<Value>(
        _ name: String, in folder: any FolderMaking, _ change: () async throws(Errno) -> Value
    ) async throws(Errno) -> Value {
        let key = folder.key
        let before = errors.lastRefusal(in: key)?.number
        do throws(Errno) {
            let value = try await change()
            errors.forgetRefusal(in: key)
            return value
        } catch {
            guard !NewFolderName.isTriedByDesktops(name), errors.lastRefusal(in: key)?.number == before,
                let reason = await reason(for: error, name, in: folder)
            else { throw error }
            throw errors.refused(error, name, in: key, reason)
        }
    }

    /// The errno for a folder that somebody moves into another one.
    private func refusedMove(of name: String, into key: DirectoryKey) -> Errno {
        guard let rule = (folder(key) as? any FolderMaking)?.ruleOfMoves else { return .readOnly }
        return errors.refused(.readOnly, name, in: key, "\"\(PrintableText.line(name, maximumBytes: 100))\" \(rule)")
    }

    /// Nil for an errno that says nothing about the name.
    private func reason(for errno: Errno, _ name: String, in folder: any FolderMaking) async -> String? {
        let shown = PrintableText.line(name, maximumBytes: 100)
        switch errno {
        case .exists:
            let other = await folder.namesake(of: name).map {
                PrintableText.line(self.folder($0).name, maximumBytes: 300)
            }
            return "\"\(shown)\" is here already" + (other.map { ", as \"\($0)\"" } ?? "")
        case .invalid where FileName.isReserved(name):
            return "\"\(shown)\" is the name of a file of placesfs; choose another"
        case .invalid where name.beginsWithBytes(of: "."), .noEntry where name.beginsWithBytes(of: "."):
            return "\"\(shown)\" cannot be the name of a folder here: it begins with a dot, as hidden names do"
        case .invalid: return "\"\(shown)\" \(folder.rule(against: name))"
        default: return nil
        }
    }
}
