internal import PhotoAPI
internal import PhotoTree

/// A user's search as calls of `flickr.photos.search`.
///
/// Of typed words only letters, marks, digits and inner apostrophes are sent. The quotation marks around a phrase and
/// the "-" before a word are ours.
struct WordSearch: Sendable {
    static let perPage = 250
    /// Flickr repeats earlier pages after this one, or refuses with code 20.
    static let lastPage = SearchPlan.maximumResults / perPage
    /// How many pages more than needed are asked for, where photos are left out here.
    private static let furtherPages = 5

    /// The arguments of each call: two for a box across the antimeridian, else one.
    let searches: [[String: String]]
    let limit: Int
    /// How many wanted photos precede the page.
    let skip: Int
    /// Set for random order.
    let lot: SearchLot?

    /// `user` is the identifier of the search's author.
    ///
    /// - Throws: `FlickrError.unanswerable` if the search is for nothing that Flickr can look for.
    init(
        _ query: PhotoQuery, _ search: PhotoSearch, near place: SearchPlace?, by user: String?
    ) throws(FlickrError) {
        let isRandom = query.searchOrder == .random
        limit = min(max(0, query.limit), SearchPlan.maximumResults)
        skip = isRandom ? 0 : limit * (min(max(1, query.page), SearchPlan.maximumResults + 1) - 1)
        lot = isRandom ? SearchLot(page: query.page) : nil
        var arguments: [String: String] = [:]
        arguments["text"] = Self.text(of: search)
        if let tags = Self.tags(of: search) {
            arguments["tags"] = tags
            arguments["tag_mode"] = "all"
        }
        arguments["user_id"] = user
        guard place != nil || !arguments.isEmpty else {
            throw .unanswerable("there is nothing that Flickr can look for")
        }
        // See `SearchPlan`.
        arguments["min_upload_date"] = place == nil ? nil : "86400"
        arguments["min_taken_date"] = search.taken?.start.flatMap(Self.date)
        // Flickr counts both ends in.
        arguments["max_taken_date"] = search.taken?.end.flatMap { Self.date($0 + .seconds(-1)) }
        arguments["license"] = LicenseTable.argument(for: query.license, search.license ?? .any)
        let areas = place.map(Self.areas) ?? [[:]]
        arguments["sort"] = Self.sort(query, isCircle: areas.first?["lat"] != nil)
        searches = arguments["license"] == "" ? [] : areas.map { area in arguments.merging(area) { $1 } }
    }

    /// The most pages to ask for.
    var mostPages: Int {
        min(Self.lastPage, (skip + limit + Self.perPage - 1) / Self.perPage + Self.furtherPages)
    }

    private static func text(of search: PhotoSearch) -> String? {
        let wanted = search.words.map { $0.isPhrase ? "\"\($0.text)\"" : $0.text }
        guard !wanted.isEmpty else { return nil }
        // Two words of which only one may be there are looked at here.
        let unwanted = search.excluded.filter { $0.words.count == 1 }.map { "-\($0.text)" }
        return (wanted + unwanted).joined(separator: " ")
    }

    private static func tags(of search: PhotoSearch) -> String? {
        let names = search.tags.compactMap { tag in
            TopicName.key(of: tag) ?? TopicName.key(of: SearchWords.harmless(tag).joined())
        }
        return names.isEmpty ? nil : names.joined(separator: ",")
    }

    /// "1923-05-04 18:20:11": a number of seconds could not say this.
    private static func date(_ time: Timestamp) -> String? {
        DateText.text(time)?.replacingBytes(of: "T", with: " ")
    }

    /// Flickr sorts a search around a point by distance when it is told nothing else.
    private static func sort(_ query: PhotoQuery, isCircle: Bool) -> String? {
        switch query.searchOrder {
        case .newest: "date-posted-desc"
        case .interesting: "interestingness-desc"
        case .nearest: isCircle ? nil : "date-posted-desc"
        case .random: query.order == .newest ? "date-posted-desc" : "interestingness-desc"
        }
    }

    // MARK: Where

    private static func areas(of place: SearchPlace) -> [[String: String]] {
        switch place {
        case .circle(let center, let radius): return [SearchPlan.circle(around: center, radius: radius)]
        case .area(let area): return boxes(area.box)
        }
    }

    /// A box across the antimeridian is none to Flickr: it is asked for both parts.
    static func boxes(_ box: BoundingBox) -> [[String: String]] {
        let (west, east) = (box.west, box.east)
        let parts: [(west: Double, east: Double)] = west <= east ? [(west, east)] : [(west, 180), (-180, east)]
        return parts.map { part in
            ["bbox": [part.west, box.south, part.east, box.north].map(degrees).joined(separator: ",")]
        }
    }
}
