package import PhotoTree

extension EmbeddedSegments {
    /// The segments for a file of the source that begins with `header`. There are none for a file that is served as it
    /// came, and none while the header is unfinished; `draft` is not evaluated then.
    package init(_ header: ImageHeader, _ draft: @autoclosure () -> CreditDraft) {
        guard case .inserting(let place) = header else {
            self = .none
            return
        }
        let draft = draft()
        let packet = place.hasAuthor ? draft.terms : draft.packet
        var bytes: [UInt8] =
            switch place.container {
            case .jpeg(let density?): draft.exif(density) + Self.xmp(packet)
            case .jpeg(nil): Self.xmp(packet)
            case .png: PNGChunk.xmp(packet)
            }
        guard !bytes.isEmpty else {
            self = .none
            return
        }
        var replaced = 0
        if let length = place.firstImage?.longer(by: bytes.count) {
            bytes += place.between + length
            replaced = place.between.count + length.count
        }
        self = EmbeddedSegments(offset: place.offset, replacing: replaced, bytes: bytes)
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

    private static func xmp(_ packet: [UInt8]) -> [UInt8] {
        JPEGMarker.segment(JPEGMarker.app1, identifier: JPEGMarker.xmp, packet)
    }
}
