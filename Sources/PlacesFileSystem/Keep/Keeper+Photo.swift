import Catalog
import LinuxProcess
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

// One photo that is missing: it waits for its turn and for room, and is put on the shelf.
extension Keeper {
    /// What became of a photo.
    enum Outcome: Sendable {
        case kept
        /// The shelf has no room for the photo, nor for others that take as much.
        case full(PhotoID)
        /// This photo cannot be had now.
        case failed
        /// No photo can be had now.
        case later(String)
        /// This photo is to be kept no more.
        case unwanted
        /// No photo: the lists were read again.
        case listed
    }

    func keep(_ id: PhotoID, beside first: Set<PhotoID>) async -> Outcome {
        if let outcome = await turn() { return outcome }
        let photo: Photo?
        do throws(CatalogError) {
            photo = try await listings.catalog.photo(id)
        } catch {
            return .later("the state cannot be read")
        }
        guard let photo else { return .unwanted }
        let job = Task { [self] () async -> Result<Outcome, FetchError> in
            do throws(FetchError) { return .success(try await shelve(photo, beside: first)) } catch {
                return .failure(error)
            }
        }
        guard keeping.begins(id, stop: job.cancel) else {
            job.cancel()
            return .unwanted
        }
        defer { keeping.ended(id) }
        let result = await withTaskCancellationHandler {
            await job.value
        } onCancel: {
            job.cancel()
        }
        guard !job.isCancelled || Task.isCancelled else { return .unwanted }
        do throws(FetchError) {
            return try result.get()
        } catch {
            let sentence = listings.errors.sentence(of: error)
            switch error {
            case .interrupted, .shutDown, .unreachable, .backingOff, .credentialsRefused, .shareUsed:
                return .later(sentence)
            case .changed, .timedOut, .cutShort, .failed: failed(photo, sentence, upTo: Self.hour)
            case .gone, .notAPhoto, .unserved, .tooLarge: failed(photo, sentence, upTo: Self.day)
            }
            return .failed
        }
    }

    func failed(_ photo: Photo, _ sentence: String, upTo longest: Duration) {
        let version = photo.renditions.hashValue
        keeping.failed(photo.id, sentence, version: version, at: time.elapsed, upTo: longest)
    }

    private func shelve(_ photo: Photo, beside first: Set<PhotoID>) async throws(FetchError) -> Outcome {
        guard try await takeRoom(for: photo, beside: first) else { return .full(photo.id) }
        defer { leaveRoom(of: photo.id) }
        switch try await photos.shelve(photo) {
        case .full: return .full(photo.id)
        case .whole: break
        case .without(let small):
            state.withLock {
                $0.smalls.failed(small, "its host does not have it", at: time.elapsed, upTo: Self.day)
            }
        }
        keeping.completed(photo.id)
        removeOthers(of: photo.id)
        return .kept
    }

    /// Waits while people wait for photos.
    ///
    /// - Returns: Why there is no turn now; nil when it has come.
    private func turn() async -> Outcome? {
        while photos.engines.downloads.contains(where: { $0.waiting > 0 && !keeping.isBeingKept($0.photo) }) {
            guard !isEnding, (try? await time.sleep(for: .milliseconds(50))) != nil else { return .later("ending") }
        }
        let images = photos.engines.images
        if let wait = images.wait {
            return .later("the hour's share of photos is used, \(Pause.nextTry(in: wait, at: listings.now()))")
        }
        if let limit = images.limit, images.shares.reduce(0, { $0 + $1.images }) >= limit - max(1, limit / 10) {
            return .later("the hour's share of photos is used but for what readers may want")
        }
        return nil
    }
}
