import PhotoTree
import Testing

@testable import placesfs

/// What needs no host; a key that Flickr refuses is in the tests that run the program.
@Suite struct KeyCheckTests {
    private func finding(
        _ source: SourceName, key: String? = nil, mirror: String? = nil
    ) async throws -> Checkup.Finding {
        let given = [
            key.map { Assignment(key: .flickrAPIKey, value: $0, origin: .environment("FLICKR_API_KEY")) },
            mirror.map { Assignment(key: .mirror, value: $0, origin: .option("mirror")) },
        ]
        let configuration = try Configuration(given.compactMap(\.self))
        let finding = await KeyCheck(configuration, source, file: "/home/u/config").finding(isHostReached: false)
        #expect(finding.subject == "key" && !finding.words.contains("sesame"))
        #expect(!finding.line.contains("\n"))
        return finding
    }

    @Test(arguments: [SourceName.commons, .sample])
    func `a source that needs no key is none the worse for it, and it says where keys come from`(
        _ source: SourceName
    ) async throws {
        let none = try await finding(source)
        #expect(none.verdict == .note && none.isGood)
        #expect(none.words.contains("paying members") && none.words.contains("/home/u/config"))
        #expect(try await finding(source, key: "sesame0123456789abcdef0123456789").verdict == .good)
        for key in ["open sesame", "sesame", "sesame0123456789abcdef01234567890", "sesame-123456789abcdef0123456789"] {
            let flawed = try await finding(source, key: key)
            #expect(flawed.verdict == .note && flawed.words.hasPrefix("FLICKR_API_KEY: is not a key"))
        }
    }

    @Test func `the key of a mount of a mirror is the mirror's`() async throws {
        let finding = try await finding(.flickr, mirror: "https://lab.example")
        #expect(finding.verdict == .good && finding.words.contains("lab.example"))
    }

    @Test func `where Flickr does not answer nothing is said against the key`() async throws {
        let finding = try await finding(.flickr, key: "sesame0123456789abcdef0123456789")
        #expect(finding.verdict == .note && finding.words.contains("does not answer"))
    }
}
