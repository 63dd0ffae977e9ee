/// The rules for every name that a user gives one of our directories.
enum NameRules {
    /// NAME_MAX of Linux, in bytes.
    static let maximumBytes = 255

    /// Whether `name` is not hidden, does not begin with a blank, has no control character (C0, DEL, C1) and is short
    /// enough.
    static func mayBeTyped(_ name: String) -> Bool { fault(of: name) == nil }

    /// Why a name cannot be typed, to follow "cannot be a name here: "; nil where it can.
    static func fault(of name: String) -> String? {
        guard let first = name.unicodeScalars.first else { return "it is empty" }
        if name.utf8.count > maximumBytes {
            return "it has \(name.utf8.count) bytes, and a name has at most \(maximumBytes)"
        }
        if let odd = name.unicodeScalars.first(where: { $0 == "/" || PlainText.isControl($0) }) {
            switch odd {
            case "/": return "it has a slash"
            case "\t": return "it has a tab"
            case "\n", "\r": return "it has a line break"
            default: return "it has a control character"
            }
        }
        if first == "." { return "it begins with a dot, as hidden names do" }
        return first.properties.isWhitespace ? "it begins with a blank" : nil
    }
}

/// Names that no title may get.
enum ReservedName {
    /// Whether a file that placesfs writes among photos and places has this name.
    static func isGenerated(file name: String) -> Bool {
        files.contains(CaselessKey.of(name))
    }

    /// Whether `stem` with any ending that the files of a photo have is the name of a file of ours.
    static func isGenerated(stem: String) -> Bool {
        stems.contains(CaselessKey.of(stem)) || isGenerated(file: stem)
    }

    /// The beginning of `name` that FAT and Windows read as a device, whatever follows its first dot.
    static func device(of name: String) -> String? {
        let base = TextCut.trimmed(String(decoding: name.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self))
        return devices.contains(base.lowercased()) ? base : nil
    }

    private static let files: Set<String> = {
        let written = GeneratedFile.allCases.filter { file in
            switch file {
            // These are only in directories where no name comes from a title.
            case .status, .statusJSON, .metrics, .version: false
            case .readme, .map, .mapPage, .credits, .photoTable, .hidden, .noImages, .newCollection, .collectionTrigger,
                .cacheTag, .noMedia, .trackerIgnore:
                true
            }
        }
        return Set(written.map { CaselessKey.of($0.rawValue) })
    }()

    private static let stems = Set(files.map { file in String(file.prefix { $0 != "." }) }).subtracting([""])

    private static let devices: Set<String> = {
        let numbered = ["com", "lpt"].flatMap { port in "123456789¹²³".map { port + String($0) } }
        return Set(["con", "prn", "aux", "nul", "clock$", "conin$", "conout$"] + numbered)
    }()
}
