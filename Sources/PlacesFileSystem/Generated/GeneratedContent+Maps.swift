import Catalog
import PhotoTree

// Maps, as data and as pages. A page consists of its list's map and constant parts around it. Its length is therefore
// known as soon as the map's is, and the page itself is made at OPEN.
extension GeneratedContent {
    // MARK: As data

    /// The map, and the length of each entry's sidecar if the map links to the photo by its bare name; nil for other
    /// entries.
    func photosMap(of loaded: LoadedListing) -> (bytes: [UInt8], sidecars: [Int64?]) {
        let listing = loaded.listing
        let href = (folders.folder(listing.directory) as? any Listed)?.paths(in: loaded) ?? { $0.name }
        let photos = zip(listing.entries, loaded.images).map { entry, image in
            (entry.photo, facts(of: entry.photo, href: href(entry), image))
        }
        let (map, features) = GeoJSON.measuredPhotos(photos, notice: folders.listings.source.notice)
        let sidecars = zip(listing.entries, features).map { entry, length in
            href(entry)?.hasBytes(of: entry.name) == true ? Int64(length + 1) : nil
        }
        return (map, sidecars)
    }

    func facts(of photo: Photo, href: String?, _ image: Rendition?) -> GeoJSON.PhotoFacts {
        GeoJSON.PhotoFacts(thumbnail: thumbnail(of: photo), href: href, image: image)
    }

    /// A map of places or pins.
    func map(of key: DirectoryKey) -> [UInt8] {
        GeoJSON.places(
            (folders.folder(key) as? any Mapped)?.map.features() ?? [], notice: folders.listings.source.notice)
    }

    func map(_ map: FolderMap) -> [UInt8] {
        GeoJSON.places(map.features(), notice: folders.listings.source.notice)
    }

    /// When the content of a map last changed: its list, or the number of photos of something on it.
    func modified(_ map: FolderMap) -> Timestamp {
        map.directories.reduce(map.modified()) { latest, listed in
            max(latest, folders.directories.summary(of: listed)?.changed ?? latest)
        }
    }

    // MARK: As pages

    func page(in key: DirectoryKey, around map: [UInt8]) -> FileContent {
        FileContent(pieces: folders.mapPage.pieces(heading: heading(of: key), collection: map))
    }

    func page(in key: DirectoryKey, around map: SharedBytes) -> FileContent {
        let pieces = folders.mapPage.pieces(heading: heading(of: key), collection: map.bytes)
        return FileContent(pieces: pieces, keeping: map)
    }

    /// The size in bytes of a page around a map of `map` bytes.
    func pageSize(in key: DirectoryKey, around map: Int) -> Int {
        folders.mapPage.size(heading: heading(of: key), collection: map)
    }

    /// Identifies what a page holds beside its map.
    func pageDigest(in key: DirectoryKey) -> String {
        folders.mapPage.digest(heading: heading(of: key))
    }

    private func heading(of key: DirectoryKey) -> MapPage.Heading {
        let (title, subtitle) = folders.folder(key).heading
        return MapPage.Heading(
            title: title, subtitle: subtitle, trail: trail(to: key), source: folders.listings.source.namespace,
            folder: folders.way(to: key),
            pins: settings.isReadOnly || !settings.hasPersonalFolders ? nil : folders.way(to: .pins))
    }

    /// The lists above a list; `tags/` has no map of its own.
    private func trail(to key: DirectoryKey) -> [MapPage.Crumb] {
        var crumbs: [MapPage.Crumb] = []
        var folder = folders.folder(key)
        var way = "../"
        while let parent = folder.parent, !parent.isRoot {
            folder = folders.folder(parent)
            let hasPage = folder.shape.files.contains(.mapPage)
            let page = hasPage ? way + GeneratedFile.mapPage.rawValue : nil
            crumbs.append(MapPage.Crumb(title: folder.heading.title, path: page))
            way += "../"
        }
        return crumbs.reversed()
    }
}
