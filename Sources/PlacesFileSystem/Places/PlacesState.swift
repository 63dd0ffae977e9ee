import Gazetteer
import PhotoTree
import Synchronization

/// Which places the tree shows now, and where the list came from.
final class PlacesState: Sendable {
    struct Snapshot: Sendable {
        var index: PlaceIndex
        /// Grows with every change of the index.
        var version: Int64
        /// When countries last came or went: the mtime of `places/`.
        var changed: Timestamp
        /// When places of a country last came or went, if that is known.
        var changedCountries: [String: Timestamp]
        /// The time of the countries where that is not known.
        let began: Timestamp
        /// The source has never answered, neither now nor in an earlier mount: the list shown is only a guess.
        var isProvisional: Bool
        /// The source has no list of its own, so the gazetteer's is shown.
        var isGazetteer: Bool
        /// When the source last answered.
        var refreshed: Timestamp?
        /// Where people photograph now; none beside a list of the source's own.
        var popular = PopularPlaces()

        /// The mtime of a country.
        func changed(country: String) -> Timestamp {
            changedCountries[country] ?? began
        }

        /// The mtimes of `places/` and of all countries, to be kept over remounts.
        var times: [DirectoryKey: Timestamp] {
            index.countries.reduce(into: [.places: changed]) { times, country in
                times[.country(country.name)] = changed(country: country.name)
            }
        }

        mutating func replaceIndex(_ new: PlaceIndex, now: Timestamp) {
            if new.countries.map(\.name) != index.countries.map(\.name) {
                changed = now
            }
            for country in new.countries where index.country(named: country.name)?.shows(sameAs: country) != true {
                changedCountries[country.name] = now
            }
            index = new
            version += 1
        }
    }

    private struct State {
        var top: [Place]?
        var added: [Place]
        var addedCountries: [String]
        /// Those that are kept offline: they stay, whatever the source lists.
        var kept: [Place]
        var popular: PopularPlaces
        var snapshot: Snapshot
    }

    private let gazetteer: Gazetteer
    /// No built-in place stands beside the source's.
    private let isComplete: Bool
    private let state: Mutex<State>

    /// `changed` is what earlier mounts have kept of `Snapshot.times`.
    init(
        gazetteer: Gazetteer, isComplete: Bool = false, top: (places: [Place], refreshed: Timestamp)?, added: [Place],
        addedCountries: [String], kept: [Place] = [], popular: PopularPlaces = PopularPlaces(),
        changed: (list: Timestamp?, countries: [String: Timestamp]) = (nil, [:]), now: Timestamp
    ) {
        self.gazetteer = gazetteer
        self.isComplete = isComplete
        let isGazetteer = !isComplete && top?.places.isEmpty ?? true
        let snapshot = Snapshot(
            index: Self.index(top?.places, added, kept, popular, addedCountries, gazetteer, isComplete), version: 1,
            changed: changed.list ?? top?.refreshed ?? now, changedCountries: changed.countries,
            began: top?.refreshed ?? now, isProvisional: top == nil, isGazetteer: isGazetteer,
            refreshed: top?.refreshed, popular: isGazetteer ? popular : PopularPlaces())
        state = Mutex(
            State(
                top: top?.places, added: added, addedCountries: addedCountries, kept: kept, popular: popular,
                snapshot: snapshot))
    }

    var snapshot: Snapshot {
        state.withLock { $0.snapshot }
    }

    /// Takes the source's list; answers the index before and after if the list that is shown changed.
    func replaceTop(_ places: [Place], now: Timestamp) -> (old: PlaceIndex, new: PlaceIndex)? {
        state.withLock { state in
            state.snapshot.refreshed = now
            let wasProvisional = state.snapshot.isProvisional
            state.snapshot.isProvisional = false
            state.snapshot.isGazetteer = !isComplete && places.isEmpty
            state.snapshot.popular = state.snapshot.isGazetteer ? state.popular : PopularPlaces()
            guard state.top != places || wasProvisional else { return nil }
            state.top = places
            return rebuild(&state, now: now)
        }
    }

    func add(_ place: Place, now: Timestamp) {
        state.withLock { state in
            state.added.removeAll { $0.id == place.id }
            state.added.append(place)
            _ = rebuild(&state, now: now)
        }
    }

    func remove(_ id: PlaceID, now: Timestamp) -> (old: PlaceIndex, new: PlaceIndex) {
        state.withLock { state in
            state.added.removeAll { $0.id == id }
            state.kept.removeAll { $0.id == id }
            return rebuild(&state, now: now)
        }
    }

    func keep(_ place: Place, now: Timestamp) {
        state.withLock { state in
            state.kept.removeAll { $0.id == place.id }
            state.kept.append(place)
            _ = rebuild(&state, now: now)
        }
    }

    /// Answers the index before and after.
    func unkeep(_ id: PlaceID, now: Timestamp) -> (old: PlaceIndex, new: PlaceIndex) {
        state.withLock { state in
            state.kept.removeAll { $0.id == id }
            return rebuild(&state, now: now)
        }
    }

    /// Takes what was told of where people photograph; answers the index before and after if other places are popular
    /// now, or have other ranks.
    func replacePopular(_ popular: PopularPlaces, now: Timestamp) -> (old: PlaceIndex, new: PlaceIndex)? {
        state.withLock { state in
            let isSame = popular.shows(sameAs: state.popular)
            state.popular = popular
            guard state.snapshot.isGazetteer else { return nil }
            state.snapshot.popular = popular
            return isSame ? nil : rebuild(&state, now: now)
        }
    }

    func addCountry(_ name: String, now: Timestamp) {
        state.withLock { state in
            state.addedCountries.append(name)
            _ = rebuild(&state, now: now)
        }
    }

    func removeCountry(_ name: String, now: Timestamp) {
        state.withLock { state in
            state.addedCountries.removeAll { $0 == name }
            _ = rebuild(&state, now: now)
        }
    }

    private func rebuild(_ state: inout State, now: Timestamp) -> (old: PlaceIndex, new: PlaceIndex) {
        let old = state.snapshot.index
        state.snapshot.replaceIndex(
            Self.index(
                state.top, state.added, state.kept, state.popular, state.addedCountries, gazetteer, isComplete),
            now: now)
        return (old, state.snapshot.index)
    }

    /// An empty list is Flickr's normal answer today (2026): then the gazetteer's is shown, with the places where
    /// people photograph now.
    private static func index(
        _ top: [Place]?, _ added: [Place], _ kept: [Place], _ popular: PopularPlaces, _ addedCountries: [String],
        _ gazetteer: Gazetteer, _ isComplete: Bool
    ) -> PlaceIndex {
        let top = top ?? []
        if isComplete { return PlaceIndex(places: top + added, addedCountries: addedCountries, gazetteer: gazetteer) }
        let popular = top.isEmpty ? popular.ofWeek : []
        // The usual case: the gazetteer has built this index in parallel with other work at the start.
        if top.isEmpty, added.isEmpty, kept.isEmpty, popular.isEmpty, addedCountries.isEmpty { return gazetteer.index }
        let listed = (top.isEmpty ? gazetteer.listed : top) + added
        let places = listed + without(listed, kept)
        return PlaceIndex(
            places: places + beside(places, popular), addedCountries: addedCountries, gazetteer: gazetteer)
    }

    private static func without(_ listed: [Place], _ places: [Place]) -> [Place] {
        guard !places.isEmpty else { return [] }
        let known = Set(listed.map(\.id))
        return places.filter { !known.contains($0.id) }
    }

    /// Those that come and go with what people photograph bear their regions where a listed place has their name, so
    /// that no folder gets another name for them.
    private static func beside(_ listed: [Place], _ popular: [Place]) -> [Place] {
        let new = without(listed, popular)
        guard !new.isEmpty else { return [] }
        let key = { (place: Place) in place.country + "/" + FileName.key(FileName.directory(place.name)) }
        let countries = Set(new.map(\.country))
        let taken = Set(listed.lazy.filter { countries.contains($0.country) }.map(key))
        return new.map { place in
            guard !place.region.isEmpty, taken.contains(key(place)) else { return place }
            var place = place
            place.name += ", " + place.region
            return place
        }
    }
}
