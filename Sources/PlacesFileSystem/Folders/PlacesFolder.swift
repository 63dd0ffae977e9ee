import FUSE
import PhotoTree

/// `places/`: countries.
struct PlacesFolder: Folder {
    let folders: Folders

    var key: DirectoryKey { .places }
    var parent: DirectoryKey? { .root }
    var name: String { "places" }
    var heading: (title: String, subtitle: String) { ("Places", "") }
    private var snapshot: PlacesState.Snapshot { folders.places.snapshot }

    var subfolders: [(name: String, key: DirectoryKey)] {
        snapshot.index.countries.map { ($0.name, .country($0.name)) }
    }

    func subfolder(named name: String) -> DirectoryKey? {
        snapshot.index.country(named: name).map { _ in .country(name) }
    }

    func meaning(of name: String) -> NameMeaning {
        let (index, gazetteer) = (snapshot.index, folders.gazetteer)
        if let listed = index.country(likeNamed: name) { return .listed(.country(listed.name)) }
        guard let code = gazetteer.country(named: name)?.code else { return .unknown }
        let listed = index.countries.first { gazetteer.country(named: $0.name)?.code == code }
        return listed.map { .listed(.country($0.name)) } ?? .country(code)
    }

    var extent: (count: Int, modified: Timestamp) {
        let snapshot = self.snapshot
        return (fixedCount + snapshot.index.countries.count, snapshot.changed)
    }

    var version: Int64 { snapshot.version + folders.directories.summaryVersion }
    var namesVersion: Int64 { snapshot.version }
    var attributes: [(name: String, value: String)] {
        counted("places", snapshot.index.countries.count)
    }

    var map: FolderMap? {
        let snapshot = self.snapshot
        let countries = snapshot.index.countries
        return FolderMap(
            directories: countries.flatMap(\.places).map { .place($0.place.id) }, version: snapshot.version,
            modified: { countries.reduce(snapshot.changed) { max($0, snapshot.changed(country: $1.name)) } },
            features: {
                let names = folders.gazetteer.otherNames()
                return countries.flatMap { country in
                    country.places.map { folders.feature(of: $0, names, href: country.name + "/" + $0.name) }
                }
            })
    }

    func make(_ name: String, _ files: PlacesFileSystem) async throws(Errno) -> DirectoryKey {
        try await files.makeCountry(name)
    }

    func removeFolder(_ name: String, _ files: PlacesFileSystem) async throws(Errno) {
        try await files.removeCountry(name)
    }

    func settle(_ files: PlacesFileSystem, waiting bound: DirectoryRefresher.Bound) async throws(Errno) {
        _ = try await files.placesShown(waiting: bound)
    }

    func listed(_ files: PlacesFileSystem) async {
        await files.refreshPlacesIfDue()
    }

    func create(_ name: String, _ files: PlacesFileSystem) async throws(Errno) {
        try await files.refresh(key, askedBy: name)
    }

    func refresh(_ files: PlacesFileSystem) async throws(RefreshError) {
        try await files.refreshPlaces()
    }

    func state(_ files: PlacesFileSystem) async -> String? {
        await files.state(of: key, refreshed: snapshot.refreshed, lifetime: folders.settings.timing.topPlacesLifetime)
    }
}

/// `places/France`: cities and famous spots.
struct CountryFolder: Folder {
    let name: String
    let folders: Folders

    var key: DirectoryKey { .country(name) }
    var parent: DirectoryKey? { .places }
    var heading: (title: String, subtitle: String) { (name, "") }
    private var snapshot: PlacesState.Snapshot { folders.places.snapshot }
    private var country: PlaceIndex.Country? { snapshot.index.country(named: name) }

    var subfolders: [(name: String, key: DirectoryKey)] {
        (country?.places ?? []).map { ($0.name, .place($0.place.id)) }
    }

    func subfolder(named name: String) -> DirectoryKey? {
        country?.place(named: name).map { .place($0.place.id) }
    }

    func meaning(of name: String) -> NameMeaning {
        guard let country else { return .unknown }
        if let listed = country.place(likeNamed: name) { return .listed(.place(listed.place.id)) }
        guard let place = folders.gazetteer.place(named: name, in: self.name) else {
            return country.place(spelledLike: name).map { .listed(.place($0.place.id)) } ?? .unknown
        }
        return country.twin(of: place).map { .listed(.place($0.place.id)) } ?? .place(place)
    }

    var extent: (count: Int, modified: Timestamp) {
        let snapshot = self.snapshot
        let count = snapshot.index.country(named: name)?.places.count ?? 0
        return (fixedCount + count, snapshot.changed(country: name))
    }

    var version: Int64 { snapshot.version + folders.directories.summaryVersion }
    var namesVersion: Int64 { snapshot.version }
    var isShown: Bool { isThere }
    var isThere: Bool { country != nil }
    var attributes: [(name: String, value: String)] { counted(name, country?.places.count) }

    var map: FolderMap? {
        let snapshot = self.snapshot
        let places = snapshot.index.country(named: name)?.places ?? []
        return FolderMap(
            directories: places.map { .place($0.place.id) }, version: snapshot.version,
            modified: { snapshot.changed(country: name) },
            features: {
                let names = folders.gazetteer.otherNames()
                return places.map { folders.feature(of: $0, names, href: $0.name) }
            })
    }

    func make(_ name: String, _ files: PlacesFileSystem) async throws(Errno) -> DirectoryKey {
        try await files.makePlace(name, in: self.name)
    }

    func removeFolder(_ name: String, _ files: PlacesFileSystem) async throws(Errno) {
        try await files.removePlace(name, from: self.name)
    }
}

extension Folders {
    /// A place on a map, where `href` leads.
    fileprivate func feature(
        of entry: PlaceIndex.Entry, _ names: [PlaceID: [String]], href: String
    ) -> PlaceFeature {
        PlaceFeature(
            title: entry.place.name, subtitle: entry.place.subtitle, coordinate: entry.place.coordinate,
            count: directories.summary(of: .place(entry.place.id))?.count, href: href + "/",
            names: otherNames(of: entry.place, names))
    }

    /// Of a place that the gazetteer does not list by this name or number, also what it lists it by.
    private func otherNames(of place: Place, _ names: [PlaceID: [String]]) -> [String] {
        guard place.origin != .gazetteer, let known = gazetteer.place(named: place.name, in: place.country) else {
            return names[place.id] ?? []
        }
        let own = SearchKey.of(place.name)
        return ([known.name] + (names[known.id] ?? [])).filter { SearchKey.of($0) != own }
    }
}
