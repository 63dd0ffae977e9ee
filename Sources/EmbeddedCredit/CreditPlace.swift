/// Where in a file a credit is inserted, and which one.
package struct CreditPlace: Hashable, Sendable {
    enum Container: Hashable, Sendable {
        /// With EXIF in front of the packet; nil where the file has EXIF of its own.
        case jpeg(exif: JFIFDensity?)
        case png
    }

    let container: Container
    /// In bytes from the file's start.
    var offset: Int
    /// Whether EXIF's Artist names somebody: then only the source's terms stand beside it.
    let hasAuthor: Bool
    /// A length behind `offset` that has to count what is inserted.
    var firstImage: FirstImageLength?
    /// The source's bytes from `offset` up to `firstImage`.
    var between: [UInt8] = []

    init(_ container: Container, offset: Int, hasAuthor: Bool) {
        self.container = container
        self.offset = offset
        self.hasAuthor = hasAuthor
    }
}
