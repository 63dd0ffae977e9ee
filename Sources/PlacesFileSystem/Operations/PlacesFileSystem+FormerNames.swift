import Catalog
import FUSE
import PhotoTree

extension PlacesFileSystem {
    /// A name that left the listing still opens, so that no viewer, `tar` or bookmark gets ENOENT because a list
    /// changed.
    func resolveFormer(
        _ name: String, isSidecar: Bool, in key: DirectoryKey
    ) async throws(Errno) -> Resolution {
        try await errors.mapping("lookup", key) { () async throws(CatalogError) in
            for photo in isSidecar ? SidecarName.photos(besides: name) : [name] {
                guard let entry = try await (folder(key) as? any Listed)?.formerEntry(named: photo) else { continue }
                listings.shelf.put(entry.photo)
                guard isSidecar else { return try await facts(of: entry) }
                return .found(
                    entry.sidecarNumber, .sidecar(entry.photo.id, name: entry.name, in: key),
                    .file(content.sidecarFacts(of: entry, in: key)))
            }
            return .absent(settings.timing.kernelValidity)
        }
    }

    /// A photo with what its file is known to be, as a listing would show it.
    func photo(_ entry: ListingEntry) async throws(Errno) -> Resolution {
        listings.shelf.put(entry.photo)
        return try await errors.mapping("lookup", .root) { () async throws(CatalogError) in try await facts(of: entry) }
    }

    private func facts(of entry: ListingEntry) async throws(CatalogError) -> Resolution {
        .found(entry.number, .photo(entry.photo.id), .photo(try await listings.row(of: entry).facts))
    }
}
