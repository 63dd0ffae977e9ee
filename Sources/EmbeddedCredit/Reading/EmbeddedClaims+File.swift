extension EmbeddedClaims {
    /// Of a JPEG, PNG, WebP, TIFF, AVIF or HEIC file; of another there are none.
    init(_ file: ImageBytes) {
        self.init()
        let head = file.beginning(16)
        if head.starts(with: PNGChunk.signature) {
            for chunk in PNGFile(file) { take(chunk) }
        } else if RIFFChunks.isWebP(head) {
            takeWebP(file)
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            takeTIFF(file)
        } else if ISOItems.begins(head) {
            let items = ISOItems(file)
            if let exif = items.exif { take(exif: ImageBytes(exif)) }
            if let packet = items.packet { take(packet: packet) }
        } else {
            for segment in JPEGSegments(Array(file.beginning(ImageHeader.longest))) { take(segment) }
        }
    }

    /// In bytes; a longer part is passed over.
    private static let longest = 2 << 20

    private mutating func takeWebP(_ file: ImageBytes) {
        // ImageMagick 6 ends the name with a NUL.
        let packets = ["XMP ", "XMP\0"]
        for chunk in RIFFChunks(file)
        where chunk.length <= Self.longest && (chunk.type == "EXIF" || packets.contains(chunk.type)) {
            guard let content = file.bytes(chunk.offset, chunk.length) else { return }
            if packets.contains(chunk.type) {
                take(packet: content)
            } else {
                // Some programs leave a JPEG's identifier in front.
                take(
                    exif: ImageBytes(
                        content.dropFirst(content.starts(with: JPEGMarker.exif) ? JPEGMarker.exif.count : 0)))
            }
        }
    }

    private mutating func takeTIFF(_ file: ImageBytes) {
        let tiff = TIFFReader(file)
        take(exif: file)
        if let packet = tiff.value(0x02BC, limit: Self.longest) { take(packet: packet) }
        if let iptc = tiff.value(0x83BB, limit: Self.longest) { take(iptc: iptc) }
        if let resources = tiff.value(0x8649, limit: Self.longest) { take(resources: resources) }
    }
}
