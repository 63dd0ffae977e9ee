import Catalog
import FUSE
import HTTP
import PhotoTree

// A pin's album: a page of the photos taken near its point, without those that were removed for good, until another
// collection is asked for.
extension PlacesFileSystem {
    /// How far around a pin its photos were taken, in metres.
    static let albumRadius = 5_000

    /// Another collection takes the album's place as soon as it is there.
    ///
    /// - Throws: `.busy` while one is being loaded.
    func requestCollection(for number: NodeNumber) async throws(Errno) {
        guard pins.beginLoading(number) else { throw .busy }
        let isThere: Bool
        do throws(Errno) {
            // Written down first: what was promised is kept over a crash.
            isThere = try await store { [catalog, pinOrder, pins] () async throws(CatalogError) in
                try await pinOrder.run { () async throws(CatalogError) in
                    guard try await catalog.awaitCollection(of: number) else { return false }
                    pins.setCollection(of: number, isAwaiting: true)
                    return true
                }
            }
        } catch {
            pins.endLoading(number)
            throw error
        }
        guard isThere else {
            pins.endLoading(number)
            throw .noEntry
        }
        tree.publish(TreeChange(names: [.pin(number): ListingChange()]))
        await collect(for: number)
    }

    /// Loads the collection that a pin awaits; `pause` gives `rm -r` time to remove an emptied pin, too.
    func collect(for number: NodeNumber, after pause: Duration = .zero) async {
        await refresher.refreshBehind(.pin(number), after: pause, priority: .soon, refreshing(.pin(number)))
    }

    /// Called when a refresh ended, however it did. Whether the source has more for it.
    func ended(_ key: DirectoryKey) -> Bool {
        folder(key).refreshEnded(self)
        return directories.takeBegun(key)
    }

    /// Asks for the collections that were promised in an earlier life.
    func collectAwaited() async {
        for number in pins.awaiting where !pins.isLoading(number) {
            await refresher.refreshBehind(.pin(number), refreshing(.pin(number)))
        }
    }

    func refreshPin(_ number: NodeNumber) async throws(RefreshError) {
        // A pin that was moved meanwhile needs the photos of its new point.
        while let pin = pins.pin(number) {
            // Whoever found no album a moment before it came, and asks for it now, must not bring another.
            guard pin.isAwaitingCollection || directories.summary(of: .pin(number)) == nil else { return }
            let (page, pageNumber) = try await collection(for: pin)
            if page.extent == .partial, page.photos.count < directories.summary(of: .pin(number))?.count ?? 0 {
                throw .partialResults
            }
            let isMoved = try await asCatalog { [self] () async throws(CatalogError) in
                try await pinOrder.run { [self] () async throws(CatalogError) in
                    guard let current = pins.pin(number), current.point == pin.point, current.radius == pin.radius
                    else {
                        return true
                    }
                    let update = try await catalog.replaceAlbum(of: number, with: page, number: pageNumber)
                    // Removed: the catalog knows before `pins` does.
                    guard let update else { return false }
                    pins.setCollection(of: number, page: pageNumber, isAwaiting: false)
                    try await apply(update, to: .pin(number))
                    guard page.extent == .partial else { return false }
                    // Another is due, as if somebody had asked for it.
                    if try await catalog.awaitCollection(of: number) {
                        pins.setCollection(of: number, isAwaiting: true)
                    }
                    return false
                }
            }
            guard isMoved else {
                if page.extent == .partial { throw .partialResults }
                return
            }
        }
    }

    /// Another page of results, and which: not the same photos while there are others.
    private func collection(for pin: Pin) async throws(RefreshError) -> (PhotoPage, Int) {
        let (removed, known) = try await asCatalog { () async throws(CatalogError) in
            (
                try await catalog.removedPhotos(of: pin.number),
                // Not in memory where the collection was promised in an earlier life.
                try await catalog.listing(of: .pin(pin.number))
            )
        }
        let present = Set(known?.entries.map(\.photo.id) ?? [])
        var pages = CollectionPages(
            current: pin.page, total: known?.total, size: settings.photosPerPin, maximumResults: source.maximumResults)
        var random = SystemRandomNumberGenerator()
        var fallback: (PhotoPage, Int)?
        while let number = pages.next(using: &random) {
            let query = PhotoQuery(
                subject: .point(pin.coordinate, radiusInMetres: pin.radius ?? Self.albumRadius),
                limit: settings.photosPerPin,
                order: settings.order, license: settings.license, page: number)
            var page = try await asSource { () async throws(PhotoSourceError) in try await source.photos(query) }
            pages.learn(total: page.total)
            if page.photos.isEmpty { pages.wasEmpty(number) }
            page.photos = page.photos.filter { image(of: $0) != nil && !removed.contains($0.id) }
            if !page.photos.isEmpty, Set(page.photos.map(\.id)) != present { return (page, number) }
            if fallback == nil || fallback?.0.photos.isEmpty == true { fallback = (page, number) }
        }
        return fallback ?? (PhotoPage(photos: [], total: 0), 1)
    }

    func asCatalog<Value: Sendable>(
        _ work: () async throws(CatalogError) -> Value
    ) async throws(RefreshError) -> Value {
        do throws(CatalogError) {
            return try await work()
        } catch {
            throw .catalog(error)
        }
    }
}
