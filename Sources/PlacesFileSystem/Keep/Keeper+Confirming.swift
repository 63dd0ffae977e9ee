import Catalog
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

// Has what is kept confirmed by its source, now and then.
extension Keeper {
    /// What is kept is confirmed so often.
    private static let week = Duration.seconds(7 * 86_400)

    /// Whether to look through what is kept, now.
    func takeConfirmation() -> Bool {
        let now = time.elapsed
        guard keeping.shelf?.isCounted == true else { return false }
        return state.withLock { state in
            guard state.mustConfirm(at: now) else { return false }
            (state.confirmed, state.isConfirming) = (now, true)
            return true
        }
    }

    func confirm() async {
        defer { state.withLock { $0.isConfirming = false } }
        guard let shelf = keeping.shelf else { return }
        let age = min(Self.week, listings.settings.timing.confirmAfter)
        let keys = shelf.keys().filter(keeping.isOwn)
        guard let moments = try? await listings.catalog.confirmed(keys) else { return }
        for key in keys where !isEnding {
            let wall = listings.now()
            if let moment = moments[key], moment != .outdated, (.zero..<age).contains(wall - moment) { continue }
            guard let photo = try? await listings.catalog.photo(key.photo) else { continue }
            do throws(FetchError) {
                try await photos.confirmKept(photo, after: age)
            } catch {
                if case .interrupted = error { return }
                continue
            }
            let isThere = shelf.contains(key)
            if await photos.isOutdated(key) || !isThere {
                keeping.outdate()
                keeping.wake()
            } else if moments[key] == nil {
                await begin(key)
                continue
            }
            // Also what the source has replaced: its new file may never come.
            if isThere { await removeUnconfirmed(photo, key, at: wall) }
        }
    }

    /// Where nobody knows when a photo was confirmed, as after the loss of a catalog, its time begins now.
    private func begin(_ key: ImageKey) async {
        guard let moments = try? await listings.catalog.confirmed([key]), moments[key] == nil else { return }
        try? await listings.catalog.noteFetched(key)
        photos.engines.confirmations.forget(key.photo)
    }

    /// Removes a photo that its source's terms let nobody keep for so long without asking.
    private func removeUnconfirmed(_ photo: Photo, _ key: ImageKey, at now: Timestamp) async {
        guard let longest = listings.source.longestUnconfirmed(photo),
            let moment = try? await listings.catalog.lastConfirmed(key), now - moment >= longest
        else { return }
        keeping.shelf?.removeAll(of: photo.id)
        failed(photo, "its source has not confirmed it for 30 days", upTo: Self.hour)
        keeping.wake()
        photos.engines.invalidatePages(of: photo.id)
    }
}
