import Catalog
import FUSE
import PhotoTree

// Files outside listings, which get another number with another content.
extension GeneratedContent {
    func slot(of file: GeneratedFile, in key: DirectoryKey) async throws(Errno) -> GeneratedFiles.Slot {
        try await folders.listings.errors.mapping("lookup", key) { () async throws(CatalogError) in
            switch file {
            case .map: return try await mapSlot(in: key)
            case .mapPage: return try await mapPageSlot(in: key)
            default:
                return try await files.slot(
                    for: GeneratedFiles.Key(file: file, directory: key), token: "", isLive: Layout.isLive(file)
                ) {
                    // All but what tells of this mount says the same for ever.
                    let isOfNow = key == .state || (key == .root && file == .readme)
                    return GeneratedFiles.Rendering(
                        await bytes(of: file, in: key), modified: isOfNow ? folders.listings.now() : folders.began)
                }
            }
        }
    }

    /// The number of a map that nobody asked for yet, for a list of names: a map of all countries takes a tenth of a start.
    func announcedMap(_ file: GeneratedFile, in key: DirectoryKey) async throws(Errno) -> NodeNumber? {
        guard file == .map || file == .mapPage else { return nil }
        return try await folders.listings.errors.mapping("lookup", key) { () async throws(CatalogError) in
            try await files.announce(GeneratedFiles.Key(file: file, directory: key))
        }
    }

    /// What the file with this number has.
    ///
    /// - Throws: ESTALE, which makes the kernel look the name up again, when it is another one by now.
    func content(
        of file: GeneratedFile, _ number: NodeNumber, in key: DirectoryKey
    ) async throws(Errno) -> FileContent {
        let folder = folders.folder(key)
        if folder.hasListing {
            guard let loaded = try await folder.listing(waiting: .fromStart(settings.timing.listingWait)),
                loaded.listing.generated[file] == number
            else { throw .stale }
            return content(of: file, for: loaded)
        }
        guard !Layout.isLive(file) else { return FileContent(await bytes(of: file, in: key)) }
        let slot = try await slot(of: file, in: key)
        guard slot.number == number else { throw .stale }
        guard file == .mapPage else { return FileContent(shared: try await written(file, slot, in: key)) }
        let map = try await self.slot(of: .map, in: key)
        guard slot.content == GeneratedFiles.Rendering.content(madeOf: map) else { throw .stale }
        return page(in: key, around: try await written(.map, map, in: key))
    }

    /// What the file has at this moment, whatever number it is known by; nil when it is gone.
    func contentNow(of file: GeneratedFile, in key: DirectoryKey) async throws(Errno) -> FileContent? {
        let folder = folders.folder(key)
        guard !folder.hasListing else {
            guard let loaded = try await folder.knownListing(), loaded.listing.generated[file] != nil else {
                return nil
            }
            return content(of: file, for: loaded)
        }
        guard file == .mapPage else { return FileContent(await bytes(of: file, in: key)) }
        return page(in: key, around: SharedBytes(await bytes(of: .map, in: key)))
    }

    /// The content that `slot` tells of, made once for all who have it open. What changed while it was made is another
    /// file, and ESTALE brings the kernel there.
    private func written(
        _ file: GeneratedFile, _ slot: GeneratedFiles.Slot, in key: DirectoryKey
    ) async throws(Errno) -> SharedBytes {
        if let open = files.open(slot.number) { return open }
        let bytes = await bytes(of: file, in: key)
        guard bytes.hashValue == slot.content else { throw .stale }
        return files.share(bytes, as: slot.number)
    }

    private var files: GeneratedFiles { folders.tree.generated }

    /// A page is another file whenever its map is; it is not made for that.
    private func mapPageSlot(in key: DirectoryKey) async throws(CatalogError) -> GeneratedFiles.Slot {
        let map = try await mapSlot(in: key)
        return try await files.slot(
            for: GeneratedFiles.Key(file: .mapPage, directory: key), token: "\(map.number)", isLive: false
        ) {
            GeneratedFiles.Rendering(pageOf: map, size: pageSize(in: key, around: Int(map.size)))
        }
    }

    private func mapSlot(in key: DirectoryKey) async throws(CatalogError) -> GeneratedFiles.Slot {
        let began = folders.began
        let none = FolderMap(directories: [], version: 0, modified: { began }, features: { [] })
        let map = folders.folder(key).map ?? none
        // Learnt later, the counts would make another map behind the kernel's back.
        try await folders.listings.learnExtents(of: map.directories)
        return try await files.slot(
            for: GeneratedFiles.Key(file: .map, directory: key),
            token: "\(map.version).\(folders.directories.summaryVersion)", isLive: false
        ) {
            GeneratedFiles.Rendering(self.map(map), modified: modified(map))
        }
    }
}
