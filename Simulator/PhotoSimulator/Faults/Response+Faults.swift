/// How faults change an answer.
extension Response {
    mutating func alter(_ effect: Fault.Effect, imageBase: String) {
        switch effect {
        case .shortBody(let count):
            content = content.slice(0..<max(0, count))
        case .longBody(let extra):
            content.append(Content(Noise.pieces(from: UInt64(content.count), count: extra)))
        case .announcedLength(let count):
            framing = .contentLength
            announcedLength = count
        case .framing(let other):
            framing = other
        case .lengthHint(let hint):
            self["x-ttdb-l"] = Self.hint(hint, count: content.count)
        case .status(let code, let retryAfter):
            self = Self.failure(code)
            self["Retry-After"] = retryAfter
        case .htmlUnder200:
            self = .page(200, "<html><head><title>Flickr</title></head><body>Please try again later.</body></html>\n")
        case .contentType(let type):
            self["Content-Type"] = type
        case .emptyBody:
            content = Content()
        case .redirect(let location):
            self = Response(302)
            self["Location"] = location
        case .photoUnavailable:
            self = Response(302)
            self["Location"] = imageBase + ImageHost.unavailablePath
        case .newVersion:
            content = content.replaced(times: 1)
            self["ETag"] = self["ETag"].map { _ in "\"\(String(Noise.digest("another version"), radix: 16)).2\"" }
            self["Last-Modified"] = self["Last-Modified"].map { _ in CivilDate.http(1_750_000_000) }
        case .endlessBody:
            framing = .chunked
            isEndless = true
        case .garbageJSON:
            self = .json(#"{"photos":{"page":1,"pages":"#)
        case .body(let bytes, let type):
            self = Response(200, contentType: type, Content(bytes))
        case .header(let name, let value):
            self[name] = value
        case .withoutHeader(let name):
            self[name] = nil
        case .member(let path, let json):
            if let body = JSONMembers.replacing(path, with: json, in: content.bytes) { content = Content(body) }
        case .unaskedPart(let start, let count):
            let (first, total) = (min(start, max(0, content.count - 1)), content.count)
            content = content.slice(first..<min(total, first + count))
            status = 206
            self["Content-Range"] = "bytes \(first)-\(first + content.count - 1)/\(total)"
        case .excess(let count):
            excess = Content(Noise.pieces(from: UInt64(content.count), count: count)).bytes
        case .strayAnswer:
            let other = content.replaced(times: 1).bytes
            let head = "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: \(other.count)\r\n\r\n"
            excess = Array(head.utf8) + other
        case .apiFailure, .commonsError, .latency, .bandwidth, .stallBeforeHead, .stall, .cut, .hangUp, .ignoredRange:
            // The API writes failures itself, in the requested format; the other faults concern how an answer is sent.
            break
        }
    }

    static func hint(_ hint: Behaviour.LengthHint, count: Int) -> String? {
        switch hint {
        case .none: nil
        case .right: String(count)
        case .wrong(let difference): String(count + difference)
        }
    }

    /// Bodies as recorded from the real hosts.
    static func failure(_ status: Int) -> Response {
        switch status {
        case 400:
            page(400, "<html><body><h1>400 Bad request</h1>\nYour browser sent an invalid request.\n</body></html>\n")
        case 429:
            page(
                429,
                """
                <html><body><h1>429 Too Many Requests</h1>
                You have sent too many requests in a given amount of time.
                </body></html>

                """)
        case 500...:
            page(
                status,
                """
                <html>
                <head><title>\(status) \(reason(status))</title></head>
                <body bgcolor="white">
                <center><h1>\(status) \(reason(status))</h1></center>
                <hr><center>nginx/1.7.6</center>

                """)
        default:
            Response(status, contentType: "text/html; charset=utf-8")
        }
    }
}
