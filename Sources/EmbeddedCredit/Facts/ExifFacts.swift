internal import PhotoTree

/// Where and when a picture was taken, as EXIF has it (CIPA DC-008). Untrusted.
struct ExifFacts {
    private enum Tag {
        static let description = 0x010E
        static let orientation = 0x0112
        static let modified = 0x0132
        static let gps = 0x8825
        /// Windows' own, in UTF-16.
        static let title = 0x9C9B
        static let keywords = 0x9C9E
        static let taken = 0x9003
        static let digitized = 0x9004
        static let width = 0xA002
        static let height = 0xA003
        static let thumbnail = 0x0201
        static let thumbnailLength = 0x0202
    }

    let position: Coordinate?
    let description: String
    let tags: [String]
    let title: String
    let taken: String?
    let digitized: String?
    /// When the file was changed.
    let modified: String?
    let size: (width: Int, height: Int)?
    /// Which side of the stored picture is up, 1 to 8; 1 where nothing, or nothing that there is, is told.
    let orientation: Int
    /// In the TIFF file.
    let thumbnail: Range<Int>?

    /// Of the TIFF file that EXIF is.
    init(_ tiff: ImageBytes) {
        let first = TIFFReader(tiff)
        let exif = first.directory(TIFFReader.Tag.exifDirectory)
        position = first.entry(Tag.gps).flatMap { _ in Self.position(first.directory(Tag.gps)) }
        let camera = (first.texts(TIFFReader.Tag.make) ?? []) + (first.texts(TIFFReader.Tag.model) ?? [])
        // "OLYMPUS DIGITAL CAMERA" is no description.
        description =
            (first.texts(Tag.description) ?? []).first { !NamelessText.names(nobody: $0, camera: camera) } ?? ""
        tags = first.wideText(Tag.keywords).split(separator: ";").map { PlainText.oneLine(String($0)) }
        title = first.wideText(Tag.title)
        taken = exif.texts(Tag.taken)?.first
        digitized = exif.texts(Tag.digitized)?.first
        modified = first.texts(Tag.modified)?.first
        orientation = first.number(Tag.orientation).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
        if let width = exif.number(Tag.width), let height = exif.number(Tag.height), width > 0, height > 0 {
            size = (width, height)
        } else {
            size = nil
        }
        thumbnail = first.next.flatMap { next in
            let second = TIFFReader(tiff, at: next, first.isLittle)
            guard let start = second.long(Tag.thumbnail), let length = second.long(Tag.thumbnailLength),
                start > 0, length > 0, start <= tiff.count, length <= tiff.count - start
            else { return nil }
            return start..<start + length
        }
    }

    /// A position without its hemispheres is none: nobody can tell the north from the south then. `0,0` is what a
    /// camera writes that does not know.
    private static func position(_ gps: TIFFReader) -> Coordinate? {
        guard let latitude = degrees(gps, 2, positive: "N", negative: "S", reference: 1),
            let longitude = degrees(gps, 4, positive: "E", negative: "W", reference: 3)
        else { return nil }
        return Coordinate(known: latitude, longitude)
    }

    /// Degrees, minutes and seconds. Minutes and seconds of 0/0 are not told: cameras write so where minutes have
    /// decimals.
    private static func degrees(
        _ gps: TIFFReader, _ tag: Int, positive: String, negative: String, reference: Int
    ) -> Double? {
        let side = gps.texts(reference)?.first?.uppercased() ?? ""
        guard side.hasPrefix(positive) || side.hasPrefix(negative), let parts = gps.fractions(tag), !parts.isEmpty
        else { return nil }
        guard parts[0] != nil else { return nil }
        let degrees = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + ($1.0 ?? 0) / $1.1 }
        return side.hasPrefix(negative) ? -degrees : degrees
    }
}

extension TIFFReader {
    /// The fractions of the tag, three at most, nil for one of 0/0; nil where one has no value otherwise.
    func fractions(_ tag: Int) -> [Double?]? {
        guard let value = value(tag, limit: 24), value.count >= 8 else { return nil }
        let bytes = ImageBytes(value)
        var fractions: [Double?] = []
        for place in stride(from: 0, to: value.count - 7, by: 8) {
            guard let above = bytes.number(place, 4, little: isLittle),
                let below = bytes.number(place + 4, 4, little: isLittle), below != 0 || above == 0
            else { return nil }
            fractions.append(below == 0 ? nil : Double(above) / Double(below))
        }
        return fractions
    }
}

extension Coordinate {
    /// Nil for a point that is none, and for `0,0`.
    init?(known latitude: Double, _ longitude: Double) {
        guard latitude != 0 || longitude != 0 else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
