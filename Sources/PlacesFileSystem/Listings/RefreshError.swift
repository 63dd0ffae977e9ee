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
