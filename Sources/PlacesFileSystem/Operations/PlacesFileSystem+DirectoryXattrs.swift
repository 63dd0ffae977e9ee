import FUSE
import PhotoTree

// What directories tell of themselves.
extension PlacesFileSystem {
    func xattrs(of key: DirectoryKey) -> [(name: String, value: String)] {
        let summary = directories.summary(of: key)
        switch key {
        case .root, .placeholder, .state:
            return []
        case .places:
            return counted("places", places.snapshot.index.countries.count)
        case .country(let name):
            return counted(name, places.snapshot.index.country(named: name)?.places.count)
        case .tags:
            return counted("tags", topics.count)
        case .pins:
            return counted("pins", pins.counts.pins)
        case .recents, .cached:
            return counted(key == .cached ? "cached" : "recents", summary?.count)
        case .place(let id):
            guard let place = places.snapshot.index.entry(of: id)?.entry.place else { return [] }
            return DirectoryXattrs.listed(
                title: place.name, subtitle: place.subtitle, count: summary?.count, total: summary?.total,
                coordinate: place.coordinate)
        case .topic(let number):
            guard let topic = topics.topic(number) else { return [] }
            return DirectoryXattrs.listed(
                title: topic.name, subtitle: nil, count: summary?.count, total: summary?.total, coordinate: nil)
        case .tag(let tag, let number):
            guard let folder = topics.folders(of: number)?.folder(of: tag) else { return [] }
            return DirectoryXattrs.listed(
                title: folder.name, subtitle: topics.topic(number)?.name, count: folder.count, total: nil,
                coordinate: nil)
        case .pin(let number):
            guard let pin = pins.pin(number) else { return [] }
            return DirectoryXattrs.listed(
                title: pin.title, subtitle: pin.subtitle, count: summary?.count, total: summary?.total,
                coordinate: pin.coordinate)
        }
    }

    private func counted(_ title: String, _ count: Int?) -> [(name: String, value: String)] {
        DirectoryXattrs.listed(title: title, subtitle: nil, count: count, total: nil, coordinate: nil)
    }

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

extension Place {
    /// The rest of the name: "Île-de-France, France".
    var subtitle: String {
        region.isEmpty ? country : "\(region), \(country)"
    }
}

extension Pin {
    /// The words behind the point, or the name of a place it was dropped on; without either the point as it was typed.
    var title: String {
        guard case .point(_, let words) = PinName(name), !words.isEmpty else { return name }
        return words
    }
}
