package import PhotoTree

/// What may be inserted into a file, made before the file's beginning is known.
package struct CreditDraft: Sendable {
    let exif: [UInt8]
    let packet: String

    /// For the rendition `image`.
    package init(_ fields: CreditFields, image: Rendition) {
        exif = ExifSegment(fields: fields, width: image.width, height: image.height).bytes
        packet = XMPPacket(fitting: fields).text
    }
}
