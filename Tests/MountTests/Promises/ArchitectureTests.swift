import Foundation
import TestSupport
import Testing

/// Whoever follows docs/architecture.md and docs/development.md finds what they name.
@Suite("docs/architecture.md") struct ArchitectureTests {
    /// What is written as a file or folder of the sources: `Folders/Folder.swift`, `PhotoTree/Maps/`.
    private static func paths(in page: String) throws -> [String] {
        let text = try String(contentsOfFile: Repository.root + "/docs/" + page, encoding: .utf8)
        return text.matches(of: #/`([A-Za-z+\/-]+(?:\.swift|\/))`/#).map { String($0.1) }
    }

    @Test(arguments: ["architecture.md", "development.md"])
    func `each file and folder that it names is there`(_ page: String) throws {
        let root = Repository.root
        let found = try #require(FileManager.default.enumerator(atPath: root + "/Sources")).compactMap { $0 as? String }
        let known = Set(found.flatMap { path in suffixes(path) + suffixes(path).map { $0 + "/" } })
        let paths = try Self.paths(in: page)
        #expect(paths.count > 5)
        for path in paths {
            #expect(known.contains(path) || FileManager.default.fileExists(atPath: root + "/" + path), "\(path)")
        }
    }

    /// "a/b/c" as "c", "b/c" and "a/b/c".
    private func suffixes(_ path: String) -> [String] {
        let parts = path.split(separator: "/")
        return parts.indices.map { parts[$0...].joined(separator: "/") }
    }
}
