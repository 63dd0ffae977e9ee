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
