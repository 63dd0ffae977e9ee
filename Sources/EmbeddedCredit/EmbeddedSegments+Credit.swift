package import PhotoTree

extension EmbeddedSegments {
    /// For a file of the source that begins with `header` and is the rendition `image`; none for one that is served as it
    /// came, and while the header is unfinished.
    package init(_ header: ImageHeader, _ fields: CreditFields, image: Rendition) {
        let bytes: [UInt8] =
            switch header {
            case .asItCame, .unfinished: []
            case .plainJPEG:
                ExifSegment(fields: fields, width: image.width, height: image.height).bytes + Self.xmp(fields)
            case .jpegWithExif: Self.xmp(fields)
            case .png: PNGChunk.xmp(XMPPacket(fitting: fields).text)
            }
        self = bytes.isEmpty ? .none : EmbeddedSegments(offset: header.insertionOffset, bytes: bytes)
    }

    /// The XMP packet among them; nil without one.
    package var packet: [UInt8]? {
        // By what stands before it, which no text can hold: a title may look like a packet.
        let before = bytes.firstRange(of: JPEGMarker.xmp) ?? bytes.firstRange(of: PNGChunk.xmp)
        guard let before, let start = bytes[before.upperBound...].firstRange(of: XMPPacket.beginning)?.lowerBound,
            let end = bytes[start...].firstRange(of: XMPPacket.end)?.upperBound
        else { return nil }
        return Array(bytes[start..<end])
    }

    private static func xmp(_ fields: CreditFields) -> [UInt8] {
        JPEGMarker.segment(JPEGMarker.app1, identifier: JPEGMarker.xmp, Array(XMPPacket(fitting: fields).text.utf8))
    }
}
