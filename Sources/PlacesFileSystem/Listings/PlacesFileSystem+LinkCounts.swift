import Catalog
import FUSE
import PhotoTree

// st_nlink of a photo is the number of directories that list it, in whichever of them somebody looks.
extension PlacesFileSystem {
    /// After a listing changed: photos that joined, left, or show in more or fewer of a topic's folders.
    func recounted(_ update: ListingUpdate) async throws(CatalogError) -> [PhotoID: Int] {
        let before = Dictionary(
            (update.old?.entries ?? []).map { ($0.photo.id, $0.directoryCount) },
            uniquingKeysWith: { first, _ in first })
        var left = Set(before.keys)
        var counts: [PhotoID: Int] = [:]
        for entry in update.new.entries {
            left.remove(entry.photo.id)
            // One that no other directory lists is held by none with another count.
            if before[entry.photo.id] != entry.directoryCount, before[entry.photo.id] != nil || entry.directoryCount > 1
            {
                counts[entry.photo.id] = entry.directoryCount
            }
        }
        return counts.merging(try await recounted(left.filter { before[$0] ?? 0 > 1 })) { $1 }
    }

    /// Writes down that a directory is removed or emptied, and counts anew what it listed beside others.
    func storeRemoval<Value: Sendable>(
        of key: DirectoryKey, _ write: @escaping () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        try await store { () async throws(CatalogError) in
            let shared = try await catalog.listing(of: key)?.entries.filter { $0.directoryCount > 1 }.map(\.photo.id)
            let value = try await write()
            tree.publish(TreeChange(counts: try await recounted(shared ?? [])))
            return value
        }
    }

    private func recounted(_ photos: some Collection<PhotoID>) async throws(CatalogError) -> [PhotoID: Int] {
        photos.isEmpty ? [:] : try await catalog.directoryCounts(of: Array(photos))
    }
}
