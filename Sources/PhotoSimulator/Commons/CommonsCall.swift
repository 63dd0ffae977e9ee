/// One call of the Action API at `/w/api.php`.
struct CommonsCall: Sendable {
    let arguments: Arguments
    let library: Library
    let behaviour: Behaviour
    /// Image addresses begin with it.
    let imageBase: String
    /// Unix seconds.
    let now: Int64

    /// What ledger and faults call it: "commons." and what is listed, or "page" for files asked for by id or title.
    static func operation(of arguments: Arguments) -> String {
        let names = [
            "search": "search", "geosearch": "geosearch", "categorymembers": "category", "allimages": "allimages",
        ]
        let lists = [arguments["generator"]] + arguments.pipes("list").map(Optional.some)
        if let name = lists.lazy.compactMap({ $0.flatMap { names[$0] } }).first { return "commons.\(name)" }
        if arguments["pageids"] != nil || arguments["titles"] != nil { return "commons.page" }
        return arguments["meta"] == nil ? "commons.?" : "commons.meta"
    }

    /// Refuses callers who leave no address to write to: as Wikimedia's edge has since 2025, before the API is asked.
    static func refusal(userAgent: String?) -> Response? {
        let agent = userAgent ?? ""
        let hasContact = agent.contains("@") || agent.contains("http://") || agent.contains("https://")
        guard !hasContact else { return nil }
        return Response(
            403, contentType: "text/plain; charset=utf-8",
            Content("Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also T400119.\n"))
    }

    /// The answer: the failure asked for on demand, else what the checks find, else the library's.
    func response(failure: CommonsFailure?) -> Response {
        guard let format = arguments["format"], arguments["action"] != nil else {
            return .page(200, "<!DOCTYPE html>\n<title>MediaWiki API help</title>\n<p>action=query&amp;format=json\n")
        }
        do throws(CommonsFailure) {
            guard format == "json" else { throw .unrecognized("format", format) }
            if let failure { throw failure }
            try checkArguments()
            var query = try CommonsQuery(self)
            let members = try query.run()
            var response = written(members)
            response.delay = .milliseconds(query.pagesParsed * behaviour.parsingInMilliseconds)
            return response
        } catch {
            return written(error)
        }
    }

    private func checkArguments() throws(CommonsFailure) {
        if let action = arguments["action"], action != "query" { throw .unrecognized("action", action) }
        if let version = arguments["formatversion"], !["1", "2", "latest"].contains(version) {
            throw .unrecognized("formatversion", version)
        }
        guard let asked = arguments["maxlag"] else { return }
        guard let most = Int(bounded: asked) else { throw .noInteger("maxlag", asked) }
        if behaviour.databaseLag > Double(most) { throw .lagged(behaviour.databaseLag) }
    }

    var isOld: Bool {
        !["2", "latest"].contains(arguments["formatversion"] ?? "1")
    }

    private func written(_ members: WikiMembers) -> Response {
        var writer = WikiWriter(isOld: isOld)
        writer.write(.object(members))
        return Response(200, contentType: "application/json; charset=utf-8", Content(writer.bytes))
    }

    private func written(_ failure: CommonsFailure) -> Response {
        var error = WikiMembers([("code", .text(failure.code)), ("info", .text(failure.info))])
        error.add(failure.details)
        error[isOld ? "*" : "docref"] = .text(
            "See https://commons.wikimedia.org/w/api.php for API usage. Subscribe to the mediawiki-api-announce mailing list "
                + "at &lt;https://lists.wikimedia.org/postorius/lists/mediawiki-api-announce.lists.wikimedia.org/&gt; for "
                + "notice of API deprecations and breaking changes.")
        var response = written(WikiMembers([("error", .object(error)), ("servedby", .text("mw-api-ext.simulator"))]))
        response["MediaWiki-API-Error"] = failure.code
        for header in failure.headers { response[header.name] = header.value }
        return response
    }
}

extension Arguments {
    /// The parts of an argument of several values: between pipes, or after a leading U+001F between those.
    func pipes(_ name: String) -> [String] {
        guard let value = self[name] else { return [] }
        let separator: Character = value.first == "\u{1F}" ? "\u{1F}" : "|"
        return value.split(separator: separator).map(String.init)
    }
}
