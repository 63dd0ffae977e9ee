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
    /// Where only a part of what the searches find is wanted.
    let area: PhotoArea?

    /// - Throws: `FlickrError.unanswerable` if Flickr cannot search for the subject.
    init(_ query: PhotoQuery) throws(FlickrError) {
        var arguments = try Self.arguments(for: query.subject)
        let isGeographic = arguments["tags"] == nil
        if isGeographic {
            // Without a limiting argument, such a search finds only photos of the last 12 hours. This date, a day after
            // the epoch, excludes nothing.
            arguments["min_upload_date"] = "86400"
        }
        arguments["sort"] = query.order == .newest ? "date-posted-desc" : "interestingness-desc"
        arguments["license"] = LicenseTable.argument(for: query.license)
        self.arguments = arguments
        let wanted = min(max(0, query.limit), Self.maximumResults)
        let offset = wanted * (min(max(1, query.page), Self.maximumResults + 1) - 1)
        guard case .area(let area) = query.subject else {
            self.area = nil
            limit = max(0, min(wanted, Self.maximumResults - offset))
            perPage = max(1, min(wanted, isGeographic ? 250 : 500))
            firstPage = offset / perPage + 1
            skip = offset % perPage
            return
        }
        self.area = area
        // A third of what lies in the box lies in no outline, and sometimes most of it: each page is one of Flickr's.
        perPage = 250
        firstPage = min(max(1, query.page), Self.maximumResults / perPage + 1)
        limit = firstPage > Self.maximumResults / perPage ? 0 : wanted
        skip = 0
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
        case .area(let area):
            // West of the antimeridian or east of it: a box across it is none to Flickr.
            var (west, east) = (area.box.west, area.box.east)
            if west > east { (west, east) = 180 - west >= east + 180 ? (west, 180) : (-180, east) }
            return ["bbox": [west, area.box.south, east, area.box.north].map(degrees).joined(separator: ",")]
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
        // How many of them lie in an outline, nobody knows.
        if isFirst, plan.area == nil { total = list.total }
        skipped += list.skipped
        var repeats = 0
        let before = photos.count
        for case let photo? in list.entries.dropFirst(isFirst ? plan.skip : 0) where photos.count < plan.limit {
            guard seen.insert(photo.id).inserted else {
                repeats += 1
                continue
            }
            if plan.area?.holds(photo) != false { photos.append(photo) }
        }
        let isExhausted = list.entries.isEmpty || (photos.count == before && (repeats > 0 || plan.area != nil))
        let last = min(plan.lastPage, list.pages ?? (list.entries.count < plan.perPage ? page : plan.lastPage))
        let isComplete = photos.count >= plan.limit || plan.limit <= plan.perPage && plan.skip == 0
        nextPage = isComplete || isExhausted || page >= last ? nil : page + 1
    }
}
