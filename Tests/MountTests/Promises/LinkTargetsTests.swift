import Foundation
import TestSupport
import Testing

/// Each link and picture of the pages leads somewhere, in the sources and in a package.
@Suite("Links of the pages")
struct LinkTargetsTests {
    @Test func `each link of the pages leads to a file, and to a heading of it`() throws {
        #expect(try Self.broken(in: Repository.root) == [])
    }

    @Test func `each link of a package's pages leads to a file`() async throws {
        let folder = try TemporaryDirectory()
        let made = try await ChildProcess(
            [
                "bash", "-euc", "source scripts/package.d/documents.sh; make_documents . \"$0\"", folder.path,
            ], directory: Repository.root
        ).result()
        #expect(made.status == 0, "\(made.errors)")
        #expect(try Self.broken(in: folder.path) == [])
        #expect(FileManager.default.fileExists(atPath: folder.path + "/docs/images/first-start.png"))
    }

    /// What leads nowhere, as "page: target".
    private static func broken(in root: String) throws -> [String] {
        let pages =
            ["README.md", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md"]
            + (FileManager.default.enumerator(atPath: root + "/docs")?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
        #expect(pages.count > 25)
        return try pages.sorted().flatMap { page in
            let folder = URL(fileURLWithPath: "\(root)/\(page)").deletingLastPathComponent()
            return try targets(of: "\(root)/\(page)").filter { target in
                let parts = target.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                let path = parts[0].isEmpty ? "\(root)/\(page)" : folder.appendingPathComponent(parts[0]).path
                guard FileManager.default.fileExists(atPath: path) else { return true }
                return try parts.count > 1 && !anchors(of: path).contains(parts[1])
            }.map { "\(page): \($0)" }
        }
    }

    private static func text(_ path: String) throws -> String {
        // What stands in a block is shown, and no link.
        try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n```").enumerated()
            .filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: "\n")
    }

    private static func targets(of path: String) throws -> [String] {
        let text = try text(path)
        let links = text.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
        return (links + text.matches(of: #/src="([^"]+)"/#).map { String($0.1) }).filter { !$0.contains("://") }
    }

    /// The headings of a page, as GitHub and GitLab call them.
    private static func anchors(of path: String) throws -> Set<String> {
        Set(
            try text(path).split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                line.drop { $0 == "#" || $0 == " " }.lowercased()
                    .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
            })
    }
}
