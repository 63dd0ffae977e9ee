import Catalog
import PhotoTree

extension Folders {
    /// Shows what a source tells of changes by itself, until it tells no more.
    func followChanges() async {
        for await change in listings.source.changes {
            for (photos, withdrawal) in [(change.away, Withdrawal.away), (change.gone, .gone)] {
                guard let first = photos.first else { continue }
                // The log tells of an error; the next refresh of each list leaves the photos out.
                _ = try? await listings.errors.mapping("write", first) { () async throws(CatalogError) in
                    try await withdraw(photos, as: withdrawal)
                }
            }
            await (folder(.places) as? any Refreshed)?.refreshNow()
            await topics.takeKeywords()
            for folder in await changed(by: change) { await folder.refreshNow() }
            for (image, length) in change.lengths {
                tree.publishLength(of: image, KnownFile(length: length, digest: nil))
                engines.invalidatePages(of: image.photo)
            }
        }
    }

    /// The folders that were listed before and may show something else now.
    private func changed(by change: SourceChange) async -> [any Refreshed] {
        let shown = places.snapshot.index.countries.flatMap { $0.places.map(\.place) }
        let isOurs = { (place: Place) in place.origin != .source || change.places?.contains(place.id) ?? true }
        let topics = topics.state.sorted.filter { topic in
            change.topics?.contains(listings.source.topicKey(of: topic.name) ?? "") ?? true
        }
        var keys = shown.filter(isOurs).map { DirectoryKey.place($0.id) }
        keys += topics.map { .topic($0.number) }
        keys += pins.state.pins.map { .pin($0.number) }
        keys += searches.state.items.map { .search($0.number) }
        // If the catalog cannot be read, only those count that memory knows.
        try? await listings.loadExtents(of: keys)
        return keys.filter { directories.summary(of: $0) != nil }.compactMap { folder($0) as? any Refreshed }
    }
}

extension Refreshed {
    /// Asks the source, which answers at once.
    fileprivate func refreshNow() async {
        _ = await refresh(within: .fromNow(settings.timing.listingWait))
    }
}
