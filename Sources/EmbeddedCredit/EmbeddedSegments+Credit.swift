package import PhotoTree

extension EmbeddedSegments {
    /// The segments for a file of the source that begins with `header`. There are none for a file that is served as it
    /// came, and none while the header is unfinished; `draft` is not evaluated then.
    package init(_ header: ImageHeader, _ draft: @autoclosure () -> CreditDraft) {
        let bytes: [UInt8]
        switch header {
        case .asItCame, .unfinished: bytes = []
        case .plainJPEG:
            let draft = draft()
            bytes = draft.exif + Self.xmp(draft.packet)
        case .jpegWithExif: bytes = Self.xmp(draft().packet)
        case .png: bytes = PNGChunk.xmp(draft().packet)
        }
        self = bytes.isEmpty ? .none : EmbeddedSegments(offset: header.insertionOffset, bytes: bytes)
    }

    /// The XMP packet in the segments; nil when they have none.
    package var packet: [UInt8]? {
        // Found by the bytes before it, which no text can contain: a title may look like a packet.
        let before = bytes.firstRange(of: JPEGMarker.xmp) ?? bytes.firstRange(of: PNGChunk.xmp)
        guard let before, let start = bytes[before.upperBound...].firstRange(of: XMPPacket.beginning)?.lowerBound,
            let end = bytes[start...].firstRange(of: XMPPacket.end)?.upperBound
        else { return nil }
        return Array(bytes[start..<end])
    }

    private static func xmp(_ packet: String) -> [UInt8] {
        JPEGMarker.segment(JPEGMarker.app1, identifier: JPEGMarker.xmp, Array(packet.utf8))
    }
}
