import FUSE
import PhotoTree

extension PlacesFileSystem {
    /// Makes a change whole, though its caller may be interrupted halfway: the catalog heeds the cancellation of its task,
    /// and what it has written down by then must be shown, too. `names` are those that come, go or mean something else
    /// then; the kernel takes it from the answer, but for one that was interrupted, and is told.
    func whole<Value: Sendable>(
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
