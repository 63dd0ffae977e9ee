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

/// One setting, as a row of its group: its name, where its value goes, which values it takes, and what it does.
struct SettingRow<Group: SettingGroup>: Sendable {
    let setting: Setting
    /// Reads a value into the group.
    fileprivate let assign: @Sendable (Assignment, inout Group) throws(CommandFailure) -> Void
    /// The path that the group's value names, if it is of such a kind.
    fileprivate let path: @Sendable (Group) -> String?

    /// - Parameters:
    ///   - name: The name in files and, after `--`, of the option.
    ///   - property: Where the value goes. What is there in a new group is the default.
    ///   - kind: Which values there are.
    ///   - text: What the setting does, in Markdown, without a full stop.
    ///   - standard: The default in words, for a kind that cannot write it.
    ///   - more: What the manual says beyond `text`.
    ///   - place: Where it can be set.
    init<Value>(
        _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable, _ kind: SettingKind<Value>,
        _ text: String, default standard: String = "none", more: String = "", place: Setting.Place = .anywhere
    ) {
        let written = kind.write(Group()[keyPath: property])
        setting = Setting(
            key: ConfigurationKey(known: name), place: place, standard: written,
            standardWords: written.map { "`\($0)`" } ?? standard,
            text: text + (kind.bounds.map { ", \($0)" } ?? ""), more: more, valueName: kind.valueName,
            completion: kind.completion)
        assign = { given, group throws(CommandFailure) in
            group[keyPath: property] = try kind.read(given)
        }
        path = { group in kind.path?(group[keyPath: property]) }
    }
}

/// Settings that stand under one heading in help and manual.
protocol SettingGroup: Sendable {
    static var title: String { get }
    static var rows: [SettingRow<Self>] { get }

    /// What holds when nothing is said.
    init()
}

extension SettingGroup {
    static var settings: [Setting] { rows.map(\.setting) }

    /// The paths that are named here, by key.
    var paths: [ConfigurationKey: String] {
        let named = Self.rows.compactMap { row in row.path(self).map { (row.setting.key, $0) } }
        return Dictionary(named, uniquingKeysWith: { $1 })
    }

    /// Takes the value of `given`, if its key is one of the group's.
    ///
    /// - Throws: `.usage` or `.configuration`, naming the place of a bad value.
    mutating func take(_ given: Assignment) throws(CommandFailure) {
        try Self.rows.first { $0.setting.key == given.key }?.assign(given, &self)
    }
}
