import Catalog
import PhotoTree

// Maps, as data and as pages. A page is its list's map with what all pages have in common around it, so its length is
// known as soon as the map's is, and it is made for whoever opens it.
extension GeneratedContent {
    // MARK: As data

    func photosMap(of loaded: LoadedListing) -> [UInt8] {
        let listing = loaded.listing
        let folder = path(of: listing.directory)
        let href = paths(in: loaded)
        return GeoJSON.photos(
            listing.entries, notice: fileSystem.source.notice, thumbnail: thumbnail(of:), href: href,
            file: { entry in href(entry).map { folder + "/" + $0 } })
    }

    /// Where a photo lies below its map: a topic's photos in the first of its directories that shows them, if any does.
    private func paths(in loaded: LoadedListing) -> (ListingEntry) -> String? {
        guard case .topic(let number) = loaded.listing.directory else { return { $0.name } }
        var folders: [PhotoID: String] = [:]
        for folder in fileSystem.index(of: loaded, topic: number).entries {
            for index in folder.photos where folders[loaded.listing.entries[index].photo.id] == nil {
                folders[loaded.listing.entries[index].photo.id] = folder.name
            }
        }
        return { entry in folders[entry.photo.id].map { $0 + "/" + entry.name } }
    }

    /// A map of places or pins.
    func map(of key: DirectoryKey) -> [UInt8] {
        switch key {
        case .places: placesMap()
        case .country(let name): countryMap(name)
        case .pins: pinsMap()
        default: []
        }
    }

    /// What `map(of:)` is made of; while it is the same, so is the map.
    fileprivate func version(ofMapIn key: DirectoryKey) -> String {
        let list = key == .pins ? fileSystem.pins.version : fileSystem.places.snapshot.version
        return "\(list).\(fileSystem.directories.summaryVersion)"
    }

    private func placesMap() -> [UInt8] {
        let features = fileSystem.places.snapshot.index.countries.flatMap { country in
            country.places.map { feature(of: $0, href: country.name + "/" + $0.name) }
        }
        return GeoJSON.places(features, notice: fileSystem.source.notice)
    }

    private func countryMap(_ name: String) -> [UInt8] {
        let places = fileSystem.places.snapshot.index.country(named: name)?.places ?? []
        return GeoJSON.places(places.map { feature(of: $0, href: $0.name) }, notice: fileSystem.source.notice)
    }

    private func feature(of entry: PlaceIndex.Entry, href: String) -> PlaceFeature {
        PlaceFeature(
            title: entry.place.name, subtitle: entry.place.subtitle, coordinate: entry.place.coordinate,
            count: fileSystem.directories.summary(of: .place(entry.place.id))?.count, href: href + "/")
    }

    private func pinsMap() -> [UInt8] {
        let features = fileSystem.pins.pins.map { pin in
            PlaceFeature(
                .pin, title: pin.title, subtitle: pin.subtitle, coordinate: pin.coordinate,
                count: fileSystem.directories.summary(of: .pin(pin.number))?.count, href: pin.name + "/")
        }
        return GeoJSON.places(features, notice: fileSystem.source.notice)
    }

    /// When what the map of `key` tells last changed: a list, or how much something on it holds.
    func modified(of key: DirectoryKey) -> Timestamp {
        let snapshot = fileSystem.places.snapshot
        let lists =
            switch key {
            case .places:
                snapshot.index.countries.reduce(snapshot.changed) { max($0, snapshot.changed(country: $1.name)) }
            default: fileSystem.extent(of: key).modified
            }
        return fileSystem.directoriesOnMap(of: key).reduce(lists) { latest, listed in
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
        let (title, subtitle) = title(of: key)
        return MapPage.Heading(
            title: title, subtitle: subtitle, source: fileSystem.source.namespace, directory: path(of: key),
            pins: fileSystem.settings.isReadOnly || !fileSystem.settings.hasCollections ? nil : path(of: .pins))
    }

    private func title(of key: DirectoryKey) -> (title: String, subtitle: String) {
        switch key {
        case .places: return ("Places", "")
        case .country(let name): return (name, "")
        case .place(let id):
            guard let place = fileSystem.places.snapshot.index.entry(of: id)?.entry.place else { return ("", "") }
            return (place.name, place.subtitle)
        case .topic(let number): return (fileSystem.topics.topic(number)?.name ?? "", "")
        case .tag(let tag, let number):
            let folder = fileSystem.topics.folders(of: number)?.folder(of: tag)
            return (folder?.name ?? tag, fileSystem.topics.topic(number)?.name ?? "")
        case .recents: return ("Recents", "")
        case .pins: return ("Pins", "")
        case .pin(let number):
            guard let pin = fileSystem.pins.pin(number) else { return ("", "") }
            return (pin.title, pin.subtitle)
        case .root, .tags, .placeholder, .state, .cached: return ("", "")
        }
    }
}

extension PlacesFileSystem {
    /// A page is another file whenever its map is; it is not made for that.
    func mapPageSlot(in key: DirectoryKey) async throws(CatalogError) -> GeneratedFiles.Slot {
        let map = try await mapSlot(in: key)
        return try await generated.slot(
            for: GeneratedFiles.Key(file: .mapPage, directory: key), token: "\(map.number)", isLive: false
        ) {
            GeneratedFiles.Rendering(pageOf: map, size: content.pageSize(in: key, around: Int(map.size)))
        }
    }

    func mapSlot(in key: DirectoryKey) async throws(CatalogError) -> GeneratedFiles.Slot {
        // Learnt later, the counts would make another map behind the kernel's back.
        try await learnExtents(of: directoriesOnMap(of: key))
        return try await generated.slot(
            for: GeneratedFiles.Key(file: .map, directory: key), token: content.version(ofMapIn: key), isLive: false
        ) {
            GeneratedFiles.Rendering(content.map(of: key), modified: content.modified(of: key))
        }
    }
}
