import Catalog
import FUSE
import HTTP
import PhotoCache
import PhotoTree

// Listings: from memory, else from the catalog, else from the source; stale ones are served while a refresh runs.
extension PlacesFileSystem {
    /// The listing of a directory of photos, brought into memory; nil when it was never listed and nobody waited.
    /// `bound` is how long to wait for the source when nothing is known; nil does not wait.
    func listing(
        of key: DirectoryKey, waiting bound: DirectoryRefresher.Bound?
    ) async throws(Errno) -> LoadedListing? {
        if key == .cached {
            return try await cachedListing()
        }
        if let known = try await knownListing(of: key) {
            await refreshIfStale(key)
            return known
        }
        guard let bound else { return nil }
        let source = key.whatBringsIt
        let error = await refresher.refresh(source, within: bound, refreshing(source))
        // A part is better than nothing, which is what it is an error of.
        if let known = try await knownListing(of: key) { return known }
        if let error { throw mapped(error, "list", key) }
        return nil
    }

    func refreshIfStale(_ key: DirectoryKey) async {
        let source = key.whatBringsIt
        guard isStale(source) else { return }
        await refresher.refreshBehind(source, refreshing(source))
    }

    /// Asks for what `key` lists whatever its age, behind what is shown, where the file that was made wants that.
    func refresh(_ key: DirectoryKey, askedBy name: String) async throws(Errno) {
        guard name == RefreshTrigger.name else { throw .readOnly }
        await refresher.refreshBehind(key, priority: .soon, refreshing(key))
    }

    /// What is known without asking the source.
    func knownListing(of key: DirectoryKey) async throws(Errno) -> LoadedListing? {
        try await folder(key).knownListing(self)
    }

    /// From memory or the catalog.
    func keptListing(of key: DirectoryKey) async throws(Errno) -> LoadedListing? {
        do throws(CatalogError) {
            return try await kept(key)
        } catch {
            throw mapped(.catalog(error), "list", key)
        }
    }

    func kept(_ key: DirectoryKey) async throws(CatalogError) -> LoadedListing? {
        let (loaded, isKnown) = directories.loaded(key)
        if loaded != nil || isKnown { return loaded }
        let removals = directories.removals
        guard let listing = try await catalog.listing(of: key) else {
            return directories.keep(nil, of: key, readAt: removals)
        }
        return directories.keep(try await load(listing), of: key, readAt: removals)
    }

    /// Asks the source for what `key` lists; the refresher calls it, once at a time for a directory.
    func refreshing(_ key: DirectoryKey) -> DirectoryRefresher.Operation {
        folder(key).refreshBegins(self)
        return { [self] in
            do throws(RefreshError) {
                try await folder(key).refresh(self)
                directories.setFailure(nil, of: key)
                return nil
            } catch {
                // What was removed meanwhile must not come back into the table.
                guard folder(key).isThere else { return error }
                directories.setFailure(DirectoryTable.Failure(error: error, at: now()), of: key)
                return error
            }
        }
    }

    func isStale(_ key: DirectoryKey) -> Bool {
        if let failure = directories.failure(of: key), isFresh(failure) { return false }
        return folder(key).isDue(at: now())
    }

    /// Asks for what nothing is known of. What still is not there after `bound` shows as nothing.
    func refresh(_ key: DirectoryKey, within bound: DirectoryRefresher.Bound) async throws(Errno) {
        switch await refresher.refresh(key, within: bound, refreshing(key)) {
        case nil, .timedOut: return
        case let error?: throw mapped(error, "list", key)
        }
    }

    /// Too soon for another try. A failure of the future is one of a clock that was set back.
    func isFresh(_ failure: DirectoryTable.Failure) -> Bool {
        (.zero..<settings.timing.refreshPause).contains(now() - failure.at)
    }

    func refreshPlace(_ id: PlaceID) async throws(RefreshError) {
        guard let place = places.snapshot.index.entry(of: id)?.entry.place else { return }
        let query = PhotoQuery(
            subject: .place(place), limit: settings.photosPerPlace, order: settings.order, license: settings.license)
        let page = try await found(query, for: .place(id))
        try await apply(page, to: .place(id))
        try noteExtent(of: page, .place(id))
    }

    /// What the source finds, unless that is less than is shown and known not to be all.
    ///
    /// - Throws: `partialResults` then.
    func found(_ query: PhotoQuery, for key: DirectoryKey) async throws(RefreshError) -> PhotoPage {
        while true {
            let page = try await asSource { () async throws(PhotoSourceError) in try await source.photos(query) }
            guard page.extent != .whole, page.photos.count < directories.summary(of: key)?.count ?? 0 else {
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
        case .begun: directories.setBegun(key)
        case .partial: throw .partialResults
        }
    }

    private func apply(_ page: PhotoPage, to key: DirectoryKey) async throws(RefreshError) {
        var shown = page
        // What names no image could never be opened.
        shown.photos = page.photos.filter { image(of: $0) != nil }
        do throws(CatalogError) {
            try await apply(try await catalog.replaceListing(of: key, with: shown), to: key)
        } catch {
            throw .catalog(error)
        }
    }

    /// Shows what the catalog keeps now.
    func apply(_ update: ListingUpdate, to key: DirectoryKey) async throws(CatalogError) {
        tree.publish(try await change(update, of: key))
    }

    func change(_ update: ListingUpdate, of key: DirectoryKey) async throws(CatalogError) -> TreeChange {
        let isNew = directories.summary(of: key) == nil
        var change = TreeChange(listings: [try await load(update.new)])
        shelf.put(update.new.entries.map(\.photo))
        guard update.isChanged || isNew else { return change }
        change.counts = try await recounted(update)
        change.names[key] = ListingChange(from: update.old, to: update.new, sidecars: settings.sidecars)
        return change
    }

    func load(_ listing: Listing) async throws(CatalogError) -> LoadedListing {
        let images = listing.entries.map { image(of: $0.photo) }
        let keys = zip(listing.entries, images).compactMap { entry, image in
            image.map { ImageKey(photo: entry.photo.id, rendition: $0.name) }
        }
        let learnt = try await catalog.learntFiles(keys).merging(unwritten.learnt(of: keys)) { $1 }
        return LoadedListing(listing, images: images, learnt: learnt, model: tree.sizes)
    }

    /// The image that a photo's file serves.
    func image(of photo: Photo) -> Rendition? {
        source.image(of: photo, upTo: settings.rendition ?? source.standardRendition)
    }

    /// `.placesfs/cached`: every photo that can be read without a network, whatever listed it.
    private func cachedListing() async throws(Errno) -> LoadedListing? {
        do throws(CatalogError) {
            var seen: Set<PhotoID> = []
            let ids = cache.keys().map(\.photo).filter { seen.insert($0).inserted }.sorted()
            let known = try await catalog.photos(ids)
            let photos = ids.compactMap { known[$0] }
            let page = PhotoPage(photos: photos, total: photos.count)
            let update = try await catalog.replaceListing(of: .cached, with: page)
            let loaded = try await load(update.new)
            var change = TreeChange(listings: [loaded])
            if update.isChanged {
                change.names[.cached] = ListingChange(from: update.old, to: update.new, sidecars: .none)
            }
            tree.publish(change)
            return directories.loaded(.cached).listing ?? loaded
        } catch {
            throw mapped(.catalog(error), "list", .cached)
        }
    }

    func mapped(_ error: RefreshError, _ operation: String, _ key: DirectoryKey) -> Errno {
        reported(Errno(error), operation, key.text, error.sentence)
    }

    func asSource<Value: Sendable>(
        _ ask: () async throws(PhotoSourceError) -> Value
    ) async throws(RefreshError) -> Value {
        do throws(PhotoSourceError) {
            return try await ask()
        } catch {
            throw .source(error)
        }
    }
}

extension DirectoryKey {
    /// The directory whose refresh brings this one's listing.
    var whatBringsIt: DirectoryKey {
        guard case .tag(_, let topic) = self else { return self }
        return .topic(topic)
    }
}
