/// The part of an image file before its data, as far as it decides whether and where a credit is inserted.
///
/// Only the heads of segments (chunks), two identifiers, and the tags of EXIF's first directory are read.
package enum ImageHeader: Hashable, Sendable {
    /// The file is served as its source sent it: it contains a credit already, or could not be understood.
    case asItCame
    /// A JPEG without EXIF.
    case plainJPEG
    /// A JPEG with EXIF of its own, from the camera, that names nobody.
    case jpegWithExif
    case png
    /// More of the file has to be read.
    case unfinished

    /// In bytes. A file with a longer header is served as it came.
    package static let longest = 256 * 1024

    /// Where the segments are inserted, in bytes from the file's start: behind JPEG's first marker, behind PNG's IHDR.
    package var insertionOffset: Int {
        self == .png ? PNGChunk.signature.count + PNGChunk.headerLength : 2
    }

    /// - Parameters:
    ///   - beginning: the first bytes of the file.
    ///   - isWhole: whether these are all bytes of the file.
    package init(_ beginning: [UInt8], isWhole: Bool) {
        let bytes = beginning.count > Self.longest ? Array(beginning.prefix(Self.longest)) : beginning
        let isLast = isWhole || bytes.count == Self.longest
        let (kind, ending) = bytes.starts(with: PNGChunk.signature) ? Self.png(bytes) : Self.jpeg(bytes)
        self =
            switch ending {
            case .scan: kind
            case .damaged: bytes.count < PNGChunk.signature.count && !isLast ? .unfinished : .asItCame
            case .cut: isLast || kind == .asItCame ? .asItCame : .unfinished
            }
    }

    private static func jpeg(_ bytes: [UInt8]) -> (ImageHeader, JPEGSegments.Ending) {
        var kind = ImageHeader.plainJPEG
        var segments = JPEGSegments(bytes)
        while let segment = segments.next() {
            guard segment.marker == JPEGMarker.app1 else { continue }
            if segment.content.starts(with: JPEGMarker.xmp) { return (.asItCame, .cut) }
            if segment.content.starts(with: JPEGMarker.exif) {
                kind = .jpegWithExif
                if TIFFReader(segment.content.dropFirst(JPEGMarker.exif.count)).namesSomebody {
                    return (.asItCame, .cut)
                }
            }
        }
        return (kind, segments.ending)
    }

    private static func png(_ bytes: [UInt8]) -> (ImageHeader, JPEGSegments.Ending) {
        var chunks = PNGChunks(bytes)
        while let chunk = chunks.next() {
            if chunk.type.elementsEqual(PNGChunk.itxt), chunk.content.starts(with: PNGChunk.xmp) {
                return (.asItCame, .cut)
            }
            if chunk.type.elementsEqual(PNGChunk.exif), TIFFReader(chunk.content).namesSomebody {
                return (.asItCame, .cut)
            }
        }
        return (.png, chunks.ending)
    }
}
