internal import PhotoTree

/// A call of Flickr's API: a method and its arguments.
struct FlickrMethod: Hashable, Sendable {
    /// The largest answer accepted, in bytes. 500 photos with all extras take less than 2 MB.
    static let maximumAnswerLength: Int64 = 8 << 20

    /// All fields that a `Photo` is made from. The `url_…` names are Flickr's; see `ImageSize.extra`.
    private static let extras =
        [
            "description", "license", "date_upload", "date_taken", "owner_name", "original_format", "geo", "tags",
            "machine_tags", "views", "media", "path_alias", "o_dims",
        ] + ImageSize.allCases.map(\.extra).map { "url_\($0)" }

    /// The place types for which Flickr lists top places, with Flickr's numbers.
    enum PlaceType: Int, Sendable {
        case locality = 7
        case region = 8
        case country = 12
        case neighbourhood = 22
    }

    var name: String
    var arguments: [String: String]

    static func topPlaces(_ type: PlaceType = .locality) -> FlickrMethod {
        FlickrMethod(
            name: "flickr.places.getTopPlacesList", arguments: ["place_type_id": String(type.rawValue)])
    }

    /// Places that a text might mean; the answer also contains places with other names.
    static func places(named text: String) -> FlickrMethod {
        FlickrMethod(name: "flickr.places.find", arguments: ["query": text])
    }

    /// The user with exactly this screen name.
    static func user(named name: String) -> FlickrMethod {
        FlickrMethod(name: "flickr.people.findByUsername", arguments: ["username": name])
    }

    /// The user with this name in the address of their photos.
    static func user(withPhotosAt alias: String) -> FlickrMethod {
        FlickrMethod(
            name: "flickr.urls.lookupUser", arguments: ["url": "https://www.flickr.com/photos/\(alias)/"])
    }

    /// A search with all extras, for safe public photos only.
    static func search(_ arguments: [String: String], page: Int, perPage: Int) -> FlickrMethod {
        var arguments = arguments
        arguments["media"] = "photos"
        arguments["safe_search"] = "1"
        arguments["extras"] = extras.joined(separator: ",")
        arguments["page"] = String(page)
        arguments["per_page"] = String(perPage)
        return FlickrMethod(name: "flickr.photos.search", arguments: arguments)
    }

    static let sentPerPage = 250

    /// The most interesting photos with a position that were sent since then. The date is the limiting argument without
    /// which a search by position goes back twelve hours. `content_types` 0 leaves out screenshots and drawings.
    static func sent(since moment: Timestamp, page: Int) -> FlickrMethod {
        FlickrMethod(
            name: "flickr.photos.search",
            arguments: [
                "has_geo": "1", "min_upload_date": String(moment.rawValue), "sort": "interestingness-desc",
                "media": "photos", "content_types": "0", "safe_search": "1", "extras": "geo,media",
                "page": String(page), "per_page": String(sentPerPage),
            ])
    }

    /// The most interesting photos of a day. Without a date it is the last one that has such a list; yesterday's is
    /// refused until the morning.
    static let interesting = FlickrMethod(
        name: "flickr.interestingness.getList", arguments: ["extras": "geo,media", "per_page": "500"])

    /// The cheapest call that requires a valid key.
    static let echo = FlickrMethod(name: "flickr.test.echo", arguments: [:])

    static func details(of photo: String) -> FlickrMethod {
        FlickrMethod(name: "flickr.photos.getInfo", arguments: ["photo_id": photo])
    }

    static func sizes(of photo: String) -> FlickrMethod {
        FlickrMethod(name: "flickr.photos.getSizes", arguments: ["photo_id": photo])
    }
}
