internal import Foundation
internal import PhotoTree

/// The one way in which words reach a terminal, a pipe or a file: whoever wrote them, they move no cursor and turn no line
/// around (`PrintableText`).
enum Output {
    /// `text` with its lines; the last one is ended.
    static func text(_ text: String) {
        let printable = PrintableText.lines(text)
        write(printable.utf8.last == UInt8(ascii: "\n") ? printable : printable + "\n")
    }

    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        json(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// JSON that somebody else wrote, too.
    static func json(_ text: String) {
        write(PrintableText.json(text) + "\n")
    }

    /// One line on standard error.
    static func complaint(_ line: String) {
        FileHandle.standardError.write(Data((PrintableText.line(line) + "\n").utf8))
    }

    /// A screen that was drawn with a terminal's own sequences out of rows that are fit to be printed.
    static func screen(_ frame: String) {
        write(frame)
    }

    private static func write(_ text: String) {
        // Nobody reads any more, or the disk is full: what could not be written cannot be said either.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
