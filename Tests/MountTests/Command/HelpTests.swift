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
}
