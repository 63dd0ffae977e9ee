import Catalog
import PhotoFetch
import PhotoTree

/// A photo as its readers see it: what its source sends, and what is put into it.
struct ServedPhoto: Sendable {
    let open: OpenPhoto
    /// How many bytes are put into it.
    let embedded: Int64
    /// Nil for as long as nobody read: the catalog has them.
    let segments: EmbeddedSegments?

    /// What the source lists of the file.
    let image: Rendition

    init(open: OpenPhoto, _ image: Rendition, segments: EmbeddedSegments) {
        self.open = open
        self.image = image
        self.segments = segments
        embedded = segments.count
    }

    init(open: OpenPhoto, _ image: Rendition, kept embedded: Int64) {
        self.open = open
        self.image = image
        self.embedded = embedded
        segments = nil
    }

    /// In bytes.
    var length: Int64 { open.length + embedded }
}
