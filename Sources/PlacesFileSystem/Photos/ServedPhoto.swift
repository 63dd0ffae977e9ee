import Catalog
import PhotoFetch
import PhotoTree

/// A photo as its readers see it: the source's bytes with the credit put into them.
struct ServedPhoto: Sendable {
    let open: OpenPhoto
    /// How many bytes are put into the photo.
    let embedded: Int64
    /// The bytes put into it; nil until a read needs them from the catalog.
    let segments: EmbeddedSegments?

    /// The source's description of the file.
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
