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

    private static func xmp(_ fields: CreditFields) -> [UInt8] {
        JPEGMarker.segment(JPEGMarker.app1, identifier: JPEGMarker.xmp, Array(XMPPacket(fitting: fields).text.utf8))
    }
}
