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
