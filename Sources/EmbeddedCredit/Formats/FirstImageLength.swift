/// The length of the first of several images in one JPEG, as the index of its MPF segment tells (CIPA DC-007). What is
/// inserted into the first image counts. The index has the places of the others, too, but from its own beginning: they
/// stay true.
struct FirstImageLength: Hashable, Sendable {
    /// In bytes from the start of the file; the length has four.
    let position: Int
    let value: UInt32
    private let isLittle: Bool

    /// Of the content of an MPF segment, whose indices count from the start of the file; nil when it has no such length.
    init?(_ content: ArraySlice<UInt8>) {
        let file = content.dropFirst(JPEGMarker.mpf.count)
        let index = TIFFReader(ImageBytes(file))
        // An image a row: attributes, length, place. The first has no place.
        guard content.starts(with: JPEGMarker.mpf), let rows = index.entry(0xB002), rows.length >= 16,
            let value = ImageBytes(file).number(rows.offset + 4, 4, little: index.isLittle), value > 0,
            ImageBytes(file).number(rows.offset + 8, 4) == 0
        else { return nil }
        position = file.startIndex + rows.offset + 4
        self.value = UInt32(value)
        isLittle = index.isLittle
    }

    /// The length when the image has `more` bytes; nil where it cannot be told any more.
    func longer(by more: Int) -> [UInt8]? {
        UInt32(exactly: Int(value) + more).map { isLittle ? $0.littleEndianBytes : $0.bigEndianBytes }
    }
}
