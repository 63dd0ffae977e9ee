import Foundation

/// What the documentation promises to users, each item of which a test proves.
public struct Promise: Sendable {
    /// A sentence of docs/semantics.md, or what happens by a heading of docs/reliability.md.
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
    private static let reliability = Result { try Scenario.all().map { Promise(text: $0.happens) } }

    static func lines(of page: Page) throws -> [Substring] {
        try String(contentsOfFile: root + "/docs/\(page).md", encoding: .utf8).split(separator: "\n")
    }

    /// The project's folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}

/// A heading of docs/reliability.md: what happens. Below it stands what is promised then.
public struct Scenario: Sendable {
    /// Its number among the scenarios of other file systems; nil for promises of our own.
    public let number: Int?
    public let happens: String

    /// In the order of the page.
    public static func all() throws -> [Scenario] {
        try Promise.lines(of: .reliability).filter { $0.hasPrefix("### ") }.map { line in
            let words = line.dropFirst(4).split(separator: ". ", maxSplits: 1)
            let number = words.count == 2 ? Int(words[0]) : nil
            return Scenario(number: number, happens: String(number == nil ? line.dropFirst(4) : words[1]))
        }
    }
}
