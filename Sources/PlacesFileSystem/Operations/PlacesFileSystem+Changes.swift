import FUSE
import PhotoTree

extension PlacesFileSystem {
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

extension PlacesFileSystem {
    /// Removing `New Collection.txt` alone is how a hand asks for another collection. Programs that remove all files of the
    /// folder remove others, too, a moment before or after.
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
}
