import Foundation
import Testing

@testable import placesfs

/// The manual says what the program does.
@Suite struct ManualTests {
    private func manual(_ name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("docs/\(name)"), encoding: .utf8)
    }

    @Test func `configuration.md has every key with its default, and no other`() throws {
        let rows = try manual("configuration.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        let keys = rows.map { String($0.dropFirst(3).prefix { $0 != "`" }) }
        #expect(keys == ConfigurationKey.allCases.map(\.rawValue))
        for (key, row) in zip(ConfigurationKey.allCases, rows) {
            let standard = row.components(separatedBy: " | ")[1]
            if let expected = key.standard { #expect(standard == "`\(expected)`", "\(key)") }
        }
    }

    @Test func `help gives every key its default`() {
        for key in ConfigurationKey.allCases {
            #expect(key.help.contains("(default: "), "\(key)")
        }
    }

    @Test func `troubleshooting.md has every exit status`() throws {
        let rows = try manual("troubleshooting.md").split(separator: "\n").compactMap { line -> String? in
            let cells = line.components(separatedBy: " | ")
            guard line.hasPrefix("| "), cells.count == 3, let number = Int(cells[0].dropFirst(2)) else { return nil }
            return "\(number) \(cells[1])"
        }
        #expect(rows == ExitStatus.allCases.map { "\($0.rawValue) \($0)" })
    }
}
