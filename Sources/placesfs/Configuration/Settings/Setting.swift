internal import ArgumentParser

/// One setting of a mount, as a row: its name, where its value goes, which values it takes, and what help and manual
/// say about it. Files, `-o`, options, `--help`, the manual pages and docs/configuration.md are made from these rows.
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

    private let read: @Sendable (Assignment, inout Configuration) throws(CommandFailure) -> Void

    /// - Parameters:
    ///   - name: The name in files and, after `--`, of the option.
    ///   - property: Where the value goes. What is there in an empty configuration is the default.
    ///   - kind: Which values there are.
    ///   - text: What the setting does, in Markdown, without a full stop.
    ///   - standard: The default in words, for a kind that cannot write it.
    ///   - more: What the manual says beyond `text`.
    ///   - place: Where it can be set.
    init<Value>(
        _ name: String, _ property: any WritableKeyPath<Configuration, Value> & Sendable, _ kind: SettingKind<Value>,
        _ text: String, default standard: String = "none", more: String = "", place: Place = .anywhere
    ) {
        key = ConfigurationKey(known: name)
        self.place = place
        self.standard = kind.write(Configuration()[keyPath: property])
        standardWords = self.standard.map { "`\($0)`" } ?? standard
        self.text = text + (kind.bounds.map { ", \($0)" } ?? "")
        self.more = more
        valueName = kind.valueName
        completion = kind.completion
        read = { given, configuration throws(CommandFailure) in
            configuration[keyPath: property] = try kind.read(given)
        }
    }

    var isSwitch: Bool { valueName == nil }

    /// Puts the value of `given`, which has this setting's key, into `configuration`.
    ///
    /// - Throws: `.usage` or `.configuration`, naming the place of a bad value.
    func assign(_ given: Assignment, to configuration: inout Configuration) throws(CommandFailure) {
        try read(given, &configuration)
    }

    /// The text of `--help`: what the setting does, and its default.
    var help: String { "\(text) (default: \(standardWords)).".replacing("`", with: "") }

    /// The row of the table in docs/configuration.md: name, default, what the setting does.
    var manualRow: String {
        let words = [text + ".", more].filter { !$0.isEmpty }.joined(separator: " ")
        return "| `\(key.rawValue)` | \(standardWords) | \(words.replacing("|", with: "\\|")) |"
    }
}

/// Settings that stand under one heading in help and manual.
protocol SettingGroup: Sendable {
    static var title: String { get }
    static var settings: [Setting] { get }
}
