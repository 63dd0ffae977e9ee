import FUSE
import PhotoTree

// What directories tell of themselves.
extension PlacesFileSystem {
    /// Answered by name, not listed.
    func changingXattr(_ name: String, of key: DirectoryKey) async -> String? {
        let source = key.whatBringsIt
        switch name {
        case "user.places.refreshed":
            let refreshed = key == .places ? places.snapshot.refreshed : directories.summary(of: source)?.refreshed
            return refreshed == .never ? nil : refreshed?.iso8601
        case "user.places.error":
            return directories.failure(of: source).map { "\($0.at.iso8601) \($0.error.sentence)" }
        case "user.places.state":
            return await state(of: source)
        default:
            return nil
        }
    }

    private func state(of key: DirectoryKey) async -> String? {
        switch key {
        case .recents: return "fresh"
        case .places, .place, .topic, .pin, .cached: break
        case .root, .country, .tags, .tag, .pins, .placeholder, .state: return nil
        }
        if case .pin(let number) = key, pins.isLoading(number) { return "downloading" }
        if await refresher.isRefreshing(key) { return "downloading" }
        let failure = directories.failure(of: key)
        if let failure, case .source(.unreachable) = failure.error { return "offline" }
        if case .pin(let number) = key { return pins.pin(number)?.isAwaitingCollection == false ? "fresh" : "stale" }
        let refreshed = key == .places ? places.snapshot.refreshed : directories.summary(of: key)?.refreshed
        let lifetime = key == .places ? settings.timing.topPlacesLifetime : settings.timing.listingLifetime
        guard let refreshed, failure == nil, (.zero..<lifetime).contains(now() - refreshed) else { return "stale" }
        return "fresh"
    }
}
