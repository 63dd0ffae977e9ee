import Catalog
import FUSE
import PhotoTree

// The names in an album. They come and go by hand, so the kernel keeps none that is absent.
extension PlacesFileSystem {
    /// Photos, their sidecars, and what is being written. Nobody looks at an album's shape for them: who lists 500
    /// photos with `ls -l` looks up as many sidecars. No other name in an album ends as theirs do, but the map's.
    func resolveKnown(_ name: String, in album: any PhotoTaking) async throws(Errno) -> Resolution? {
        if let spool = spools.spool(named: name, in: album.number) {
            let facts = FileFacts(size: spool.size, modified: listings.now())
            return .found(spool.number, .spool(in: album.key), .file(facts))
        }
        guard let loaded = try await album.knownListing() else { return nil }
        if let index = loaded.index(named: name) { return photo(at: index, of: loaded) }
        guard name.endsWithBytes(of: SidecarName.suffix), !name.hasBytes(of: GeneratedFile.map.rawValue),
            album.hasSidecars
        else {
            return nil
        }
        for besides in SidecarName.photos(besides: name) {
            if let index = loaded.index(named: besides) { return sidecar(at: index, of: loaded) }
        }
        return nil
    }

    func resolve(_ name: String, in album: any PhotoTaking, by caller: Caller?) async throws(Errno) -> Resolution {
        if let known = try await resolveKnown(name, in: album) { return known }
        return try await resolveOther(name, in: album, by: caller)
    }

    /// Every name but those of `resolveKnown`.
    func resolveOther(
        _ name: String, in album: any PhotoTaking, by caller: Caller?
    ) async throws(Errno) -> Resolution {
        guard let loaded = try await album.knownListing() else { return .absent(.zero) }
        let page = album.page(of: loaded, isMoreComing: album.isMoreComing)
        if let file = GeneratedFile(rawValue: name), page.files.contains(file) {
            return try await resolveListed(file, on: page)
        }
        if name == GeneratedFile.photoTable.rawValue, !album.isMoreComing {
            return try await resolveGenerated(.photoTable, in: album.key)
        }
        for besides in page.hasSidecars ? SidecarName.photos(besides: name) : [] {
            if let caller, let entry = removedSidecar(named: name, in: album.key, by: caller) {
                return .found(
                    entry.sidecarNumber, .sidecar(entry.photo.id, name: besides, in: album.key),
                    .file(content.sidecarFacts(of: entry, in: album.key)))
            }
        }
        if let packet = try await packet(named: name, beside: loaded) { return packet }
        if let index = givenName(name, in: loaded) { return photo(at: index, of: loaded) }
        // A copy of a photo that has another name here.
        if let taken = album.albums.taken.photo(givenName: name, in: album.number),
            let index = loaded.index(of: taken)
        {
            return photo(at: index, of: loaded)
        }
        return .absent(.zero)
    }

    var spools: Spools { folders.albums.spools }

    /// The photo that was given this name, and is listed under one with the right ending.
    func givenName(_ name: String, in loaded: LoadedListing) -> Int? {
        AlbumName.listed(name, ofOwnFiles: listings.source.isComplete).flatMap {
            $0.hasBytes(of: name) ? nil : loaded.index(named: $0)
        }
    }

    /// Whether a folder lists the photo under this very name. What else leads to it goes without a notice to the
    /// kernel.
    func isListed(_ name: String, in folder: any PhotoTaking) async throws(Errno) -> Bool {
        try await folder.knownListing()?.index(named: name) != nil
    }
}
