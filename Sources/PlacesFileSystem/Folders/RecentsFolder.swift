import Catalog
import FUSE
import PhotoTree

/// `recents/`: the photos viewed last.
struct RecentsFolder: PhotoFolder {
    let folders: Folders

    var key: DirectoryKey { .recents }
    var parent: DirectoryKey? { .root }
    var name: String { "recents" }
    var heading: (title: String, subtitle: String) { ("Recents", "") }
    var isPrivate: Bool { true }
    var attributes: [(name: String, value: String)] { counted("recents", summary?.count) }

    /// `No Images` would blame the source.
    func shows(_ file: GeneratedFile, isEmpty: Bool, isLoading: Bool) -> Bool { file != .noImages }

    func remove(_ photo: PhotoID, _ files: PlacesFileSystem) async throws(Errno) -> ListingUpdate? {
        try await files.removeFromRecents(photo)
    }

    func create(_ name: String, _ files: PlacesFileSystem) async throws(Errno) {
        guard let photo = ForgetTrigger.photo(named: name) else { throw .readOnly }
        let isKnown = try await files.store { () async throws(CatalogError) in
            try await files.depart(photo, as: .forgotten)
        }
        guard isKnown else { throw .noEntry }
    }

    func settle(_ files: PlacesFileSystem, waiting bound: DirectoryRefresher.Bound) async throws(Errno) {
        // A view that was not written yet makes another version.
        _ = try await knownListing(files)
    }

    func knownListing(_ files: PlacesFileSystem) async throws(Errno) -> LoadedListing? {
        try await files.recentsListing()
    }

    func state(_ files: PlacesFileSystem) async -> String? { "fresh" }

    /// With whatever rank; of a long name that was cut so that the rank had room, the rest is looked for.
    func formerEntry(named name: String, _ files: PlacesFileSystem) async throws(CatalogError) -> ListingEntry? {
        let catalog = files.catalog
        for bare in [name, RankedName.bare(name)].compactMap({ $0 }) {
            if let entry = try await catalog.formerEntry(named: bare, in: key), entry.name.hasBytes(of: bare) {
                return entry
            }
        }
        guard let bare = RankedName.bare(name), RankedName.mayBeCut(bare),
            let whole = try await catalog.formerNames(in: key).first(where: { RankedName.matches(bare, $0) })
        else { return nil }
        return try await catalog.formerEntry(named: whole, in: key)
    }
}
