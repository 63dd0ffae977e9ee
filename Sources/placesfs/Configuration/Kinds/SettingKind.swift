internal import ArgumentParser

/// A kind of value: how it is read and written, and what help says about it.
struct SettingKind<Value: Sendable>: Sendable {
    /// What stands for the value in help; nil for a switch.
    let valueName: String?
    /// Which values there are, in words; nil where `read` alone knows.
    let bounds: String?
    let completion: CompletionKind
    /// Returns the checked value, or throws a failure that says what would be right.
    let read: @Sendable (Assignment) throws(CommandFailure) -> Value
    /// The value as the user would write it; nil where that has to be told in words.
    let write: @Sendable (Value) -> String?

    init(
        _ valueName: String?, bounds: String? = nil, completion: CompletionKind = .default,
        read: @escaping @Sendable (Assignment) throws(CommandFailure) -> Value,
        write: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) {
        self.valueName = valueName
        self.bounds = bounds
        self.completion = completion
        self.read = read
        self.write = write
    }
}
