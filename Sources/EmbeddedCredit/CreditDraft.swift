package import PhotoTree

/// What a file may be given, made before anybody has seen how it begins.
package struct CreditDraft: Sendable {
    let exif: [UInt8]
    let packet: String

    /// For the rendition `image`.
    package init(_ fields: CreditFields, image: Rendition) {
        exif = ExifSegment(fields: fields, width: image.width, height: image.height).bytes
        packet = XMPPacket(fitting: fields).text
    }
}
