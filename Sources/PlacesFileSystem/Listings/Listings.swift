import Catalog
import FUSE
import PhotoTree

/// What directories of photos list: from memory, else from the catalog. What the source finds comes in here, too.
final class Listings: Sendable {
    let source: any PhotoSource
    let catalog: Catalog
    let settings: Settings
    let tree: ShownTree
    let unwritten: Unwritten
    let errors: ErrorLog
    let now: @Sendable () -> Timestamp
    let shelf = PhotoShelf()
    let refresher: DirectoryRefresher
    let crawls: Crawls

    init(
        _ source: any PhotoSource, _ catalog: Catalog, _ settings: Settings, _ tree: ShownTree, _ unwritten: Unwritten,
        _ errors: ErrorLog, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) {
        self.source = source
        self.catalog = catalog
        self.settings = settings
        self.tree = tree
        self.unwritten = unwritten
        self.errors = errors
        self.now = now
        refresher = DirectoryRefresher(clock: clock)
        crawls = Crawls(clock: clock)
    }

    // MARK: What is known

    /// The listing of a directory; nil when it was never listed.
    func kept(_ key: DirectoryKey) async throws(CatalogError) -> LoadedListing? {
        let (loaded, isKnown) = tree.directories.loaded(key)
        if loaded != nil || isKnown { return loaded }
        let removals = tree.directories.removals
        guard let listing = try await catalog.listing(of: key) else {
            return tree.directories.keep(nil, of: key, readAt: removals)
        }
        return tree.directories.keep(try await load(listing), of: key, readAt: removals)
    }

    func load(_ listing: Listing) async throws(CatalogError) -> LoadedListing {
        let images = listing.entries.map { image(of: $0.photo) }
        let keys = zip(listing.entries, images).compactMap { entry, image in
            image.map { ImageKey(photo: entry.photo.id, rendition: $0.name) }
        }
        let learnt = try await catalog.learntFiles(keys).merging(unwritten.learnt(of: keys)) { $1 }
        return LoadedListing(listing, images: images, learnt: learnt, model: tree.sizes)
    }

    /// The photo's metadata, from memory or the catalog.
    func photo(_ id: PhotoID) async throws(CatalogError) -> Photo? {
        if let photo = shelf.photo(id) { return photo }
        guard let photo = try await catalog.photo(id) else { return nil }
        shelf.put(photo)
        return photo
    }

    /// The image that a photo's file serves.
    func image(of photo: Photo) -> Rendition? {
        source.image(of: photo, upTo: settings.rendition ?? source.standardRendition)
    }

    /// The numbers of directories, and what is known of how much each holds.
    func prepare(_ keys: [DirectoryKey]) async throws(Errno) {
        try await errors.mapping("number", keys.first ?? .root) { () async throws(CatalogError) in
            let unnumbered = keys.filter { tree.directories.number(of: $0) == nil }
            if !unnumbered.isEmpty {
                tree.directories.setNumbers(try await catalog.numbers(of: unnumbered))
            }
            try await learnExtents(of: keys)
        }
    }

    /// What the catalog knows of how much each directory holds.
    func learnExtents(of keys: [DirectoryKey]) async throws(CatalogError) {
        let unknown = tree.directories.unknown(among: keys)
        guard !unknown.isEmpty else { return }
        let summaries = try await catalog.summaries(of: unknown)
        tree.directories.setSummaries(summaries.mapValues(DirectoryTable.Summary.init), of: unknown)
    }

    // MARK: What changes

    /// Shows what the catalog keeps now.
    func apply(_ update: ListingUpdate, to key: DirectoryKey) async throws(CatalogError) {
        tree.publish(try await change(update, of: key))
    }

    func change(_ update: ListingUpdate, of key: DirectoryKey) async throws(CatalogError) -> TreeChange {
        let isNew = tree.directories.summary(of: key) == nil
        var change = TreeChange(listings: [try await load(update.new)])
        shelf.put(update.new.entries.map(\.photo))
        guard update.isChanged || isNew else { return change }
        change.counts = try await recounted(update)
        change.names[key] = ListingChange(from: update.old, to: update.new, sidecars: settings.sidecars)
        return change
    }

    /// Shows the directory's listing anew, which has another name now: maps and sidecars tell where they lie, so they are
    /// other files.
    func renamed(_ key: DirectoryKey) async throws(CatalogError) -> ListingUpdate? {
        let shown = tree.directories.loaded(key).listing?.listing
        return try await catalog.listing(of: key).map { ListingUpdate(old: shown, new: $0, isChanged: true) }
    }

    /// Writes down that a directory is removed or emptied, and counts anew what it listed beside others.
    func removing<Value>(
        _ key: DirectoryKey, _ write: () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        try await errors.mapping("write", key) { () async throws(CatalogError) in try await recounting(key, write) }
    }

    /// Counts anew what a directory listed beside others, after `write` has removed or emptied it.
    func recounting<Value>(
        _ key: DirectoryKey, _ write: () async throws(CatalogError) -> Value
    ) async throws(CatalogError) -> Value {
        let shared = try await catalog.listing(of: key)?.entries.filter { $0.directoryCount > 1 }.map(\.photo.id)
        let value = try await write()
        tree.publish(TreeChange(counts: try await recounted(shared ?? [])))
        return value
    }

    /// st_nlink of a photo is the number of directories that list it, in whichever of them somebody looks. After a listing
    /// changed: of photos that joined, left, or show in more or fewer of a topic's folders.
    private func recounted(_ update: ListingUpdate) async throws(CatalogError) -> [PhotoID: Int] {
        let before = Dictionary(
            (update.old?.entries ?? []).map { ($0.photo.id, $0.directoryCount) },
            uniquingKeysWith: { first, _ in first })
        var left = Set(before.keys)
        var counts: [PhotoID: Int] = [:]
        for entry in update.new.entries {
            left.remove(entry.photo.id)
            // One that no other directory lists is held by none with another count.
            if before[entry.photo.id] != entry.directoryCount, before[entry.photo.id] != nil || entry.directoryCount > 1
            {
                counts[entry.photo.id] = entry.directoryCount
            }
        }
        return counts.merging(try await recounted(left.filter { before[$0] ?? 0 > 1 })) { $1 }
    }

    private func recounted(_ photos: some Collection<PhotoID>) async throws(CatalogError) -> [PhotoID: Int] {
        photos.isEmpty ? [:] : try await catalog.directoryCounts(of: Array(photos))
    }

    // MARK: What the source finds

    /// What the source finds, unless that is less than is shown and known not to be all; without photos that name no image,
    /// which could never be opened.
    ///
    /// - Throws: `partialResults` then.
    func found(_ query: PhotoQuery, for key: DirectoryKey) async throws(RefreshError) -> PhotoPage {
        while true {
            var page = try await asSource { () async throws(PhotoSourceError) in try await source.photos(query) }
            guard page.extent != .whole, page.photos.count < tree.directories.summary(of: key)?.count ?? 0 else {
                page.photos = page.photos.filter { image(of: $0) != nil }
                return page
            }
            // What was begun ends some time, for each answer goes on where the last one stopped.
            guard page.extent == .begun, !Task.isCancelled else { throw .partialResults }
        }
    }

    /// Of a page that is shown now: the rest of it is asked for again soon.
    func noteExtent(of page: PhotoPage, _ key: DirectoryKey) throws(RefreshError) {
        switch page.extent {
        case .whole: return
        case .begun: tree.directories.setBegun(key)
        case .partial: throw .partialResults
        }
    }

    func asSource<Value>(_ ask: () async throws(PhotoSourceError) -> Value) async throws(RefreshError) -> Value {
        do throws(PhotoSourceError) {
            return try await ask()
        } catch {
            throw .source(error)
        }
    }

    func asCatalog<Value>(_ work: () async throws(CatalogError) -> Value) async throws(RefreshError) -> Value {
        do throws(CatalogError) {
            return try await work()
        } catch {
            throw .catalog(error)
        }
    }
}

extension DirectoryTable.Summary {
    init(_ summary: ListingSummary) {
        self.init(
            count: summary.count, total: summary.total, changed: summary.changed, refreshed: summary.refreshed)
    }
}
