import Catalog
import FUSE
import PhotoTree

// The list of places: the source's, or the gazetteer's where the source has none, with what users added.
extension PlacesFileSystem {
    /// The places to show. When the source has never been asked, waits for its first answer, so that a first `ls` does
    /// not show a list that changes a moment later; without an answer the gazetteer's stands in.
    func placesShown(waiting bound: DirectoryRefresher.Bound) async throws(Errno) -> PlacesState.Snapshot {
        let snapshot = places.snapshot
        guard snapshot.isProvisional, directories.failure(of: .places) == nil else { return snapshot }
        if case .interrupted = await refresher.refresh(.places, within: bound, refreshing(.places)) {
            throw .interrupted
        }
        return places.snapshot
    }

    func refreshPlacesIfStale() async {
        let snapshot = places.snapshot
        let age = snapshot.refreshed.map { now() - $0 }
        if let age, age >= .zero, age < settings.timing.topPlacesLifetime { return }
        await refresher.refreshBehind(.places, refreshing(.places))
    }

    /// Called when `places/` is opened: a list that is a day old is asked for again, a failed one after a pause.
    func refreshPlacesIfDue() async {
        if let failure = directories.failure(of: .places), isFresh(failure) { return }
        await refreshPlacesIfStale()
    }

    func refreshPlaces() async throws(RefreshError) {
        let top = try await asSource { () async throws(PhotoSourceError) in try await source.topPlaces() }
        do throws(CatalogError) {
            try await catalog.replaceTopPlaces(top)
        } catch {
            throw .catalog(error)
        }
        guard let change = places.replaceTop(top, now: now()) else { return }
        tree.publish(TreeChange(names: Self.names(old: change.old, new: change.new)))
        await moveFiles(from: change.old, to: change.new)
        do throws(CatalogError) {
            try await catalog.noteChanges(places.snapshot.times)
        } catch {
            throw .catalog(error)
        }
    }

    /// A place that bears another name now has maps and sidecars that tell another path, in files that the kernel holds.
    private func moveFiles(from old: PlaceIndex, to new: PlaceIndex) async {
        for country in old.countries {
            for entry in country.places {
                guard let moved = new.entry(of: entry.place.id),
                    moved.country != country.name || moved.entry.name != entry.name
                else { continue }
                await rewriteFiles(of: .place(entry.place.id))
            }
        }
    }

    private func rewriteFiles(of key: DirectoryKey) async {
        directories.loaded(key).listing?.forgetSizes()
        for file in inodes.files(of: key) {
            // What cannot be looked up now keeps its old length until it is looked up again.
            guard case .found(file.number, let node, let facts)? = try? await resolve(file.name, in: key) else {
                continue
            }
            inodes.insert(file.number, node, facts)
            notifier?.invalidatePages(of: InodeNumber(file.number))
        }
    }

    /// The numbers of a directory's sub-directories, and what is known of how much each holds.
    func prepare(_ keys: [DirectoryKey]) async throws(Errno) {
        do throws(CatalogError) {
            let unnumbered = keys.filter { directories.number(of: $0) == nil }
            if !unnumbered.isEmpty {
                directories.setNumbers(try await catalog.numbers(of: unnumbered))
            }
            try await learnExtents(of: keys)
        } catch {
            throw mapped(.catalog(error), "number", keys.first ?? .root)
        }
    }

    /// What the catalog knows of how much each directory holds.
    func learnExtents(of keys: [DirectoryKey]) async throws(CatalogError) {
        let unknown = directories.unknown(among: keys)
        guard !unknown.isEmpty else { return }
        let summaries = try await catalog.summaries(of: unknown)
        directories.setSummaries(summaries.mapValues(DirectoryTable.Summary.init), of: unknown)
    }

    /// All names, for a place may have kept its name and become another one.
    private static func names(old: PlaceIndex, new: PlaceIndex) -> [DirectoryKey: ListingChange] {
        let countries = Set((old.countries + new.countries).map(\.name))
        let maps = [GeneratedFile.map, .mapPage].map(\.rawValue)
        var names = [DirectoryKey.places: ListingChange(expired: maps, expiredDirectories: countries.sorted())]
        for country in countries {
            let places = [old, new].flatMap { $0.country(named: country)?.places.map(\.name) ?? [] }
            names[.country(country)] = ListingChange(expired: maps, expiredDirectories: Set(places).sorted())
        }
        return names
    }
}

extension DirectoryTable.Summary {
    init(_ summary: ListingSummary) {
        self.init(
            count: summary.count, total: summary.total, changed: summary.changed, refreshed: summary.refreshed)
    }
}
