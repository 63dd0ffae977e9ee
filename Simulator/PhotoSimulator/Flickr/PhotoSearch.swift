import Glibc

/// The checked arguments of `flickr.photos.search`: which photos they find, and in what order.
struct PhotoSearch: Sendable {
    private let arguments: Arguments
    private let box: [Double]?
    private let centre: SimulatedPosition?
    private let radius: Double
    private let tags: [String]
    private let text: SearchText
    private let behaviour: Behaviour

    /// - Throws: the documented failure for arguments that are too many, too few or contradictory.
    init(_ arguments: Arguments, _ behaviour: Behaviour = Behaviour()) throws(APIFailure) {
        self.arguments = arguments
        self.behaviour = behaviour
        tags = arguments.list("tags").map(SimulatedPhoto.normalised(tag:))
        guard tags.count <= 20 else { throw .tooManyTags }
        text = SearchText(arguments["text"] ?? "")
        box = try Self.box(arguments["bbox"])
        centre = try Self.centre(arguments)
        let unit = arguments["radius_units"] == "mi" ? 1609.344 : 1000
        let asked = arguments["radius"].flatMap { Double($0) } ?? 5
        guard asked > 0 else { throw .illogical }
        radius = min(asked * unit, 32_000)
        for (least, most) in [("min_upload_date", "max_upload_date"), ("min_taken_date", "max_taken_date")] {
            let bounds = [least, most].map { arguments[$0].flatMap(CivilDate.seconds) }
            if let first = bounds[0], let last = bounds[1], first > last { throw .illogical }
        }
        guard !isParameterless else { throw .parameterless }
    }

    /// A geographic search returns at most 250 photos a page, and nothing older than 12 hours without another limit.
    var isGeographic: Bool {
        box != nil || centre != nil || arguments["woe_id"] != nil || arguments["place_id"] != nil
            || arguments["has_geo"] == "1"
    }

    /// The place to search in; a box overrides it.
    var woeid: String? {
        box == nil ? arguments["woe_id"] : nil
    }

    var placeID: String? {
        box == nil && woeid == nil ? arguments["place_id"] : nil
    }

    /// Whether a geographic search has a limit; without one it finds only the photos of the last 12 hours.
    var hasLimit: Bool {
        !tags.isEmpty || !text.isEmpty
            || ["user_id", "min_upload_date", "max_upload_date", "min_taken_date", "max_taken_date"]
                .contains { arguments[$0] != nil }
    }

    /// The photos that it finds among `candidates`, which are the photos of the requested place or all photos, newest
    /// first; `now` is in Unix seconds.
    func results(among candidates: [SimulatedPhoto], now: Int64) -> [SimulatedPhoto] {
        let earliest = isGeographic && !hasLimit ? now - 12 * 3600 : Int64.min
        let found = candidates.filter { photo in
            photo.uploaded >= earliest && isNear(photo) && isDescribed(photo) && isInTime(photo)
                && isAllowed(photo)
        }
        return sorted(found)
    }

    private var isParameterless: Bool {
        !isGeographic && !hasLimit
            && ["license", "has_geo", "group_id", "machine_tags", "contacts", "accuracy", "geo_context"]
                .allSatisfy { arguments[$0] == nil }
    }

    private func isNear(_ photo: SimulatedPhoto) -> Bool {
        if let wanted = arguments["has_geo"], (wanted == "1") != (photo.position != nil) { return false }
        if let accuracy = arguments.number("accuracy"), box != nil || centre != nil, photo.accuracy < accuracy {
            return false
        }
        if let box {
            guard let position = photo.position else { return false }
            let (west, south, east, north) = (box[0], box[1], box[2], box[3])
            // A box whose west is greater than its east crosses the antimeridian.
            let isBetween =
                west <= east
                ? (west...east).contains(position.longitude)
                : position.longitude >= west || position.longitude <= east
            return isBetween && (south...north).contains(position.latitude)
        }
        guard let centre else { return true }
        guard let position = photo.position else { return false }
        return Self.metres(from: centre, to: position) <= radius
    }

    private func isDescribed(_ photo: SimulatedPhoto) -> Bool {
        if !tags.isEmpty {
            let own = Set(photo.normalisedTags)
            let isMatch =
                arguments["tag_mode"] == "all" ? tags.allSatisfy(own.contains) : tags.contains(where: own.contains)
            guard isMatch else { return false }
        }
        return text.finds(
            [photo.title, photo.description] + photo.tags, heedingExclusions: !behaviour.ignoresExclusions)
    }

    private func isInTime(_ photo: SimulatedPhoto) -> Bool {
        func bound(_ name: String) -> Int64? { arguments[name].flatMap(CivilDate.seconds) }
        let taken = CivilDate.seconds(photo.taken) ?? photo.uploaded
        guard
            photo.uploaded >= bound("min_upload_date") ?? .min, photo.uploaded <= bound("max_upload_date") ?? .max
        else { return false }
        return behaviour.ignoresTakenDates
            || taken >= bound("min_taken_date") ?? .min && taken <= bound("max_taken_date") ?? .max
    }

    private func isAllowed(_ photo: SimulatedPhoto) -> Bool {
        let licenses = arguments.list("license")
        if !licenses.isEmpty, !licenses.contains(photo.license) { return false }
        if let user = arguments["user_id"], user != photo.owner { return false }
        switch arguments["media"] {
        case "photos": return photo.media == .photo
        case "videos": return photo.media == .video
        default: return true
        }
    }

    private func sorted(_ photos: [SimulatedPhoto]) -> [SimulatedPhoto] {
        switch arguments["sort"] {
        case "date-posted-asc": photos.reversed()
        case "date-taken-asc": photos.sorted { $0.taken < $1.taken }
        case "date-taken-desc": photos.sorted { $0.taken > $1.taken }
        case "interestingness-asc": photos.sorted { $0.views < $1.views }
        case "interestingness-desc", "relevance": photos.sorted { $0.views > $1.views }
        case nil where centre != nil && box == nil: sortedByDistance(photos)
        default: photos
        }
    }

    private func sortedByDistance(_ photos: [SimulatedPhoto]) -> [SimulatedPhoto] {
        guard let centre else { return photos }
        let distances = photos.map { photo in
            (photo, photo.position.map { Self.metres(from: centre, to: $0) } ?? .infinity)
        }
        return distances.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private static func box(_ text: String?) throws(APIFailure) -> [Double]? {
        guard let text else { return nil }
        let edges = text.split(separator: ",").compactMap { Double($0.trimmingBlanks) }
        guard edges.count == 4, edges[1] <= edges[3] else { throw .illogical }
        return edges
    }

    private static func centre(_ arguments: Arguments) throws(APIFailure) -> SimulatedPosition? {
        guard arguments["lat"] != nil || arguments["lon"] != nil else { return nil }
        guard let latitude = arguments["lat"].flatMap({ Double($0) }), abs(latitude) <= 90,
            let longitude = arguments["lon"].flatMap({ Double($0) }), abs(longitude) <= 180
        else { throw .illogical }
        return SimulatedPosition(latitude: latitude, longitude: longitude)
    }

    /// The distance along a great circle of a spherical Earth.
    static func metres(from first: SimulatedPosition, to second: SimulatedPosition) -> Double {
        let radians = Double.pi / 180
        let latitudes = (first.latitude * radians, second.latitude * radians)
        let halfHeight = sin((latitudes.1 - latitudes.0) / 2)
        let halfWidth = sin((second.longitude - first.longitude) * radians / 2)
        let haversine = halfHeight * halfHeight + cos(latitudes.0) * cos(latitudes.1) * halfWidth * halfWidth
        return 2 * 6_371_000 * asin(min(1, haversine.squareRoot()))
    }
}
