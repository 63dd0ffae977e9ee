import FUSE
import Foundation
import Testing

@testable import placesfs

/// What the program says when it refuses something is what docs/troubleshooting.md explains.
@Suite struct RefusalTextsTests {
    private static func page() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("docs/troubleshooting.md"), encoding: .utf8)
    }

    /// The phrases of the table, each with the line of the program that has it.
    private static func said() async throws -> [String: String] {
        func failure(_ work: () throws -> Void) -> String {
            do { try work() } catch { return (error as? CommandFailure)?.description ?? "\(error)" }
            return "no failure"
        }
        func file(_ text: String) -> String { failure { _ = try ConfigurationFile(text, path: "/c") } }
        func key(_ key: ConfigurationKey, _ value: String) -> String {
            let given = Assignment(key: key, value: value, origin: .file(path: "/c", line: 1))
            return failure { if let flaw = try Configuration([given]).sources.keyFlaw { throw flaw } }
        }
        let standing = MountUsers.User(processID: 1, name: "bash", standsThere: true)
        let reading = MountUsers.User(processID: 2, name: "feh")
        let offline = try await SourceChoice(
            try Configuration([]), file: "/c", isCommonsKnown: false, whyNoCommons: { "no route" }
        ).remark
        return [
            "stands in this folder: leave it (cd ~)": MountUsers.words(for: [standing]),
            "has files open there: close them": MountUsers.words(for: [reading]),
            "chmod 666 /dev/fuse":
                CommandFailure(.notPermitted("failed to open /dev/fuse: Permission denied"), needing: "allow-other")
                .description,
            "echo user_allow_other >> /etc/fuse.conf":
                CommandFailure(.notPermitted("option allow_other only allowed"), needing: "allow-other").description,
            "there is no command": failure { _ = try HelperForm.mountArguments(["mnt", "/m"], commands: []) },
            "write = between key and value": file("cache-size: 20M"),
            "write the value without quotes": file("license = 'cc'"),
            "unknown key": file("licence = cc"),
            "unknown option": failure { _ = try MountOptionWords(["licence=cc"]) },
            "belong to whoever mounts": failure { _ = try MountOptionWords(["uid=1000"]) },
            "is not a key": key(.flickrAPIKey, "two words"),
            "is not an address": key(.proxy, "proxy.example:3128"),
            "no network, showing the sample": offline ?? "",
            "Wikimedia wants a contact address": UserAgent.warning(.commons, contact: nil, builtIn: "") ?? "",
        ]
    }

    @Test func `each refusal is on the page, in the program's own words`() async throws {
        let page = try Self.page()
        for (phrase, line) in try await Self.said() {
            #expect(line.contains(phrase), "the program says: \(line)")
            #expect(page.contains("`\(phrase)`"), "\(phrase)")
        }
    }

    /// The others are said by a mount, or beside one.
    @Test func `each phrase of the page is in the program`() async throws {
        let rows = try Self.page().split(separator: "\n").drop { $0 != "| it says | so |" }.dropFirst(2)
            .prefix { $0.hasPrefix("| ") }
        let phrases = rows.flatMap { row in
            row.split(separator: "|")[0].split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
        #expect(phrases.count > 25)
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        // A text may be broken between words.
        let program = try paths.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8)
        }.joined().replacing(/"\s*\+ "/, with: "")
        for phrase in phrases {
            for part in phrase.split(separator: "…") {
                let words = part.trimmingCharacters(in: .whitespaces)
                #expect(program.contains(words), "\(phrase)")
            }
        }
    }
}
