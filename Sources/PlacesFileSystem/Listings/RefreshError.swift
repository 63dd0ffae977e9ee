import Catalog
import PhotoTree

/// Why a directory could not be refreshed. Never means that something is absent.
enum RefreshError: Error, Sendable {
    case source(PhotoSourceError)
    case catalog(CatalogError)
    /// The source did not look everywhere, and said so.
    case partialResults
    /// No answer within the time limit of the caller.
    case timedOut
    /// The waiting process was interrupted.
    case interrupted
}

extension RefreshError {
    /// A few words for people.
    var sentence: String {
        switch self {
        case .source(.unreachable(let text)): "unreachable: \(text)"
        case .source(.timedOut(let text)): "timed out: \(text)"
        case .source(.credentialsRefused(let text)): "key refused: \(text)"
        case .source(.tooManyRequests(let text)): "too many requests: \(text)"
        case .source(.failed(let text)): "failed: \(text)"
        case .source(.cancelled), .interrupted: "interrupted"
        case .catalog(let error): "catalog: \(error)"
        case .partialResults: "the search at the source ran out of time and brought only a part"
        case .timedOut: "timed out"
        }
    }
}
