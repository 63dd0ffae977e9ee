import Catalog
import FUSE
import PhotoTree

// rm in a collection and in recents/: photos are removed. Files that we write stay, but their removal reports success, so
// that `rm -r` ends without an error.
extension PlacesFileSystem {
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
}
