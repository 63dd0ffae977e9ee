/// Legal, readable file names made of untrusted titles.
///
/// The names fit ext4, FAT and exFAT, so that copies keep them. They contain no characters that are invisible or change
/// the text's direction, unless these shape the letters next to them.
public enum FileName {
    /// In bytes of UTF-8, so that it fits with `.geojson` into NAME_MAX (255).
    public static let maximumStemBytes = 247

    /// Longer titles are descriptions, and are cut at the end of a word.
    private static let longestTitle = 100

    /// The name of a photo's file before `.jpg`: its title, or else the first words of the description, or else
    /// `Unknown`. A title of more than 100 characters is cut at a word before that. Not yet unique.
    public static func photoStem(title: String, description: String) -> String {
        // The description is only read where the title has no visible content.
        let candidates = [{ title }, { PlainText.firstWords(of: description, limit: 60) }]
        for candidate in candidates.lazy.map({ withoutExtension(legal($0())) }) where saysSomething(candidate) {
            let stem = withoutTrailingDots(finished(shortened(candidate)))
            // The sidecar of a photo called `map` would have the name of the directory's map.
            return ReservedName.isGenerated(stem: stem) ? stem + "_" : stem
        }
        return "Unknown"
    }

    /// The name of a file of one's own before its ending, made legal as titles are; not yet unique.
    static func ownStem(_ name: String) -> String {
        let candidate = legal(name)
        guard saysSomething(candidate) else { return "Unknown" }
        let stem = withoutTrailingDots(finished(candidate))
        return ReservedName.isGenerated(stem: stem) ? stem + "_" : stem
    }

    /// The name of a directory for a country, a place or a tag; `Unknown` when no legal character is left. At most
    /// `maximumStemBytes` bytes; not yet unique.
    public static func directory(_ text: String) -> String {
        let name = withoutTrailingDots(legal(text))
        guard saysSomething(name) else { return "Unknown" }
        let directory = withoutTrailingDots(finished(name))
        return ReservedName.isGenerated(file: directory) ? directory + "_" : directory
    }

    /// The listed name of a directory that a user makes as `name`: as it was typed, but in NFC and without dots at its
    /// end; nil where more would have to change. Typed names get their normal form only here.
    public static func directory(typed name: String) -> String? {
        let directory = directory(name)
        let composed = CaselessKey.composed(name)
        guard composed.beginsWithBytes(of: directory) else { return nil }
        let isRestDots = composed.utf8.dropFirst(directory.utf8.count).allSatisfy { $0 == UInt8(ascii: ".") }
        return isRestDots ? directory : nil
    }

    /// Why no directory is listed as `name`, in a few words; nil where that is not known.
    public static func fault(typed name: String) -> String? {
        if let fault = NameRules.fault(of: name) { return fault }
        if name.beginsWithBytes(of: "-") { return "it begins with a dash, as options do" }
        if name.unicodeScalars.last?.properties.isWhitespace == true { return "it ends with a blank" }
        if let sign = name.unicodeScalars.first(where: { $0.isASCII && !isHarmless(UInt8(ascii: $0)) }) {
            return "it has a \(sign), and copies on other disks could not"
        }
        return ReservedName.device(of: name).map { "Windows takes \($0) for a device" }
    }

    /// The key by which names are compared: NFC, without case. Two names in one directory never have the same key.
    public static func key(_ name: String) -> String {
        CaselessKey.of(name)
    }

    /// Whether a file that placesfs writes has this name, in whatever case.
    public static func isReserved(_ name: String) -> Bool {
        ReservedName.isGenerated(file: name)
    }

    /// An identifier as it is written in parentheses in a name; identifiers are untrusted, too.
    static func identifier(_ id: String) -> String {
        let text = TextCut.trimmed(TextCut.characters(legal(id), maximumBytes: 64))
        return text.isEmpty ? "x" : text
    }

    /// Whether placesfs could have made this file name: kept names come from a file that may be damaged.
    static func isPhotoName(_ name: String) -> Bool {
        guard let ending = PhotoEnding.of(name), name.utf8.count <= maximumStemBytes + ending.utf8.count else {
            return false
        }
        let stem = String(name.unicodeScalars.dropLast(ending.unicodeScalars.count))
        // Byte by byte, because strings are equal in all normal forms.
        return !stem.isEmpty && !beginsWithDotOrDash(stem) && legal(stem).utf8.elementsEqual(stem.utf8)
    }

    /// `text` in NFC, trimmed, without characters that names must not contain; may be empty.
    private static func legal(_ text: String) -> String {
        let text = TagCharacters.withoutStray(ForeignText.bounded(text, maximumBytes: ForeignText.maximumLine))
        if text.utf8.allSatisfy(isHarmless) { return TextCut.trimmed(text) }
        var name = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "/", "\\", "|": name.append("-")
            case ":": name.append(contentsOf: " -".unicodeScalars)
            case "\"": name.append("'")
            case "<": name.append("(")
            case ">": name.append(")")
            case "?", "*": break
            case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                // Keeps the words on either side apart.
                if name.last != " " { name.append(" ") }
            case _ where isHidden(scalar): break
            default: name.append(scalar)
            }
        }
        return TextCut.trimmed(CaselessKey.composed(String(name)))
    }

    /// A byte of ASCII that any name may hold.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00..<0x20, 0x7F...0xFF: false
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "\""),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "*"):
            false
        default: true
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .surrogate: return true
        case .format where !properties.isDefaultIgnorableCodePoint:
            // Signs before digits in Arabic, Syriac and Kaithi are visible; the annotation marks are not.
            return (0xFFF9...0xFFFB).contains(scalar.value)
        default: break
        }
        return properties.isNoncharacterCodePoint
            || (properties.isDefaultIgnorableCodePoint && !shapesNeighbours(scalar))
    }

    /// Invisible characters that are needed to write Persian, Indic languages, Mongolian, Khmer, old Korean and emoji.
    private static func shapesNeighbours(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180D, 0x180F, 0x200C, 0x200D, 0xFE00...0xFE0F: true
        case 0xE0020...0xE007F, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// Whether it contains more than dots and dashes, which many photos have in place of a title.
    private static func saysSomething(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            if scalar.isASCII { return scalar.value > 0x20 && scalar != "-" && scalar != "." }
            return !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
        }
    }

    private static func withoutExtension(_ title: String) -> String {
        guard String(decoding: title.utf8.suffix(4), as: UTF8.self).lowercased() == ".jpg" else { return title }
        return TextCut.trimmed(title.droppingLastBytes(4))
    }

    /// The first words of a title; all of it where it has no blanks to cut at, as in scripts without blanks.
    private static func shortened(_ title: String) -> String {
        guard title.utf8.count > longestTitle, title.count > longestTitle else { return title }
        let beginning = title.prefix(longestTitle + 1).unicodeScalars
        guard let blank = beginning.lastIndex(where: \.properties.isWhitespace),
            beginning.distance(from: beginning.startIndex, to: blank) > longestTitle / 2
        else { return title }
        var words = beginning[..<blank]
        while let last = words.last, last.properties.isWhitespace || ",;:-–—(".unicodeScalars.contains(last) {
            words = words.dropLast()
        }
        return words.isEmpty ? title : String(words)
    }

    /// FAT drops dots at the end of a name, and before `.jpg` programs that unpack archives take them for a way out of
    /// the folder.
    private static func withoutTrailingDots(_ name: String) -> String {
        var scalars = name.unicodeScalars[...]
        while let last = scalars.last, last == "." || last.properties.isWhitespace {
            scalars = scalars.dropLast()
        }
        return String(scalars)
    }

    /// Checks the first scalar, not the first character: a combining mark behind it makes no difference to a shell.
    private static func beginsWithDotOrDash(_ text: String) -> Bool {
        text.unicodeScalars.first == "." || text.unicodeScalars.first == "-"
    }

    /// Changes `text`, which is not empty, so that it is not hidden and not read as an option or a device; cut to
    /// `maximumStemBytes`.
    private static func finished(_ text: String) -> String {
        var name = text
        if beginsWithDotOrDash(name) {
            name = "_" + String(name.unicodeScalars.dropFirst())
        }
        if let device = ReservedName.device(of: name) {
            name = device + "_" + name.dropFirst(device.count)
        }
        return TextCut.trimmed(TextCut.characters(name, maximumBytes: maximumStemBytes))
    }
}
