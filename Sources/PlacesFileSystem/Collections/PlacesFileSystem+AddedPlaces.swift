import Catalog
import FUSE
import PhotoTree

// places/: countries and places of the gazetteer come with mkdir, and what was added goes with rmdir.
extension PlacesFileSystem {
    func makeCountry(_ name: String) async throws(Errno) -> DirectoryKey {
        guard !places.snapshot.index.hasCountry(likeNamed: name) else { throw .exists }
        guard let known = gazetteer.knows(country: name), FileName.directory(known) == name else { throw .noEntry }
        try await store { () async throws(CatalogError) in try await catalog.addCountry(known) }
        places.addCountry(known, now: now())
        return .country(name)
    }

    func makePlace(_ name: String, in country: String) async throws(Errno) -> DirectoryKey {
        let index = places.snapshot.index
        guard let shown = index.country(named: country) else { throw .noEntry }
        guard !shown.hasPlace(likeNamed: name) else { throw .exists }
        guard var place = gazetteer.place(named: name, in: country), Self.isName(name, of: place) else {
            throw .noEntry
        }
        // The same place under the name that its namesakes left it, or another source's.
        guard shown.twin(of: place) == nil else { throw .exists }
        // It is listed as it was typed ("Springfield, Illinois"), or the name made would not be the name shown.
        place.name = name
        place.country = country
        place.origin = .added
        guard FileName.directory(name) == name else { throw .invalid }
        let added = place
        try await store { () async throws(CatalogError) in try await catalog.add(added) }
        places.add(added, now: now())
        return .place(added.id)
    }

    /// The gazetteer finds places whatever the case; a directory `annecy` could then never become `Annecy`.
    private static func isName(_ name: String, of place: Place) -> Bool {
        name == place.name || name == "\(place.name), \(place.region)"
    }

    func removeCountry(_ name: String) async throws(Errno) {
        guard let country = places.snapshot.index.country(named: name) else { throw .noEntry }
        guard country.isAdded else { throw .readOnly }
        guard country.places.isEmpty else { throw .notEmpty }
        try await store { () async throws(CatalogError) in try await catalog.removeCountry(name) }
        places.removeCountry(name, now: now())
        forget(.country(name))
    }

    func removePlace(_ name: String, from country: String) async throws(Errno) {
        guard let place = places.snapshot.index.country(named: country)?.place(named: name)?.place else {
            throw .noEntry
        }
        guard place.origin == .added else { throw .readOnly }
        try await storeRemoval(of: .place(place.id)) { [catalog] () async throws(CatalogError) in
            try await catalog.remove(place.id)
        }
        places.remove(place.id, now: now())
        forget(.place(place.id))
    }
}
