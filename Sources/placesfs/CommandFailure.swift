internal import PhotoTree

/// The error of a command that cannot do its work: one line that says what is wrong and what to do about it.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        // File names, words of a configuration and messages of other programs may contain any bytes.
        description = PrintableText.line(sentence, maximumBytes: 1_500)
    }

    /// The line that is printed.
    var line: String { "placesfs: " + description }
}
