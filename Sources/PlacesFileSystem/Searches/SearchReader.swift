import Catalog
import FUSE
import Gazetteer
import PhotoTree

/// A query whose place is known.
struct OpenQuery: Hashable, Sendable {
    var search: PhotoSearch
    var place: SearchPlace?
    /// The place in words, "Brittany, France"; nil without one.
    var placeWords: String?

    /// One for all spellings of it.
    var identity: String { search.identity(where: place?.identity) }
    /// What was understood.
    var sentence: String {
        var search = self.search
        if case .circle(_, let radius) = place { search.radius = radius }
        return search.sentence(where: placeWords)
    }
}

/// Reads names in `search/`, and finds the places in them as `pins/` does.
final class SearchReader: Sendable {
    /// How far from a point photos may have been taken, in metres; and from the middle of a town.
    private static let pointRadius = 5_000
    private static let townRadius = 10_000

    private let gazetteer: Gazetteer
    private let landmarks: Landmarks
    private let listings: Listings

    init(_ gazetteer: Gazetteer, _ landmarks: Landmarks, _ listings: Listings) {
        self.gazetteer = gazetteer
        self.landmarks = landmarks
        self.listings = listings
    }

    /// Asks the source about a place that only the source could know.
    func learn(_ name: String) async throws(Errno) {
        guard let place = try? parsed(name).place, let meaning = PinName(place) else { return }
        try await landmarks.learn(meaning, in: .searches)
    }

    /// The query that a typed name means.
    ///
    /// - Throws: EINVAL and ENOENT, with the reason in `user.places.error` of `search/`.
    func query(_ name: String) async throws(Errno) -> OpenQuery {
        let search: PhotoSearch
        do throws(SearchName.Refusal) {
            search = try parsed(name)
        } catch {
            throw listings.errors.refused(.invalid, name, in: .searches, error.sentence)
        }
        guard let place = search.place else { return OpenQuery(search: search) }
        guard let meaning = PinName(place), !meaning.isPlaceholder else {
            throw listings.errors.refused(.invalid, name, in: .searches, PinRefusal.sentence(place))
        }
        if search.radius != nil, area(meaning) != nil {
            throw listings.errors.refused(
                .invalid, name, in: .searches, "\(place) is an area with an outline of its own; leave the radius out")
        }
        guard let query = try await opened(search, meaning) else {
            throw await listings.errors.unknown(place, ofA: .pin, in: .searches, gazetteer)
        }
        return query
    }

    /// The query of a search that is there already; nil while its place cannot be found.
    func known(_ name: String) async -> OpenQuery? {
        guard let search = try? parsed(name, now: Timestamp(.max)) else { return nil }
        guard let place = search.place else { return OpenQuery(search: search) }
        guard let meaning = PinName(place) else { return nil }
        return try? await opened(search, meaning)
    }

    /// The same, for a search that is refreshed.
    func query(ofSaved name: String) async throws(RefreshError) -> OpenQuery {
        if let query = await known(name) { return query }
        if let place = try? parsed(name, now: Timestamp(.max)).place, let meaning = PinName(place) {
            try? await landmarks.learn(meaning, in: .searches)
            if let query = await known(name) { return query }
        }
        throw .source(.failed("the place of this search is not known any more; rename the folder"))
    }

    private func parsed(_ name: String, now: Timestamp? = nil) throws(SearchName.Refusal) -> PhotoSearch {
        try SearchName.query(name, now: now ?? listings.now()) { [gazetteer] place in
            if case .point = PinName(place) { return true }
            return gazetteer.placed(named: place) != nil
        }
    }

    private func area(_ meaning: PinName) -> PhotoArea? {
        guard case .word(let name) = meaning, let place = gazetteer.pinned(named: name) else { return nil }
        return gazetteer.photoArea(of: place.id)
    }

    private func opened(_ search: PhotoSearch, _ meaning: PinName) async throws(Errno) -> OpenQuery? {
        var query = OpenQuery(search: search)
        if let area = area(meaning) {
            query.place = .area(area)
            query.placeWords = area.name
            return query
        }
        guard let spot = try await landmarks.spot(meaning) else { return nil }
        let isTown =
            if case .word(let name) = meaning, let place = gazetteer.pinned(named: name) { place.id.isTown } else {
                false
            }
        let radius = search.radius ?? (isTown ? Self.townRadius : Self.pointRadius)
        query.place = .circle(spot.point, radiusInMetres: radius)
        query.placeWords = spot.what ?? search.place
        return query
    }
}

extension PlaceID {
    /// Whether it is a town of the gazetteer, and no sight.
    fileprivate var isTown: Bool { rawValue.beginsWithBytes(of: "geoname:") }
}
