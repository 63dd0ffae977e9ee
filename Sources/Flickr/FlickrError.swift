internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// Why a call of Flickr's API gave nothing; becomes a `PhotoSourceError` where it leaves this target.
enum FlickrError: Error, Hashable, Sendable {
    /// Flickr's own refusal, `stat=fail`: it comes under HTTP 200.
    case refused(code: Int, message: String)
    case status(Int)
    /// Neither a value nor a refusal; the text says what it was.
    case notAnAnswer(String)
    case unanswerable(String)
    case transport(HTTPError)

    /// Whether this says that the photo asked for is deleted, private or never was. Code 1 has other meanings too
    /// ("Required parameter missing"), so its words count.
    var isPhotoAbsent: Bool {
        guard case .refused(let code, let message) = self else { return false }
        let words = message.lowercased()
        return (code == 1 && words.containsBytes(of: "not found"))
            || (code == 2 && words.containsBytes(of: "permission denied"))
    }

    /// What the caller can act on. Texts that others wrote are one line, bounded, and without the key.
    func photoSourceError(hiding key: APIKey) -> PhotoSourceError {
        func safe(_ text: String) -> String { ErrorText.line(key.hiding(in: text)) }
        switch self {
        case .refused(let code, let message):
            let text = safe("Flickr says: \(message) (code \(code))")
            return switch code {
            case 96...100: .credentialsRefused(text)
            // "not currently available": also what a key over its hourly limit is told.
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
