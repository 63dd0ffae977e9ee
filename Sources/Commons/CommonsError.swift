internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// Why a question to Commons gave nothing; becomes a `PhotoSourceError` where it leaves this target.
enum CommonsError: Error, Hashable, Sendable {
    /// The API's own refusal: it comes under HTTP 200 (https://www.mediawiki.org/wiki/API:Errors_and_warnings).
    case refused(code: String, text: String)
    /// `leftAloneFor` is how long the service will not be asked now.
    case status(Int, leftAloneFor: Duration? = nil)
    /// Neither a value nor a refusal; the text says what it was.
    case notAnAnswer(String)
    case unanswerable(String)
    case transport(HTTPError)

    /// What the caller can act on. Texts that others wrote are one line and bounded.
    var photoSourceError: PhotoSourceError {
        switch self {
        case .refused(let code, let text): Self.refusal(code, text)
        case .status(403, _): .failed(Self.whoAsks)
        case .status(429, let time), .status(503, let time):
            .tooManyRequests("Wikimedia Commons asks to be left alone for \(Self.words(for: time))")
        case .status(let status, _): .failed("Wikimedia Commons answered HTTP \(status)")
        case .notAnAnswer(let what): .failed(ErrorText.line("Wikimedia Commons answered \(what)"))
        case .unanswerable(let why): .failed(ErrorText.line(why))
        case .transport(let error): PhotoSourceError(error, from: "Wikimedia Commons")
        }
    }

    private static func words(for time: Duration?) -> String {
        time.map { "another \(max(1, $0.components.seconds)) s" } ?? "a while"
    }

    /// Wikimedia refuses programs that do not say whom to write to (https://meta.wikimedia.org/wiki/User-Agent_policy).
    static let whoAsks = "HTTP 403: Wikimedia wants to know who asks; give your address with --contact"

    private static func refusal(_ code: String, _ text: String) -> PhotoSourceError {
        let line = ErrorText.line("Wikimedia Commons says: \(text) (\(code))")
        // What passes by itself: the databases lag, the caller or the search was too busy, the wiki is being moved.
        let passing = ["maxlag", "ratelimited", "readonly", "toomanyrequests"]
        return passing.contains(code) || code.containsBytes(of: "too-busy") || code.beginsWithBytes(of: "pool-")
            ? .tooManyRequests(line) : .failed(line)
    }
}
