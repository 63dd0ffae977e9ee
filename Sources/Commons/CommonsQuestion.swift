internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// A question to the Action API's `query` module: a generator that finds files, and what is wanted of each.
/// (https://www.mediawiki.org/wiki/API:Query)
struct CommonsQuestion: Hashable, Sendable {
    /// Files a request brings at most: more thumbnails than these the API leaves to the next request.
    static let batch = 50
    /// In bytes. Fifty files with all that is asked have some 300 KB.
    static let maximumAnswerLength: Int64 = 8 << 20

    var parameters: [String: String]

    private init(_ parameters: [String: String], aboutFiles: Bool = true) {
        self.parameters = parameters.merging(aboutFiles ? Self.wanted : [:]) { asked, _ in asked }
    }

    private static let wanted = [
        "prop": "imageinfo|coordinates|categories",
        "iiprop": "url|size|mime|sha1|timestamp|user|extmetadata",
        "iiurlwidth": ImageWidth.standard.name,
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

    /// The `count` files taken nearest to a point, nearest first. The service takes radii of 10 m to 10 km and has no
    /// further pages of it.
    static func near(_ center: Coordinate, radius: Int, count: Int) -> CommonsQuestion {
        let radius = min(max(10, radius), 10_000)
        let parameters = [
            "generator": "geosearch",
            "ggsnamespace": "6",
            "ggsprimary": "all",
            "ggslimit": "\(min(max(1, count), 500))",
            "ggscoord": "\(degrees(center.latitude))|\(degrees(center.longitude))",
            "ggsradius": "\(radius)",
        ]
        return CommonsQuestion(parameters).counting(nearby(center, radius: radius))
    }

    enum Sorting: String, Sendable {
        case newest = "create_timestamp_desc"
        case relevance
    }

    /// Photos that match a search (https://www.mediawiki.org/wiki/Help:CirrusSearch), from the result `offset` on.
    static func search(
        _ words: String, sorting: Sorting, offset: Int = 0, count: Int = batch
    ) -> CommonsQuestion {
        var parameters = [
            "generator": "search",
            "gsrnamespace": "6",
            "gsrlimit": "\(min(max(1, count), batch))",
            "gsrsort": sorting.rawValue,
            "gsrsearch": words,
        ]
        if offset > 0 { parameters["gsroffset"] = "\(offset)" }
        return CommonsQuestion(parameters).counting(words)
    }

    /// The words that find photos within `radius` metres.
    static func nearby(_ center: Coordinate, radius: Int) -> String {
        let distance = radius.isMultiple(of: 1000) ? "\(radius / 1000)km" : "\(radius)m"
        return "filemime:image/jpeg nearcoord:\(distance),\(degrees(center.latitude)),\(degrees(center.longitude))"
    }

    /// The files that lie in a category, the newest in it first.
    static func members(of category: String) -> CommonsQuestion {
        CommonsQuestion([
            "generator": "categorymembers",
            "gcmtype": "file",
            "gcmsort": "timestamp",
            "gcmdir": "desc",
            "gcmlimit": "\(batch)",
            "gcmtitle": category,
        ])
    }

    /// How many files lie in each of some categories.
    static func sizes(of categories: [String]) -> CommonsQuestion {
        CommonsQuestion(
            ["prop": "categoryinfo", "redirects": "1", "titles": categories.joined(separator: "|")], aboutFiles: false)
    }

    static func file(_ id: String) -> CommonsQuestion { CommonsQuestion(["pageids": id]) }

    /// A generator does not tell how much it finds, but a list beside it does.
    private func counting(_ words: String) -> CommonsQuestion {
        var question = self
        question.parameters.merge(
            [
                "list": "search", "srnamespace": "6", "srlimit": "1", "srinfo": "totalhits", "srprop": "",
                "srsearch": words,
            ]) { $1 }
        return question
    }

    /// The same without the list that counts: once is enough.
    var uncounted: CommonsQuestion {
        guard parameters["list"] != nil else { return self }
        var question = self
        question.parameters = parameters.filter { !$0.key.hasPrefix("sr") && $0.key != "list" }
        return question
    }

    /// The request for it, or with `continuation` for what follows.
    func request(to endpoints: CommonsEndpoints, continuing continuation: [String: String] = [:]) -> HTTPRequest {
        let always = ["action": "query", "format": "json", "formatversion": "2", "maxlag": "5"]
        let all = parameters.merging(continuation) { $1 }.merging(always) { $1 }
        return HTTPRequest(
            url: endpoints.apiAddress + "?" + queryText(all), maximumBodyLength: Self.maximumAnswerLength,
            acceptsEncoding: true)
    }
}
