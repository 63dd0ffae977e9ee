import Catalog
import HTTP
import Logging
import PhotoCache
import PhotoFetch
import PhotoTree
import Waiting

// The source's terms require that a photo that was kept for long is confirmed before it is served. OPEN waits for that,
// and for a thumbnailer its first READ: the kernel's page cache answers reads by itself, but each descriptor comes
// through OPEN.
extension ServedPhotos {
    /// An image as it may be opened now.
    struct ConfirmedImage {
        var photo: Photo
        var image: Rendition
        /// Nil when the source now has other bytes than those that were learnt.
        var known: KnownFile?
    }

    /// Asks the source whether the photo still exists, if its image was kept for longer than the user wants. Without an
    /// answer the photo is served as it is, so everything that was learnt before works offline.
    ///
    /// - Throws: `gone`, when the photo was removed from all caches and listings; `interrupted`.
    func confirmed(
        _ photo: Photo, _ image: Rendition, known: KnownFile?, by fetcher: PhotoFetcher
    ) async throws(FetchError) -> ConfirmedImage {
        let same = ConfirmedImage(photo: photo, image: image, known: known)
        let key = ImageKey(photo: photo.id, rendition: image.name)
        let isKept = fetcher.cache.contains(key)
        // Of a new version that failed to come nothing is known: the old one may be served once more.
        if fetcher.isReplaced(key), !fetcher.isReplacing(key) { return try await replaced(same, by: fetcher) }
        guard let known, isKept || known.digest != nil else { return same }
        let moment = await moment(of: key)
        if moment == .outdated { return try await replaced(same, by: fetcher) }
        guard isKept, isOld(moment) else { return same }
        switch await verdict(on: photo.id) {
        case .silence, .failure: return same
        case .interrupted: throw .interrupted
        case .gone: throw .gone
        case .there(let now):
            guard let new = listings.source.image(of: now, upTo: image.name), new.name == image.name else {
                return same
            }
            guard now.namesOtherFiles(than: photo) || isOther(new, than: image, known) else {
                return ConfirmedImage(photo: now, image: new, known: known)
            }
            return try await replaced(ConfirmedImage(photo: now, image: new, known: known), by: fetcher)
        }
    }

    /// An image that the source has replaced. It is fetched anew; but what is kept offline is served as it is while the
    /// new one cannot be had.
    private func replaced(
        _ image: ConfirmedImage, by fetcher: PhotoFetcher
    ) async throws(FetchError) -> ConfirmedImage {
        let key = ImageKey(photo: image.photo.id, rendition: image.image.name)
        let new = ConfirmedImage(photo: image.photo, image: image.image, known: nil)
        guard fetcher.cache.isOnShelf(key) else {
            fetcher.withdraw(key)
            journal.append(.forgot(key))
            forgetFile(key, by: fetcher)
            return new
        }
        guard !fetcher.isReplacing(key) else { return new }
        switch await engines.confirmations.verdict(on: key.photo, asking: question(for: image, fetcher)) {
        case .interrupted: throw .interrupted
        case .gone: throw .gone
        case .there:
            replace(key, by: fetcher)
            return new
        case .silence, .failure:
            guard !fetcher.isReplacing(key) else { return new }
            fetcher.restore(key)
            var old = image
            old.known = await fetcher.cache.present(key, known: image.known) ?? image.known
            return old
        }
    }

    /// The next who opens the image fetches what the source has now. What is kept of it stays until that is whole.
    func replace(_ key: ImageKey, by fetcher: PhotoFetcher) {
        guard fetcher.replace(key) else { return }
        forgetFile(key, by: fetcher)
    }

    /// Whether the source has replaced an image since it was fetched.
    func isOutdated(_ key: ImageKey) async -> Bool { await moment(of: key) == .outdated }

    /// Whether an image can be had now: its host is asked for the first bytes.
    private func question(for image: ConfirmedImage, _ fetcher: PhotoFetcher) -> Confirmations.Question {
        { [self] in
            let (answer, isLate) = await within(folders.settings.timing.confirmWait, by: ElapsedClock(clock)) {
                do throws(FetchError) {
                    let beginning = try await fetcher.beginning(
                        of: image.photo, image.image, EmbeddedCredits.firstLook)
                    // Nil for what is no photo, as where its host has none: the old one stays.
                    return beginning == nil ? .failure : Confirmations.Verdict.there(image.photo)
                } catch {
                    switch error {
                    case .unreachable: return .silence
                    case .interrupted: return .interrupted
                    default: return .failure
                    }
                }
            }
            if isLate, case .interrupted = answer { return .failure }
            return answer
        }
    }

    /// What is told of an image that the source has replaced is no longer so; it gets a credit of its own.
    private func forgetFile(_ key: ImageKey, by fetcher: PhotoFetcher) {
        engines.confirmations.forget(key.photo)
        guard fetcher === self.fetcher else { return }
        engines.embedded.forget(key.photo)
        folders.tree.update(key) { $0.forgetFile() }
        engines.invalidatePages(of: key.photo)
    }

    private func moment(of key: ImageKey) async -> Timestamp? {
        if let moment = engines.confirmations.moment(of: key) { return moment }
        // If the catalog cannot be read, the source is asked once more.
        let moment = try? await listings.catalog.confirmed(key)
        if let moment { engines.confirmations.note(moment, of: key) }
        return moment
    }

    private func isOld(_ moment: Timestamp?, _ longest: Duration? = nil) -> Bool {
        guard let moment else { return true }
        let age = listings.now() - moment
        // A time in the future comes from a clock that was set back: ask now rather than never.
        return age >= longest ?? folders.settings.timing.confirmAfter || age < .zero
    }

    /// Whether the source has another file now. A source may tell a file's length and digest (Wikimedia Commons does
    /// for originals); Flickr never does.
    private func isOther(_ new: Rendition, than old: Rendition, _ known: KnownFile?) -> Bool {
        if let count = new.byteCount, let known, count != known.length { return true }
        guard let before = old.digest, let now = new.digest else { return false }
        return before != now
    }

    /// Confirms a kept photo with its source, if that was not done for `age`.
    ///
    /// - Throws: `gone`, when it was removed from everything; `interrupted`.
    func confirmKept(_ photo: Photo, after age: Duration) async throws(FetchError) {
        guard let image = listings.image(of: photo) else { return }
        let moment = await moment(of: ImageKey(photo: photo.id, rendition: image.name))
        guard moment != .outdated, isOld(moment, age) else { return }
        switch await verdict(on: photo.id) {
        case .silence, .failure, .there: return
        case .interrupted: throw .interrupted
        case .gone: throw .gone
        }
    }

    /// What the source says of a photo now. Its answer is written down, or the photo leaves all folders.
    func verdict(on photo: PhotoID) async -> Confirmations.Verdict {
        await engines.confirmations.verdict(on: photo, asking: question(about: photo))
    }

    private func question(about id: PhotoID) -> Confirmations.Question {
        { [self] in
            switch await answer(about: id) {
            case .success(let photo?):
                do throws(CatalogError) {
                    try await listings.catalog.update(photo)
                } catch {
                    logger.error("cannot write down what was confirmed", metadata: ["cause": "\(error)"])
                }
                listings.shelf.put(photo)
                engines.confirmations.forget(id)
                return .there(photo)
            case .success(nil):
                do throws(CatalogError) {
                    try await folders.withdraw(id, as: .gone)
                } catch {
                    logger.error("cannot write down that a photo is gone", metadata: ["cause": "\(error)"])
                }
                return .gone
            case .failure(.cancelled): return .interrupted
            case .failure(.unreachable), .failure(.timedOut), .failure(.tooManyRequests),
                .failure(.backingOff), .failure(.shareUsed):
                return .silence
            case .failure(.credentialsRefused), .failure(.failed), .failure(.gone): return .failure
            }
        }
    }

    /// Limited in time, because the waiting process could have the photo at once; time in the queue at the source's API
    /// counts, too.
    private func answer(about id: PhotoID) async -> Result<Photo?, PhotoSourceError> {
        let bound = folders.settings.timing.confirmWait
        let (answer, isLate) = await within(bound, by: ElapsedClock(clock)) { [source = listings.source] in
            do throws(PhotoSourceError) {
                return Result<Photo?, PhotoSourceError>.success(try await source.photo(id))
            } catch {
                return .failure(error)
            }
        }
        if isLate, case .failure(.cancelled) = answer { return .failure(.timedOut("no answer")) }
        return answer
    }
}
