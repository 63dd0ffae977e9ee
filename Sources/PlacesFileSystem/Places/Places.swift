import Catalog
import FUSE
import Gazetteer
import PhotoTree
import Synchronization
import Waiting

/// `places/`: the source's list of places, or the gazetteer's if the source has none, with the places that users added.
final class Places: Sendable {
    let gazetteer: Gazetteer
    private let state: PlacesState
    let listings: Listings
    /// The inode numbers of symbolic links to directories, as far as they were needed since the mount.
    private let links = Mutex<[DirectoryKey: NodeNumber]>([:])
    /// What came of the first question of this mount, the list of places; nil when it is good, or not needed.
    let firstAnswer = Reply<RefreshError?>()
    private let failure = Mutex<RefreshError?>(nil)

    init(_ gazetteer: Gazetteer, _ listings: Listings) async throws(CatalogError) {
        self.gazetteer = gazetteer
        self.listings = listings
        let catalog = listings.catalog
        state = PlacesState(
            gazetteer: gazetteer, isComplete: listings.source.isComplete, top: try await catalog.topPlaces(),
            added: try await catalog.addedPlaces(), addedCountries: try await catalog.addedCountries(),
            kept: try await catalog.keptPlaces(), popular: try await catalog.popularPlaces(),
            changed: try await catalog.changedPlaces(),
            now: listings.now())
    }

    var snapshot: PlacesState.Snapshot { state.snapshot }
    private var catalog: Catalog { listings.catalog }
    private var errors: ErrorLog { listings.errors }

    // MARK: Names

    /// What a user means who types the name of a country.
    func meaning(of name: String) -> NameMeaning {
        let index = snapshot.index
        if let listed = index.country(likeNamed: name) { return .listed(.country(listed.name)) }
        guard let code = gazetteer.country(named: name)?.code else { return .unknown }
        let listed = index.countries.first { gazetteer.country(named: $0.name)?.code == code }
        return listed.map { .listed(.country($0.name)) } ?? .unlistedCountry(code)
    }

    /// What a user means who types the name of a place in a country.
    func meaning(of name: String, in country: String) -> NameMeaning {
        guard let listed = snapshot.index.country(named: country) else { return .unknown }
        if let place = listed.place(likeNamed: name) { return .listed(.place(place.place.id)) }
        guard let place = gazetteer.place(named: name, in: country) else {
            return listed.place(spelledLike: name).map { .listed(.place($0.place.id)) } ?? .unknown
        }
        return listed.twin(of: place, in: gazetteer).map { .listed(.place($0.place.id)) } ?? .unlistedPlace(place)
    }

    /// The inode number of the symbolic link from other names to this directory.
    func linkNumber(to target: DirectoryKey) async throws(CatalogError) -> NodeNumber {
        if let number = links.withLock({ $0[target] }) { return number }
        let number = try await catalog.number(ofLinkTo: target)
        links.withLock { $0[target] = number }
        return number
    }

    // MARK: What users add

    func makeCountry(_ name: String) async throws(Errno) -> DirectoryKey {
        // Desktops try such names, people do not.
        guard !name.beginsWithBytes(of: ".") else { throw .noEntry }
        let listed = FileName.directory(typed: name)
        switch meaning(of: listed ?? name) {
        case .listed: throw .exists
        case .unknown, .unlistedPlace: throw await errors.unknown(name, ofA: .country, in: .places, gazetteer)
        case .unlistedCountry: break
        }
        // A country is listed under the name that was typed: mkdir(2) must make the name that is shown afterwards.
        guard let listed else { throw .invalid }
        try await errors.mapping("write", .places) { () async throws(CatalogError) in
            try await catalog.addCountry(listed)
        }
        state.addCountry(listed, now: listings.now())
        errors.forgetRefusal(in: .places)
        return .country(listed)
    }

    func makePlace(_ name: String, in country: String) async throws(Errno) -> DirectoryKey {
        guard snapshot.index.country(named: country) != nil, !name.beginsWithBytes(of: ".") else { throw .noEntry }
        let listed = FileName.directory(typed: name)
        var place: Place
        switch meaning(of: listed ?? name, in: country) {
        case .listed: throw .exists
        case .unknown, .unlistedCountry:
            throw await errors.unknown(
                name, ofA: .place(of: country), in: .country(country), gazetteer)
        case .unlistedPlace(let known): place = known
        }
        guard let listed else { throw .invalid }
        // The name that was typed ("Springfield, Illinois").
        place.name = listed
        place.country = country
        place.origin = .added
        let added = place
        try await errors.mapping("write", .country(country)) { () async throws(CatalogError) in
            try await catalog.add(added)
        }
        state.add(added, now: listings.now())
        // Where the country is kept, the place is, too.
        listings.tree.publish(TreeChange(names: [.country(country): ListingChange()]))
        errors.forgetRefusal(in: .country(country))
        return .place(added.id)
    }

    func removeCountry(_ name: String) async throws(Errno) {
        // If no process has listed `places/` since mkdir, the kernel knows the country by the name that was typed.
        let name = FileName.directory(typed: name) ?? name
        guard let country = snapshot.index.country(named: name) else { throw .noEntry }
        guard country.isAdded else { throw .readOnly }
        guard country.count == 0 else { throw .notEmpty }
        try await errors.mapping("write", .places) { () async throws(CatalogError) in
            try await catalog.removeCountry(name)
        }
        state.removeCountry(name, now: listings.now())
        listings.tree.publish(TreeChange(gone: [.country(name)]))
    }

    func removePlace(_ name: String, from country: String) async throws(Errno) {
        let name = FileName.directory(typed: name) ?? name
        guard let place = snapshot.index.country(named: country)?.place(named: name)?.place else { throw .noEntry }
        guard place.origin == .added else { throw .readOnly }
        try await listings.removing(.place(place.id)) { () async throws(CatalogError) in
            try await catalog.remove(place.id)
        }
        let (old, new) = state.remove(place.id, now: listings.now())
        // Where people photograph now is listed all the same, perhaps by another name.
        let names = new.entry(of: place.id) == nil ? [:] : names(old: old, new: new)
        listings.tree.publish(TreeChange(gone: [.place(place.id)], names: names))
    }

    // MARK: What is kept offline

    /// A place that is kept stays listed, though the source lists it no more.
    func keep(_ place: Place) {
        state.keep(place, now: listings.now())
    }

    func unkeep(_ id: PlaceID) {
        let (old, new) = state.unkeep(id, now: listings.now())
        guard new.entry(of: id) == nil else { return }
        listings.tree.publish(TreeChange(names: names(old: old, new: new)))
    }

    // MARK: What the source finds

    /// - Returns: The places that have another name now, or are in another country.
    func refresh() async throws(RefreshError) -> [DirectoryKey] {
        let top = try await listings.asSource { () async throws(PhotoSourceError) in
            try await listings.source.topPlaces()
        }
        return try await listings.asCatalog { () async throws(CatalogError) in
            try await catalog.replaceTopPlaces(top)
            guard let change = state.replaceTop(top, now: listings.now()) else { return [] }
            return try await show(change)
        }
    }

    /// Shows another list; answers the places that have another name now, or are in another country.
    private func show(_ change: (old: PlaceIndex, new: PlaceIndex)) async throws(CatalogError) -> [DirectoryKey] {
        let (old, new) = change
        listings.tree.publish(TreeChange(names: names(old: old, new: new)))
        try await catalog.noteChanges(snapshot.times)
        // Files of places that no process looked at need not be written anew.
        let seen = old.countries.lazy.flatMap(\.identifiers).filter { self.isNumbered(.place($0)) }
        return seen.filter { id in
            guard let before = old.entry(of: id), let after = new.entry(of: id) else { return false }
            return before.country != after.country || before.entry.name != after.entry.name
        }.map { .place($0) }
    }

    // MARK: Where people photograph now

    func showPopular(_ popular: PopularPlaces) async throws(CatalogError) -> [DirectoryKey] {
        guard let change = state.replacePopular(popular, now: listings.now()) else { return [] }
        return try await show(change)
    }

    /// Why the source did not tell where people photograph now; nil when it did, or was not asked.
    var popularFailure: RefreshError? {
        get { failure.withLock(\.self) }
        set { failure.withLock { $0 = newValue } }
    }

    private func isNumbered(_ key: DirectoryKey) -> Bool {
        listings.tree.directories.number(of: key) != nil
    }

    func refresh(_ id: PlaceID) async throws(RefreshError) {
        guard let place = snapshot.index.entry(of: id)?.entry.place else { return }
        let settings = listings.settings
        let query = PhotoQuery(
            subject: gazetteer.photoArea(of: id).map { PhotoQuery.Subject.area($0) } ?? .place(place),
            limit: settings.photosPerPlace, order: settings.order, license: settings.license)
        let page = try await listings.found(query, for: .place(id))
        try await listings.asCatalog { () async throws(CatalogError) in
            try await listings.apply(try await catalog.replaceListing(of: .place(id), with: page), to: .place(id))
        }
        try listings.noteExtent(of: page, .place(id))
    }

    /// Removes the kept data of places that no list has shown for 30 days.
    func forgetDeparted() async throws(CatalogError) {
        let snapshot = self.snapshot
        // A provisional list does not say which places the source lists.
        guard !snapshot.isProvisional else { return }
        let listed = Set(snapshot.index.countries.lazy.flatMap(\.identifiers).map { DirectoryKey.place($0) })
        for key in try await catalog.departedPlaces(besides: listed) {
            try await listings.recounting(key) { () async throws(CatalogError) in try await catalog.retire(key) }
            listings.tree.publish(TreeChange(gone: [key]))
        }
    }

    /// Expires all names in every directory that the kernel may know, because a name may now lead to another place.
    private func names(old: PlaceIndex, new: PlaceIndex) -> [DirectoryKey: ListingChange] {
        let countries = Set((old.countries + new.countries).map(\.name))
        let maps = [GeneratedFile.map, .mapPage].map(\.rawValue)
        var names = [DirectoryKey.places: ListingChange(expired: maps, expiredDirectories: countries.sorted())]
        for country in countries where isNumbered(.country(country)) {
            let places = [old, new].flatMap { $0.country(named: country)?.places.map(\.name) ?? [] }
            names[.country(country)] = ListingChange(expired: maps, expiredDirectories: Set(places).sorted())
        }
        return names
    }
}
