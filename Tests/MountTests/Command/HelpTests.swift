import Foundation
import TestSupport
import Testing

@Suite("placesfs mount --help", .enabled(if: Repository.canMount))
struct HelpTests {
    @Test func `every key of the manual but the secret is an option`() async throws {
        let manual = try String(contentsOfFile: Repository.root + "/docs/configuration.md", encoding: .utf8)
        let keys = manual.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
            String($0.dropFirst(3).prefix { $0 != "`" })
        }
        #expect(keys.contains("cache-size") && keys.contains("flickr-api-key"))
        try await Home.run { home in
            let help = try await home.command(["mount", "--help"])
            #expect(help.status == 0)
            for key in keys {
                #expect(help.text.contains("--\(key) ") == (key != "flickr-api-key"), "\(key)")
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
            #expect(groups.count == 8 && groups.values.allSatisfy { (3...12).contains($0.count) }, "\(groups)")
        }
    }
}
