import Catalog
import HTTP
import Logging
import PhotoCache
import PhotoFetch
import PhotoTree
import Waiting

// What is kept for long is confirmed by the source before it is served (its terms). OPEN is where that waits, and the
// first READ of a thumbnailer: the kernel's page cache answers reads by itself, but each descriptor comes through OPEN.
extension ServedPhotos {
    /// An image as it may be opened now.
    struct ConfirmedImage {
        var photo: Photo
        var image: Rendition
        /// Nil when the source has other bytes now than were learnt.
        var known: LearntFile?
    }

    /// Asks the source whether the photo is still there, if its image is kept for long. Without an answer it is served as
    /// it is: offline, all that was learnt before is there.
    ///
    /// - Throws: `gone`, when it is in no cache and no listing any more; `interrupted`.
    func confirmed(
        _ photo: Photo, _ image: Rendition, known: LearntFile?, by fetcher: PhotoFetcher
    ) async throws(FetchError) -> ConfirmedImage {
        let same = ConfirmedImage(photo: photo, image: image, known: known)
        let key = ImageKey(photo: photo.id, rendition: image.name)
        guard known != nil, fetcher.cache.mayContain(key), await isOld(key) else { return same }
        switch await engines.confirmations.verdict(on: photo.id, asking: question(about: photo.id)) {
        case .silence, .failure: return same
        case .interrupted: throw .interrupted
        case .gone: throw .gone
        case .there(let now):
            guard let new = listings.source.image(of: now, upTo: image.name), new.name == image.name else {
                return same
            }
            guard isOther(new, than: image, known) else {
                return ConfirmedImage(photo: now, image: new, known: known)
            }
            fetcher.drop(photo.id, telling: .changed)
            engines.dropPages(of: photo.id)
            return ConfirmedImage(photo: now, image: new, known: nil)
        }
    }

    private func isOld(_ key: ImageKey) async -> Bool {
        var moment = engines.confirmations.moment(of: key)
        if moment == nil {
            // What cannot be read there is asked for once more.
            moment = try? await listings.catalog.confirmed(key)
            if let moment { engines.confirmations.note(moment, of: key) }
        }
        guard let moment else { return true }
        let age = listings.now() - moment
        // A clock that was set back leaves a moment of the future: ask rather than never.
        return age >= folders.settings.timing.confirmAfter || age < .zero
    }

    /// The source may know what its bytes are (Wikimedia Commons' original); Flickr never does.
    private func isOther(_ new: Rendition, than old: Rendition, _ known: LearntFile?) -> Bool {
        if let count = new.byteCount, let known, count != known.length { return true }
        guard let before = old.digest, let now = new.digest else { return false }
        return before != now
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
                    try await folders.depart(id, as: .gone)
                } catch {
                    logger.error("cannot write down that a photo is gone", metadata: ["cause": "\(error)"])
                }
                return .gone
            case .failure(.cancelled): return .interrupted
            case .failure(.unreachable), .failure(.timedOut), .failure(.tooManyRequests): return .silence
            case .failure(.credentialsRefused), .failure(.failed): return .failure
            }
        }
    }

    /// Bounded, because a process waits that could have the photo at once; a queue at the source's API counts, too.
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
