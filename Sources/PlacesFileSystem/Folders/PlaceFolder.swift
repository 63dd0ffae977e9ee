import FUSE
import PhotoTree

/// `places/France/Paris`: photos taken there.
struct PlaceFolder: PhotoFolder {
    let place: PlaceID
    let folders: Folders

    var key: DirectoryKey { .place(place) }
    private var found: (country: String, entry: PlaceIndex.Entry)? {
        folders.places.snapshot.index.entry(of: place).map { ($0.country, $0.entry) }
    }

    /// Nil once the place has left the list.
    var parent: DirectoryKey? { found.map { .country($0.country) } }
    var name: String { found?.entry.name ?? "" }
    var isThere: Bool { found != nil }
    var path: String {
        found.map { folders.folder(.country($0.country)).path + "/" + $0.entry.name } ?? folders.folder(.places).path
    }

    var joined: Timestamp {
        let snapshot = folders.places.snapshot
        return snapshot.index.entry(of: place).map { snapshot.changed(country: $0.country) } ?? folders.began
    }

    var attributes: [(name: String, value: String)] {
        guard let place = found?.entry.place else { return [] }
        let summary = self.summary
        return DirectoryXattrs.listed(
            title: place.name, subtitle: place.subtitle, count: summary?.count, total: summary?.total,
            coordinate: place.coordinate) + areaQuery(folders.places.gazetteer.photoArea(of: place.id))
    }

    var heading: (title: String, subtitle: String) {
        found.map { ($0.entry.place.name, $0.entry.place.subtitle) } ?? ("", "")
    }

    func create(_ name: String) async throws(Errno) { try await refresh(askedBy: name) }
    func refresh() async throws(RefreshError) { try await folders.places.refresh(place) }
    func state() async -> String? { await stateOfListing() }
}

extension PhotoFolder {
    /// How the photos of an area are asked for; nothing for a place or pin that is a point.
    func areaQuery(_ area: PhotoArea?) -> [(name: String, value: String)] {
        guard let area else { return [] }
        let question = folders.listings.source.question(for: area)
        return [("user.places.query", "\(question); of what comes, what lies in the outline of \(area.name)")]
    }
}

extension Place {
    /// The rest of the name: "Île-de-France, France".
    var subtitle: String {
        region.isEmpty ? country : "\(region), \(country)"
    }
}
