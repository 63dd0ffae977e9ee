import Catalog
import FUSE
import PhotoTree

// rm in an album and in recents/: photos go, the files we write stay and say that they went, so that `rm -r` ends well.
extension PlacesFileSystem {
    func remove(_ name: String, from key: DirectoryKey, by caller: Caller) async throws(Errno) {
        guard let loaded = try await knownListing(of: key) else { throw .noEntry }
        if let index = loaded.index(named: name) ?? loaded.index(formerlyNamed: name) {
            return try await removePhoto(loaded.listing.entries[index], from: key, by: caller)
        }
        switch try await resolve(name, in: key, by: caller) {
        // A file we write, or a photo that a new collection took off the album while `rm -r` went through the old.
        case .found: return
        case .absent: throw .noEntry
        }
    }

    private func removePhoto(
        _ entry: ListingEntry, from key: DirectoryKey, by caller: Caller
    ) async throws(Errno) {
        let photo = entry.photo.id
        let update = try await folder(key).remove(photo, self)
        guard let update else {
            // A new collection took it off in this very moment.
            guard case .found = try await resolveFormer(entry.name, photo: entry.name, in: key) else { throw .noEntry }
            return
        }
        tree.departed.add(entry, in: key, removedBy: views.process(of: caller))
        try await store { () async throws(CatalogError) in try await apply(update, to: key) }
        if update.new.entries.isEmpty { await folder(key).becameEmpty(self) }
    }

    func removeFromAlbum(_ photo: PhotoID, of number: NodeNumber) async throws(Errno) -> ListingUpdate? {
        try await store { [catalog, pinOrder, pins] () async throws(CatalogError) in
            try await pinOrder.run { () async throws(CatalogError) in
                let update = try await catalog.removeFromAlbum(photo, of: number)
                if update?.new.entries.isEmpty == true { pins.setCollection(of: number, isAwaiting: true) }
                return update
            }
        }
    }

    func removeFromRecents(_ photo: PhotoID) async throws(Errno) -> ListingUpdate? {
        try await store { [catalog, recentsOrder, views] () async throws(CatalogError) in
            try await recentsOrder.run { () async throws(CatalogError) in
                views.remove(photo)
                return try await catalog.removeFromRecents(photo)
            }
        }
    }
}
