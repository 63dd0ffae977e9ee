/// One call of Flickr's API as a value: which method, with what arguments.
struct FlickrMethod: Hashable, Sendable {
    /// The largest answer that is read, in bytes. 500 photos with all extras are under 2 MB.
    static let maximumAnswerLength: Int64 = 32 << 20

    /// Everything a `Photo` is made of; `url_…` names are Flickr's, see `ImageSize.extra`.
    private static let extras =
        [
            "description", "license", "date_upload", "date_taken", "owner_name", "original_format", "geo", "tags",
            "machine_tags", "views", "media", "path_alias", "o_dims",
        ] + ImageSize.allCases.map(\.extra).map { "url_\($0)" }

    /// The place types that Flickr lists top places of, with Flickr's numbers.
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

    /// A search, with all extras; safe public photos only.
    static func search(_ arguments: [String: String], page: Int, perPage: Int) -> FlickrMethod {
        var arguments = arguments
        arguments["media"] = "photos"
        arguments["safe_search"] = "1"
        arguments["extras"] = extras.joined(separator: ",")
        arguments["page"] = String(page)
        arguments["per_page"] = String(perPage)
        return FlickrMethod(name: "flickr.photos.search", arguments: arguments)
    }

    static func details(of photo: String) -> FlickrMethod {
        FlickrMethod(name: "flickr.photos.getInfo", arguments: ["photo_id": photo])
    }

    static func sizes(of photo: String) -> FlickrMethod {
        FlickrMethod(name: "flickr.photos.getSizes", arguments: ["photo_id": photo])
    }
}

/// `text` with everything but RFC 3986's unreserved characters percent-encoded: one raw blank in its address makes
/// Flickr answer HTTP 400.
func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            encoded.append(byte)
        default:
            encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}
