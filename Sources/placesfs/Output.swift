internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import PhotoTree
internal import Synchronization

/// Writes all text that goes to a terminal, a pipe or a file. Whatever its origin, it cannot move the cursor or change
/// the direction of a line (`PrintableText`).
enum Output {
    /// Why something could not be written to standard output; nil if all was.
    static var failure: CommandFailure? {
        unwritten.withLock(\.self).map { CommandFailure(.failure, "cannot write to standard output: \($0)") }
    }

    private static let unwritten = Mutex<String?>(nil)

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

    /// Prints what our parser of options has made: help, a version, a completion script.
    static func generated(_ text: String) {
        write(text.hasSuffix("\n") ? text : text + "\n")
    }

    /// Prints JSON, also from another program.
    static func json(_ text: String) {
        write(PrintableText.json(text) + "\n")
    }

    /// Whether people read what is printed.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

    /// Prints a question, whose answer is typed behind it.
    static func question(_ text: String) {
        write(PrintableText.line(text) + " ")
    }

    /// Shows one line in place of the one that was shown so before; an empty one clears it.
    static func progress(_ line: String) {
        write("\r" + PrintableText.line(line, maximumBytes: 200) + "\u{1B}[K")
    }

    /// Prints one line to standard error. Where that takes nothing, the exit status tells alone.
    static func complaint(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((PrintableText.line(line) + "\n").utf8))
    }

    /// Ends the process after a command that has told what failed. Beside that, some of its words may not have arrived.
    static func end(_ status: ExitStatus) -> Never {
        guard let failure else { status.end() }
        complaint(failure.line)
        failure.status.end()
    }

    /// Prints a screen that combines the terminal's control sequences with rows of printable text.
    static func screen(_ frame: String) {
        write(frame)
    }

    private static func write(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            let failure = SystemFailure(error)
            // A reader that has gone has what it wanted.
            guard failure.errno != .brokenPipe else { return }
            unwritten.withLock { $0 = $0 ?? failure.words }
        }
    }
}
