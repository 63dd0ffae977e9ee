import Catalog
import PhotoTree

// Maps, as data and as pages. A page is its list's map with what all pages have in common around it, so its length is
// known as soon as the map's is, and it is made for whoever opens it.
extension GeneratedContent {
    // MARK: As data

    func photosMap(of loaded: LoadedListing) -> [UInt8] {
        let listing = loaded.listing
        let folder = path(of: listing.directory)
        let href = fileSystem.folder(listing.directory).paths(in: loaded, fileSystem.index(of:topic:))
        return GeoJSON.photos(
            listing.entries, notice: fileSystem.source.notice, thumbnail: thumbnail(of:), href: href,
            file: { entry in href(entry).map { folder + "/" + $0 } })
    }

    /// A map of places or pins.
    func map(of key: DirectoryKey) -> [UInt8] {
        GeoJSON.places(fileSystem.folder(key).map?.features() ?? [], notice: fileSystem.source.notice)
    }

    fileprivate func map(_ map: FolderMap) -> [UInt8] {
        GeoJSON.places(map.features(), notice: fileSystem.source.notice)
    }

    /// When what a map tells last changed: a list, or how much something on it holds.
    fileprivate func modified(_ map: FolderMap) -> Timestamp {
        map.directories.reduce(map.modified()) { latest, listed in
            max(latest, fileSystem.directories.summary(of: listed)?.changed ?? latest)
        }
    }

    // MARK: As pages

    func page(in key: DirectoryKey, around map: [UInt8]) -> FileContent {
        FileContent(pieces: fileSystem.mapPage.pieces(heading: heading(of: key), collection: map))
    }

    func page(in key: DirectoryKey, around map: SharedBytes) -> FileContent {
        let pieces = fileSystem.mapPage.pieces(heading: heading(of: key), collection: map.bytes)
        return FileContent(pieces: pieces, keeping: map)
    }

    /// In bytes, of a page around a map of so many.
    func pageSize(in key: DirectoryKey, around map: Int) -> Int {
        fileSystem.mapPage.size(heading: heading(of: key), collection: map)
    }

    private func heading(of key: DirectoryKey) -> MapPage.Heading {
        let (title, subtitle) = fileSystem.folder(key).heading
        return MapPage.Heading(
            title: title, subtitle: subtitle, trail: trail(to: key), source: fileSystem.source.namespace,
            directory: path(of: key),
            pins: fileSystem.settings.isReadOnly || !fileSystem.settings.hasCollections ? nil : path(of: .pins))
    }

    /// The lists that a list lies in; `tags/` has no map of its own.
    private func trail(to key: DirectoryKey) -> [MapPage.Crumb] {
        var crumbs: [MapPage.Crumb] = []
        var folder = fileSystem.folder(key)
        var way = "../"
        while let parent = folder.parent, parent != .root {
            folder = fileSystem.folder(parent)
            let hasPage = folder.shape.generated.contains(.mapPage)
            let page = hasPage ? way + GeneratedFile.mapPage.rawValue : nil
            crumbs.append(MapPage.Crumb(title: folder.heading.title, path: page))
            way += "../"
        }
        return crumbs.reversed()
    }
}

extension PlacesFileSystem {
    /// A page is another file whenever its map is; it is not made for that.
    func mapPageSlot(in key: DirectoryKey) async throws(CatalogError) -> GeneratedFiles.Slot {
        let map = try await mapSlot(in: key)
        return try await tree.generated.slot(
            for: GeneratedFiles.Key(file: .mapPage, directory: key), token: "\(map.number)", isLive: false
        ) {
            GeneratedFiles.Rendering(pageOf: map, size: content.pageSize(in: key, around: Int(map.size)))
        }
    }

    func mapSlot(in key: DirectoryKey) async throws(CatalogError) -> GeneratedFiles.Slot {
        let none = FolderMap(directories: [], version: 0, modified: { [started] in started }, features: { [] })
        let map = folder(key).map ?? none
        // Learnt later, the counts would make another map behind the kernel's back.
        try await learnExtents(of: map.directories)
        return try await tree.generated.slot(
            for: GeneratedFiles.Key(file: .map, directory: key), token: "\(map.version).\(directories.summaryVersion)",
            isLive: false
        ) {
            GeneratedFiles.Rendering(content.map(map), modified: content.modified(map))
        }
    }
}
