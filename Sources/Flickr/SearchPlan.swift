internal import PhotoAPI
internal import PhotoTree

/// Turns a query into searches. Flickr's pages have at most 500 photos, of a search by position 250, and a search has
/// at most 4,000 results: pages beyond repeat earlier ones.
struct SearchPlan: Sendable {
    static let maximumResults = 4_000
    /// How far around a place without a `woeid` photos count as taken there.
    static let placeRadius = 10_000

    let arguments: [String: String]
    let limit: Int
    let perPage: Int
    let firstPage: Int
    /// How many entries of the first page come before the wanted ones.
    let skip: Int

    /// - Throws: `FlickrError.unanswerable` when Flickr has no way to search for the subject.
    init(_ query: PhotoQuery) throws(FlickrError) {
        var arguments = try Self.arguments(for: query.subject)
        let isGeographic = arguments["tags"] == nil
        if isGeographic {
            // Without a limiting argument such a search finds the last 12 hours' photos only. This one, a day after
            // the epoch, limits nothing.
            arguments["min_upload_date"] = "86400"
        }
        arguments["sort"] = query.order == .newest ? "date-posted-desc" : "interestingness-desc"
        arguments["license"] = LicenseTable.argument(for: query.license)
        self.arguments = arguments
        let wanted = min(max(0, query.limit), Self.maximumResults)
        let offset = wanted * (min(max(1, query.page), Self.maximumResults + 1) - 1)
        limit = max(0, min(wanted, Self.maximumResults - offset))
        perPage = max(1, min(wanted, isGeographic ? 250 : 500))
        firstPage = offset / perPage + 1
        skip = offset % perPage
    }

    /// The last page that is not a repeat.
    var lastPage: Int { (Self.maximumResults + perPage - 1) / perPage }

    func search(page: Int) -> FlickrMethod { .search(arguments, page: page, perPage: perPage) }

    private static func arguments(for subject: PhotoQuery.Subject) throws(FlickrError) -> [String: String] {
        switch subject {
        case .point(let point, let radius):
            return circle(around: point, radius: radius)
        case .tag(let tag):
            // A comma would make it several tags, a "-" at the front exclude it.
            let name = tag.filter { $0 != "," && !$0.isNewline }.drop { $0 == "-" || $0.isWhitespace }
            guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
                throw .unanswerable("no tag of Flickr: \(tag)")
            }
            return ["tags": String(name)]
        case .place(let place):
            if let woeid = place.sourceKeys["woeid"], !woeid.isEmpty { return ["woe_id": woeid] }
            if let center = place.coordinate { return circle(around: center, radius: placeRadius) }
            if let id = place.sourceKeys["place_id"], !id.isEmpty { return ["place_id": id] }
            throw .unanswerable("\(place.name) has neither a woeid nor a position to search by")
        }
    }

    /// Flickr takes radii above 0 and below 32 km.
    private static func circle(around center: Coordinate, radius: Int) -> [String: String] {
        [
            "lat": degrees(center.latitude),
            "lon": degrees(center.longitude),
            "radius": decimal(min(max(1, radius), 31_999), places: 3),
            "radius_units": "km",
        ]
    }
}

/// Gathers a query's photos from page after page. A query that fits one of Flickr's pages is one request, however many
/// of its entries fall away: a full listing is not worth a second one.
struct SearchCollection: Sendable {
    private let plan: SearchPlan
    private var seen: Set<PhotoID> = []
    private(set) var photos: [Photo] = []
    /// The first page's; later pages may say otherwise, as new photos come in.
    private(set) var total: Int?
    private(set) var skipped = 0
    /// The page to ask for next; nil when nothing more is wanted or to be had.
    private(set) var nextPage: Int?

    init(_ plan: SearchPlan) {
        self.plan = plan
        nextPage = plan.limit > 0 ? plan.firstPage : nil
    }

    /// Takes the answer to the search for `nextPage`. The same photo may come on several pages, since photos that
    /// arrive meanwhile push others on; a page of nothing but repeats is the end.
    mutating func take(_ list: PhotoList) {
        guard let page = nextPage else { return }
        let isFirst = page == plan.firstPage
        if isFirst { total = list.total }
        skipped += list.skipped
        var repeats = 0
        let before = photos.count
        for case let photo? in list.entries.dropFirst(isFirst ? plan.skip : 0) where photos.count < plan.limit {
            if seen.insert(photo.id).inserted { photos.append(photo) } else { repeats += 1 }
        }
        let isExhausted = list.entries.isEmpty || (photos.count == before && repeats > 0)
        let last = min(plan.lastPage, list.pages ?? (list.entries.count < plan.perPage ? page : plan.lastPage))
        let isComplete = photos.count >= plan.limit || plan.limit <= plan.perPage && plan.skip == 0
        nextPage = isComplete || isExhausted || page >= last ? nil : page + 1
    }
}
