internal import ArgumentParser

/// What files, `-o`, options, `--help`, the manual pages and docs/configuration.md say about one setting.
struct Setting: Sendable {
    enum Place: Hashable, Sendable {
        /// In files, after `-o` and as an option.
        case anywhere
        /// As `anywhere`, but not in `--help`: only tests turn it.
        case anywhereUnlisted
        /// Only in a file that nobody else may read.
        case filesOnly
    }

    let key: ConfigurationKey
    let place: Place
    /// The default value, as the user would write it; nil when only `standardWords` tell it.
    let standard: String?
    /// The default value for the manual, in Markdown.
    let standardWords: String
    /// What the setting does, in Markdown.
    let text: String
    /// What the manual says beyond `text`, in Markdown; may be empty.
    let more: String
    /// What stands for the value in help; nil for a switch, which can stand without a value, or takes yes or no.
    let valueName: String?
    /// The values that a shell offers.
    let completion: CompletionKind

    var isSwitch: Bool { valueName == nil }

    /// The text of `--help`: what the setting does, and its default.
    var help: String { "\(text) (default: \(standardWords)).".replacing("`", with: "") }

    /// The row of the table in docs/configuration.md: name, default, what the setting does.
    var manualRow: String {
        let words = [text + ".", more].filter { !$0.isEmpty }.joined(separator: " ")
        return "| `\(key.rawValue)` | \(standardWords) | \(words.replacing("|", with: "\\|")) |"
    }
}
