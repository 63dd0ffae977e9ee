/// Texts that a shell reads back.
package enum ShellWord {
    /// `word` as one word of a shell, whatever it holds; in quotation marks where it holds more than plain letters.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF, UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: ","), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if isPlain, !word.isEmpty, !word.hasPrefix("-") { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
