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
            let help = try await home.command(["mount", "--help"])
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
            let help = try await home.command([command, "--help"])
            var groups: [String: [String]] = [:]
            var heading = ""
            for line in help.lines {
                if line.hasSuffix(":"), !line.hasPrefix(" ") { heading = line }
                if let option = line.firstMatch(of: #/^  (--?[a-z-]+)/#) {
                    groups[heading, default: []].append(String(option.1))
                }
            }
            let rest = ["-o", "-f", "--version", "-h"]
            #expect(groups.removeValue(forKey: "OPTIONS:")?.filter { !rest.contains($0) } == [])
            #expect(groups.count == 7 && groups.values.allSatisfy { (3...12).contains($0.count) }, "\(groups)")
        }
    }
}
