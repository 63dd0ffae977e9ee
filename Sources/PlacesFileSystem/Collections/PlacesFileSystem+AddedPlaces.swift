import Catalog
import FUSE
import PhotoTree

// places/: countries and places of the gazetteer come with mkdir, and what was added goes with rmdir.
extension PlacesFileSystem {
    func makeCountry(_ name: String) async throws(Errno) -> DirectoryKey {
        // What desktops try, not people.
        guard !name.beginsWithBytes(of: ".") else { throw .noEntry }
        switch folder(.places).meaning(of: name) {
        case .listed: throw .exists
        case .unknown, .place: throw await unknown(name, in: .places)
        case .country: break
        }
        // It is listed as it was typed, or the name made would not be the name shown.
        guard FileName.directory(name) == name else { throw .invalid }
        try await store { () async throws(CatalogError) in try await catalog.addCountry(name) }
        places.addCountry(name, now: now())
        refusedNames.forget(in: .places)
        return .country(name)
    }

    func makePlace(_ name: String, in country: String) async throws(Errno) -> DirectoryKey {
        guard places.snapshot.index.country(named: country) != nil, !name.beginsWithBytes(of: ".") else {
            throw .noEntry
        }
        var place: Place
        switch folder(.country(country)).meaning(of: name) {
        case .listed: throw .exists
        case .unknown, .country: throw await unknown(name, in: .country(country))
        case .place(let known): place = known
        }
        // As it was typed ("Springfield, Illinois").
        place.name = name
        place.country = country
        place.origin = .added
        guard FileName.directory(name) == name else { throw .invalid }
        let added = place
        try await store { () async throws(CatalogError) in try await catalog.add(added) }
        places.add(added, now: now())
        refusedNames.forget(in: .country(country))
        return .place(added.id)
    }

    /// Says why a name that means nothing there was refused, where people look next: the attribute of the directory, the
    /// log and the status.
    func unknown(_ name: String, in key: DirectoryKey) async -> Errno {
        let sentence = await sentence(onUnknown: name, in: key)
        refusedNames.note(sentence, in: key, at: now())
        return reported(.noEntry, "mkdir", key.text, sentence)
    }

    @concurrent private func sentence(onUnknown name: String, in key: DirectoryKey) async -> String {
        UnknownName(name, in: key, gazetteer).sentence
    }

    func removeCountry(_ name: String) async throws(Errno) {
        guard let country = places.snapshot.index.country(named: name) else { throw .noEntry }
        guard country.isAdded else { throw .readOnly }
        guard country.places.isEmpty else { throw .notEmpty }
        try await store { () async throws(CatalogError) in try await catalog.removeCountry(name) }
        places.removeCountry(name, now: now())
        tree.publish(TreeChange(gone: [.country(name)]))
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
        tree.publish(TreeChange(gone: [.place(place.id)]))
    }
}
