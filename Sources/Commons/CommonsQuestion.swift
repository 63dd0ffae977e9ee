internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// A question to the Action API's `query` module (https://www.mediawiki.org/wiki/API:Query). There are two kinds: lists
/// find files and cost the wiki little; what is told of files makes it parse their pages, which takes half a second each.
struct CommonsQuestion: Hashable, Sendable {
    /// Numbers of files that a request may name.
    static let mostFiles = 50
    /// Entries of a list that an answer may have.
    static let longestList = 500
    /// In bytes. Fifty files with all that is asked have some 300 KB.
    static let maximumAnswerLength: Int64 = 8 << 20

    private(set) var parameters: [String: String]

    enum Sorting: String, Sendable {
        case newest = "create_timestamp_desc"
        case relevance
    }

    // MARK: Lists

    /// Photos that match a search (https://www.mediawiki.org/wiki/Help:CirrusSearch), from the result `offset` on, and how
    /// many there are. Snippets are not asked for: `srprop` is empty.
    static func search(
        _ words: String, sorting: Sorting, offset: Int = 0, count: Int = mostFiles
    ) -> CommonsQuestion {
        var parameters = [
            "list": "search", "srnamespace": "6", "srlimit": "\(min(max(1, count), longestList))",
            "srsort": sorting.rawValue, "srsearch": words, "srinfo": "totalhits", "srprop": "",
        ]
        if offset > 0 { parameters["sroffset"] = "\(offset)" }
        return CommonsQuestion(parameters: parameters)
    }

    /// The largest radius of `near`, in metres.
    static let farthest = 10_000

    /// The files taken nearest to a point, nearest first, and beside them `count` photos of the search around it: hundreds
    /// of scans may lie on one point, which is an archive's. The service takes radii of 10 m to 10 km.
    static func near(_ center: Coordinate, radius: Int, count: Int) -> CommonsQuestion {
        let radius = min(max(10, radius), farthest)
        var question = search(nearby(center, radius: radius), sorting: .newest, count: count)
        question.parameters.merge([
            "list": "geosearch|search", "gsnamespace": "6", "gsprimary": "all", "gslimit": "\(longestList)",
            "gscoord": "\(degrees(center.latitude))|\(degrees(center.longitude))", "gsradius": "\(radius)",
        ]) { $1 }
        return question
    }

    /// The words that find photos within `radius` metres.
    static func nearby(_ center: Coordinate, radius: Int) -> String {
        let distance = radius.isMultiple(of: 1000) ? "\(radius / 1000)km" : "\(radius)m"
        return "filemime:image/jpeg nearcoord:\(distance),\(degrees(center.latitude)),\(degrees(center.longitude))"
    }

    /// What lies in a category, the newest in it first; by time it is pages of every kind.
    static func members(of category: String) -> CommonsQuestion {
        CommonsQuestion(parameters: [
            "list": "categorymembers", "cmtype": "file", "cmprop": "ids|title", "cmsort": "timestamp", "cmdir": "desc",
            "cmlimit": "\(longestList)", "cmtitle": category,
        ])
    }

    /// How many files lie in each of some categories.
    static func sizes(of categories: [String]) -> CommonsQuestion {
        CommonsQuestion(parameters: [
            "prop": "categoryinfo", "redirects": "1", "titles": categories.joined(separator: "|"),
        ])
    }

    // MARK: Landmarks

    /// Where what some categories are about stands.
    static func positions(of categories: [String]) -> CommonsQuestion {
        CommonsQuestion(
            parameters: positions.merging(["redirects": "1", "titles": categories.joined(separator: "|")]) { $1 })
    }

    /// Where what the categories and files stand that have all of some words in their titles, the best match first.
    static func positions(titled words: String) -> CommonsQuestion {
        let search = words.split(separator: " ").map { "intitle:\($0)" }.joined(separator: " ")
        return CommonsQuestion(
            parameters: positions.merging([
                "generator": "search", "gsrsearch": search, "gsrnamespace": "14|6", "gsrlimit": "20", "gsrinfo": "",
                "gsrprop": "",
            ]) { $1 })
    }

    private static let positions = ["prop": "coordinates", "coprimary": "all", "colimit": "max"]

    // MARK: Files

    /// All that is told of files. With a thumbnail asked for, the answer names the host that has them and how they are
    /// called there, but one file that the wiki cannot measure makes it an error. With `follows`, a file's former name
    /// brings the file itself, under its own number.
    static func files(_ ids: [Int], follows: Bool = true, namesThumbnails: Bool = true) -> CommonsQuestion {
        var parameters = wanted
        parameters["pageids"] = ids.map(String.init).joined(separator: "|")
        if follows { parameters["redirects"] = "1" }
        // The smallest, so that hardly a photo is too small for it.
        if namesThumbnails { parameters["iiurlwidth"] = ImageWidth.smallest.name }
        return CommonsQuestion(parameters: parameters)
    }

    private static let wanted = [
        "prop": "imageinfo|coordinates|categories",
        "iiprop": "url|size|mime|sha1|timestamp|user|extmetadata",
        "iiextmetadatalanguage": "en",
        "iiextmetadatafilter": [
            "ObjectName", "ImageDescription", "Artist", "Attribution", "LicenseShortName", "LicenseUrl",
            "DateTimeOriginal", "Restrictions",
        ].joined(separator: "|"),
        // Where the camera stood, else what it saw.
        "coprimary": "all",
        "colimit": "max",
        "clshow": "!hidden",
        "cllimit": "max",
    ]

    /// The request for it, or with `continuation` for what follows. It may take `patience` to begin. Only what nobody waits
    /// for gives way to databases that lag (https://www.mediawiki.org/wiki/Manual:Maxlag_parameter).
    func request(
        to endpoints: CommonsEndpoints, continuing continuation: [String: String] = [:], patience: Duration? = nil
    ) -> HTTPRequest {
        var all = parameters.merging(continuation) { $1 }
        all.merge(["action": "query", "format": "json", "formatversion": "2"]) { $1 }
        if HTTPRequest.Priority.current == .background { all["maxlag"] = "5" }
        var request = HTTPRequest(
            url: endpoints.apiAddress + "?" + queryText(all), maximumBodyLength: Self.maximumAnswerLength,
            acceptsEncoding: true)
        request.firstByteTimeout = patience
        return request
    }
}
