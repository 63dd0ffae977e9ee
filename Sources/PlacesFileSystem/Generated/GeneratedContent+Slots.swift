import Catalog
import FUSE
import PhotoTree

// Files outside listings. Such a file gets a new inode number with each new content.
extension GeneratedContent {
    func slot(of file: GeneratedFile, in key: DirectoryKey) async throws(Errno) -> GeneratedFiles.Slot {
        try await folders.listings.errors.mapping("lookup", key) { () async throws(CatalogError) in
            switch file {
            case .map: return try await mapSlot(in: key)
            case .mapPage: return try await mapPageSlot(in: key)
            default:
                return try await files.slot(
                    for: GeneratedFiles.Key(file: file, directory: key), token: "", isLive: file.isLive
                ) {
                    let isOfNow = folders.folder(key).shape.tellsOfMount && (file.isLive || file == .version)
                    return GeneratedFiles.Rendering(
                        await bytes(of: file, in: key), modified: isOfNow ? folders.listings.now() : folders.began)
                }
            }
        }
    }

    /// The inode number of a map whose content no process asked for yet, for a list of names: making a map of all
    /// countries takes a tenth of a start.
    func announcedMap(_ file: GeneratedFile, in key: DirectoryKey) async throws(Errno) -> NodeNumber? {
        guard file == .map || file == .mapPage else { return nil }
        return try await folders.listings.errors.mapping("lookup", key) { () async throws(CatalogError) in
            try await files.announce(GeneratedFiles.Key(file: file, directory: key))
        }
    }

    /// The content of the file with this inode number.
    ///
    /// - Throws: ESTALE when the file has another number by now; the kernel then looks the name up again.
    func content(
        of file: GeneratedFile, _ number: NodeNumber, in key: DirectoryKey
    ) async throws(Errno) -> FileContent {
        let folder = folders.folder(key)
        if folder.shape.hasListing, !file.isLive {
            guard let loaded = try await folder.listing(.listing),
                loaded.listing.generated[file] == number
            else { throw .stale }
            return content(of: file, for: loaded)
        }
        guard !file.isLive else { return FileContent(await bytes(of: file, in: key)) }
        let slot = try await slot(of: file, in: key)
        guard slot.number == number else { throw .stale }
        guard file == .mapPage else { return FileContent(shared: try await written(file, slot, in: key)) }
        let map = try await self.slot(of: .map, in: key)
        guard slot.content == GeneratedFiles.Rendering.content(madeOf: map, pageDigest(in: key)) else { throw .stale }
        return page(in: key, around: try await written(.map, map, in: key))
    }

    /// The content of the file at this moment, whatever its number; nil when the file is gone.
    func contentNow(of file: GeneratedFile, in key: DirectoryKey) async throws(Errno) -> FileContent? {
        let folder = folders.folder(key)
        guard !folder.shape.hasListing else {
            guard let loaded = try await folder.listing(.none), loaded.listing.generated[file] != nil else {
                return nil
            }
            return content(of: file, for: loaded)
        }
        guard file == .mapPage else { return FileContent(await bytes(of: file, in: key)) }
        return page(in: key, around: SharedBytes(await bytes(of: .map, in: key)))
    }

    /// The content that `slot` describes, made once for all who have it open. If the content changed while it was made,
    /// it is another file, and ESTALE makes the kernel look that up.
    private func written(
        _ file: GeneratedFile, _ slot: GeneratedFiles.Slot, in key: DirectoryKey
    ) async throws(Errno) -> SharedBytes {
        if let open = files.open(slot.number) { return open }
        let bytes = await bytes(of: file, in: key)
        guard ContentDigest.of(bytes) == slot.content else { throw .stale }
        return files.share(bytes, as: slot.number)
    }

    private var files: GeneratedFiles { folders.tree.generated }

    /// A page becomes another file whenever its map does; the page is not made to find that out.
    private func mapPageSlot(in key: DirectoryKey) async throws(CatalogError) -> GeneratedFiles.Slot {
        let map = try await mapSlot(in: key)
        return try await files.slot(
            for: GeneratedFiles.Key(file: .mapPage, directory: key), token: "\(map.number)", isLive: false
        ) {
            GeneratedFiles.Rendering(
                pageOf: map, size: pageSize(in: key, around: Int(map.size)), pageDigest(in: key))
        }
    }

    private func mapSlot(in key: DirectoryKey) async throws(CatalogError) -> GeneratedFiles.Slot {
        let began = folders.began
        let none = FolderMap(directories: [], version: 0, modified: { began }, features: { [] })
        let map = (folders.folder(key) as? any Mapped)?.map ?? none
        // If the counts were read later, the map would change without a notice to the kernel.
        try await folders.listings.loadExtents(of: map.directories)
        return try await files.slot(
            for: GeneratedFiles.Key(file: .map, directory: key),
            token: "\(map.version).\(folders.directories.countVersion(in: key.branch))", isLive: false
        ) {
            GeneratedFiles.Rendering(self.map(map), modified: modified(map))
        }
    }
}
