/// Quotes texts for a shell.
package enum ShellWord {
    /// `word` as one word of a shell, whatever it contains; in quotation marks where it contains more than plain
    /// letters.
    package static func quoted(_ word: String) -> String {
        isPlain(word.utf8) && !word.isEmpty && !word.hasPrefix("-") ? word : inQuotationMarks(word)
    }

    /// An absolute path as a word of a shell; its slashes need no quotation marks.
    package static func quoted(path: String) -> String {
        let slash = UInt8(ascii: "/")
        guard path.utf8.first == slash, isPlain(path.utf8.filter { $0 != slash }) else { return inQuotationMarks(path) }
        return path
    }

    private static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF, UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: ","), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }

    private static func inQuotationMarks(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
