import Foundation
import TestSupport
import Testing

@Suite("README.md", .enabled(if: Repository.canMount))
struct ReadmeTests {
    /// One line that a user types, and what is shown below it.
    struct Step: Sendable {
        var command: String
        var shown = ""
    }

    /// In the order of the page, in one home, on one mount of the sample.
    @Test func `the README's session is what happens`() async throws {
        let steps = try Self.session()
        #expect(steps.count > 15)
        try await Home.run { home in
            let sample = home.path + "/placesfs-sample"
            try FileManager.default.createDirectory(atPath: sample, withIntermediateDirectories: true)
            let mounted = try await home.command(["mount", "--source", "sample", sample])
            #expect(mounted.status == 0, "\(mounted.errors)")
            // As a terminal shows them; a viewer reads the photo and shows it.
            let manners = """
                export COLUMNS=2000 PATH="$(dirname \(Repository.placesfs)):$PATH"
                ls() { command ls -C --quoting-style=shell "$@"; }
                feh() { cat "$@" > /dev/null; }
                cd ~/placesfs-sample

                """
            for step in steps {
                let result = try await ChildProcess(
                    ["bash", "-c", manners + "{ \(step.command); } 2>&1"], environment: home.environment,
                    directory: home.path
                ).result()
                #expect(
                    Self.matches(result.text, step.shown, home: home.path), "$ \(step.command)\n\(result.text)")
            }
        }
    }

    /// The block that begins with `cd`.
    private static func session() throws -> [Step] {
        let page = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
        let block = try #require(page.components(separatedBy: "```\n").first { $0.hasPrefix("$ cd ") })
        return block.split(separator: "\n").reduce(into: []) { steps, line in
            let line = line.replacing(#/\s+# .*/#, with: "")
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if !steps.isEmpty {
                steps[steps.count - 1].shown += line + "\n"
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
