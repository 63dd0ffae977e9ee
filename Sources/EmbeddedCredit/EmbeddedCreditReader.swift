package import PhotoTree

/// Reads from an image file whom to credit: from an XMP packet, else from EXIF's Artist and Copyright, whoever wrote
/// them. The file and its texts are untrusted.
package enum EmbeddedCreditReader {
    package struct Found: Hashable, Sendable {
        /// The line to print, where the file has one.
        package var line: String
        package var credit: PhotoCredit
    }

    /// - Parameter beginning: the file's first bytes; `ImageHeader.longest` are enough.
    /// - Returns: nil when the file names nobody.
    package static func credit(in beginning: [UInt8]) -> Found? {
        let parts = EmbeddedParts(beginning)
        return parts.xmp.flatMap { credit(XMPProperties($0)) } ?? parts.exif.flatMap { credit(ExifTexts($0)) }
    }

    private static func credit(_ properties: XMPProperties) -> Found? {
        let author = properties.first("dc:creator") ?? properties.first("cc:attributionName") ?? ""
        let line = Credits.printable(properties.first("photoshop:Credit") ?? "")
        guard !author.isEmpty || !line.isEmpty else { return nil }
        let statement = properties.first("xmpRights:WebStatement")
        let name = properties.first("xmpRights:UsageTerms") ?? properties.first("dc:rights") ?? ""
        let address = properties.first("cc:license") ?? statement
        let page = properties.first("cc:attributionURL") ?? properties.values["plus:Licensor"]?.last ?? ""
        return found(
            line, title: properties.first("dc:title") ?? "", author: author, license: name, address: address, page: page
        )
    }

    private static func credit(_ texts: ExifTexts) -> Found? {
        guard !texts.artist.isEmpty || !texts.copyright.isEmpty else { return nil }
        return found("", title: "", author: texts.artist, license: texts.copyright, address: nil, page: "")
    }

    private static func found(
        _ line: String, title: String, author: String, license: String, address: String?, page: String
    ) -> Found {
        let license = license.isEmpty ? nil : License(id: "", name: license, url: address)
        let credit = PhotoCredit(title: title, author: author, license: license, page: page)
        return Found(line: line.isEmpty ? credit.line : line, credit: credit)
    }
}

/// The texts of an EXIF segment's first directory that name somebody.
private struct ExifTexts {
    let artist: String
    let copyright: String

    init(_ tiff: ArraySlice<UInt8>) {
        let directory = TIFFReader(tiff)
        // A blank text names nobody.
        artist = PlainText.oneLine(directory.text(TIFFReader.artist) ?? "")
        copyright = PlainText.oneLine(directory.text(TIFFReader.copyright) ?? "")
    }
}

/// Finds the XMP packet and EXIF's TIFF file in an image's header.
private struct EmbeddedParts {
    private(set) var xmp: ArraySlice<UInt8>?
    private(set) var exif: ArraySlice<UInt8>?

    init(_ bytes: [UInt8]) {
        if bytes.starts(with: PNGChunk.signature) {
            for chunk in PNGChunks(bytes) {
                if chunk.type.elementsEqual(PNGChunk.itxt), chunk.content.starts(with: PNGChunk.xmp) {
                    // The keyword is followed by compression flag and method, language, translated keyword.
                    let texts = chunk.content.dropFirst(PNGChunk.xmp.count + 2)
                        .split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
                    xmp = xmp ?? texts.last
                }
                if chunk.type.elementsEqual(PNGChunk.exif) { exif = exif ?? chunk.content }
            }
            return
        }
        for segment in JPEGSegments(bytes) where segment.marker == JPEGMarker.app1 {
            if segment.content.starts(with: JPEGMarker.xmp) {
                xmp = xmp ?? segment.content.dropFirst(JPEGMarker.xmp.count)
            } else if segment.content.starts(with: JPEGMarker.exif) {
                exif = exif ?? segment.content.dropFirst(JPEGMarker.exif.count)
            }
        }
    }
}
