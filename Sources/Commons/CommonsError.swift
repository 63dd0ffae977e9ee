internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// Why a question to Commons failed. It becomes a `PhotoSourceError` before it leaves this target.
enum CommonsError: Error, Hashable, Sendable {
    /// The API itself refused; such an answer has HTTP status 200
    /// (https://www.mediawiki.org/wiki/API:Errors_and_warnings).
    case refused(code: String, text: String)
    /// `leftAloneFor` is for how long no request will be sent to the service.
    case status(Int, leftAloneFor: Duration? = nil)
    /// The body is neither a value nor a refusal; the text describes it.
    case notAnAnswer(String)
    case unanswerable(String)
    case transport(HTTPError)

    /// Converts to the errors that callers handle. Foreign texts are cut to one line of limited length.
    var photoSourceError: PhotoSourceError {
        switch self {
        case .refused(let code, let text): Self.refusal(code, text)
        case .status(403, _): .failed(Self.whoAsks)
        case .status(429, let time), .status(503, let time):
            time.map { .backingOff($0) } ?? .tooManyRequests("Wikimedia Commons asks to be left alone for a while")
        case .status(let status, _): .failed("Wikimedia Commons answered HTTP \(status)")
        case .notAnAnswer(let what): .failed(ErrorText.line("Wikimedia Commons answered \(what)"))
        case .unanswerable(let why): .failed(ErrorText.line(why))
        case .transport(let error): PhotoSourceError(error, from: "Wikimedia Commons")
        }
    }

    /// Wikimedia refuses programs that give no contact address (https://meta.wikimedia.org/wiki/User-Agent_policy).
    static let whoAsks = "HTTP 403: Wikimedia wants to know who asks; give your address with --contact"

    private static func refusal(_ code: String, _ text: String) -> PhotoSourceError {
        let line = ErrorText.line("Wikimedia Commons says: \(text) (\(code))")
        // Temporary states: the databases lag, the caller or the search was too busy, or the wiki is being moved.
        let passing = ["maxlag", "ratelimited", "readonly", "toomanyrequests"]
        return passing.contains(code) || code.containsBytes(of: "too-busy") || code.beginsWithBytes(of: "pool-")
            ? .tooManyRequests(line) : .failed(line)
    }
}
