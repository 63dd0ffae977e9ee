import FUSE
import Gazetteer
import PhotoTree

/// `places/France/Paris`: photos taken there.
struct PlaceFolder: Listed, Refreshed, Keepable, TextWriting {
    let place: PlaceID
    let places: Places

    var listings: Listings { places.listings }
    var key: DirectoryKey { .place(place) }
    private var found: (country: String, entry: PlaceIndex.Entry)? {
        places.snapshot.index.entry(of: place).map { ($0.country, $0.entry) }
    }

    /// Nil once the place has left the list.
    var parent: DirectoryKey? { found.map { .country($0.country) } }
    var name: String { found?.entry.name ?? "" }
    var isThere: Bool { found != nil }

    var joined: Timestamp {
        let snapshot = places.snapshot
        return snapshot.index.entry(of: place).map { snapshot.changed(country: $0.country) } ?? began
    }

    var attributes: [(name: String, value: String)] {
        guard let place = found?.entry.place else { return [] }
        let summary = self.summary
        return DirectoryXattrs.listed(
            title: place.name, subtitle: place.subtitle, count: summary?.count, total: summary?.total,
            coordinate: place.coordinate, standing: places.snapshot.popular.standings[place.id])
            + areaQuery(places.gazetteer.photoArea(of: place.id))
    }

    var heading: (title: String, subtitle: String) {
        found.map { ($0.entry.place.name, $0.entry.place.subtitle) } ?? ("", "")
    }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        guard file == .noImages, let area = places.gazetteer.photoArea(of: place) else { return nil }
        return noImages(of: area, listing)
    }

    func refresh() async throws(RefreshError) { try await places.refresh(place) }

    var keptPlace: Place? {
        found.map { found in
            var place = found.entry.place
            (place.country, place.name) = (found.country, found.entry.name)
            return place
        }
    }

    func noteKept(_ isKept: Bool) {
        if !isKept { places.unkeep(place) } else if let keptPlace { places.keep(keptPlace) }
    }

    /// Nothing for a process that goes back or jumps about.
    var following: [any Refreshed] {
        guard let country = found?.country, let siblings = places.snapshot.index.country(named: country)?.places,
            let index = siblings.firstIndex(where: { $0.place.id == place })
        else { return [] }
        if index > 0, directories.summary(of: .place(siblings[index - 1].place.id)) == nil { return [] }
        return siblings[(index + 1)...].prefix(CrawlDetector.reach).map {
            PlaceFolder(place: $0.place.id, places: places)
        }
    }
}

extension Listed {
    /// How the photos of an area are asked for; nothing for a place or pin that is a point.
    func areaQuery(_ area: PhotoArea?) -> [(name: String, value: String)] {
        guard let area else { return [] }
        let question = listings.source.question(for: area)
        return [("user.places.query", "\(question); of what comes, what lies in the outline of \(area.name)")]
    }

    /// What `No Images` says of an area around which the source has photos; nil where it has none, and where those of
    /// other licences may lie in it.
    func noImages(of area: PhotoArea, _ listing: Listing?) -> String? {
        guard let listing, listing.total != 0, settings.license == .any else { return nil }
        return NoImages.text(outside: area.name, takesRemovals: shape.takesRemovals)
    }
}

extension Place {
    /// The rest of the name: "Île-de-France, France".
    var subtitle: String {
        region.isEmpty ? country : "\(region), \(country)"
    }
}
