import Foundation
import TestSupport
import Testing

@Suite("placesfs mount --help", .enabled(if: Repository.canMount))
struct HelpTests {
    private static let unlisted = [
        "api-base", "image-base", "retry-pause", "retry-after-limit", "host-down-after", "host-probe-pause",
    ]

    @Test func `every key of the manual but the secret, and what only tests turn, is an option in the help`()
        async throws
    {
        let manual = try String(contentsOfFile: Repository.root + "/docs/configuration.md", encoding: .utf8)
        let keys = manual.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
            String($0.dropFirst(3).prefix { $0 != "`" })
        }
        #expect(keys.contains("cache-size") && keys.contains("flickr-api-key"))
        try await Home.run { home in
            let help = try await home.command(["mount", "--help-all"])
            #expect(help.status == 0)
            for key in keys {
                let isListed = key != "flickr-api-key" && !Self.unlisted.contains(key)
                #expect(help.text.contains("--\(key) ") == isListed, "\(key)")
            }
        }
    }

    @Test(arguments: ["mount", "doctor"])
    func `options stand in groups that say what they are about`(_ command: String) async throws {
        try await Home.run { home in
            let help = try await home.command([command, "--help-all"])
            var groups: [String: [String]] = [:]
            var heading = ""
            for line in help.lines {
                if line.hasSuffix(":"), !line.hasPrefix(" ") { heading = line }
                if let option = line.firstMatch(of: #/^  (--?[a-z-]+)/#) {
                    groups[heading, default: []].append(String(option.1))
                }
            }
            let rest = ["-o", "-f", "--reuse", "--make", "--version", "-h"]
            #expect(groups.removeValue(forKey: "OPTIONS:")?.filter { !rest.contains($0) } == [])
            #expect(groups.count == 7 && groups.values.allSatisfy { (3...12).contains($0.count) }, "\(groups)")
        }
    }

    @Test func `help shows eight options of mount and none elsewhere, and says where all are`() async throws {
        try await Home.run { home in
            for (arguments, options) in [
                (["mount", "--help"], 8), (["help", "mount"], 8), (["doctor", "-h"], 0), (["search", "--help"], 0),
            ] {
                let help = try await home.command(arguments)
                // Beside the settings stand what the command does else.
                let shown = help.lines.filter { $0.hasPrefix("  --") }.count { line in
                    !["--version", "--json", "--reuse", "--make"].contains { line.contains($0) }
                }
                #expect(help.status == 0 && shown == options, "\(arguments): \(help.text)")
                #expect(help.text.contains("--help-all") && help.text.contains("man placesfs-mount"))
                #expect(help.lines.count < 50, "\(arguments): \(help.lines.count) lines")
            }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell completes the commands behind help, on a line of its own`(_ shell: String) async throws {
        try await Home.run { home in
            let script = try await home.command(["--generate-completion-script", shell])
            let line = try #require(script.lines.last { $0.contains("mount unmount status") })
            let beginnings = ["bash": "    COMPREPLY+=(", "zsh": "        '*:subcommands:(", "fish": "complete -c "]
            #expect(line.hasPrefix(beginnings[shell] ?? "?") && line.components(separatedBy: "complete -c").count <= 2)
        }
    }

    @Test func `the version is told by every name that people try`() async throws {
        try await Home.run { home in
            let version = try await home.command(["--version"])
            for word in ["-V", "version"] { #expect(try await home.command([word]).text == version.text, "\(word)") }
        }
    }
}
