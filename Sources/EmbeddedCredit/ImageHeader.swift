/// The part of an image file before its data, as far as it decides whether and where a credit is inserted.
///
/// Only the heads of segments (chunks), and the texts that may name an author, are read.
package enum ImageHeader: Hashable, Sendable {
    /// The file is served as its source sent it: it contains a credit already, is signed, or could not be understood.
    case asItCame
    case inserting(CreditPlace)
    /// More of the file has to be read.
    case unfinished

    /// In bytes. A file with a longer header is served as it came.
    package static let longest = 256 * 1024

    /// In bytes. Of a longer PNG the texts behind the picture are not looked for.
    package static let longestPNG = 4 << 20

    /// Grows with each change of what is inserted, or where; a decision by an older rule is made anew.
    package static let rule = 3

    /// - Parameters:
    ///   - beginning: the first bytes of the file.
    ///   - isWhole: whether these are all bytes of the file.
    package init(_ beginning: [UInt8], isWhole: Bool) {
        let isPNG = beginning.starts(with: PNGChunk.signature)
        let longest = isPNG && isWhole ? Self.longestPNG : Self.longest
        let bytes = beginning.count > longest ? Array(beginning.prefix(longest)) : beginning
        let isLast = isWhole || bytes.count == longest
        let (place, ending) = isPNG ? Self.png(bytes, isWhole) : Self.jpeg(bytes)
        self =
            switch ending {
            case .scan: place.map { .inserting($0) } ?? .asItCame
            case .damaged: bytes.count < PNGChunk.signature.count && !isLast ? .unfinished : .asItCame
            case .cut: isLast || place == nil ? .asItCame : .unfinished
            }
    }

    /// Whether a whole file may still say something that its beginning does not.
    package var mayGoOn: Bool {
        if case .inserting(let place) = self { place.container == .png } else { false }
    }

    /// JFIF's segments stay first, and EXIF right behind them, where readers look for it and often nowhere else.
    private static func jpeg(_ bytes: [UInt8]) -> (CreditPlace?, JPEGSegments.Ending) {
        var (claims, segments, offset) = (EmbeddedClaims(), JPEGSegments(bytes), 2)
        var density = JFIFDensity.usual
        var firstImage: FirstImageLength?
        while let segment = segments.next() {
            let content = segment.content
            switch segment.marker {
            case JPEGMarker.app0 where !claims.hasExif && content.starts(with: JPEGMarker.jfif):
                density = JFIFDensity(content) ?? density
                offset = content.endIndex
            case JPEGMarker.app0 where !claims.hasExif && content.starts(with: JPEGMarker.jfxx):
                offset = content.endIndex
            case JPEGMarker.app1 where !claims.hasExif && content.starts(with: JPEGMarker.exif):
                offset = content.endIndex
            case JPEGMarker.app2: firstImage = firstImage ?? FirstImageLength(content)
            default: break
            }
            claims.take(segment)
            if claims.mustStay { return (nil, .cut) }
        }
        guard !claims.nameAnAuthorElsewhere else { return (nil, segments.ending) }
        let exif = claims.hasExif ? nil : density
        var place = CreditPlace(.jpeg(exif: exif), offset: offset, hasAuthor: claims.nameAnArtist)
        if let firstImage {
            // Nobody writes the index before EXIF; then the places in it would have to be others, too.
            guard offset <= firstImage.position else { return (nil, segments.ending) }
            place.firstImage = firstImage
            place.between = Array(bytes[offset..<firstImage.position])
        }
        return (place, segments.ending)
    }

    /// PNG's texts may stand behind the image data, too: there they are looked for in a whole file.
    private static func png(_ bytes: [UInt8], _ isWhole: Bool) -> (CreditPlace?, JPEGSegments.Ending) {
        var (claims, chunks, moves) = (EmbeddedClaims(), PNGChunks(bytes, behindData: isWhole), false)
        while let chunk = chunks.next() {
            if moves, !isWhole, chunks.dataEnd != nil { break }
            claims.take(chunk)
            if claims.mustStay { return (nil, .cut) }
            if chunk.type.elementsEqual(PNGChunk.animation), chunks.dataEnd == nil {
                moves = true
                chunks.goOnBehindData()
            }
        }
        guard !claims.nameAnAuthorElsewhere else { return (nil, chunks.ending) }
        var place = CreditPlace(
            .png, offset: PNGChunk.signature.count + PNGChunk.headerLength, hasAuthor: claims.nameAnArtist)
        guard moves else { return (place, chunks.ending) }
        // FFmpeg knows an animation only where its chunk and the first picture stand in the first two kilobytes.
        guard let end = chunks.dataEnd else { return (place, isWhole ? .damaged : .cut) }
        place.offset = end
        return (place, .scan)
    }
}
