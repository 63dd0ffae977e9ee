/// One request.
public struct LedgerEntry: Sendable, Hashable, Codable {
    /// 1 for the first request since the ledger was reset.
    public var sequence: Int
    /// "flickr.photos.search" or "commons.geosearch" for an API call (see `Fault.Match.method`), "image" for an image,
    /// "other".
    public var kind: String
    /// The photo of an image.
    public var photo: String?
    /// The letter of an image's address, "" for 500 px; at Commons the width of a thumbnail, "o" for the original.
    public var rendition: String?
    public var verb: String
    /// The path with its query, without the key.
    public var path: String
    /// The arguments of an API call, without the key.
    public var arguments: [String: String]
    /// User-Agent, Range, If-Range, If-None-Match, If-Modified-Since, Accept, Accept-Encoding, Host, Referer, by
    /// lower-case name.
    public var headers: [String: String]
    /// 0 until the head is sent, and for ever where none was sent.
    public var status: Int
    /// Bytes of the body given to the socket; the socket's buffers may still hold some of them.
    public var bytesSent: Int
    /// The number of its connection.
    public var connection: Int
    /// When it began, since the simulator started.
    public var started: Duration
    /// When it ended, since the simulator started; nil while it is being answered.
    public var ended: Duration?
    /// Whether the whole answer was sent; false for truncated and abandoned ones.
    public var isComplete: Bool

    /// What the service reads in a search's text as more than words: keywords, phrases, exclusions, wildcards and
    /// operators, each as it was sent. Keywords come first.
    public var searchSyntax: [String] {
        if let text = arguments["srsearch"] ?? arguments["gsrsearch"] { return CommonsSearch.syntax(of: text) }
        return SearchText(arguments["text"] ?? "").syntax
    }

    public var isImage: Bool { kind == "image" }
    public var isAPI: Bool { kind.hasPrefix("flickr.") || kind.hasPrefix("commons.") }
}

extension LedgerEntry {
    private static let notedHeaders: Set<String> = [
        "user-agent", "range", "if-range", "if-none-match", "if-modified-since", "accept", "accept-encoding", "host",
        "referer",
    ]

    init(_ request: Request, _ subject: RequestSubject, _ arguments: Arguments?, connection: Int) {
        switch subject.kind {
        case .api(let method):
            kind = ["flickr.", "commons."].contains(where: method.hasPrefix) ? method : "flickr.?"
        case .image(let id, let suffix):
            kind = "image"
            photo = id
            rendition = suffix
        case .other:
            kind = "other"
        }
        sequence = 0
        verb = request.verb
        path = request.loggedTarget
        self.arguments = arguments?.valuesWithoutKey ?? [:]
        headers = request.headers.filter { Self.notedHeaders.contains($0.key) }
        status = 0
        bytesSent = 0
        self.connection = connection
        started = .zero
        isComplete = false
    }
}
