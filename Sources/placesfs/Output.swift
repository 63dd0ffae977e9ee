internal import Foundation
internal import PhotoTree

/// Writes all text that goes to a terminal, a pipe or a file. Whatever its origin, it cannot move the cursor or change
/// the direction of a line (`PrintableText`).
enum Output {
    /// Prints `text` with its line breaks, and ends the last line.
    static func text(_ text: String) {
        let printable = PrintableText.lines(text)
        write(printable.utf8.last == UInt8(ascii: "\n") ? printable : printable + "\n")
    }

    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        json(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Prints JSON, also from another program.
    static func json(_ text: String) {
        write(PrintableText.json(text) + "\n")
    }

    /// Prints one line to standard error.
    static func complaint(_ line: String) {
        FileHandle.standardError.write(Data((PrintableText.line(line) + "\n").utf8))
    }

    /// Prints a screen that combines the terminal's control sequences with rows of printable text.
    static func screen(_ frame: String) {
        write(frame)
    }

    private static func write(_ text: String) {
        // The reader is gone, or the disk is full: then an error message could not be written either.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
