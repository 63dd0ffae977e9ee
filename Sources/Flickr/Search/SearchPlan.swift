internal import PhotoAPI
internal import PhotoTree

/// Turns a query into searches. A page of Flickr's has at most 500 photos, or 250 in a search by position. A search has
/// at most 4,000 results; later pages repeat earlier ones.
struct SearchPlan: Sendable {
    static let maximumResults = 4_000
    /// The radius in metres within which photos belong to a place without a `woeid`.
    static let placeRadius = 10_000

    let arguments: [String: String]
    let limit: Int
    let perPage: Int
    let firstPage: Int
    /// How many entries of the first page precede the wanted ones.
    let skip: Int

    /// - Throws: `FlickrError.unanswerable` if Flickr cannot search for the subject.
    init(_ query: PhotoQuery) throws(FlickrError) {
        let subject = try Self.arguments(for: query.subject)
        let isGeographic = subject["tags"] == nil
        arguments = subject.merging(Self.common(query, isGeographic: isGeographic)) { $1 }
        let wanted = min(max(0, query.limit), Self.maximumResults)
        let offset = wanted * (min(max(1, query.page), Self.maximumResults + 1) - 1)
        limit = max(0, min(wanted, Self.maximumResults - offset))
        perPage = max(1, min(wanted, isGeographic ? 250 : 500))
        firstPage = offset / perPage + 1
        skip = offset % perPage
    }

    /// What a search says besides what it is for.
    static func common(_ query: PhotoQuery, isGeographic: Bool) -> [String: String] {
        var arguments = ["sort": query.order == .newest ? "date-posted-desc" : "interestingness-desc"]
        // Without a limiting argument, such a search finds only photos of the last 12 hours. This date, a day after the
        // epoch, excludes nothing.
        if isGeographic { arguments["min_upload_date"] = "86400" }
        arguments["license"] = LicenseTable.argument(for: query.license)
        return arguments
    }

    /// The last page that does not repeat earlier ones.
    var lastPage: Int { (Self.maximumResults + perPage - 1) / perPage }

    func search(page: Int) -> FlickrMethod { .search(arguments, page: page, perPage: perPage) }

    private static func arguments(for subject: PhotoQuery.Subject) throws(FlickrError) -> [String: String] {
        switch subject {
        case .point(let point, let radius):
            return circle(around: point, radius: radius)
        case .tag(let tag):
            // A comma would separate several tags, and a leading "-" would exclude the tag.
            let name = tag.filter { $0 != "," && !$0.isNewline }.drop { $0 == "-" || $0.isWhitespace }
            guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
                throw .unanswerable("no tag of Flickr: \(tag)")
            }
            return ["tags": String(name)]
        case .area(let area): throw .unanswerable("\(area.name) is searched by its box")
        case .place(let place):
            if let woeid = place.sourceKeys["woeid"], !woeid.isEmpty { return ["woe_id": woeid] }
            if let center = place.coordinate { return circle(around: center, radius: placeRadius) }
            if let id = place.sourceKeys["place_id"], !id.isEmpty { return ["place_id": id] }
            throw .unanswerable("\(place.name) has neither a woeid nor a position to search by")
        case .search: throw .unanswerable("a search is no list of a place or a tag")
        }
    }

    /// Flickr accepts radii above 0 and below 32 km.
    static func circle(around center: Coordinate, radius: Int) -> [String: String] {
        [
            "lat": degrees(center.latitude),
            "lon": degrees(center.longitude),
            "radius": decimal(min(max(1, radius), 31_999), places: 3),
            "radius_units": "km",
        ]
    }
}

/// Collects a query's photos, page by page. A query that fits one of Flickr's pages takes one request, however many
/// entries are left out: a second request only to fill the listing is not worth it.
struct SearchCollection: Sendable {
    private let plan: SearchPlan
    private var seen: Set<PhotoID> = []
    private(set) var photos: [Photo] = []
    /// The total of the first page; later pages may differ, since new photos arrive.
    private(set) var total: Int?
    private(set) var skipped = 0
    /// The page to request next; nil if no more photos are wanted or available.
    private(set) var nextPage: Int?

    init(_ plan: SearchPlan) {
        self.plan = plan
        nextPage = plan.limit > 0 ? plan.firstPage : nil
    }

    /// Takes the answer to the search for `nextPage`. A photo may occur on several pages, because photos that arrive in
    /// the meantime push it to the next one. A page of nothing but repeats is the end.
    mutating func take(_ list: PhotoList) {
        guard let page = nextPage else { return }
        let isFirst = page == plan.firstPage
        if isFirst { total = list.total }
        skipped += list.skipped
        var repeats = 0
        let before = photos.count
        for case let photo? in list.entries.dropFirst(isFirst ? plan.skip : 0) where photos.count < plan.limit {
            guard seen.insert(photo.id).inserted else {
                repeats += 1
                continue
            }
            photos.append(photo)
        }
        let isExhausted = list.entries.isEmpty || (photos.count == before && repeats > 0)
        let last = min(plan.lastPage, list.pages ?? (list.entries.count < plan.perPage ? page : plan.lastPage))
        let isComplete = photos.count >= plan.limit || plan.limit <= plan.perPage && plan.skip == 0
        nextPage = isComplete || isExhausted || page >= last ? nil : page + 1
    }
}
