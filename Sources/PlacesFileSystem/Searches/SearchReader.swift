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
    var identity: String {
        var search = self.search
        // Of a circle the place's identity has it, also where none was typed.
        if case .circle = place { search.radius = nil }
        return search.identity(where: place?.identity)
    }
    /// What was understood.
    var sentence: String {
        var search = self.search
        if case .circle(_, let radius) = place { search.radius = radius }
        return search.sentence(where: placeWords)
    }
}

/// Reads names in `search/`, and finds the places in them as `pins/` does.
final class SearchReader: Sendable {
    private let gazetteer: Gazetteer
    private let landmarks: Landmarks
    private let listings: Listings

    init(_ gazetteer: Gazetteer, _ landmarks: Landmarks, _ listings: Listings) {
        self.gazetteer = gazetteer
        self.landmarks = landmarks
        self.listings = listings
    }

    /// Asks the source about a place that only the source could know.
    func awaitMeaning(of name: String) async throws(Errno) {
        guard let place = try? parsed(name).place, let meaning = PinName(place) else { return }
        try await landmarks.awaitMeaning(of: meaning, in: .searches)
    }

    /// The query that a typed name means.
    ///
    /// - Parameters:
    ///   - name: As it was typed.
    ///   - asksBehind: Whether the source is asked in the background about a place that only it could know: for who
    ///     did not wait for that.
    /// - Returns: The query, with its place.
    /// - Throws: EINVAL and ENOENT, and ETIMEDOUT where the source is asked, with the reason in `user.places.error` of
    ///   `search/`.
    func query(_ name: String, asksBehind: Bool = false) async throws(Errno) -> OpenQuery {
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
        if search.radius != nil, isArea(meaning) {
            throw listings.errors.refused(
                .invalid, name, in: .searches, "\(place) is an area with an outline of its own; leave the radius out")
        }
        guard let query = try await opened(search, meaning) else {
            throw asksBehind
                ? await landmarks.unknownNow(place, meaning, ofA: .search, in: .searches)
                : await landmarks.unknown(place, ofA: .search, in: .searches)
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

    /// The query of a saved search that is refreshed.
    func query(ofSaved name: String) async throws(RefreshError) -> OpenQuery {
        if let query = await known(name) { return query }
        if let place = try? parsed(name, now: Timestamp(.max)).place, let meaning = PinName(place) {
            try? await landmarks.awaitMeaning(of: meaning, in: .searches)
            if let query = await known(name) { return query }
        }
        throw .source(.failed("the place of this search is not known any more; rename the folder"))
    }

    private func parsed(_ name: String, now: Timestamp? = nil) throws(SearchName.Refusal) -> PhotoSearch {
        try SearchName.query(
            name, now: now ?? listings.now(), isPlace: gazetteer.isSearchPlace, isNoted: gazetteer.isNotedPlace)
    }

    private func isArea(_ meaning: PinName) -> Bool {
        if case .area? = gazetteer.searchPlace(meaning, typed: "", radius: nil)?.place { true } else { false }
    }

    private func opened(_ search: PhotoSearch, _ meaning: PinName) async throws(Errno) -> OpenQuery? {
        if let found = gazetteer.searchPlace(meaning, typed: search.place ?? "", radius: search.radius) {
            return OpenQuery(search: search, place: found.place, placeWords: found.words)
        }
        guard let spot = try await landmarks.spot(meaning) else { return nil }
        let place = Gazetteer.searchPlace(
            around: Landmark(title: "", coordinate: spot.point), radius: search.radius)
        return OpenQuery(search: search, place: place, placeWords: spot.what ?? search.place)
    }
}
