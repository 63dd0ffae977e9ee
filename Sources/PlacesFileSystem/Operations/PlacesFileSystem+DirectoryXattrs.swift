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
            if let refused = refusedNames.last(in: key) { return "\(refused.at.iso8601) \(refused.sentence)" }
            return directories.failure(of: source).map { "\($0.at.iso8601) \($0.error.sentence)" }
        case "user.places.state":
            return await folder(source).state(self)
        default:
            return nil
        }
    }

    /// Of a directory that the source is asked about, as long as its content counts for `lifetime`.
    func state(of key: DirectoryKey, refreshed: Timestamp?, lifetime: Duration) async -> String {
        if let now = await stateOfRefresh(key) { return now }
        guard let refreshed, directories.failure(of: key) == nil, (.zero..<lifetime).contains(now() - refreshed) else {
            return "stale"
        }
        return "fresh"
    }

    func stateOfListing(_ key: DirectoryKey) async -> String {
        let refreshed = directories.summary(of: key)?.refreshed
        return await state(of: key, refreshed: refreshed, lifetime: settings.timing.listingLifetime)
    }

    /// What is going on, or in the way; nil when that is nothing.
    func stateOfRefresh(_ key: DirectoryKey) async -> String? {
        if await refresher.isRefreshing(key) { return "downloading" }
        guard case .source(.unreachable)? = directories.failure(of: key)?.error else { return nil }
        return "offline"
    }
}
