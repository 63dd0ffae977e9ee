import FUSE
import Gazetteer
import PhotoTree
import Waiting

/// `places/`: countries.
struct PlacesFolder: StandingFolder, FolderMaking, Mapped, Refreshed, TextWriting {
    let places: Places
    /// Has the files of a folder that tell its path written anew.
    let rewriteFiles: @Sendable (DirectoryKey) async -> Void

    var listings: Listings { places.listings }
    var standing: StandingDirectory { .places }
    var heading: (title: String, subtitle: String) { ("Places", "") }
    var shape: Shape { Shape(files: [.map, .mapPage, .hidden, .readme]) }
    private var snapshot: PlacesState.Snapshot { places.snapshot }

    var children: [(name: String, key: DirectoryKey)] {
        snapshot.index.countries.map { ($0.name, .country($0.name)) }
    }

    func child(named name: String) -> DirectoryKey? {
        snapshot.index.country(named: name).map { _ in .country(name) }
    }

    func meaning(of name: String) -> NameMeaning { places.meaning(of: name) }

    var extent: Extent {
        let snapshot = self.snapshot
        return Extent(count: snapshot.index.countries.count, modified: snapshot.changed)
    }

    var version: Page.Version? { snapshot.pageVersion(directories) }
    var attributes: [(name: String, value: String)] {
        counted("places", snapshot.index.countries.count)
    }

    var map: FolderMap {
        let snapshot = self.snapshot
        let countries = snapshot.index.countries
        return FolderMap(
            directories: countries.flatMap(\.places).map { .place($0.place.id) }, version: snapshot.version,
            modified: {
                countries.reduce(snapshot.mapped(snapshot.changed)) { max($0, snapshot.changed(country: $1.name)) }
            },
            features: {
                let features = countries.flatMap { country in
                    country.places.map { places.feature(of: $0, href: country.name + "/" + $0.name) }
                }
                return PlaceFeature.popularFirst(features)
            })
    }

    func make(_ name: String) async throws(Errno) -> DirectoryKey { try await places.makeCountry(name) }

    func remove(_ name: String) async throws(Errno) -> Bool {
        try await places.removeCountry(name)
        return true
    }

    /// If the source never answered, waits for its first answer, so that a first `ls` does not show a list that changes
    /// a moment later. Without an answer the gazetteer's list is shown.
    func awaitContents(_ patience: Patience) async throws(Errno) {
        // Who lists `places/` has a list refreshed that is a day old; after a failed refresh, only when a pause is
        // over.
        if patience == .listing { await refreshIfStale() }
        guard snapshot.isProvisional, directories.failure(of: key) == nil,
            let bound = patience.bound(settings.timing)
        else { return }
        if case .interrupted = await refresh(within: bound) { throw .interrupted }
    }

    var refreshed: Timestamp? { snapshot.refreshed }
    var lifetime: Duration { settings.timing.topPlacesLifetime }

    func isDue(at now: Timestamp) -> Bool {
        let age = snapshot.refreshed.map { now - $0 }
        return age.map { $0 < .zero || $0 >= lifetime } ?? true
    }

    func refresh() async throws(RefreshError) {
        do throws(RefreshError) {
            for moved in try await places.refresh() { await rewriteFiles(moved) }
            places.firstAnswer.give(nil)
        } catch {
            places.firstAnswer.give(error)
            throw error
        }
    }

    /// Without the path of the mount: who copies `places/` copies this file, too.
    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        guard file == .readme else { return nil }
        let adding = """

            To add a place: make a folder in its country, and name it after the place. In a shell, in this folder:
                mkdir France/Dinan
            To take it away: delete the folder (in a shell: rmdir).
            A name is refused? `placesfs info France` says why (so does `getfattr -n user.places.error France`), for the
            folder that you wanted it in.

            """
        return """
            Each folder here is a country, with a folder for each of its cities and famous places.

            To find a place: open map.html in your browser, or type in a shell
                placesfs places Dinan
            It knows names in every language, and the beginnings of names; and it prints the line that adds the place.

            A region, an island, a park, a lake or a range is a place, too (Italy/Sicily). The source is asked for all
            that lies in a box around it, or in a circle around that, and what lies within its borders is shown. Of one
            that is too large for a circle, the surroundings of its five largest towns are asked for. `placesfs info`
            with the path of the folder says which (so does `getfattr -n user.places.query`).

            """ + (settings.isReadOnly ? "" : adding)
    }
}

/// `places/France`: cities and famous spots.
struct CountryFolder: FolderMaking, Keepable, Mapped {
    let name: String
    let places: Places

    var listings: Listings { places.listings }
    var key: DirectoryKey { .country(name) }
    var parent: DirectoryKey? { .places }
    var heading: (title: String, subtitle: String) { (name, "") }
    var shape: Shape { Shape(files: [.map, .mapPage, .hidden]) }
    private var snapshot: PlacesState.Snapshot { places.snapshot }
    private var country: PlaceIndex.Country? { snapshot.index.country(named: name) }

    var children: [(name: String, key: DirectoryKey)] {
        (country?.places ?? []).map { ($0.name, .place($0.place.id)) }
    }

    func child(named name: String) -> DirectoryKey? {
        country?.place(named: name).map { .place($0.place.id) }
    }

    func meaning(of name: String) -> NameMeaning { places.meaning(of: name, in: self.name) }

    var extent: Extent {
        let snapshot = self.snapshot
        let count = snapshot.index.country(named: name)?.count ?? 0
        return Extent(count: count, modified: snapshot.changed(country: name))
    }

    var version: Page.Version? { snapshot.pageVersion(directories) }
    var isThere: Bool { country != nil }
    var keptLists: [DirectoryKey] { children.map(\.key) }
    /// A country that was typed under another name says what was taken: `South Korea`.
    var attributes: [(name: String, value: String)] {
        let known = country?.isAdded == true ? places.gazetteer.country(named: name)?.name : nil
        return DirectoryXattrs.listed(
            title: name, subtitle: known == name ? nil : known, count: country?.count, total: nil, coordinate: nil)
    }

    var map: FolderMap {
        let snapshot = self.snapshot
        let listed = snapshot.index.country(named: name)?.places ?? []
        return FolderMap(
            directories: listed.map { .place($0.place.id) }, version: snapshot.version,
            modified: { snapshot.mapped(snapshot.changed(country: name)) },
            features: {
                PlaceFeature.popularFirst(listed.map { places.feature(of: $0, href: $0.name) })
            })
    }

    func make(_ name: String) async throws(Errno) -> DirectoryKey { try await places.makePlace(name, in: self.name) }

    func remove(_ name: String) async throws(Errno) -> Bool {
        try await places.removePlace(name, from: self.name)
        return true
    }
}

extension PlacesState.Snapshot {
    /// The maps show how many photos each place has.
    fileprivate func pageVersion(_ directories: DirectoryTable) -> Page.Version {
        Page.Version(version + directories.countVersion(in: .places), names: version)
    }

    /// When a map of a list that changed at `moment` last changed: it shows where people photograph now, too.
    fileprivate func mapped(_ moment: Timestamp) -> Timestamp {
        popular.told.map { max(moment, $0) } ?? moment
    }
}

extension Places {
    /// A place on a map, with a link to `href`.
    fileprivate func feature(of entry: PlaceIndex.Entry, href: String) -> PlaceFeature {
        PlaceFeature(
            title: entry.place.name, subtitle: entry.place.subtitle, coordinate: entry.place.coordinate,
            count: listings.tree.directories.summary(of: .place(entry.place.id))?.count, href: href + "/",
            names: otherNames(of: entry.place), standing: snapshot.popular.standings[entry.place.id])
    }

    /// The other names of a place. If the gazetteer lists it by another name or number, the gazetteer's name is one of
    /// them.
    private func otherNames(of place: Place) -> [String] {
        guard place.origin != .gazetteer, let known = gazetteer.place(named: place.name, in: place.country)
        else {
            return gazetteer.otherNames(of: place.id)
        }
        let own = SearchKey.of(place.name)
        return ([known.name] + gazetteer.otherNames(of: known.id)).filter { SearchKey.of($0) != own }
    }
}
