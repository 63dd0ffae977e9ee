import Foundation
import TestSupport
import Testing

/// Whoever types what README.md and docs/tour.md show, line after line, sees what they show.
@Suite("README.md", .enabled(if: Repository.canMount))
struct ReadmeTests {
    /// One line that a user types, and what is shown below it.
    struct Step: Sendable {
        var command: String
        var shown = ""
    }

    /// As a terminal shows them. A viewer reads the photo; nobody installs packages here, and what is installed is
    /// built already.
    private static let manners = """
        export COLUMNS=2000 PATH="$HOME/.local/bin:$PATH"
        ls() { command ls -C --quoting-style=shell "$@"; }
        feh() { cat "$@" > /dev/null; }
        sudo() { :; }
        scripts/install() { "$R/scripts/install" --built "$(dirname "$PLACESFS")" > /dev/null; }

        """

    /// All of a page in its order, in one home that has no network.
    @Test(arguments: ["README.md", "docs/tour.md"])
    func `what the page shows is what happens, from its first line to its last`(_ page: String) async throws {
        let steps = try Self.steps(of: page)
        #expect(steps.count > 10)
        try await Home.run { home in
            var environment = home.environment
            environment["R"] = Repository.root
            environment["PLACESFS"] = Repository.placesfs
            // Nothing gets past a proxy that is not there.
            let settings = home.path + "/.config/placesfs"
            try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
            try Data("proxy = http://127.0.0.1:1\n".utf8).write(to: URL(fileURLWithPath: settings + "/config"))
            let installed = try await Self.run("scripts/install", in: "~", environment)
            try #require(installed.status == 0, "\(installed.text)")

            var folder = "~"
            for step in steps {
                if step.command.hasPrefix("cd ") {
                    folder = String(step.command.dropFirst(3))
                    continue
                }
                var result = try await Self.run(step.command, in: folder, environment)
                // Other tests mount at the same time, as the same user, and `placesfs keep` lists all that is kept.
                let own = result.lines.filter { !$0.contains("/placesfs-test-") || $0.contains(home.path) }
                result.output = Array(own.joined(separator: "\n").utf8)
                // Which source is shown, and why, mount says in words of its own.
                if step.shown.isEmpty {
                    #expect(result.status == 0, "\(page): $ \(step.command)\n\(result.text)")
                    if step.command.contains(" mount ") { continue }
                }
                #expect(
                    Self.matches(result.text, step.shown, home: home.path), "\(page): $ \(step.command)\n\(result.text)"
                )
            }
            #expect(!home.mountTable.contains { $0.contains(" \(home.path)/") }, "\(page) leaves nothing mounted")
        }
    }

    private static func run(
        _ command: String, in folder: String, _ environment: [String: String]
    ) async throws -> CommandResult {
        try await ChildProcess(
            ["bash", "-c", manners + "cd \(folder) && { \(command); } 2>&1"], environment: environment,
            directory: environment["HOME"]
        ).result()
    }

    /// What is typed in the page's blocks, without remarks.
    private static func steps(of page: String) throws -> [Step] {
        let text = try String(contentsOfFile: Repository.root + "/" + page, encoding: .utf8)
        let blocks = text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        return blocks.filter { $0.hasPrefix("\n$ ") }.flatMap { block in
            block.split(separator: "\n").reduce(into: [Step]()) { steps, line in
                let line = line.replacing(#/\s+# .*/#, with: "")
                if line.hasPrefix("$ ") {
                    steps.append(Step(command: String(line.dropFirst(2))))
                } else if !steps.isEmpty {
                    steps[steps.count - 1].shown += line + "\n"
                }
            }
        }
    }

    /// Whether `text` is what the page shows: … stands for anything, spaces for any space, `me` for the user, times and
    /// homes for any.
    private static func matches(_ text: String, _ shown: String, home: String) -> Bool {
        func plain(_ text: String) -> String {
            text.replacing(home, with: "/home/me")
                .replacing(#/\d{4}-\d\d-\d\dT[\d:]+Z/#, with: "TIME")
                .replacing(#/^(-[-rw]{9} \d+) \w+ \w+ /#) { "\($0.1) me me " }
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let parts = shown.components(separatedBy: "…").map(plain)
        var rest = plain(text)[...]
        guard rest.hasPrefix(parts[0]) else { return false }
        rest = rest.dropFirst(parts[0].count)
        for part in parts.dropFirst() {
            guard let found = rest.range(of: part) ?? (part.isEmpty ? rest.endIndex..<rest.endIndex : nil) else {
                return false
            }
            rest = rest[found.upperBound...]
        }
        return parts.count > 1 || rest.isEmpty
    }
}
