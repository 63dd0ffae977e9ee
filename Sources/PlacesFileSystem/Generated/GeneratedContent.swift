import Catalog
import PhotoTree

/// The content of the files we write ourselves: maps, sidecars, credits, README and status.
struct GeneratedContent {
    let folders: Folders

    var settings: Settings { folders.settings }

    // MARK: Files of a listing

    func sidecar(of entry: ListingEntry) -> [UInt8] {
        let image = folders.listings.image(of: entry.photo)
        return GeoJSON.feature(of: entry.photo, facts(of: entry.photo, href: entry.name, image))
    }

    func bytes(of file: GeneratedFile, for loaded: LoadedListing) -> [UInt8] {
        let listing = loaded.listing
        switch file {
        case .map: return photosMap(of: loaded).bytes
        case .credits:
            return Array(Credits.text(for: listing.entries, notice: folders.listings.source.notice).utf8)
        case .hidden:
            let sidecars = hasListedSidecars(listing) ? listing.entries.map { SidecarName.of($0.name) } : []
            return lines([GeneratedFile.map.rawValue] + sidecars)
        case .noImages:
            let folder = folders.folder(listing.directory)
            let own = listing.hidden == 0 ? (folder as? any TextWriting)?.text(of: file, listing) : nil
            let isEmptied = folder.shape.takesRemovals && listing.total ?? 0 > 0
            let why = NoImages.text(hidden: listing.hidden, by: settings.license, isEmptied: isEmptied)
            return Array((own ?? why).utf8)
        case .newCollection:
            let folder = folders.folder(listing.directory) as? any TextWriting
            return Array((folder?.text(of: file, listing) ?? "").utf8)
        case .photoTable: return table(of: loaded)
        case .mapPage, .collectionTrigger, .readme, .status, .statusJSON, .metrics, .version, .cacheTag, .noMedia,
            .trackerIgnore:
            return []
        }
    }

    /// With lengths and digests as far as they are known.
    private func table(of loaded: LoadedListing) -> [UInt8] {
        let rows = loaded.listing.entries.indices.map { index in
            let facts = loaded.facts(at: index)
            let isConcerned = folders.engines.embedded.concerns(facts.rendition)
            let isExact = facts.learnt != nil && (facts.embedded != nil || !isConcerned)
            return PhotoSheet.Row(
                entry: loaded.listing.entries[index], image: loaded.images[index], bytes: isExact ? facts.size : nil,
                sha256: folders.engines.digests.digest(of: facts, isConcerned: isConcerned))
        }
        return Array(PhotoSheet.text(of: rows, source: folders.listings.source.namespace).utf8)
    }

    func content(of file: GeneratedFile, for loaded: LoadedListing) -> FileContent {
        guard file == .mapPage else { return FileContent(bytes(of: file, for: loaded)) }
        return page(in: loaded.listing.directory, around: bytes(of: .map, for: loaded))
    }

    /// The lengths of a listing's files, measured once per listing: stat(2) must be exact without making the files
    /// again.
    func sizes(of loaded: LoadedListing) -> LoadedListing.FileSizes {
        loaded.sizes(measuredBy: measured)
    }

    /// What stat(2) tells about a file of a listing.
    func facts(of file: GeneratedFile, in loaded: LoadedListing) -> FileFacts {
        let size: Int64 =
            if Self.isLong(file) {
                sizes(of: loaded).generated[file] ?? 0
            } else if file == .hidden {
                hiddenSize(of: loaded.listing)
            } else {
                Int64(bytes(of: file, for: loaded).count)
            }
        return FileFacts(size: size, modified: loaded.listing.changed)
    }

    private func hasListedSidecars(_ listing: Listing) -> Bool {
        settings.sidecars == .listed && listing.shape.hasSidecars
    }

    /// The length of `.hidden`, which every list of the folder tells.
    private func hiddenSize(of listing: Listing) -> Int64 {
        let lengths =
            hasListedSidecars(listing)
            ? listing.entries.indices.lazy.map {
                SidecarName.length(of: listing.entries[$0].name) + 1
            }.reduce(0, +) : 0
        return Int64(lines([GeneratedFile.map.rawValue]).count + lengths)
    }

    /// Whether the file contains all that is known of the photos, so that it takes a while to find its length.
    static func isLong(_ file: GeneratedFile) -> Bool {
        [.map, .mapPage, .credits].contains(file)
    }

    func sidecarFacts(at index: Int, of loaded: LoadedListing) -> FileFacts {
        FileFacts(
            size: sizes(of: loaded).sidecars[index],
            modified: loaded.listing.entries[index].sidecarChanged ?? loaded.listing.changed)
    }

    /// The facts of the sidecar of a photo that left the directory.
    func sidecarFacts(of former: ListingEntry, in key: DirectoryKey) -> FileFacts {
        FileFacts(
            size: Int64(sidecar(of: former).count),
            modified: former.sidecarChanged ?? former.photo.uploaded ?? folders.began)
    }

    private func measured(_ loaded: LoadedListing) -> LoadedListing.FileSizes {
        let listing = loaded.listing
        let (map, told) = photosMap(of: loaded)
        let generated: [GeneratedFile: Int64] = [
            .map: Int64(map.count), .mapPage: Int64(pageSize(in: listing.directory, around: map.count)),
            .credits: Int64(bytes(of: .credits, for: loaded).count),
        ]
        let sidecars =
            settings.sidecars == .none || !listing.shape.hasSidecars
            ? []
            : zip(listing.entries, told).map { entry, length in
                length ?? Int64(sidecar(of: entry).count)
            }
        return LoadedListing.FileSizes(sidecars: sidecars, generated: generated)
    }

    /// The largest image of at most 320 pixels, or else the smallest there is; nil if it has no web address.
    func thumbnail(of photo: Photo) -> String? {
        let small = photo.renditions.last { max($0.width ?? .max, $0.height ?? .max) <= 320 }
        return (small ?? photo.renditions.first).flatMap { $0.url.hasPrefix("http") ? $0.url : nil }
    }

    // MARK: Files outside listings

    func bytes(of file: GeneratedFile, in key: DirectoryKey) async -> [UInt8] {
        if let own = (folders.folder(key) as? any TextWriting)?.text(of: file, nil) { return Array(own.utf8) }
        return switch file {
        case .map: map(of: key)
        case .readme: await Array(readme().utf8)
        case .version: Array("placesfs \(settings.version)\n".utf8)
        case .status: await Array(folders.status().text.utf8)
        case .statusJSON: await folders.status().json
        case .metrics: await Array(folders.status().metrics.utf8)
        case .cacheTag:
            Array(
                """
                Signature: 8a477f597d28d172789f06886806bc55
                # Everything in this folder is fetched from the network when it is read: backing it up fetches it all.

                """.utf8)
        case .photoTable: (try? await folders.folder(key).listing(.none)).flatMap { $0 }.map(table(of:)) ?? []
        case .noImages, .newCollection, .collectionTrigger, .noMedia, .trackerIgnore,
            .mapPage, .credits:
            []
        case .hidden: lines([GeneratedFile.map.rawValue])
        }
    }

    private func lines(_ names: [String]) -> [UInt8] {
        Array(names.map { $0 + "\n" }.joined().utf8)
    }
}

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
