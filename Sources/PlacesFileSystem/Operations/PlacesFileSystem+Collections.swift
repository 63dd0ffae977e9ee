import Catalog
public import FUSE
import Logging
import PhotoTree

// What the owner changes in the tree: directories come, go and are renamed, photos leave albums and recents/. Everything
// else is refused here: the kernel checks nothing.
extension PlacesFileSystem {
    public func mkdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        try checkChange(by: caller)
        guard case .directory(let key)? = inodes.record(NodeNumber(parent))?.node else { throw .noEntry }
        // The one wait for the source; it can be interrupted.
        if key == .places { _ = try await placesShown(waiting: .fromNow(settings.timing.lookupWait)) }
        let made = try await whole([(name, parent)]) { [self] () async throws(Errno) -> DirectoryKey in
            switch key {
            case .places: try await makeCountry(name)
            case .country(let country): try await makePlace(name, in: country)
            case .tags: try await makeTopic(name)
            case .pins: try await makePin(name)
            case .root, .place, .topic, .tag, .recents, .pin, .placeholder, .state, .cached: throw .readOnly
            }
        }
        guard case .found(let number, let node, let facts) = try await resolveDirectory(made) else {
            throw .inputOutput
        }
        inodes.insert(number, node, facts, lookups: 1)
        return entry(number, node, facts)
    }

    public func rmdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) {
        try checkChange(by: caller)
        guard case .directory(let key)? = inodes.record(NodeNumber(parent))?.node else { throw .noEntry }
        try await whole([(name, parent)]) { [self] () async throws(Errno) in
            switch key {
            case .places: try await removeCountry(name)
            case .country(let country): try await removePlace(name, from: country)
            case .tags: try await removeTopic(name)
            case .pins: try await removePin(name)
            case .root, .place, .topic, .tag, .recents, .pin, .placeholder, .state, .cached:
                throw try await refusal(of: name, in: key)
            }
        }
    }

    public func unlink(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) {
        try checkChange(by: caller)
        guard case .directory(let key)? = inodes.record(NodeNumber(parent))?.node else { throw .noEntry }
        let shape = Layout.shape(of: key)
        if shape.takesRemovals, shape.listsPhotos {
            return try await whole([(name, parent)]) { [self] () async throws(Errno) in
                try await remove(name, from: key, by: caller)
            }
        }
        guard case .found(_, let node, _) = try await resolve(name, in: key) else { throw .noEntry }
        if case .directory = node { throw .isDirectory }
        // The files in pins/ and in a placeholder stay, and `rm -r` ends well.
        guard shape.takesRemovals else { throw .readOnly }
    }

    public func rename(
        _ name: String, in parent: InodeNumber, to newName: String, in newParent: InodeNumber, replacing: Bool,
        by caller: Caller
    ) async throws(Errno) {
        try checkChange(by: caller)
        guard case .directory(let key)? = inodes.record(NodeNumber(parent))?.node,
            case .directory(let newKey)? = inodes.record(NodeNumber(newParent))?.node
        else { throw .noEntry }
        guard case .found(_, let node, _) = try await resolve(name, in: key) else { throw .noEntry }
        guard case .directory = node, key == .pins || key == .tags else { throw .readOnly }
        // Not EXDEV, after which mv(1) would copy what cannot be there and leave half of it.
        guard key == newKey else { throw .readOnly }
        try await whole([(name, parent), (newName, parent)]) { [self] () async throws(Errno) in
            if key == .pins {
                try await renamePin(name, to: newName)
            } else {
                try await renameTopic(name, to: newName)
            }
        }
    }

    /// Nothing can be made but files that ask for something, another collection or a photo's forgetting, and that never
    /// come to be.
    public func create(
        _ name: String, in parent: InodeNumber, _ flags: OpenFlags, by caller: Caller
    ) async throws(Errno) -> (entry: Entry, file: OpenedFile) {
        try checkChange(by: caller)
        guard case .directory(let key)? = inodes.record(NodeNumber(parent))?.node else { throw .noEntry }
        let triggers = [GeneratedFile.collectionTrigger, .newCollection].map(\.rawValue)
        switch key {
        case .pin(let pin) where triggers.contains(name):
            try await whole([]) { [self] () async throws(Errno) in try await requestCollection(for: pin) }
        case .recents:
            guard let photo = ForgetTrigger.photo(named: name) else { throw .readOnly }
            let isKnown = try await whole([]) { [self] () async throws(Errno) in
                try await store { () async throws(CatalogError) in try await depart(photo, as: .forgotten) }
            }
            guard isKnown else { throw .noEntry }
        default: throw .readOnly
        }
        let number: NodeNumber
        do throws(CatalogError) {
            number = try await generated.newNumber()
        } catch {
            throw mapped(.catalog(error), "create", key)
        }
        let node = Node.generated(.collectionTrigger, in: key)
        let facts = InodeTable.Facts.file(FileFacts(size: 0, modified: now()))
        inodes.insert(number, node, facts, lookups: 1)
        return (entry(number, node, facts), OpenedFile(handle: handles.insert(.content(FileContent([])))))
    }

    /// touch(1) of `New Collection.txt` asks for another one. An explicit time (`touch -d`, tar's --atime-preserve) does
    /// not, and like every other change is refused.
    public func setattr(
        _ inode: InodeNumber, _ change: AttributeChange, by caller: Caller
    ) async throws(Errno) -> Attributes {
        try checkChange(by: caller)
        let number = NodeNumber(inode)
        guard let record = inodes.record(number) else { throw .noEntry }
        var times = AttributeChange()
        times.accessed = change.accessed
        times.modified = change.modified
        guard times == change, case .generated(let file, let key) = record.node, case .pin(let pin) = key else {
            throw .readOnly
        }
        switch file {
        case .collectionTrigger: break
        case .newCollection where change.modified == .now:
            try await whole([]) { [self] () async throws(Errno) in try await requestCollection(for: pin) }
        default: throw .readOnly
        }
        return attributes(number, record.node, record.facts)
    }

    /// A directory made again is another directory, for a process may still sit in this one (measured).
    func forget(_ key: DirectoryKey) {
        departed.forget(key)
        directories.remove(key)
        snapshots.remove(key)
        generated.forget(key)
        handles.forget(key)
    }

    func refusal(of name: String, in key: DirectoryKey) async throws(Errno) -> Errno {
        guard case .found(_, let node, _) = try await resolve(name, in: key) else { return .noEntry }
        guard case .directory = node else { return .notDirectory }
        return .readOnly
    }

    func store<Value: Sendable>(
        _ write: () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        do throws(CatalogError) {
            return try await write()
        } catch {
            throw mapped(.catalog(error), "write", .root)
        }
    }
}
