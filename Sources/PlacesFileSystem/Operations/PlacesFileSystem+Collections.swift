import Catalog
public import FUSE
import Logging
import PhotoTree

// What users change in the tree: places come and go with mkdir and rmdir. Everything else is refused, by the daemon
// itself too, because root passes the kernel's permission checks.
extension PlacesFileSystem {
    public func mkdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        guard case .directory(let key)? = inodes.record(NodeNumber(parent))?.node else { throw .noEntry }
        let made: DirectoryKey
        switch key {
        case .places: made = try await makeCountry(name)
        case .country(let country): made = try await makePlace(name, in: country)
        case .root, .place, .tags, .recents, .pins, .state, .cached: throw .readOnly
        }
        guard case .found(let number, let node, let facts) = try await resolveDirectory(made) else {
            throw .inputOutput
        }
        expireMap(in: key)
        inodes.insert(number, node, facts, lookups: 1)
        return entry(number, node, facts)
    }

    public func rmdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) {
        guard case .directory(let key)? = inodes.record(NodeNumber(parent))?.node else { throw .noEntry }
        switch key {
        case .places: try await removeCountry(name)
        case .country(let country): try await removePlace(name, from: country)
        case .root, .place, .tags, .recents, .pins, .state, .cached: throw try await refusal(of: name, in: key)
        }
        expireMap(in: key)
    }

    public func unlink(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) {
        guard case .directory(let key)? = inodes.record(NodeNumber(parent))?.node else { throw .noEntry }
        guard case .found = try await resolve(name, in: key) else { throw .noEntry }
        throw .readOnly
    }

    private func makeCountry(_ name: String) async throws(Errno) -> DirectoryKey {
        let shown = try await placesShown(waiting: .fromNow(settings.timing.lookupWait))
        guard !shown.index.hasCountry(likeNamed: name) else { throw .exists }
        guard let known = gazetteer.knows(country: name), FileName.directory(known) == name else { throw .noEntry }
        try await store { () async throws(CatalogError) in try await catalog.addCountry(known) }
        places.addCountry(known, now: now())
        return .country(name)
    }

    private func makePlace(_ name: String, in country: String) async throws(Errno) -> DirectoryKey {
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

    private func removeCountry(_ name: String) async throws(Errno) {
        guard let country = places.snapshot.index.country(named: name) else { throw .noEntry }
        guard country.isAdded else { throw .readOnly }
        guard country.places.isEmpty else { throw .notEmpty }
        try await store { () async throws(CatalogError) in try await catalog.removeCountry(name) }
        places.removeCountry(name, now: now())
        forget(.country(name))
    }

    private func removePlace(_ name: String, from country: String) async throws(Errno) {
        guard let place = places.snapshot.index.country(named: country)?.place(named: name)?.place else {
            throw .noEntry
        }
        guard place.origin == .added else { throw .readOnly }
        try await store { () async throws(CatalogError) in try await catalog.remove(place.id) }
        places.remove(place.id, now: now())
        forget(.place(place.id))
    }

    /// A directory made again is another directory, for a process may still sit in this one (fuse.md §5.5).
    private func forget(_ key: DirectoryKey) {
        directories.remove(key)
        snapshots.remove(key)
        generated.forget(key)
    }

    private func refusal(of name: String, in key: DirectoryKey) async throws(Errno) -> Errno {
        guard case .found(_, let node, _) = try await resolve(name, in: key) else { return .noEntry }
        guard case .directory = node else { return .notDirectory }
        return .readOnly
    }

    private func expireMap(in key: DirectoryKey) {
        let above: [DirectoryKey] = key == .places ? [.places] : [key, .places]
        for directory in above {
            guard let number = directories.number(of: directory) else { continue }
            notifier?.expireEntry(GeneratedFile.map.rawValue, in: InodeNumber(number))
        }
    }

    private func store(_ write: () async throws(CatalogError) -> Void) async throws(Errno) {
        do throws(CatalogError) {
            try await write()
        } catch {
            throw mapped(.catalog(error), "write", .places)
        }
    }
}
