/// Lists of photos.
extension APICall {
    /// A query finds no more than this; further pages repeat earlier ones.
    private static let reachableResults = 4000
    private static let geographicPerPage = 250

    func search() throws(APIFailure) -> Element {
        let search = try PhotoSearch(arguments, behaviour)
        if let user = arguments["user_id"], !library.photos.contains(where: { $0.owner == user }) {
            throw .unknownUser
        }
        var results = search.results(among: candidates(of: search), now: now)
        if behaviour.shufflesResults { results.shuffle() }
        let most = search.isGeographic ? Self.geographicPerPage : 500
        let usual = search.isGeographic ? Self.geographicPerPage : 100
        let perPage = min(max(1, arguments.number("per_page") ?? usual), most)
        let asked = max(1, arguments.number("page") ?? 1)
        if behaviour.refusesBeyondReach, (asked - 1) * perPage >= Self.reachableResults { throw .excessiveOffset }
        return list(results, perPage: perPage)
    }

    /// The newest thousand, because the real method has no more.
    func recent() -> Element {
        let results = Array(library.photos.filter { $0.media == .photo }.prefix(1000))
        return list(results, perPage: min(max(1, arguments.number("per_page") ?? 100), 500), totalIsNumber: true)
    }

    /// The 500 most interesting photos of a day; without a date, of the last one that has such a list. Most of them
    /// have no position (40 of 194 in two recorded lists, of 2013 and 2024). The list of yesterday is there from about
    /// 08 UTC on (samjudson/flickr-net#1).
    func interesting() throws(APIFailure) -> Element {
        if let date = arguments["date"] {
            guard let day = CivilDate.seconds(date) else { throw .badDate }
            guard day + 86_400 <= (now - 8 * 3600) / 86_400 * 86_400 else { throw .nothingInteresting }
        }
        let photos = library.photos.filter { $0.media == .photo }.sorted { $0.views > $1.views }
        return list(Array(photos.prefix(500)), perPage: min(max(1, arguments.number("per_page") ?? 100), 500))
    }

    private func candidates(of search: PhotoSearch) -> [SimulatedPhoto] {
        if let woeid = search.woeid { return library.photos(inWoeid: woeid) }
        guard let placeID = search.placeID else { return library.photos }
        guard !behaviour.emptiesPlaceIDs else { return [] }
        let woeid = library.places.lazy.compactMap { $0.woeid(ofPlaceID: placeID) }.first
        return woeid.map(library.photos(inWoeid:)) ?? []
    }

    private func list(_ results: [SimulatedPhoto], perPage: Int, totalIsNumber: Bool = false) -> Element {
        let total = results.count + behaviour.surplusTotal
        let pages = (total + perPage - 1) / perPage
        let asked = max(1, arguments.number("page") ?? 1)
        var photos = page(asked, of: results, perPage: perPage)
        if behaviour.repeatsPhotos, let first = photos.first { photos.append(first) }
        if behaviour.emptiesLists { photos = [] }
        let extras = Set(arguments.list("extras"))
        return Element(
            "photos",
            [
                ("page", .whole(asked)), ("pages", .whole(pages)), ("perpage", .whole(perPage)),
                ("total", totalIsNumber ? .whole(total) : .total(total)),
            ],
            children: [.many("photo", photos.map { listed($0, extras) })])
    }

    private func page(_ asked: Int, of results: [SimulatedPhoto], perPage: Int) -> [SimulatedPhoto] {
        let reachable = results.prefix(Self.reachableResults)
        let pages = (reachable.count + perPage - 1) / perPage
        guard pages > 0 else { return [] }
        let isBeyondReach = results.count > Self.reachableResults
        guard asked <= pages || isBeyondReach else { return [] }
        let start = (asked - 1) % pages * perPage
        return Array(reachable.dropFirst(start).prefix(perPage))
    }

    private func listed(_ photo: SimulatedPhoto, _ extras: Set<String>) -> Element {
        var attributes: [(String, Scalar)] = [
            ("id", .text(photo.id)), ("owner", .text(photo.owner)), ("secret", .text(photo.secret)),
            ("server", .text(photo.server)), ("farm", .whole(photo.farm)), ("title", .text(photo.title)),
            ("ispublic", .whole(1)), ("isfriend", .whole(0)), ("isfamily", .whole(0)),
        ]
        for extra in Self.plainExtras where extras.contains(extra) {
            attributes += plainExtra(extra, photo)
        }
        if extras.contains("geo") { attributes += geography(of: photo) }
        if !behaviour.omitsImageURLs { attributes += addresses(of: photo, extras) }
        return Element(
            "photo", attributes,
            children: extras.contains("description") ? [Element.text("description", photo.description)] : [])
    }

    private static let plainExtras = [
        "license", "o_dims", "date_upload", "last_update", "date_taken", "owner_name", "realname", "icon_server",
        "original_format", "tags", "machine_tags", "views", "media", "path_alias",
    ]

    private func plainExtra(_ extra: String, _ photo: SimulatedPhoto) -> [(String, Scalar)] {
        let original = photo.renditions.first { $0.suffix == "o" }
        switch extra {
        case "license": return [("license", .numeric(photo.license))]
        case "o_dims":
            return original.map { [("o_width", .text("\($0.width)")), ("o_height", .text("\($0.height)"))] } ?? []
        case "date_upload": return [("dateupload", .numeric("\(photo.uploaded)"))]
        case "last_update": return [("lastupdate", .numeric("\(photo.updated)"))]
        case "date_taken":
            return [
                ("datetaken", .text(photo.taken)),
                ("datetakengranularity", .numeric("\(photo.takenGranularity)")),
                ("datetakenunknown", .numeric(photo.takenUnknown ? "1" : "0")),
            ]
        case "owner_name": return [("ownername", .text(photo.ownerName))]
        case "realname": return [("realname", .text(photo.realName))]
        case "icon_server": return [("iconserver", .text(photo.server)), ("iconfarm", .whole(photo.farm))]
        case "original_format":
            return original.map { _ in
                [("originalsecret", .text(photo.secret(of: "o"))), ("originalformat", .text("jpg"))]
            } ?? []
        case "tags": return [("tags", .text(photo.normalisedTags.joined(separator: " ")))]
        case "machine_tags":
            return [("machine_tags", .text(photo.normalisedTags.filter { $0.contains("=") }.joined(separator: " ")))]
        case "views": return [("views", .numeric("\(photo.views)"))]
        case "media": return [("media", .text(photo.media.rawValue)), ("media_status", .text("ready"))]
        case "path_alias": return [("pathalias", photo.pathAlias.map { .text($0) } ?? .null)]
        default: return []
        }
    }

    private func geography(of photo: SimulatedPhoto) -> [(String, Scalar)] {
        guard let position = photo.position else {
            return [("latitude", .whole(0)), ("longitude", .whole(0)), ("accuracy", .whole(0)), ("context", .whole(0))]
        }
        var attributes: [(String, Scalar)] = [
            ("latitude", .degrees(position.latitude)), ("longitude", .degrees(position.longitude)),
            ("accuracy", .numeric("\(photo.accuracy)")), ("context", .whole(0)),
        ]
        if let woeid = photo.woeid {
            let placeID = behaviour.emptiesPlaceIDs ? "" : library.place(woeid: woeid)?.placeID ?? ""
            attributes += [("place_id", .text(placeID)), ("woeid", .text(woeid))]
        }
        return attributes + [
            ("geo_is_family", .whole(0)), ("geo_is_friend", .whole(0)), ("geo_is_contact", .whole(0)),
            ("geo_is_public", .whole(1)),
        ]
    }

    private func addresses(of photo: SimulatedPhoto, _ extras: Set<String>) -> [(String, Scalar)] {
        photo.renditions.flatMap { rendition -> [(String, Scalar)] in
            guard let step = RenditionLadder.step(suffix: rendition.suffix), extras.contains("url_\(step.extra)") else {
                return []
            }
            return [
                ("url_\(step.extra)", .text(imageBase + photo.imagePath(rendition.suffix))),
                (
                    "height_\(step.extra)",
                    .pixels(rendition.height, isLooseNumber: ["sq", "n", "c", "h", "k"].contains(step.extra))
                ),
                ("width_\(step.extra)", .pixels(rendition.width, isLooseNumber: step.extra == "sq")),
            ]
        }
    }
}
