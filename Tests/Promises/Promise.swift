import Foundation

/// What the documentation promises to users, each item of which a test proves.
public struct Promise: Sendable {
    /// A sentence of docs/semantics.md, or what happens in a row of docs/reliability.md.
    public let text: String

    public enum Page: String, Sendable {
        case semantics, reliability
    }

    /// All promises of a page, in its order.
    public static func all(of page: Page) throws -> [Promise] {
        try (page == .semantics ? semantics : reliability).get()
    }

    /// The promises of both pages that begin so.
    static func beginning(with beginning: String) throws -> [Promise] {
        try (all(of: .semantics) + all(of: .reliability)).filter { $0.text.hasPrefix(beginning) }
    }

    private static let semantics = Result {
        try lines(of: .semantics).filter { $0.hasPrefix("- ") }.map { Promise(text: String($0.dropFirst(2))) }
    }
    private static let reliability = Result { try Row.all().map { Promise(text: $0.happens) } }

    static func lines(of page: Page) throws -> [Substring] {
        try String(contentsOfFile: root + "/docs/\(page).md", encoding: .utf8).split(separator: "\n")
    }

    /// The project's folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}

/// A row of docs/reliability.md.
public struct Row: Sendable {
    /// Its number among the scenarios of other file systems; nil for promises of our own.
    public let number: Int?
    public let happens: String
    /// The tests that it names.
    public let tests: [String]

    public static func all() throws -> [Row] {
        try Promise.lines(of: .reliability).filter { $0.hasPrefix("| ") }.dropFirst().map {
            let cells = $0.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            // Every other piece between backticks is a name.
            let pieces = cells[4].split(separator: "`", omittingEmptySubsequences: false).map(String.init)
            return Row(
                number: Int(cells[1]), happens: cells[2],
                tests: pieces.indices.filter { $0 % 2 == 1 }.map { pieces[$0] })
        }
    }
}
