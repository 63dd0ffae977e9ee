/// The answer to a call.
extension CommonsCall {
    /// The answer: a failure made on demand, else what the checks find, else the library's answer.
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
