import Foundation
import PhotoTree
import Testing

@testable import placesfs

@Suite struct ConfigurationTests {
    private func configuration(_ pairs: KeyValuePairs<ConfigurationKey, String?>) throws -> Configuration {
        try Configuration(pairs.map { Assignment(key: $0, value: $1, origin: .option($0.rawValue)) })
    }

    private func failure(_ key: ConfigurationKey, _ value: String?) -> CommandFailure? {
        #expect(throws: CommandFailure.self) { try configuration([key: value]) }
    }

    @Test func `nothing said is what help calls the default`() throws {
        let silent = try Configuration([])
        let spoken = try Configuration(
            ConfigurationKey.allCases.compactMap { key in
                key.standard.map { Assignment(key: key, value: $0, origin: .option(key.rawValue)) }
            })
        #expect(silent.cacheSize == spoken.cacheSize && silent.cacheSize == ByteCount(10 << 20))
        #expect(silent.photosPerPlace == spoken.photosPerPlace)
        #expect(silent.photoSizeLimit == spoken.photoSizeLimit)
        #expect(silent.sort == spoken.sort && silent.license == spoken.license)
        #expect(silent.sidecars == spoken.sidecars && silent.logLevel == spoken.logLevel)
        #expect(silent.connectTimeout == spoken.connectTimeout && silent.firstByteTimeout == spoken.firstByteTimeout)
        #expect(silent.lowSpeed == spoken.lowSpeed && silent.lowSpeedTime == spoken.lowSpeedTime)
        #expect(silent.connections == spoken.connections)
        #expect(silent.isReadOnly == spoken.isReadOnly && silent.allowsOthers == spoken.allowsOthers)
    }

    @Test func `the last word on a key wins`() throws {
        let configuration = try configuration([.cacheSize: "1M", .cacheSize: "2M"])
        #expect(configuration.cacheSize == ByteCount(2 << 20))
    }

    @Test(arguments: [
        (ConfigurationKey.cacheSize, "20Q"), (.cacheSize, "-1M"), (.cacheSize, "1K"), (.cacheSize, ""),
        (.photosPerPlace, "0"), (.photosPerPlace, "501"), (.photosPerPlace, "many"), (.connections, "65"),
        (.sort, "oldest"), (.license, "mine"), (.sidecars, "hidden"), (.source, "flikr"), (.logLevel, "loud"),
        (.connectTimeout, "0"), (.connectTimeout, "2 days"), (.lowSpeedTime, "-3s"), (.firstByteTimeout, "99999999h"),
        (.allowOther, "perhaps"), (.fsname, "a\nb"), (.lowSpeed, "0"), (.photoSizeLimit, "1"), (.connectTimeout, "nan"),
    ])
    func `a value that makes no sense is refused where it stands`(key: ConfigurationKey, value: String) {
        let failure = failure(key, value)
        #expect(failure?.status == .usage)
        #expect(failure?.description.hasPrefix("--\(key.rawValue): ") == true)
        #expect(failure?.line.contains("\n") == false)
    }

    @Test(arguments: [("1500ms", 1500), ("2", 2000), ("2.5s", 2500), ("3m", 180_000), ("1h", 3_600_000)])
    func `times have units`(text: String, milliseconds: Int64) throws {
        #expect(try configuration([.connectTimeout: text]).connectTimeout == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "ftp://host", "host", "https://", "http://user:secret@localhost/", "https://h/?api_key=1", "https://h/#x",
        "https:/host", "https://a b/",
    ])
    func `a base that is no plain address is refused`(address: String) {
        #expect(failure(.apiBase, address)?.status == .usage)
        #expect(failure(.imageBase, address)?.status == .usage)
    }

    @Test func `plain http stays on this machine unless the user says so`() throws {
        for address in ["http://127.0.0.1:8080/x", "http://127.9.9.9", "http://localhost:1", "http://[::1]:5/"] {
            #expect(try configuration([.apiBase: address]).apiBase == address)
        }
        for address in ["http://example.org", "http://127.0.0.1.example.org", "http://localhost.example.org:80/"] {
            #expect(failure(.apiBase, address)?.description.contains("--allow-plain-http") == true)
        }
        let allowed = try configuration([.apiBase: "http://mirror.example:8080/rest", .allowPlainHTTP: nil])
        #expect(allowed.plainHTTPHosts == ["mirror.example:8080"])
        #expect(try configuration([.apiBase: "https://mirror.example/rest"]).plainHTTPHosts.isEmpty)
    }

    @Test func `a key is taken from file and environment, never from a command line`() throws {
        for origin in [Assignment.Origin.option("flickr-api-key"), .mountOption("flickr_api_key")] {
            let failure = #expect(throws: CommandFailure.self) {
                try Configuration([Assignment(key: .flickrAPIKey, value: "sesame", origin: origin)])
            }
            #expect(failure?.description.contains("sesame") == false)
        }
        let configuration = try Configuration([
            Assignment(key: .flickrAPIKey, value: "sesame ", origin: .environment("FLICKR_API_KEY"))
        ])
        #expect(configuration.apiKey != nil)
        #expect(!String(reflecting: configuration).contains("sesame"))
    }

    @Test(arguments: [Configuration.Source.flickr, nil])
    func `a key with blanks in it is refused without showing it`(_ source: Configuration.Source?) async throws {
        let failure = await #expect(throws: CommandFailure.self) {
            try await choice(source, key: "open sesame", origin: .file(path: "/c", line: 3))
        }
        #expect(failure?.status == .configuration)
        #expect(failure?.description.contains("sesame") == false)
        #expect(failure?.description.contains("/c:3") == true)
    }

    @Test(arguments: [" ", "open sesame", "ключ"])
    func `what is no key keeps nobody from a source that needs none`(_ key: String) async throws {
        for source in [Configuration.Source.sample, .commons] {
            #expect(try await choice(source, key: key).source == source)
        }
        await #expect(throws: CommandFailure.self) { try await choice(.flickr, key: key) }
        await #expect(throws: CommandFailure.self) { try await choice(nil, key: key) }
    }

    @Test func `a key that takes the place of one that is none is used`() throws {
        func key(_ text: String, _ origin: Assignment.Origin) -> Assignment {
            Assignment(key: .flickrAPIKey, value: text, origin: origin)
        }
        let mended = try Configuration([
            key("open sesame", .file(path: "/c", line: 3)), key("sesame", .environment("FLICKR_API_KEY")),
        ])
        #expect(mended.apiKey != nil && mended.keyFlaw == nil)
        let broken = try Configuration([
            key("sesame", .file(path: "/c", line: 3)), key(" ", .environment("FLICKR_API_KEY")),
        ])
        #expect(broken.apiKey == nil && broken.keyFlaw != nil)
    }

    private func choice(
        _ source: Configuration.Source?, key: String, origin: Assignment.Origin = .environment("FLICKR_API_KEY")
    ) async throws -> SourceChoice {
        let given = source.map { [Assignment(key: .source, value: $0.rawValue, origin: .option("source"))] } ?? []
        let key = Assignment(key: .flickrAPIKey, value: key, origin: origin)
        return try await SourceChoice(
            try Configuration(given + [key]), file: "f", isCommonsKnown: false, whyNoCommons: { nil })
    }

    private func address(_ key: ConfigurationKey, _ value: String, typed: Bool = false) -> Assignment {
        let file = Assignment.Origin.file(path: "/etc/placesfs/config", line: 1)
        return Assignment(key: key, value: value, origin: typed ? .option(key.rawValue) : file)
    }

    @Test(arguments: [ConfigurationKey.apiBase, .imageBase])
    func `the sample has no other address, and a file's is not for it`(_ key: ConfigurationKey) throws {
        let sample = address(.source, "sample", typed: true)
        let failure = #expect(throws: CommandFailure.self) {
            try Configuration([sample, address(key, "https://h/", typed: true)])
        }
        #expect(failure?.status == .usage && failure?.description.hasPrefix("--\(key.rawValue): ") == true)
        let mount = try Configuration([sample, address(key, "https://h/")])
        #expect(mount.source == .sample && mount.apiBase == nil && mount.imageBase == nil)
        let base = BaseDirectories(environment: [:], userID: 1000, home: "/h")
        #expect(SourceDirectories(mount, source: .sample, base: base).state.hasSuffix("/sample"))
    }

    @Test(arguments: [ConfigurationKey.mirror, .apiBase, .imageBase], ["none", "None"])
    func `none takes back an address that an earlier place gave`(_ key: ConfigurationKey, _ none: String) throws {
        let all = try Configuration([address(key, "https://h/"), address(key, none, typed: true)])
        #expect(all.mirror == nil && all.apiBase == nil && all.imageBase == nil && all.source == nil)
        #expect(all.firstByteTimeout == .seconds(7), "that of a mount without a mirror")
        #expect(throws: CommandFailure.self) { try Configuration([address(key, "nonesuch", typed: true)]) }
    }
}
