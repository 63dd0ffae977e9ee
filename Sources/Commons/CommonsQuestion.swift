internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// A question to the Action API's `query` module (https://www.mediawiki.org/wiki/API:Query). There are two kinds. Lists
/// find files, and cost the wiki little. Questions about files make it parse their pages, which takes half a second
/// each.
struct CommonsQuestion: Hashable, Sendable {
    /// The most files that one request may name.
    static let mostFiles = 50
    /// The most entries of a list in one answer.
    static let longestList = 500
    /// In bytes. All data on fifty files takes some 300 KB.
    static let maximumAnswerLength: Int64 = 8 << 20

    private(set) var parameters: [String: String]

    /// Whether the files found are pages of the answer, in no order.
    var isGenerator: Bool { parameters["generator"] != nil }

    enum Sorting: String, Sendable {
        case newest = "create_timestamp_desc"
        case relevance
        /// Each answer is another draw.
        case random
    }

    // MARK: Lists

    /// Photos that match a search (https://www.mediawiki.org/wiki/Help:CirrusSearch), from the result `offset` on, and
    /// how many there are. `srprop` is empty, so that the answer has no snippets.
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

    /// The same with the positions of the photos in place of their number: up to 500, of which the wiki parses no page.
    static func positions(foundBy words: String, sorting: Sorting, offset: Int) -> CommonsQuestion {
        var parameters = [
            "generator": "search", "gsrnamespace": "6", "gsrlimit": "\(longestList)", "gsrsort": sorting.rawValue,
            "gsrsearch": words, "gsrinfo": "", "gsrprop": "",
        ]
        if offset > 0 { parameters["gsroffset"] = "\(offset)" }
        return CommonsQuestion(parameters: positions.merging(parameters) { $1 })
    }

    /// The files taken nearest to a point, nearest first, together with up to `count` photos from a search around it:
    /// the point may be an archive's, with hundreds of scans on it. The service accepts radii from 10 m to 10 km.
    static func near(_ center: Coordinate, radius: Int, count: Int) -> CommonsQuestion {
        let radius = min(max(10, radius), farthest)
        var question = search(nearby(center, radius: radius), sorting: .newest, count: count)
        question.parameters.merge([
            "list": "geosearch|search", "gsnamespace": "6", "gsprimary": "all", "gslimit": "\(longestList)",
            "gscoord": "\(degrees(center.latitude))|\(degrees(center.longitude))", "gsradius": "\(radius)",
        ]) { $1 }
        return question
    }

    /// The search words that find photos within `radius` metres.
    static func nearby(_ center: Coordinate, radius: Int) -> String {
        let distance = radius.isMultiple(of: 1000) ? "\(radius / 1000)km" : "\(radius)m"
        return "filemime:image/jpeg nearcoord:\(distance),\(degrees(center.latitude)),\(degrees(center.longitude))"
    }

    /// The members of a category, newest first. When it sorts by time, the API ignores `cmtype` and returns pages of
    /// every kind.
    static func members(of category: String) -> CommonsQuestion {
        CommonsQuestion(parameters: [
            "list": "categorymembers", "cmtype": "file", "cmprop": "ids|title", "cmsort": "timestamp", "cmdir": "desc",
            "cmlimit": "\(longestList)", "cmtitle": category,
        ])
    }

    /// The files that a user uploaded. A list of them names no page numbers, but a generator does; its pages come in
    /// any order.
    static func uploads(by user: String) -> CommonsQuestion {
        CommonsQuestion(parameters: [
            "generator": "allimages", "gaisort": "timestamp", "gaidir": "descending", "gaiuser": user,
            "gailimit": "\(longestList)",
        ])
    }

    /// The photos with a position that were sent in the last three days, newest first: all within half of the Earth's
    /// circumference. Who sent them and where they were taken stands in tables, so the wiki parses no page.
    static let sentLast = CommonsQuestion(
        parameters: senders.merging([
            "generator": "search", "gsrnamespace": "6", "gsrlimit": "\(longestList)",
            "gsrsort": Sorting.newest.rawValue,
            "gsrsearch": "filemime:image/jpeg creationdate:>=now-3d nearcoord:20100km,0,0",
            "gsrinfo": "", "gsrprop": "",
        ]) { $1 })

    /// The same of the files that were judged quality images last, which may be weeks old.
    static let qualityImages = CommonsQuestion(
        parameters: senders.merging([
            "generator": "categorymembers", "gcmtitle": "Category:Quality images", "gcmtype": "file",
            "gcmsort": "timestamp", "gcmdir": "desc", "gcmlimit": "\(longestList)",
        ]) { $1 })

    private static let senders = positions.merging(["prop": "coordinates|imageinfo", "iiprop": "user|timestamp"]) { $1 }

    /// How many files each of some categories has.
    static func sizes(of categories: [String]) -> CommonsQuestion {
        CommonsQuestion(parameters: [
            "prop": "categoryinfo", "redirects": "1", "titles": categories.joined(separator: "|"),
        ])
    }

    /// Where categories lead that redirect by a template, `{{Category redirect}}`: MediaWiki does not follow it. Such a
    /// category is filed in a maintenance category, and links to its target.
    static func templateRedirects(of categories: [String]) -> CommonsQuestion {
        CommonsQuestion(parameters: [
            "prop": "categories|links", "clcategories": redirectCategory, "cllimit": "max", "plnamespace": "14",
            "pllimit": "max", "titles": categories.joined(separator: "|"),
        ])
    }

    static let redirectCategory = "Category:Category redirects"

    // MARK: Landmarks

    /// The positions of the subjects of some categories.
    static func positions(of categories: [String]) -> CommonsQuestion {
        CommonsQuestion(
            parameters: positions.merging(["redirects": "1", "titles": categories.joined(separator: "|")]) { $1 })
    }

    /// The positions of categories and files that have all given words in their titles, the best match first.
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

    /// All data on some files. With `namesThumbnails`, the answer contains the address of a thumbnail, from which the
    /// others follow; but a single file that the wiki cannot measure makes the whole answer an error. With `follows`,
    /// the number of a redirect from a file's former name gives the file itself, under its own number.
    static func files(_ ids: [Int], follows: Bool = true, namesThumbnails: Bool = true) -> CommonsQuestion {
        var parameters = wanted
        parameters["pageids"] = ids.map(String.init).joined(separator: "|")
        if follows { parameters["redirects"] = "1" }
        // For a photo no wider than this the answer tells whether the wiki turns it: it then has a thumbnail all the
        // same.
        if namesThumbnails { parameters["iiurlwidth"] = ImageWidth.standard.name }
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
        // The camera's position, or else the subject's.
        "coprimary": "all",
        "colimit": "max",
        "clshow": "!hidden",
        "cllimit": "max",
    ]

    /// The request for this question, or for the part of the answer at `continuation`. `patience` is how long its
    /// answer may take to begin. Only background requests yield to databases that lag
    /// (https://www.mediawiki.org/wiki/Manual:Maxlag_parameter).
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
        // Databases that lag are reported with status 200 and Retry-After.
        request.errorHeader = "mediawiki-api-error"
        return request
    }
}
