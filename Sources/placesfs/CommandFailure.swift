/// What a command ends with when it cannot do its work: one line that says what is wrong and what to do about it.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        description = sentence
    }

    /// As it is printed: one line, whatever text of others is in it.
    var line: String {
        "placesfs: " + description.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
