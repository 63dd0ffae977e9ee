/// Texts that a shell reads back.
enum ShellWord {
    /// `text` as one word, whatever it holds.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
