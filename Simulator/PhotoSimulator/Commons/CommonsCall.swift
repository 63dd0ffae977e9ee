/// One call of the Action API at `/w/api.php`.
struct CommonsCall: Sendable {
    let arguments: Arguments
    let library: Library
    let behaviour: Behaviour
    /// The beginning of all image addresses.
    let imageBase: String
    /// Unix seconds.
    let now: Int64

    /// The operation's name in ledger and faults: "commons." and what is listed, or "page" for files requested by id or
    /// title.
    static func operation(of arguments: Arguments) -> String {
        let names = [
            "search": "search", "geosearch": "geosearch", "categorymembers": "category", "allimages": "allimages",
        ]
        let lists = [arguments["generator"]] + arguments.pipes("list").map(Optional.some)
        if let name = lists.lazy.compactMap({ $0.flatMap { names[$0] } }).first { return "commons.\(name)" }
        if arguments["pageids"] != nil || arguments["titles"] != nil { return "commons.page" }
        return arguments["meta"] == nil ? "commons.?" : "commons.meta"
    }

    /// Refuses callers whose User-Agent has no contact address, before the API is called, as Wikimedia's edge does
    /// since 2025.
    static func refusal(userAgent: String?) -> Response? {
        guard !hasContact(userAgent ?? "") else { return nil }
        return Response(
            403, contentType: "text/plain; charset=utf-8",
            Content("Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also T400119.\n"))
    }

    static func hasContact(_ agent: String) -> Bool {
        agent.contains("@") || agent.contains("http://") || agent.contains("https://")
    }

    /// Whether the caller wants the format of MediaWiki's first JSON.
    var isOld: Bool {
        !["2", "latest"].contains(arguments["formatversion"] ?? "1")
    }
}

extension Arguments {
    /// The values of an argument: separated by pipes, or by U+001F when the argument begins with one.
    func pipes(_ name: String) -> [String] {
        guard let value = self[name] else { return [] }
        let separator: Character = value.first == "\u{1F}" ? "\u{1F}" : "|"
        return value.split(separator: separator).map(String.init)
    }
}
