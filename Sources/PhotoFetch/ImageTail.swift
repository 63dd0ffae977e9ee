/// The last bytes of an image, which tell one that is whole from one that was cut.
///
/// Only where a host contradicts itself about the length: an image may have anything behind its end, and a cut one never
/// has the mark of the end, because entropy-coded data knows no such byte pair (ITU T.81, B.1.1.5).
struct ImageTail: Sendable {
    private static let marks: [[UInt8]] = [
        // JPEG's EOI; PNG's IEND with its checksum; GIF's trailer.
        [0xFF, 0xD9], [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82], [0x00, 0x3B],
    ]
    /// Bytes enough for any mark.
    static let length: Int64 = 8

    private var bytes: [UInt8] = []

    mutating func append(_ piece: [UInt8]) {
        bytes = Array((bytes + piece.suffix(Int(Self.length))).suffix(Int(Self.length)))
    }

    var isEndOfImage: Bool {
        Self.marks.contains { bytes.suffix($0.count).elementsEqual($0) }
    }
}
