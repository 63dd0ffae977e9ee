/// The parts of an image file that say something of it, found with few reads: only heads of segments and what is looked
/// for are read. Untrusted: every length is checked, and what cannot be read is passed over.
struct EmbeddedParts {
    var claims = EmbeddedClaims()
    /// The TIFF file of EXIF.
    private(set) var exif: ImageBytes?
    /// Where it begins in the file; nil where it is in pieces, or packed.
    private(set) var exifStart: Int?
    /// In pixels.
    private(set) var size: (width: Int, height: Int)?

    private static let mostSegments = 64
    /// In bytes; a longer packet is passed over.
    private static let longestPacket = 60 << 10

    // MARK: JPEG

    mutating func takeJPEG(_ file: ImageBytes) {
        var position = 2
        var resources: [UInt8] = []
        for _ in 0..<Self.mostSegments {
            // Any number of FF may stand before a marker.
            while file.number(position, 2) == 0xFFFF { position += 1 }
            guard let head = file.number(position, 4), head >> 24 == 0xFF else { break }
            let marker = UInt8(truncatingIfNeeded: head >> 16)
            if JPEGMarker.isAlone(marker) {
                position += 2
                continue
            }
            let length = head & 0xFFFF
            guard length >= 2, marker != JPEGMarker.startOfScan, marker != JPEGMarker.endOfImage else { break }
            let (start, count) = (position + 4, length - 2)
            switch marker {
            case JPEGMarker.app1: takeApplication1(file, start, count)
            case JPEGMarker.app13:
                if let content = file.bytes(start, count), content.starts(with: PhotoshopResources.identifier) {
                    resources += content.dropFirst(PhotoshopResources.identifier.count)
                }
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                if let height = file.number(start + 1, 2), let width = file.number(start + 3, 2) {
                    take(width: width, height: height)
                }
            default: break
            }
            position = start + count
        }
        if !resources.isEmpty { claims.take(resources: resources[...]) }
    }

    private mutating func takeApplication1(_ file: ImageBytes, _ start: Int, _ count: Int) {
        let head = file.bytes(start, min(count, JPEGMarker.xmp.count)) ?? []
        if head.starts(with: JPEGMarker.exif) {
            let skipped = JPEGMarker.exif.count
            take(exif: file, start + skipped, count - skipped)
        } else if head.starts(with: JPEGMarker.xmp) {
            take(packet: file, start + JPEGMarker.xmp.count, count - JPEGMarker.xmp.count)
        }
    }

    // MARK: The others

    mutating func takePNG(_ file: ImageBytes) {
        if let width = file.number(16, 4), let height = file.number(20, 4) { take(width: width, height: height) }
        var chunks = PNGFile(file)
        while let chunk = chunks.next() {
            if chunk.type.elementsEqual(PNGChunk.exif), exif == nil {
                exif = ImageBytes(chunk.content)
                exifStart = chunks.start
            }
            claims.take(chunk)
        }
        // ImageMagick's profile.
        exif = exif ?? claims.exifProfile
    }

    mutating func takeGIF(_ file: ImageBytes) {
        if let width = file.number(6, 2, little: true), let height = file.number(8, 2, little: true) {
            take(width: width, height: height)
        }
        guard let packet = GIFBlocks(file).packet else { return }
        claims.take(packet: packet)
    }

    mutating func takeWebP(_ file: ImageBytes) {
        for chunk in RIFFChunks(file) {
            switch chunk.type {
            case "VP8X":
                if let width = file.number(chunk.offset + 4, 3, little: true),
                    let height = file.number(chunk.offset + 7, 3, little: true)
                {
                    take(width: width + 1, height: height + 1)
                }
            case "VP8 ":
                // Behind a frame's tag of three bytes and its start code.
                if let width = file.number(chunk.offset + 6, 2, little: true),
                    let height = file.number(chunk.offset + 8, 2, little: true)
                {
                    take(width: width & 0x3FFF, height: height & 0x3FFF)
                }
            case "VP8L":
                if let bits = file.number(chunk.offset + 1, 4, little: true) {
                    take(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
                }
            case "EXIF":
                // Some programs leave a JPEG's identifier in front.
                let hasName = file.bytes(chunk.offset, JPEGMarker.exif.count)?.elementsEqual(JPEGMarker.exif) == true
                let skipped = hasName ? JPEGMarker.exif.count : 0
                take(exif: file, chunk.offset + skipped, chunk.length - skipped)
            // ImageMagick 6 ends the name with a NUL.
            case "XMP ", "XMP\0": take(packet: file, chunk.offset, chunk.length)
            default: break
            }
        }
    }

    mutating func takeTIFF(_ file: ImageBytes) {
        take(exif: file, 0, file.count)
        let tiff = TIFFReader(file)
        if let width = tiff.number(0x0100), let height = tiff.number(0x0101) { take(width: width, height: height) }
        if let packet = tiff.value(0x02BC, limit: Self.longestPacket) { claims.take(packet: packet) }
        if let iptc = tiff.value(0x83BB, limit: Self.longestPacket) { claims.take(iptc: iptc) }
        if let resources = tiff.value(0x8649, limit: Self.longestPacket) { claims.take(resources: resources) }
    }

    mutating func takeItems(_ file: ImageBytes) {
        let items = ISOItems(file)
        if let size = items.size { take(width: size.width, height: size.height) }
        if let place = items.exifPlace {
            take(exif: file, place.offset, place.length)
        } else if let content = items.exif {
            exif = ImageBytes(content)
            claims.take(exif: ImageBytes(content))
        }
        if let packet = items.packet { claims.take(packet: packet) }
    }

    // MARK: Parts

    private mutating func take(exif file: ImageBytes, _ start: Int, _ count: Int) {
        guard exif == nil, let tiff = file.part(start, count) else { return }
        exif = tiff
        exifStart = start
        claims.take(exif: tiff)
    }

    private mutating func take(packet file: ImageBytes, _ start: Int, _ count: Int) {
        guard count <= Self.longestPacket, let packet = file.bytes(start, count) else { return }
        claims.take(packet: packet)
    }

    private mutating func take(width: Int, height: Int) {
        guard size == nil, ImageBytes.sides.contains(width), ImageBytes.sides.contains(height) else { return }
        size = (width, height)
    }
}
