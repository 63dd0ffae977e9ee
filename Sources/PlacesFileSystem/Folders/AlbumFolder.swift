import Catalog
import FUSE
import PhotoTree

/// `pins/48.8584,2.2945 Eiffel Tower`: a collection of photos taken near a point, which stays until another is asked for.
struct AlbumFolder: PhotoFolder {
    let number: NodeNumber
    let folders: Folders

    var key: DirectoryKey { .pin(number) }
    var parent: DirectoryKey? { .pins }
    private var pin: Pin? { folders.pins.pin(number) }
    var name: String { pin?.name ?? "" }
    var joined: Timestamp { folders.pins.changed }
    var isLoading: Bool { folders.pins.isLoading(number) }
    var heading: (title: String, subtitle: String) { pin.map { ($0.title, $0.subtitle) } ?? ("", "") }

    /// A collection that is on its way can be asked for no more.
    func shows(_ file: GeneratedFile, isEmpty: Bool, isLoading: Bool) -> Bool {
        switch file {
        case .noImages: isEmpty
        case .newCollection: !isLoading
        default: true
        }
    }

    var attributes: [(name: String, value: String)] {
        guard let pin else { return [] }
        let summary = self.summary
        return DirectoryXattrs.listed(
            title: pin.title, subtitle: pin.subtitle, count: summary?.count, total: summary?.total,
            coordinate: pin.coordinate)
    }

    var isPrivate: Bool { true }
    var isThere: Bool { pin != nil }

    /// An album is what it is until somebody wants another.
    func isDue(at now: Timestamp) -> Bool {
        pin?.isAwaitingCollection == true && !isLoading
    }

    func remove(_ photo: PhotoID, _ files: PlacesFileSystem) async throws(Errno) -> ListingUpdate? {
        try await files.removeFromAlbum(photo, of: number)
    }

    func create(_ name: String, _ files: PlacesFileSystem) async throws(Errno) {
        guard [GeneratedFile.collectionTrigger, .newCollection].contains(where: { $0.rawValue == name }) else {
            throw .readOnly
        }
        try await files.requestCollection(for: number)
    }

    func touch(_ file: GeneratedFile, _ files: PlacesFileSystem) async throws(Errno) {
        switch file {
        // Asked for when it was made.
        case .collectionTrigger: return
        case .newCollection: try await files.requestCollection(for: number)
        default: throw .readOnly
        }
    }

    func becameEmpty(_ files: PlacesFileSystem) async {
        // Another collection may have come in between.
        guard summary?.count == 0 else { return }
        folders.pins.setCollection(of: number, isAwaiting: true)
        await files.collect(for: number, after: folders.settings.timing.emptiedPause)
    }

    /// A new pin shows soon what is known of its album, if that is nothing: it was made a moment ago, and whoever made it
    /// may want to look elsewhere.
    func listingToShow(_ files: PlacesFileSystem) async throws(Errno) -> (listing: LoadedListing, isLoading: Bool)? {
        guard try await files.listing(of: key, waiting: nil) == nil else { return try await shown(files) }
        try await files.refresh(key, within: .fromNow(folders.settings.timing.lookupWait))
        return try await shown(files)
    }

    private func shown(_ files: PlacesFileSystem) async throws(Errno) -> (listing: LoadedListing, isLoading: Bool)? {
        let isLoading = self.isLoading
        return try await knownListing(files).map { ($0, isLoading) }
    }

    func refreshBegins(_ files: PlacesFileSystem) {
        if folders.pins.beginLoading(number) { files.tree.publish(TreeChange(names: [key: ListingChange()])) }
    }

    func refreshEnded(_ files: PlacesFileSystem) {
        folders.pins.endLoading(number)
        files.tree.publish(TreeChange(names: [key: ListingChange()]))
    }

    func refresh(_ files: PlacesFileSystem) async throws(RefreshError) {
        try await files.refreshPin(number)
    }

    func state(_ files: PlacesFileSystem) async -> String? {
        if isLoading { return "downloading" }
        if let now = await files.stateOfRefresh(key) { return now }
        return pin?.isAwaitingCollection == false ? "fresh" : "stale"
    }

    func ownText(of file: GeneratedFile, _ listing: Listing?, _ files: PlacesFileSystem) -> String? {
        guard file == .newCollection, let listing else { return nil }
        return NewCollection.text(
            page: pin?.page ?? 1, total: listing.total, shown: listing.entries.count,
            size: folders.settings.photosPerPin, maximumResults: files.source.maximumResults)
    }
}

extension Pin {
    /// The words behind the point, or the name of a place it was dropped on; without either the point as it was typed.
    var title: String {
        let words =
            switch PinName(name) {
            case .point(_, let words): PinName.withoutRadius(words)
            case .word(let name): PinName.withoutRadius(name)
            case .nearby, nil: ""
            }
        return words.isEmpty ? name : words
    }

    /// How far from its point photos are wanted, in metres, where its name says so.
    var radius: Int? { PinName.radiusInMetres(in: name) }
}
