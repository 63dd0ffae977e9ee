internal import PhotoTree

/// What a command ends with when it cannot do its work: one line that says what is wrong and what to do about it.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        // File names, words of a configuration and complaints of other programs may hold anything.
        description = PrintableText.line(sentence, maximumBytes: 1_500)
    }

    /// As it is printed.
    var line: String { "placesfs: " + description }
}
