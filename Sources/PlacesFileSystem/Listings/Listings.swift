import Catalog
import FUSE
import PhotoTree
import Synchronization

/// The listings of directories of photos, from memory, else from the catalog. Results of the source enter here, too.
final class Listings: Sendable {
    let source: any PhotoSource
    let catalog: Catalog
    let settings: Settings
    let tree: ShownTree
    let unwritten: Unwritten
    let errors: ErrorLog
    let clock: any Clock<Duration>
    let now: @Sendable () -> Timestamp
    let shelf = PhotoMetadataCache()
    let refresher: DirectoryRefresher
    let crawls: CrawlDetector
    let confirmations: Confirmations
    /// The version of all lists when a `DerivedList` was made of them.
    let derived = Mutex<[DirectoryKey: Int64]>([:])
    /// The image that a photo is kept offline in, which is on the disk.
    private let keptName: @Sendable (PhotoID) -> String?
    private let keyRefusal = Mutex(false)

    init(
        _ source: any PhotoSource, _ catalog: Catalog, _ settings: Settings, _ tree: ShownTree, _ unwritten: Unwritten,
        _ errors: ErrorLog, keptName: @escaping @Sendable (PhotoID) -> String?, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.source = source
        self.catalog = catalog
        self.settings = settings
        self.tree = tree
        self.unwritten = unwritten
        self.errors = errors
        self.keptName = keptName
        self.clock = clock
        self.now = now
        refresher = DirectoryRefresher(clock: clock)
        crawls = CrawlDetector(clock: clock)
        confirmations = Confirmations(clock: clock, pause: settings.timing.refreshPause)
    }

    // MARK: What is known

    /// Whether the source has refused the key, and has answered nothing since.
    var isKeyRefused: Bool { keyRefusal.withLock { $0 } }

    /// The listing of a directory; nil when it was never listed.
    func stored(_ key: DirectoryKey) async throws(CatalogError) -> LoadedListing? {
        let (loaded, isKnown) = tree.directories.loaded(key)
        if loaded != nil || isKnown { return loaded }
        let removals = tree.directories.removals
        guard let listing = try await catalog.listing(of: key) else {
            return tree.directories.put(nil, of: key, readAt: removals)
        }
        return tree.directories.put(try await load(listing), of: key, readAt: removals)
    }

    /// - Parameters:
    ///   - listing: What the catalog keeps.
    ///   - isUnknown: Whether the catalog knew none of its photos before, so that it need not be asked about them.
    /// - Returns: The listing with what is known of its photos' files.
    /// - Throws: Why the catalog cannot be read.
    func load(_ listing: Listing, isUnknown: Bool = false) async throws(CatalogError) -> LoadedListing {
        let entries = listing.entries
        // By index: a copy of an entry holds some twenty texts.
        let images = entries.indices.map { image(of: entries[$0].photo) }
        let imageKeys = entries.indices.map { index in
            images[index].map { ImageKey(photo: entries[index].photo.id, rendition: $0.name) }
        }
        let keys = imageKeys.compactMap(\.self)
        let written = isUnknown ? [:] : try await catalog.learntFiles(keys)
        let learnt = written.merging(unwritten.learnt(of: keys)) { $1 }
        // What a newer listing told of its photos stays.
        let isOutdated = tree.directories.loaded(listing.directory).listing.map { $0.listing.version > listing.version }
        let rows = entries.indices.map { index in
            let facts = PhotoFacts(
                entries[index], image: images[index], learnt: imageKeys[index].flatMap { learnt[$0] },
                model: tree.sizes)
            return isOutdated == true ? tree.photos.row(for: facts).row : tree.row(for: facts)
        }
        return LoadedListing(listing, images: images, rows: rows)
    }

    /// What stat(2) needs of a photo.
    func row(of entry: ListingEntry) async throws(CatalogError) -> PhotoTable.Row {
        let image = image(of: entry.photo)
        let key = ImageKey(photo: entry.photo.id, rendition: image?.name ?? "")
        let written = try await catalog.learntFiles([key])[key]
        let learnt = unwritten.learnt(of: [key])[key] ?? written
        return tree.row(for: PhotoFacts(entry, image: image, learnt: learnt, model: tree.sizes))
    }

    /// The photo's metadata, from memory or the catalog.
    func photo(_ id: PhotoID) async throws(CatalogError) -> Photo? {
        if let photo = shelf.photo(id) { return photo }
        guard let photo = try await catalog.photo(id) else { return nil }
        shelf.put(photo)
        return photo
    }

    /// The image that a photo's file contains.
    func image(of photo: Photo) -> Rendition? {
        guard let listed = source.image(of: photo, upTo: settings.rendition ?? source.standardRendition) else {
            return nil
        }
        // Its host did not serve what is listed: what is kept in its place is here without a network.
        guard source.hasSubstitutes(for: listed), let name = keptName(photo.id), name != listed.name,
            let kept = photo.renditions.first(where: { $0.name == name }), source.hasSubstitutes(for: kept)
        else { return listed }
        return kept
    }

    /// Loads the inode numbers of directories, and the catalog's summary of each.
    func prepare(_ keys: [DirectoryKey]) async throws(Errno) {
        try await errors.mapping("number", keys.first ?? .root) { () async throws(CatalogError) in
            let unnumbered = keys.filter { tree.directories.number(of: $0) == nil }
            if !unnumbered.isEmpty {
                tree.directories.setNumbers(try await catalog.numbers(of: unnumbered))
            }
            try await loadExtents(of: keys)
        }
    }

    /// Loads the catalog's summary of each directory.
    func loadExtents(of keys: [DirectoryKey]) async throws(CatalogError) {
        // The others list no photos, and a status must not wait for a disk that fails.
        let listed = keys.filter { $0.listing != nil }
        let unknown = tree.directories.unknown(among: listed)
        guard !unknown.isEmpty else { return }
        let summaries = try await catalog.summaries(of: unknown)
        tree.directories.setSummaries(summaries.mapValues(DirectoryTable.Summary.init), of: unknown)
    }

    // MARK: What changes

    /// Shows the listing that the catalog keeps now.
    func apply(_ update: ListingUpdate, to key: DirectoryKey) async throws(CatalogError) {
        tree.publish(try await change(update, of: key))
    }

    func change(_ update: ListingUpdate, of key: DirectoryKey) async throws(CatalogError) -> TreeChange {
        let isNew = tree.directories.summary(of: key) == nil
        var change = TreeChange(listings: [try await load(update.new, isUnknown: update.isUnknown)])
        shelf.put(update.new.entries.map(\.photo))
        // Some may have other files now. The catalog knows which.
        confirmations.forgetMoments(of: Set(update.new.entries.map(\.photo.id)))
        guard update.isChanged || isNew else { return change }
        change.counts = try await recounted(update)
        change.names[key] = ListingChange(from: update.old, to: update.new, sidecars: settings.sidecars)
        return change
    }

    /// The update that shows a renamed directory's listing again: maps and sidecars contain its path, so they are other
    /// files now.
    func renamed(_ key: DirectoryKey) async throws(CatalogError) -> ListingUpdate? {
        let shown = tree.directories.loaded(key).listing?.listing
        return try await catalog.listing(of: key).map { ListingUpdate(old: shown, new: $0, isChanged: true) }
    }

    /// Runs `write`, which removes or empties a directory in the catalog, and then recounts the photos that other
    /// directories list, too.
    func removing<Value>(
        _ key: DirectoryKey, _ write: () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        try await errors.mapping("write", key) { () async throws(CatalogError) in try await recounting(key, write) }
    }

    /// Runs `write`, which removes or empties a directory, and then recounts the photos that other directories list,
    /// too.
    func recounting<Value>(
        _ key: DirectoryKey, _ write: () async throws(CatalogError) -> Value
    ) async throws(CatalogError) -> Value {
        let shared = try await catalog.listing(of: key)?.entries.filter { $0.directoryCount > 1 }.map(\.photo.id)
        let value = try await write()
        tree.publish(TreeChange(counts: try await recounted(shared ?? [])))
        return value
    }

    /// The new counts after a listing changed, for photos that joined, left, or are now in more or fewer of a topic's
    /// folders. A photo's st_nlink is the number of directories that list it, and must be the same in all of them.
    private func recounted(_ update: ListingUpdate) async throws(CatalogError) -> [PhotoID: Int] {
        let before = Dictionary(
            (update.old?.entries ?? []).map { ($0.photo.id, $0.directoryCount) },
            uniquingKeysWith: { first, _ in first })
        var left = Set(before.keys)
        var counts: [PhotoID: Int] = [:]
        for entry in update.new.entries {
            left.remove(entry.photo.id)
            // A new photo that no other directory lists is in no table with another count.
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

    /// The photos that the source finds, without those that name no image, which could never be opened.
    ///
    /// - Throws: `partialResults`, when the source did not find all and the directory already shows more photos than it
    ///   found.
    func found(_ query: PhotoQuery, for key: DirectoryKey) async throws(RefreshError) -> PhotoPage {
        while true {
            var page = try await asSource { () async throws(PhotoSourceError) in try await source.photos(query) }
            guard page.extent != .whole, page.photos.count < tree.directories.summary(of: key)?.count ?? 0 else {
                page.photos = page.photos.filter { image(of: $0) != nil }
                return page
            }
            // This ends, because each answer continues where the last one stopped.
            guard page.extent == .begun, !Task.isCancelled else { throw .partialResults }
        }
    }

    /// Called for a page that is shown now: notes whether the rest of it is to be asked for soon.
    func noteExtent(of page: PhotoPage, _ key: DirectoryKey) throws(RefreshError) {
        switch page.extent {
        case .whole: return
        case .begun: tree.directories.setBegun(key)
        case .partial: throw .partialResults
        }
    }

    func asSource<Value>(_ ask: () async throws(PhotoSourceError) -> Value) async throws(RefreshError) -> Value {
        do throws(PhotoSourceError) {
            let answer = try await ask()
            keyRefusal.withLock { $0 = false }
            return answer
        } catch {
            if case .credentialsRefused = error { keyRefusal.withLock { $0 = true } }
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
            count: summary.count, total: summary.total, changed: summary.changed, refreshed: summary.refreshed,
            hidden: summary.hidden, isOfOtherOptions: summary.isOfOtherOptions)
    }
}

extension Listings {
    /// Another page of results, and its number. It shows other photos than now, if there are others.
    ///
    /// - Parameters:
    ///   - key: The directory that shows the present page.
    ///   - current: The number of that page, from 1; 0 before the first.
    ///   - size: How many photos a page has.
    ///   - removed: Photos that the user does not want.
    ///   - isWhole: Whether a page that takes longer than a listing may is waited for.
    ///   - query: What to ask the source for a page.
    /// - Returns: The page without the unwanted photos; an empty one, numbered 1, where there is none.
    /// - Throws: Why the source or the catalog gave no answer.
    func drawn(
        for key: DirectoryKey, after current: Int, size: Int, without removed: Set<PhotoID>, isWhole: Bool = false,
        _ query: (Int) -> PhotoQuery
    ) async throws(RefreshError) -> (page: PhotoPage, number: Int) {
        // From the catalog, because it is not in memory if the page was promised in an earlier mount.
        let known = try await asCatalog { () async throws(CatalogError) in try await catalog.listing(of: key) }
        let present = Set(known?.entries.map(\.photo.id) ?? [])
        var pages = CollectionPages(
            current: current, total: known?.total, size: size, maximumResults: source.maximumResults)
        var random = SystemRandomNumberGenerator()
        var fallback: (page: PhotoPage, number: Int)?
        while let number = pages.next(using: &random) {
            let query = query(number)
            var page: PhotoPage
            repeat {
                // The same question continues where the last answer stopped.
                page = try await asSource { () async throws(PhotoSourceError) in try await source.photos(query) }
            } while isWhole && page.extent == .begun && page.photos.count < size && !Task.isCancelled
            pages.learn(total: page.total)
            let isEnd = page.photos.isEmpty && !page.isFollowed
            if isEnd { pages.wasEmpty(number) }
            page.photos = page.photos.filter { image(of: $0) != nil && !removed.contains($0.id) }
            if page.photos.isEmpty, !isEnd { pages.hadNothing(number) }
            if !page.photos.isEmpty, Set(page.photos.map(\.id)) != present { return (page, number) }
            if fallback == nil || fallback?.page.photos.isEmpty == true { fallback = (page, number) }
        }
        return fallback ?? (PhotoPage(photos: [], total: 0), 1)
    }
}

/// The photos whose metadata were asked for last, so that a series of getxattr calls asks the catalog once per photo.
final class PhotoMetadataCache: Sendable {
    /// At least so many removed photos are remembered, and at most twice as many.
    private static let remembered = 2_048

    /// A class, because the table moves its values.
    private final class Shelved: Sendable {
        let photo: Photo

        init(_ photo: Photo) {
            self.photo = photo
        }
    }

    private struct Shelf {
        /// About 2 KB each.
        var photos = RecentlyUsed<PhotoID, Shelved>(capacity: 512)
        /// A listing whose request began before the removal must not bring the photos back; if they are listed again,
        /// the catalog knows. No request takes so long that the latest few thousand are not enough.
        var removed: Set<PhotoID> = []
        var removedBefore: Set<PhotoID> = []
    }

    /// How many removed photos are remembered.
    var memory: Int { shelf.withLock { $0.removed.count + $0.removedBefore.count } }

    private let shelf = Mutex(Shelf())

    func photo(_ id: PhotoID) -> Photo? {
        shelf.withLock { $0.photos[id]?.photo }
    }

    func put(_ photo: Photo) {
        put([photo])
    }

    func put(_ photos: [Photo]) {
        shelf.withLock { shelf in
            for photo in photos
            where !shelf.removed.contains(photo.id) && !shelf.removedBefore.contains(photo.id) {
                shelf.photos[photo.id] = Shelved(photo)
            }
        }
    }

    /// From now on only the catalog answers for this photo.
    func remove(_ id: PhotoID) {
        shelf.withLock { shelf in
            shelf.photos[id] = nil
            shelf.removed.insert(id)
            guard shelf.removed.count >= Self.remembered else { return }
            (shelf.removedBefore, shelf.removed) = (shelf.removed, [])
        }
    }
}
