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

    /// `mount -a` sees that a line is mounted by its first column.
    @Test func `the lines of fstab name a source, and their first column as fsname`() throws {
        let lines = try manual("configuration.md").split(separator: "\n").filter {
            $0.contains("  fuse.placesfs  ") && $0.hasSuffix("  0 0")
        }
        #expect(lines.count == 2)
        for line in lines {
            let columns = line.split(separator: " ").map(String.init)
            let words = try MountOptionWords([columns[3].replacing("setuid=placesfs,", with: "")])
            #expect(words.assignments.contains { $0.key == .source && $0.value == "flickr" })
            #expect(words.assignments.contains { $0.key == .fsname && $0.value == columns[0] })
            let mount = try HelperForm.mountArguments([columns[0], columns[1], "-o", columns[3]], commands: [])
            #expect(mount?.contains("--source") == false)
        }
    }

    /// A log in a folder that is not the service user's is an error, and nothing is mounted.
    @Test func `the line of fstab for everybody names folders that are made for its user`() throws {
        let lines = try manual("configuration.md").split(separator: "\n")
        let line = try #require(lines.first { $0.contains("setuid=placesfs") && $0.hasPrefix("placesfs ") })
        let made = try #require(lines.first { $0.hasPrefix("install -d -m 700 -o placesfs") }).split(separator: " ")
        let options = try #require(line.split(separator: " ").first { $0.contains("setuid=") })
        let words = try MountOptionWords([String(options).replacing("setuid=placesfs,", with: "")])
        let folders = words.assignments.compactMap { given -> String? in
            switch given.key {
            case .stateDirectory, .cacheDirectory: given.value
            case .logFile: given.value.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
            default: nil
            }
        }
        #expect(folders.count == 3)
        for folder in folders { #expect(made.contains { $0 == folder }, "\(folder)") }
    }
}
