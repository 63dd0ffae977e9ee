import Catalog
import PhotoTree

extension Folders {
    /// How long what could not be shown waits, at first and at most. What is new waits too.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(5))
    /// How many photos leave in one transaction.
    private static let batch = 5_000

    /// Shows what a source tells of changes by itself, until it tells no more.
    func followChanges() async {
        var pause = Self.pauses.first
        var unshown: Set<DirectoryKey> = []
        for await change in listings.source.changes {
            let left = await show(change, unshown: &unshown)
            guard !left.isEmpty || !unshown.isEmpty else {
                pause = Self.pauses.first
                continue
            }
            guard (try? await listings.clock.sleep(for: pause)) != nil else { return }
            pause = min(pause * 2, Self.pauses.longest)
            // Before the next change is asked for, which says that the last one is shown.
            listings.source.tellAgain(left)
        }
    }

    /// - Parameters:
    ///   - change: What is new.
    ///   - unshown: The folders of which an earlier change could not be shown; then those that are left.
    /// - Returns: What else could not be shown.
    private func show(_ change: SourceChange, unshown: inout Set<DirectoryKey>) async -> SourceChange {
        var left = SourceChange(places: [], topics: [])
        left.away = await withdrawAll(change.away, as: .away)
        left.gone = await withdrawAll(change.gone, as: .gone)
        var failed: Set<DirectoryKey> = []
        if await (folder(.places) as? any Refreshed)?.refreshNow() == false { failed.insert(.places) }
        await topics.takeKeywords()
        // Read first: what is listed for the first time is under way, or listed by then.
        let underWay = Set(await listings.refresher.underWay)
        let (keys, asked) = changed(by: change, underWay)
        // Those that wait for a scan come last: they keep nobody else waiting.
        let due = keys.union(unshown)
        let late = due.filter { folder($0) is any Collecting }
        let all = Array(due.subtracting(late)) + Array(late)
        // If the catalog cannot be read, only those count that memory knows.
        if (try? await listings.loadExtents(of: all)) == nil {
            (left.places, left.topics) = (change.places, change.topics)
        }
        for key in all where directories.summary(of: key) != nil || asked.contains(key) {
            guard let folder = folder(key) as? any Refreshed, folder.isThere else { continue }
            if await !folder.refreshNow() { failed.insert(key) }
        }
        unshown = failed
        for (image, length) in change.lengths {
            tree.publishLength(of: image, KnownFile(length: length, digest: nil))
            engines.invalidatePages(of: image.photo)
        }
        return left
    }

    /// - Returns: Those that could not be withdrawn; the log tells why.
    private func withdrawAll(_ photos: [PhotoID], as withdrawal: Withdrawal) async -> [PhotoID] {
        var left: [PhotoID] = []
        for start in stride(from: 0, to: photos.count, by: Self.batch) {
            let some = Array(photos[start..<min(start + Self.batch, photos.count)])
            let isDone = try? await listings.errors.mapping("write", some[0]) { () async throws(CatalogError) in
                try await withdraw(some, as: withdrawal)
            }
            if isDone == nil { left += some }
        }
        return left
    }

    /// The folders that may show something else now, and those of them that show nothing yet and ask for the first
    /// time.
    private func changed(
        by change: SourceChange, _ underWay: Set<DirectoryKey>
    ) -> (keys: Set<DirectoryKey>, asked: Set<DirectoryKey>) {
        let shown = places.snapshot.index.countries.flatMap { $0.places.map(\.place) }
        let isOurs = { (place: Place) in place.origin != .source || change.places?.contains(place.id) ?? true }
        let topics = topics.state.sorted.filter { topic in
            change.topics?.contains(listings.source.topicKey(of: topic.name) ?? "") ?? true
        }
        var keys = Set(shown.filter(isOurs).map { DirectoryKey.place($0.id) })
        keys.formUnion(topics.map { .topic($0.number) })
        // Searches wait for a first scan before they look, and would keep all others waiting.
        let asked = underWay.intersection(keys)
        if change.places?.isEmpty != true {
            keys.formUnion(pins.state.pins.map { .pin($0.number) })
            keys.formUnion(searches.state.items.map { .search($0.number) })
        }
        return (keys, asked)
    }
}

extension SourceChange {
    /// Whether nothing is others now, lengths aside.
    fileprivate var isEmpty: Bool { away.isEmpty && gone.isEmpty && places?.isEmpty == true && topics?.isEmpty == true }
}

extension Refreshed {
    /// Asks the source, which answers at once.
    ///
    /// - Returns: False when that is to be tried again. A source that is not there tells when it is back.
    fileprivate func refreshNow() async -> Bool {
        switch await refreshAnew(within: .fromNow(settings.timing.listingWait)) {
        case nil, .interrupted, .partialResults, .source(.unreachable): true
        case .source, .catalog, .timedOut: false
        }
    }
}
