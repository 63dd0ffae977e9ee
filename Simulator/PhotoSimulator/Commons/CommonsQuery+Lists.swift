import Glibc

/// Lists and generators; the names of a generator's arguments have an additional "g".
extension CommonsQuery {
    mutating func search(_ prefix: String) throws(CommonsFailure) -> (files: [CommonsFile], next: Int?, total: Int) {
        guard let text = arguments[prefix + "search"] else { throw .missing(prefix + "search") }
        let search = try CommonsSearch(
            text, sort: arguments[prefix + "sort"], parameter: prefix + "sort", now: call.now, in: call.behaviour)
        for warning in search.warnings { warn("search", warning) }
        let limit = try limit(prefix + "limit", "search")
        // A random order has no offsets: each page of results is another random choice.
        let isRandom = ["random", "user_random"].contains(arguments[prefix + "sort"])
        let offset = isRandom ? 0 : max(0, arguments.number(prefix + "offset") ?? 0)
        let namespaces = arguments.pipes(prefix + "namespace")
        // Only files are simulated; without a namespace the real API searches the main one.
        guard namespaces.contains("6") || namespaces.contains("*") else { return ([], nil, 0) }
        var found = search.results(among: index)
        if let most = call.behaviour.resultsBeforeTimeout, found.count > most {
            warn("search", "The search timed out, only partial results are available.")
            found = Array(found.prefix(most))
        }
        // The search stops at ten thousand results.
        let reachable = found.prefix(10_000)
        let next = offset + limit
        return (Array(reachable.dropFirst(offset).prefix(limit)), next < reachable.count ? next : nil, found.count)
    }

    /// Categories that have a position and whose titles contain all words of the search.
    func categories(foundBy prefix: String) throws(CommonsFailure) -> [String] {
        guard let text = arguments[prefix + "search"], arguments.pipes(prefix + "namespace").contains("14") else {
            return []
        }
        let search = try CommonsSearch(text, sort: arguments[prefix + "sort"], parameter: prefix + "sort")
        return call.behaviour.categoryPositions.keys.sorted().filter { search.finds(categoryNamed: $0) }
    }

    /// One position of a file; a file is found by its camera's position or by its subject's.
    struct Neighbour {
        var file: CommonsFile
        var position: SimulatedPosition
        var isPrimary: Bool
        var metres: Double
    }

    /// Nearest first.
    mutating func geosearch(_ prefix: String) throws(CommonsFailure) -> [Neighbour] {
        let limit = try limit(prefix + "limit", "geosearch")
        let given = ["coord", "bbox", "page"].filter { arguments[prefix + $0] != nil }
        guard given.count == 1 else {
            let names = ["coord", "page", "bbox"].map { "\"\(prefix)\($0)\"" }.joined(separator: ", ")
            throw CommonsFailure(
                given.isEmpty ? "missingparam" : "invalidparammix",
                given.isEmpty
                    ? "One of the parameters \(names) is required."
                    : "The parameters \(names) can not be used together.")
        }
        let box = try box(prefix)
        let centre = if let box { box.centre } else { try centre(prefix) }
        let radius = try radius(prefix)
        let primary = arguments[prefix + "primary"] ?? "primary"
        guard ["primary", "secondary", "all"].contains(primary) else {
            throw .unrecognized(prefix + "primary", primary)
        }
        let namespaces = arguments.pipes(prefix + "namespace")
        guard namespaces.contains("6") || namespaces.contains("*") else { return [] }
        let near = index.newestFirst.flatMap(\.positions).compactMap { entry -> Neighbour? in
            guard primary == "all" || (primary == "primary") == entry.isPrimary else { return nil }
            let metres = PhotoSearch.metres(from: centre, to: entry.position)
            guard box?.contains(entry.position) ?? (metres <= Double(radius)) else { return nil }
            return Neighbour(file: entry.file, position: entry.position, isPrimary: entry.isPrimary, metres: metres)
        }
        var seen: Set<Int> = []
        var sorted = near.sorted { ($0.metres, $0.file.pageID) < ($1.metres, $1.file.pageID) }
        if let most = call.behaviour.resultsBeforeTimeout, sorted.count > most {
            warn("geosearch", "GeoData search timed out. Only partial results are available.")
            sorted = Array(sorted.prefix(most))
        }
        // The limit counts pages; a page with two positions nearby is listed once.
        return Array(sorted.filter { seen.insert($0.file.pageID).inserted }.prefix(limit))
    }

    mutating func categoryMembers(
        _ prefix: String
    ) throws(CommonsFailure) -> (pages: [WikiPage], next: String?) {
        guard let title = arguments[prefix + "title"] else {
            throw CommonsFailure(
                "missingparam", "One of the parameters \"\(prefix)title\" and \"\(prefix)pageid\" is required.")
        }
        let parts = title.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "category" else {
            throw CommonsFailure("invalidcategory", "The category name you entered is not valid.")
        }
        let limit = try limit(prefix + "limit", "categorymembers")
        let sort = arguments[prefix + "sort"] ?? "sortkey"
        guard ["sortkey", "timestamp"].contains(sort) else { throw .unrecognized(prefix + "sort", sort) }
        let direction = arguments[prefix + "dir"] ?? "ascending"
        guard ["asc", "ascending", "newer", "desc", "descending", "older"].contains(direction) else {
            throw .unrecognized(prefix + "dir", direction)
        }
        let key = WikiTitle.key(parts[1])
        let newest = call.behaviour.newestSubcategories.first { WikiTitle.key($0.key) == key }?.value ?? 0
        var members = CommonsMember.members(
            of: key, index, sort: sort, types: arguments.pipes(prefix + "type"), newestCategories: newest)
        if ["desc", "descending", "older"].contains(direction) { members.reverse() }
        if let place = arguments[prefix + "continue"] {
            guard let start = members.firstIndex(where: { $0.place(sort) == place }) else { throw .badContinue }
            members.removeFirst(start)
        }
        return (members.prefix(limit).map(\.page), members.dropFirst(limit).first?.place(sort))
    }

    mutating func allImages(_ prefix: String) throws(CommonsFailure) -> (files: [CommonsFile], next: String?) {
        let limit = try limit(prefix + "limit", "allimages")
        let isByTime = arguments[prefix + "sort"] == "timestamp"
        let direction = arguments[prefix + "dir"] ?? "ascending"
        var files = isByTime ? index.newestFirst.reversed() : index.newestFirst.sorted { $0.key < $1.key }
        if ["descending", "older"].contains(direction) { files.reverse() }
        if let digest = arguments[prefix + "sha1"]?.lowercased() {
            guard digest.count == 40, digest.allSatisfy(\.isHexDigit) else {
                throw CommonsFailure("invalidsha1hash", "The SHA-1 hash provided is not valid.")
            }
            let library = call.library
            files = files.filter { library.original(of: $0).sha1 == digest }
        }
        if let start = arguments[prefix + "prefix"].map({ WikiTitle.key($0) }) {
            files = files.filter { $0.key.hasPrefix(start) }
        }
        if let user = arguments[prefix + "user"] {
            guard isByTime else {
                throw CommonsFailure(
                    "badparams", "The parameter \(prefix)user can only be used with \(prefix)sort=timestamp.")
            }
            guard !user.contains(where: { "#<>[]|{}/@".contains($0) }) else {
                throw CommonsFailure("baduser", "Invalid value \"\(user)\" for user parameter \"\(prefix)user\".")
            }
            files = files.filter { WikiTitle.key($0.photo.ownerName) == WikiTitle.key(user) }
        }
        func place(_ file: CommonsFile) -> String {
            isByTime ? "\(CivilDate.compact(file.uploaded))|\(file.key)" : file.key
        }
        if let given = arguments[prefix + "continue"] {
            guard let start = files.firstIndex(where: { place($0) == given }) else { throw .badContinue }
            files.removeFirst(start)
        }
        return (Array(files.prefix(limit)), files.dropFirst(limit).first.map(place))
    }

    // MARK: Areas

    private struct Box {
        var top: Double, left: Double, bottom: Double, right: Double

        var centre: SimulatedPosition {
            SimulatedPosition(latitude: (top + bottom) / 2, longitude: (left + right) / 2)
        }

        func contains(_ position: SimulatedPosition) -> Bool {
            let isBetween =
                left <= right
                ? (left...right).contains(position.longitude)
                : position.longitude >= left || position.longitude <= right
            return isBetween && (bottom...top).contains(position.latitude)
        }
    }

    private func box(_ prefix: String) throws(CommonsFailure) -> Box? {
        guard let text = arguments[prefix + "bbox"] else { return nil }
        let edges = text.split(separator: "|").compactMap { Double($0) }
        guard edges.count == 4, edges[0] > edges[2] else {
            throw CommonsFailure("invalid-bbox", "Invalid bounding box provided.")
        }
        return Box(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3])
    }

    private func centre(_ prefix: String) throws(CommonsFailure) -> SimulatedPosition {
        let parts = (arguments[prefix + "coord"] ?? "").split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { throw .badCoordinate }
        return SimulatedPosition(latitude: latitude, longitude: longitude)
    }

    private func radius(_ prefix: String) throws(CommonsFailure) -> Int {
        guard let text = arguments[prefix + "radius"] else { return 500 }
        guard let radius = Int(bounded: text) else { throw .noInteger(prefix + "radius", text) }
        guard (10...10_000).contains(radius) else { throw .outOfRange(prefix + "radius", radius, 10...10_000) }
        return radius
    }
}
