import Catalog
import HTTP
import LinuxProcess
import PhotoCache
import PhotoFetch
import PhotoTree
import Waiting

// What is kept is fetched once, in the rendition that readers get, with the bytes that are put into it and with its
// small rendition.
extension ServedPhotos {
    /// How often it is asked whether a file that is complete has its name.
    private static let namingPause = Duration.milliseconds(2)
    /// How often a photo is fetched that is then not in the cache.
    private static let maximumFetches = 3

    /// What became of a photo that is to be on the shelf.
    enum Shelved {
        case whole
        /// It is there without its small rendition, which its host does not have.
        case without(ImageKey)
        /// The shelf has no room for all of it.
        case full
    }

    /// Has a photo on the shelf, from the cache or from its host.
    ///
    /// - Throws: Why it could not be had.
    func shelve(_ photo: Photo) async throws(FetchError) -> Shelved {
        guard var image = listings.image(of: photo) else { throw .gone }
        var photo = photo
        let listed = image.name
        while true {
            do throws(FetchError) {
                guard try await shelve(photo, image) else { return .full }
                // It is read from now on, whatever becomes of its small rendition.
                folders.keeping.arrived(photo.id, as: image.name)
                if image.name != listed { serve(image, of: photo) }
                return try await shelveSmall(photo)
            } catch {
                guard case .unserved = error, let other = substitute(for: image.name, of: photo) else { throw error }
                (photo, image) = other
            }
        }
    }

    private func shelve(_ photo: Photo, _ image: Rendition) async throws(FetchError) -> Bool {
        let key = ImageKey(photo: photo.id, rendition: image.name)
        let facts = try await facts(of: photo, image)
        let isReplaced = try await isReplaced(key, photo, image, fetcher)
        if isReplaced {
            // What is here is another file.
        } else if !cache.isOnShelf(key), cache.mayContain(key),
            let found = await cache.present(key, known: facts.learnt)
        {
            learn(found, of: key, before: facts)
            if await isMoved(key, in: cache) == false { return false }
        } else if facts.learnt?.digest == nil, let found = await cache.present(key, known: facts.learnt) {
            // The daemon before was killed before it could write down what it had fetched.
            learn(found, of: key, before: facts)
        }
        var now = try await self.facts(of: photo, image)
        if isReplaced { now.forgetFile() }
        let served = try await openServed(ConfirmedImage(photo: photo, image: image, known: now.learnt), now)
        defer { fetcher.close(served.open) }
        publishSize(served.open, known: now.learnt)
        publishEmbedded(served, now)
        return try await onShelf(served.open, fetcher)
    }

    /// Whether the source has replaced an image that is on the shelf, and has the new one now. The old one stays until
    /// the new one is whole; where the shelf has no room for both it goes now.
    ///
    /// - Throws: Why the new one cannot be had.
    private func isReplaced(
        _ key: ImageKey, _ photo: Photo, _ image: Rendition, _ fetcher: PhotoFetcher
    ) async throws(FetchError) -> Bool {
        guard let shelf = cache.shelf, shelf.contains(key) else { return false }
        if fetcher.isReplacing(key) { return true }
        guard await isOutdated(key) else { return false }
        let new = try await fetcher.beginning(of: photo, image, EmbeddedCredits.firstLook)
        replace(key, by: fetcher)
        if let new, shelf.room < new.length { shelf.remove(key) }
        return true
    }

    /// Fetches the small rendition, where the host has one.
    private func shelveSmall(_ photo: Photo) async throws(FetchError) -> Shelved {
        guard let small = engines.small, let fetcher = await small.readyFetcher(),
            let image = listings.source.image(of: photo, upTo: small.rendition)
        else { return .whole }
        let key = ImageKey(photo: photo.id, rendition: image.name)
        do throws(FetchError) {
            let isReplaced = try await isReplaced(key, photo, image, fetcher)
            guard isReplaced || !fetcher.cache.isOnShelf(key) else { return .whole }
            // If the catalog cannot be read, it is only fetched once more.
            let known = isReplaced ? nil : (try? await listings.catalog.learntFiles([key]))?[key]
            if !isReplaced, await fetcher.cache.present(key, known: known) != nil,
                let isMoved = await isMoved(key, in: fetcher.cache)
            {
                return isMoved ? .whole : .full
            }
            let open = try await fetcher.open(photo, image, known: known)
            defer { fetcher.close(open) }
            small.nodes.learn(open.length, of: photo.id)
            return try await onShelf(open, fetcher) ? .whole : .full
        } catch {
            switch error {
            // The photo is kept without.
            case .unserved, .notAPhoto, .tooLarge: return .without(key)
            default: throw error
            }
        }
    }

    /// Has a photo on the shelf that is open.
    ///
    /// - Returns: False when the shelf has no room for it.
    /// - Throws: Why it could not be had.
    private func onShelf(_ open: OpenPhoto, _ fetcher: PhotoFetcher) async throws(FetchError) -> Bool {
        let cache = fetcher.cache
        // Where a reader began before it was to be kept, it may be in no cache in the end.
        for _ in 0..<Self.maximumFetches {
            if cache.isOnShelf(open.key), !fetcher.isReplaced(open.key) { return true }
            _ = try await fetcher.read(open, max(0, open.length - 1)..<open.length)
            while case .downloading = fetcher.state(of: open.key) {
                guard (try? await clock.sleep(for: Self.namingPause)) != nil else { throw .interrupted }
            }
            if !fetcher.isReplaced(open.key), let isMoved = await isMoved(open.key, in: cache) { return isMoved }
            guard let shelf = cache.shelf, !shelf.isRefusedByDisk, shelf.room >= open.length else { return false }
            fetcher.stopPassing(open.key)
        }
        throw .failed("the cache does not store it")
    }

    /// Moves a photo of the cache to the shelf.
    ///
    /// - Returns: Whether the shelf has room for it; nil when it must be fetched.
    private func isMoved(_ key: ImageKey, in cache: PhotoCache) async -> Bool? {
        switch await cache.moveToShelf(key) {
        case .moved: return true
        case .noRoom: return false
        case .notHere: return nil
        case .failed:
            cache.remove(key)
            return nil
        }
    }

    private func learn(_ file: KnownFile, of key: ImageKey, before facts: PhotoFacts) {
        guard facts.learnt?.digest == nil || facts.learnt?.length != file.length else { return }
        folders.tree.publishLength(of: key, file)
        journal.append(.learned(key, file))
    }

    /// What is known of the photo's file, whether any list that is in memory shows it or not.
    private func facts(of photo: Photo, _ image: Rendition) async throws(FetchError) -> PhotoFacts {
        let key = ImageKey(photo: photo.id, rendition: image.name)
        do throws(CatalogError) {
            let number = try await listings.catalog.number(of: photo.id)
            let stored = try await listings.catalog.learntFiles([key])[key]
            let learnt = listings.unwritten.learnt(of: [key])[key] ?? stored
            let entry = ListingEntry(name: "", photo: photo, number: number, sidecarNumber: number, directoryCount: 0)
            return PhotoFacts(entry, image: image, learnt: learnt, model: folders.tree.sizes)
        } catch {
            throw FetchError(reading: error)
        }
    }
}
