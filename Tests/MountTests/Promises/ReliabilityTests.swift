import Foundation
import TestSupport
import Testing

/// Holds docs/reliability.md to the tests that it names.
@Suite("docs/reliability.md")
struct ReliabilityTests {
    @Test func `every row names tests, and each is there`() throws {
        let text = try String(contentsOfFile: Repository.root + "/docs/reliability.md", encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
            .map { $0.split(separator: "|", omittingEmptySubsequences: false) }
        let numbers = Set(rows.compactMap { Int($0[1].trimmingCharacters(in: .whitespaces)) })
        #expect(numbers == Set(1...25))
        let folder = Repository.root + "/Tests"
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        let sources = try files.filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
        for row in rows {
            // Every other piece between backticks is a name.
            let named = row[4].split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map(\.element)
            #expect(!named.isEmpty, "\(row[2])")
            for name in named {
                #expect(sources.contains("func `\(name)`"), "\(name)")
            }
        }
    }
}
