/// How cameras write the notes in their EXIF: most as a directory behind a name (exiftool's MakerNotes.pm has them
/// all).
enum MakerNoteFormat {
    enum Origin {
        case segment
        case note
    }

    /// A directory at this offset, with places from the segment's or the note's beginning. `order` is the offset of the
    /// byte order, where notes have their own.
    case places(from: Origin, directory: Int, order: Int)
    /// A TIFF file of its own at this offset.
    case tiff(Int)
    /// No directory but Samsung's numbers, four bytes each: the third and fourth are a preview's place and length.
    case numbers

    /// In bytes.
    static let longestName = 16

    /// Of the note that begins so.
    static func of(_ head: ArraySlice<UInt8>) -> MakerNoteFormat {
        known.first { head.starts(with: $0.name.utf8) }?.format ?? .places(from: .segment, directory: 0, order: 0)
    }

    private static let known: [(name: String, format: MakerNoteFormat)] = [
        ("Nikon\0\u{1}", segment(8)), ("Nikon\0", .tiff(10)), ("OLYMPUS\0", note(12, order: 8)),
        ("OM SYSTEM\0", note(16, order: 12)), ("OLYMP\0", segment(8)), ("EPSON\0", segment(8)), ("MINOL\0", segment(8)),
        ("CAMER\0", segment(8)), ("SONY", segment(12)), ("Panasonic\0", segment(12)), ("AOC\0", segment(6)),
        ("PENTAX \0", note(10, order: 8)), ("QVC\0", segment(6)), ("SANYO\0", segment(8)), ("Ricoh", segment(8)),
        ("SIGMA\0", segment(10)), ("FOVEON\0", segment(10)), ("FUJIFILM", note(12, order: 0)),
        ("Apple iOS\0", note(14, order: 12)), ("STMN", .numbers),
    ]

    private static func segment(_ directory: Int) -> MakerNoteFormat {
        .places(from: .segment, directory: directory, order: 0)
    }

    private static func note(_ directory: Int, order: Int) -> MakerNoteFormat {
        .places(from: .note, directory: directory, order: order)
    }
}
