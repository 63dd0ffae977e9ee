internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// Distinguishes an answer from a refusal by Flickr, and from a body that is no answer of the API.
enum FlickrAnswer {
    /// The JSON of a successful answer. A refusal is recognized under every status, since Flickr sends it with status
    /// 200. `hiding` removes the key from the error text for a body that is no answer.
    static func value(
        of body: [UInt8], status: Int, hiding: (String) -> String = { $0 }
    ) throws(FlickrError) -> JSONValue {
        let json: JSONValue
        do {
            json = try JSONParser.value(in: body)
        } catch {
            throw status == 200 ? .notAnAnswer(BodyKind.words(for: body, error, hiding: hiding)) : .status(status)
        }
        switch json["stat"]?.text {
        case "fail":
            throw .refused(
                code: json["code"]?.integer ?? -1, message: json["message"]?.word ?? "no reason given")
        case "ok" where status == 200:
            return json
        case _ where status != 200:
            throw .status(status)
        default:
            throw .notAnAnswer("something without \"stat\"")
        }
    }
}

/// Why a call of Flickr's API failed. It becomes a `PhotoSourceError` before it leaves this target.
enum FlickrError: Error, Hashable, Sendable {
    /// Flickr itself refused (`stat=fail`); such an answer has HTTP status 200.
    case refused(code: Int, message: String)
    case status(Int)
    /// The body is neither a value nor a refusal; the text describes it.
    case notAnAnswer(String)
    case unanswerable(String)
    case transport(HTTPError)

    /// Whether the error means that the photo is deleted or private, or never existed. Code 1 has other meanings too
    /// ("Required parameter missing"), so its message is checked.
    var isPhotoAbsent: Bool {
        guard case .refused(let code, let message) = self else { return false }
        let words = message.lowercased()
        return (code == 1 && words.containsBytes(of: "not found"))
            || (code == 2 && words.containsBytes(of: "permission denied"))
    }

    /// Converts to the errors that callers handle. Foreign texts are cut to one line of limited length, without the
    /// key.
    func photoSourceError(hiding key: APIKey) -> PhotoSourceError {
        func safe(_ text: String) -> String { ErrorText.line(key.hiding(in: text)) }
        switch self {
        case .refused(let code, let message):
            let text = safe("Flickr says: \(message) (code \(code))")
            return switch code {
            case 96...100: .credentialsRefused(text)
            // "not currently available": Flickr also sends it to a key over its hourly limit.
            case 0, 10, 105, 201: .tooManyRequests(text)
            default: .failed(text)
            }
        case .status(let status):
            let text = "Flickr answered HTTP \(status)"
            return switch status {
            case 401: .credentialsRefused(text)
            case 418, 429, 503: .tooManyRequests(text)
            default: .failed(text)
            }
        case .notAnAnswer(let what): return .failed(safe("Flickr answered \(what)"))
        case .unanswerable(let why): return .failed(safe(why))
        case .transport(let error): return PhotoSourceError(error, from: "Flickr", safe: safe)
        }
    }
}
