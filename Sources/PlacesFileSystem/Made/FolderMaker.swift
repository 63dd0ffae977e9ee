import Catalog
import FUSE
import PhotoTree
import Waiting

/// Makes, renames and removes the folders that users make in one directory. What a name means, and what the catalog
/// keeps of it, its callers say.
final class FolderMaker<Item: MadeFolder>: Sendable {
    let folders: MadeFolders<Item>
    private let directory: DirectoryKey
    private let listings: Listings
    /// Makes changes of the folders and of their photos one at a time.
    let order = AsyncMutex()

    init(_ items: [Item], in directory: DirectoryKey, _ listings: Listings, changed: Timestamp) {
        folders = MadeFolders(items, changed: changed)
        self.directory = directory
        self.listings = listings
    }

    private var tree: ShownTree { listings.tree }
    private var errors: ErrorLog { listings.errors }

    /// Runs `work` when no other change is under way.
    func inOrder<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await order.run(work)
    }

    // MARK: Making

    /// - Throws: EEXIST when another folder than `own` has the name, or one that differs in case alone.
    func checkFree(_ name: String, besides own: String? = nil) throws(Errno) {
        guard let other = folders.key(likeNamed: name) else { return }
        if own.flatMap({ folders.key(named: $0) }) != other { throw .exists }
    }

    /// A folder that waits for a name.
    func makePlaceholder(_ name: String) async throws(Errno) -> DirectoryKey {
        let number = try await errors.mapping("write", directory) { () async throws(CatalogError) in
            try await tree.generated.newNumber()
        }
        folders.addPlaceholder(number, named: name, now: listings.now())
        let key = Item.placeholder(number)
        tree.publish(TreeChange(came: [key: number]))
        return key
    }

    /// Makes a folder, which awaits its first photos.
    ///
    /// - Parameters:
    ///   - placeholder: The folder that becomes it; nil for none.
    ///   - write: Writes it to the catalog; nil when another folder has its meaning.
    /// - Returns: Its number.
    /// - Throws: EEXIST when another folder has its meaning.
    func add(
        reusing placeholder: NodeNumber?, _ write: @Sendable () async throws(CatalogError) -> Item?
    ) async throws(Errno) -> NodeNumber {
        guard let item = try await errors.mapping("write", directory, write) else { throw .exists }
        folders.add(item, now: listings.now())
        let key = Item.key(item.number)
        var change = TreeChange(came: [key: item.number])
        if let placeholder {
            // The kernel knows the directory by its inode number, and keeps it.
            change.gone = [Item.placeholder(placeholder)]
            change.turned = [placeholder: key]
            change.names = [key: ListingChange(expired: [GeneratedFile.readme.rawValue])]
        }
        tree.publish(change)
        return item.number
    }

    // MARK: Renaming

    /// A folder that became a placeholder would lose its photos.
    func renamePlaceholder(_ number: NodeNumber, to name: String) throws(Errno) {
        guard folders.placeholder(number) != nil else { throw .invalid }
        folders.addPlaceholder(number, named: name, now: listings.now())
    }

    /// Gives a folder another name.
    ///
    /// - Parameters:
    ///   - number: The folder.
    ///   - isOther: Whether the name means other photos: those it has go then.
    ///   - write: Writes it to the catalog; nil when another folder has its meaning.
    /// - Throws: EEXIST when another folder has its meaning, ENOENT when this one is gone.
    func rename(
        _ number: NodeNumber, isOther: Bool, _ write: @Sendable () async throws(CatalogError) -> Item?
    ) async throws(Errno) {
        let key = Item.key(number)
        let shown = try await errors.mapping("list", key) { () async throws(CatalogError) in
            try await listings.stored(key)?.listing
        }
        let isDone = try await listings.removing(key) { () async throws(CatalogError) in
            try await inOrder { [self] () async throws(CatalogError) in
                guard let item = try await write() else { return false }
                folders.add(item, now: listings.now())
                guard isOther else {
                    if let update = try await listings.renamed(key) { try await listings.apply(update, to: key) }
                    return true
                }
                let sidecars = listings.settings.sidecars
                var names = shown.map { ListingChange(from: nil, to: $0, sidecars: sidecars) } ?? ListingChange()
                names.expired.append(GeneratedFile.noImages.rawValue)
                tree.publish(TreeChange(emptied: [key], names: [key: names]))
                return true
            }
        }
        guard isDone else { throw folders[number] == nil ? .noEntry : .exists }
    }

    // MARK: Removing

    /// - Parameters:
    ///   - name: Of a made folder, or of one that waits for a name.
    ///   - write: Removes a made folder from the catalog; false when what is in it keeps it there.
    /// - Returns: False if there is no folder of this name.
    /// - Throws: ENOTEMPTY when `write` says so.
    func remove(
        _ name: String, _ write: @Sendable (NodeNumber) async throws(CatalogError) -> Bool
    ) async throws(Errno) -> Bool {
        guard let number = folders.number(named: name), let key = folders.key(named: name) else { return false }
        guard folders.placeholder(number) == nil else {
            folders.remove(number, now: listings.now())
            tree.publish(TreeChange(gone: [key]))
            return true
        }
        let isDone = try await listings.removing(key) { () async throws(CatalogError) in
            try await inOrder { [self] () async throws(CatalogError) in
                guard try await write(number) else { return false }
                folders.remove(number, now: listings.now())
                tree.publish(TreeChange(gone: [key]))
                return true
            }
        }
        guard isDone else { throw .notEmpty }
        return true
    }

    // MARK: Other photos

    /// Promises other photos, which replace the present ones as soon as they have arrived.
    ///
    /// - Parameters:
    ///   - number: The folder.
    ///   - write: Writes that to the catalog first, so that the promise survives a crash; false when the folder is
    ///     gone.
    /// - Throws: `.busy` while some are being loaded.
    func promise(
        _ number: NodeNumber, _ write: @Sendable () async throws(CatalogError) -> Bool
    ) async throws(Errno) {
        guard folders.beginLoading(number) else { throw .busy }
        let isThere: Bool
        do throws(Errno) {
            isThere = try await errors.mapping("write", Item.key(number)) { () async throws(CatalogError) in
                try await inOrder { [folders] () async throws(CatalogError) in
                    guard try await write() else { return false }
                    folders.update(number) { $0.isAwaitingCollection = true }
                    return true
                }
            }
        } catch {
            folders.endLoading(number)
            throw error
        }
        guard isThere else {
            folders.endLoading(number)
            throw .noEntry
        }
        tellOfLoading(number)
    }

    /// Until `endLoading` the folder shows that other photos are on their way: `New Collection.txt` is hidden
    /// meanwhile.
    func beginLoading(_ number: NodeNumber) {
        if folders.beginLoading(number) { tellOfLoading(number) }
    }

    func endLoading(_ number: NodeNumber) {
        folders.endLoading(number)
        tellOfLoading(number)
    }

    private func tellOfLoading(_ number: NodeNumber) {
        tree.publish(TreeChange(names: [Item.key(number): ListingChange()]))
    }
}
