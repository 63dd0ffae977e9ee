package import PhotoTree

/// What may be inserted into a file, made before the file's beginning is known.
package struct CreditDraft: Sendable {
    let packet: [UInt8]
    private let exif: [UInt8]
    private let fields: CreditFields

    /// For the rendition `image`.
    package init(_ fields: CreditFields, image: Rendition) {
        self.fields = fields
        exif = ExifSegment(fields: fields, width: image.width, height: image.height).bytes
        packet = XMPPacket(fitting: fields).bytes
    }

    /// The EXIF segment of a file of this density.
    func exif(_ density: JFIFDensity) -> [UInt8] {
        ExifSegment.setting(density, in: exif)
    }

    /// The packet for a file that names its author.
    var terms: [UInt8] { XMPPacket(termsOf: fields).bytes }
}

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
