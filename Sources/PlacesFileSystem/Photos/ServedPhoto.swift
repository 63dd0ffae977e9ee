import Catalog
import PhotoFetch
import PhotoTree

/// A photo as its readers see it: what its source sends, and what is put into it.
struct ServedPhoto: Sendable {
    let open: OpenPhoto
    let segments: EmbeddedSegments

    /// In bytes.
    var length: Int64 { open.length + segments.count }
}
