/// One call of the API: its arguments and its answer.
struct APICall: Sendable {
    let arguments: Arguments
    let library: Library
    let behaviour: Behaviour
    /// The beginning of all image addresses.
    let imageBase: String
    /// Unix seconds.
    let now: Int64

    var method: String {
        arguments["method"] ?? ""
    }

    /// The answer in the requested format, also for failures: a failure made on demand, else what the checks find, else
    /// the recorded answer, else the library's. When `key` is nil, any key is accepted that is not empty.
    func response(key: String?, failure: APIFailure?, recordings: RecordedAnswers?) -> Response {
        do throws(APIFailure) {
            try checkFormat()
            if let failure { throw failure }
            try checkKey(key)
            if let file = recordings?.file(for: method, arguments.values),
                let body = recordings?.body(file, imageBase: imageBase)
            {
                return Response(200, contentType: RecordedAnswers.contentType(of: file), Content(body))
            }
            return written(try answer())
        } catch {
            return written(error)
        }
    }

    private func answer() throws(APIFailure) -> [Element] {
        switch method {
        case "flickr.photos.search": [try search()]
        case "flickr.photos.getRecent": [recent()]
        case "flickr.interestingness.getList": [try interesting()]
        case "flickr.photos.getInfo": [try photoPage()]
        case "flickr.photos.getSizes": [try sizes()]
        case "flickr.photos.licenses.getInfo": [licenses()]
        case "flickr.people.findByUsername": [try userNamed()]
        case "flickr.urls.lookupUser": [try userLookedUp()]
        case "flickr.places.getTopPlacesList": [try topPlaces()]
        case "flickr.places.getInfo": [try placePage()]
        case "flickr.places.find": [try placesFound()]
        case "flickr.places.findByLatLon": [try placesNear()]
        case "flickr.places.getPlaceTypes": [placeTypes()]
        case "flickr.test.echo": echo()
        default: throw .unknownMethod(method)
        }
    }

    private func checkFormat() throws(APIFailure) {
        guard ["rest", "json"].contains(format) else { throw .unknownFormat(format) }
    }

    private func checkKey(_ key: String?) throws(APIFailure) {
        guard let given = arguments.key else { throw .badKey }
        guard key == nil || given == key else {
            let isWellFormed = given.count == 32 && given.allSatisfy { $0.isHexDigit }
            throw isWellFormed ? .unknownKey : .badKey
        }
    }

    private func echo() -> [Element] {
        arguments.values.filter { !$0.key.hasPrefix("oauth_") }.sorted { $0.key < $1.key }
            .map { Element($0.key, text: .text($0.value)) }
    }

    // MARK: Formats

    private var format: String {
        arguments["format"] ?? "rest"
    }

    private func written(_ elements: [Element]) -> Response {
        guard format == "json" else {
            var writer = XMLWriter()
            writer.writeSuccess(elements)
            return Response(200, contentType: "text/xml; charset=utf-8", Content(writer.bytes))
        }
        var writer = JSONWriter(year: behaviour.year)
        writer.writeSuccess(elements)
        return wrapped(writer.bytes)
    }

    private func written(_ failure: APIFailure) -> Response {
        guard format == "json" else {
            var writer = XMLWriter()
            writer.writeFailure(failure)
            return Response(200, contentType: "text/xml; charset=utf-8", Content(writer.bytes))
        }
        var writer = JSONWriter(year: behaviour.year)
        writer.writeFailure(failure)
        return wrapped(writer.bytes)
    }

    /// Without `nojsoncallback=1` JSON is wrapped in a function call.
    private func wrapped(_ json: [UInt8]) -> Response {
        guard arguments["nojsoncallback"] != "1" else {
            return Response(200, contentType: "application/json", Content(json))
        }
        let asked = arguments["jsoncallback"] ?? ""
        let isName =
            !asked.isEmpty && asked.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.$".contains($0)) }
        let head = Array((isName ? asked : "jsonFlickrApi").utf8) + [UInt8(ascii: "(")]
        return Response(
            200, contentType: "text/javascript; charset=utf-8", Content(head + json + [UInt8(ascii: ")")]))
    }
}
