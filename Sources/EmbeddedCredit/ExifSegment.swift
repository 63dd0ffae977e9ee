internal import PhotoTree

/// Writes an EXIF segment (CIPA DC-008, "Exif 2.32"): a TIFF file in an APP1 segment, with the tags that the standard
/// requires and the tags that credit the photo.
struct ExifSegment {
    let fields: CreditFields
    /// The image's width in pixels, where the listing has it.
    let width: Int?
    let height: Int?

    /// The segment with its marker and its length.
    var bytes: [UInt8] {
        let tiff = self.tiff
        return JPEGMarker.segment(JPEGMarker.app1, identifier: JPEGMarker.exif, tiff)
    }

    /// `segment`, which is one of ours, with another density.
    static func setting(_ density: JFIFDensity, in segment: [UInt8]) -> [UInt8] {
        guard density != .usual else { return segment }
        // The marker, the length and the identifier stand before the TIFF file.
        let start = 4 + JPEGMarker.exif.count
        let tiff = TIFFReader(ImageBytes(segment.dropFirst(start)))
        var segment = segment
        func put(_ value: [UInt8], _ tag: Int) {
            guard let entry = tiff.entry(tag) else { return }
            let place = start + entry.offset
            segment.replaceSubrange(place..<place + value.count, with: value)
        }
        put(UInt32(density.horizontal).littleEndianBytes, TIFFReader.Tag.horizontalResolution)
        put(UInt32(density.vertical).littleEndianBytes, TIFFReader.Tag.verticalResolution)
        put((density.isMetric ? centimetre : inch).littleEndianBytes, TIFFReader.Tag.resolutionUnit)
        return segment
    }

    private static let inch: UInt16 = 2
    private static let centimetre: UInt16 = 3

    private var tiff: [UInt8] {
        var image = TIFFDirectory()
        // Programs show this text as the caption.
        image.text(0x010E, TextCut.words(PlainText.oneLine(Self.withoutPacket(caption)), maximumBytes: 1000))
        image.ratio(UInt16(TIFFReader.Tag.horizontalResolution), [(72, 1)])
        image.ratio(UInt16(TIFFReader.Tag.verticalResolution), [(72, 1)])
        image.short(UInt16(TIFFReader.Tag.resolutionUnit), Self.inch)
        image.text(UInt16(TIFFReader.Tag.artist), Self.withoutPacket(fields.author))
        image.short(0x0213, 1)
        image.text(UInt16(TIFFReader.Tag.copyright), Self.withoutPacket(fields.copyright))

        var exif = TIFFDirectory()
        exif.raw(0x9000, Array("0232".utf8))
        exif.text(0x9003, Self.time(fields.taken))
        // Y, Cb, Cr.
        exif.raw(0x9101, [1, 2, 3, 0])
        exif.raw(0xA000, Array("0100".utf8))
        // 0xFFFF: not known whether the image is sRGB.
        exif.short(0xA001, 0xFFFF)
        if let width, let height, let width = UInt32(exactly: width), let height = UInt32(exactly: height) {
            exif.long(0xA002, width)
            exif.long(0xA003, height)
        }
        return TIFFDirectory.file(image: image, exif: exif, gps: fields.position.map(Self.gps))
    }

    private var caption: String {
        fields.description.isEmpty ? fields.title : fields.description
    }

    /// Programs look for a packet's first words anywhere in a file (XMP, part 3, section 2): what looks like one in a
    /// text of ours must not be found before the packet.
    private static func withoutPacket(_ text: String) -> String {
        ["<?xpacket", "<x:xmpmeta", "<rdf:RDF"].reduce(text) { text, beginning in
            text.replacingBytes(of: beginning, with: "(" + beginning.dropFirst())
        }
    }

    private static func gps(_ position: Coordinate) -> TIFFDirectory {
        var gps = TIFFDirectory()
        gps.bytes(0x0000, [2, 3, 0, 0])
        gps.text(0x0001, position.latitude < 0 ? "S" : "N")
        gps.ratio(0x0002, degrees(position.latitude))
        gps.text(0x0003, position.longitude < 0 ? "W" : "E")
        gps.ratio(0x0004, degrees(position.longitude))
        return gps
    }

    /// Degrees, minutes, and seconds to a ten-thousandth (3 mm).
    private static func degrees(_ value: Double) -> [(UInt32, UInt32)] {
        // At most 180 degrees of 3,600 seconds of 10,000 parts.
        let parts = Int64((min(value.magnitude, 180) * 36_000_000).rounded())
        return [(parts / 36_000_000, 1), (parts / 600_000 % 60, 1), (parts % 600_000, 10_000)].map {
            (UInt32(truncatingIfNeeded: $0.0), UInt32($0.1))
        }
    }

    /// "2016-07-14T20:31:05" as "2016:07:14 20:31:05".
    /// "2016:07:14 20:31:05"; empty where the day is not known, because EXIF has no shorter form.
    private static func time(_ text: String) -> String {
        guard text.utf8.count >= 10 else { return "" }
        let text = text.utf8.count == 10 ? text + "T00:00:00" : text
        return String(text.map { $0 == "-" ? ":" : $0 == "T" ? " " : $0 })
    }
}

/// One directory of a TIFF file in memory, little-endian; values of more than four bytes lie behind the entries.
struct TIFFDirectory {
    private struct Entry {
        var tag: UInt16
        var type: UInt16
        var count: UInt32
        var value: [UInt8]
    }

    private var entries: [Entry] = []

    /// The type is ASCII, but programs write and read UTF-8. An empty text adds nothing.
    mutating func text(_ tag: UInt16, _ text: String) {
        guard !text.isEmpty else { return }
        let value = Array(text.utf8) + [0]
        entries.append(Entry(tag: tag, type: 2, count: UInt32(value.count), value: value))
    }

    mutating func bytes(_ tag: UInt16, _ value: [UInt8]) {
        entries.append(Entry(tag: tag, type: 1, count: UInt32(value.count), value: value))
    }

    mutating func raw(_ tag: UInt16, _ value: [UInt8]) {
        entries.append(Entry(tag: tag, type: 7, count: UInt32(value.count), value: value))
    }

    mutating func short(_ tag: UInt16, _ value: UInt16) {
        entries.append(Entry(tag: tag, type: 3, count: 1, value: value.littleEndianBytes))
    }

    mutating func long(_ tag: UInt16, _ value: UInt32) {
        entries.append(Entry(tag: tag, type: 4, count: 1, value: value.littleEndianBytes))
    }

    mutating func ratio(_ tag: UInt16, _ values: [(UInt32, UInt32)]) {
        let bytes = values.flatMap { $0.littleEndianBytes + $1.littleEndianBytes }
        entries.append(Entry(tag: tag, type: 5, count: UInt32(values.count), value: bytes))
    }

    /// A whole TIFF file of one image directory that points to the other two.
    static func file(image: TIFFDirectory, exif: TIFFDirectory, gps: TIFFDirectory?) -> [UInt8] {
        var image = image
        image.long(0x8769, 0)
        if gps != nil { image.long(0x8825, 0) }
        let exifOffset = 8 + UInt32(image.length)
        image.setPointer(0x8769, exifOffset)
        image.setPointer(0x8825, exifOffset + UInt32(exif.length))
        var file: [UInt8] = [0x49, 0x49, 0x2A, 0x00, 8, 0, 0, 0]
        image.append(to: &file)
        exif.append(to: &file)
        gps?.append(to: &file)
        return file
    }

    private mutating func setPointer(_ tag: UInt16, _ offset: UInt32) {
        guard let index = entries.firstIndex(where: { $0.tag == tag }) else { return }
        entries[index].value = offset.littleEndianBytes
    }

    /// The length in bytes, including the values behind the entries.
    private var length: Int {
        6 + 12 * entries.count + entries.reduce(0) { $0 + ($1.value.count > 4 ? Self.even($1.value.count) : 0) }
    }

    private static func even(_ count: Int) -> Int { count + count % 2 }

    private func append(to file: inout [UInt8]) {
        let sorted = entries.sorted { $0.tag < $1.tag }
        var behind = UInt32(file.count + 6 + 12 * sorted.count)
        var values: [UInt8] = []
        file += UInt16(sorted.count).littleEndianBytes
        for entry in sorted {
            file += entry.tag.littleEndianBytes + entry.type.littleEndianBytes + entry.count.littleEndianBytes
            guard entry.value.count > 4 else {
                file += entry.value + Array(repeating: 0, count: 4 - entry.value.count)
                continue
            }
            file += behind.littleEndianBytes
            values += entry.value + Array(repeating: 0, count: entry.value.count % 2)
            behind += UInt32(Self.even(entry.value.count))
        }
        // No directory follows.
        file += [0, 0, 0, 0] + values
    }
}

extension FixedWidthInteger {
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }

    var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }
}
