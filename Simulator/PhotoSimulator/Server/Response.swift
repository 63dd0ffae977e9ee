/// An answer before it is framed: faults alter it, and Range requests cut it.
struct Response: Sendable {
    var status: Int
    var headers: [(name: String, value: String)]
    var content: Content
    var framing = Behaviour.Framing.contentLength
    /// The value of Content-Length where it differs from the real length.
    var announcedLength: Int?
    /// Noise follows the content for ever.
    var isEndless = false
    /// Sent behind the answer, which does not tell of it.
    var excess: [UInt8] = []
    /// Whether a Range request may cut it.
    var acceptsRanges = false
    /// The delay before its head.
    var delay = Duration.zero

    init(_ status: Int, contentType: String? = nil, _ content: Content = Content()) {
        self.status = status
        self.content = content
        headers = contentType.map { [("Content-Type", $0)] } ?? []
    }

    static func page(_ status: Int, _ html: String) -> Response {
        Response(status, contentType: "text/html; charset=utf-8", Content(html))
    }

    static func json(_ text: String) -> Response {
        Response(200, contentType: "application/json", Content(text))
    }

    subscript(name: String) -> String? {
        get {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
        set {
            headers.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { headers.append((name, newValue)) }
        }
    }

    /// Cuts it to the requested range, if the conditions of the request hold; becomes a 304 when the client has it
    /// already.
    mutating func honour(_ conditions: [String: String], honoursRanges: Bool) {
        guard status == 200 else { return }
        if let known = conditions["if-none-match"], let tag = self["ETag"],
            known == "*" || known.split(separator: ",").contains(where: { $0.trimmingBlanks == tag })
        {
            status = 304
            content = Content()
            return
        }
        guard acceptsRanges, honoursRanges, !isEndless else { return }
        self["Accept-Ranges"] = "bytes"
        guard let range = conditions["range"] else { return }
        if let condition = conditions["if-range"], !isSame(condition) { return }
        switch ByteRangeRequest(range, of: content.count) {
        case .none: return
        case .unsatisfiable:
            status = 416
            self["Content-Range"] = "bytes */\(content.count)"
            content = Content()
        case .bytes(let bytes):
            status = 206
            self["Content-Range"] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(content.count)"
            content = content.slice(bytes)
        }
    }

    /// Whether it is what If-Range names, decided like Varnish and Traffic Server do: a value in quotation marks is a
    /// tag, any other is a date, so a tag without them never matches.
    private func isSame(_ condition: String) -> Bool {
        condition.hasPrefix("\"") ? condition == self["ETag"] : condition == self["Last-Modified"]
    }

    static func reason(_ status: Int) -> String {
        let reasons = [
            200: "OK", 206: "Partial Content", 301: "Moved Permanently", 302: "Found", 304: "Not Modified",
            400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
            405: "Method Not Allowed", 410: "Gone", 416: "Range Not Satisfiable", 418: "I'm a teapot",
            429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
            503: "Service Unavailable", 504: "Gateway Timeout",
        ]
        return reasons[status] ?? "Status"
    }
}

/// The range in a Range header (RFC 9110 §14.2): one range; several, or other units, are ignored as the RFC permits.
enum ByteRangeRequest: Equatable {
    case none, unsatisfiable
    case bytes(Range<Int>)

    init(_ header: String, of count: Int) {
        guard header.hasPrefix("bytes="), !header.contains(",") else {
            self = .none
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0.trimmingBlanks) }
        guard ends.count == 2 else {
            self = .none
            return
        }
        switch (Int(bounded: ends[0]), Int(bounded: ends[1])) {
        case (nil, let suffix?) where ends[0].isEmpty:
            self = suffix <= 0 || count == 0 ? .unsatisfiable : .bytes(max(0, count - suffix)..<count)
        case (let first?, nil) where ends[1].isEmpty && first >= 0:
            self = first >= count ? .unsatisfiable : .bytes(first..<count)
        case (let first?, let last?) where 0 <= first && first <= last:
            self = first >= count ? .unsatisfiable : .bytes(first..<min(last, count - 1) + 1)
        default:
            self = .none
        }
    }
}
