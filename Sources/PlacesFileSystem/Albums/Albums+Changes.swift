import Catalog
import PhotoTree

// What changed in an album is shown without reading the album anew: it may have hundreds of photos.
extension Albums {
    func show(_ change: AlbumChange) async throws(CatalogError) {
        let key = DirectoryKey.album(change.album)
        let directories = listings.tree.directories
        guard let loaded = directories.loaded(key).listing, loaded.listing.version == change.before else {
            return try await showAgain(change.album)
        }
        let old = loaded.listing
        var new = old
        (new.version, new.changed, new.generated) = (change.version, change.changed, change.generated)
        let leaving = change.removed.union(change.added.map { [$0.photo.id] } ?? [])
        new.entries.removeAll { leaving.contains($0.photo.id) }
        var counts = try await catalog.directoryCounts(of: Array(change.removed))
        if let added = change.added {
            let name = FileName.key(added.name)
            var (low, high) = (0, new.entries.count)
            while low < high {
                let middle = (low + high) / 2
                if FileName.key(new.entries[middle].name) < name { low = middle + 1 } else { high = middle }
            }
            new.entries.insert(added, at: low)
            counts[added.photo.id] = added.directoryCount
            listings.shelf.put(added.photo)
        }
        var rows: [PhotoID: PhotoTable.Row] = [:]
        for entry in new.entries where loaded.index(of: entry.photo.id) == nil {
            rows[entry.photo.id] = try await listings.row(of: entry)
        }
        var shown = TreeChange(listings: [loaded.changed(to: new, image: listings.image(of:), joined: rows)])
        shown.counts = counts
        shown.names[key] = ListingChange(from: old, to: new, sidecars: listings.settings.sidecars)
        listings.tree.publish(shown)
    }
}
