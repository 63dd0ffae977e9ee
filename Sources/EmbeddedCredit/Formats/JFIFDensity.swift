/// How large a JPEG is printed, as its JFIF segment tells (JFIF 1.02): dots an inch or a centimetre.
struct JFIFDensity: Hashable, Sendable {
    let horizontal: UInt16
    let vertical: UInt16
    let isMetric: Bool

    /// What EXIF requires where nothing is known.
    static let usual = JFIFDensity(horizontal: 72, vertical: 72, isMetric: false)

    init(horizontal: UInt16, vertical: UInt16, isMetric: Bool) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.isMetric = isMetric
    }

    /// Of the content of a JFIF segment; nil where it tells only the shape of a pixel.
    init?(_ content: ArraySlice<UInt8>) {
        let fields = Array(content.dropFirst(JPEGMarker.jfif.count).prefix(7))
        guard fields.count == 7, fields[2] == 1 || fields[2] == 2 else { return nil }
        horizontal = UInt16(fields[3]) << 8 | UInt16(fields[4])
        vertical = UInt16(fields[5]) << 8 | UInt16(fields[6])
        isMetric = fields[2] == 2
        guard horizontal > 0, vertical > 0 else { return nil }
    }
}
