import Fuzzing
import PhotoTree
import Testing

@testable import placesfs

@Suite struct FuzzConfiguration {
    @Test func `any text is a configuration, or an error of one line that names its place`() async throws {
        let seeds = [
            "cache-size = 200M\nlicense = cc\nallow-other\n",
            "# a comment\nsource = sample # another\n\nread-only = yes\n",
            "first-byte-timeout = 7s\nlow-speed=1KB\nconnections = 64\n", "flickr-api-key = 0123456789abcdef\n",
            "api-base = http://127.0.0.1:8080/rest\nimage-base = https://[::1]:9/\n",
            "photos-per-place = 99999999999999999999",
            "cache-size = 1e9\nlog-level = \u{202E}debug\n", "= =\n==\n\u{0}=\u{0}\n",
        ]
        try await Fuzz.run("Configuration", seeds: seeds, inputs: 3_000) { text, _ in
            do throws(CommandFailure) {
                let file = try ConfigurationFile(text, path: "config")
                let configuration = try Configuration(file.assignments)
                try Self.demandSane(configuration)
            } catch {
                let words = error.description
                try Fuzz.demand(!words.contains(where: \.isNewline), "more than a line: \(words)")
                try Fuzz.demand(words.unicodeScalars.count <= 1_501, "\(words.utf8.count) bytes")
                try Fuzz.demand(!words.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, words)
            }
        }
    }

    private static func demandSane(_ configuration: Configuration) throws(CommandFailure) {
        guard configuration.files.cacheSize.rawValue >= 65_536, (1...64).contains(configuration.requests.connections),
            (1...500).contains(configuration.photos.perPlace)
        else { throw CommandFailure(.failure, "out of bounds\nand accepted") }
    }
}
