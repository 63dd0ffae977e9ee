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
            Configuration.settings.compactMap { setting in
                setting.standard.map {
                    Assignment(key: setting.key, value: $0, origin: .option(setting.key.rawValue))
                }
            })
        #expect(silent.files.cacheSize == spoken.files.cacheSize && silent.files.cacheSize == ByteCount(10 << 20))
        #expect(silent.photos.perPlace == spoken.photos.perPlace)
        #expect(silent.files.photoSizeLimit == spoken.files.photoSizeLimit)
        #expect(silent.photos.sort == spoken.photos.sort && silent.photos.license == spoken.photos.license)
        #expect(silent.photos.sidecars == spoken.photos.sidecars && silent.files.logLevel == spoken.files.logLevel)
        #expect(
            silent.hosts.connectTimeout == spoken.hosts.connectTimeout
                && silent.hosts.firstByteTimeout == spoken.hosts.firstByteTimeout)
        #expect(
            silent.hosts.lowSpeed == spoken.hosts.lowSpeed && silent.hosts.lowSpeedTime == spoken.hosts.lowSpeedTime)
        #expect(silent.requests.connections == spoken.requests.connections)
        #expect(
            silent.access.isReadOnly == spoken.access.isReadOnly
                && silent.access.allowsOthers == spoken.access.allowsOthers)
    }

    @Test func `the last word on a key wins`() throws {
        let configuration = try configuration(["cache-size": "1M", "cache-size": "2M"])
        #expect(configuration.files.cacheSize == ByteCount(2 << 20))
    }

    @Test(arguments: [
        ("cache-size" as ConfigurationKey, "20Q"), ("cache-size", "-1M"), ("cache-size", "1K"), ("cache-size", ""),
        ("photos-per-place", "0"), ("photos-per-place", "501"), ("photos-per-place", "many"), ("connections", "65"),
        ("sort", "oldest"), ("license", "mine"), ("sidecars", "hidden"), (.source, "flikr"), ("log-level", "loud"),
        ("connect-timeout", "0"), ("connect-timeout", "2 days"), ("low-speed-time", "-3s"),
        (.firstByteTimeout, "99999999h"),
        ("allow-other", "perhaps"), ("fsname", "a\nb"), ("low-speed", "0"), ("photo-size-limit", "1"),
        ("connect-timeout", "nan"),
    ])
    func `a value that makes no sense is refused where it stands`(key: ConfigurationKey, value: String) {
        let failure = failure(key, value)
        #expect(failure?.status == .usage)
        #expect(failure?.description.hasPrefix("--\(key.rawValue): ") == true)
        #expect(failure?.line.contains("\n") == false)
    }

    @Test(arguments: [Assignment.Origin.option("from"), .mountOption("from")], [SourceName.sample, .commons, .folder])
    func `a folder on the command line goes before the source of a file`(
        _ origin: Assignment.Origin, _ source: SourceName
    ) throws {
        let file = Assignment.Origin.file(path: "/c", line: 1)
        let own = Assignment(key: .from, value: "/pictures", origin: origin)
        let mount = try Configuration([Assignment(key: .source, value: source.rawValue, origin: file), own])
        #expect(mount.sources.source == .folder && mount.sources.from == "/pictures")
        let both = try Configuration([
            Assignment(key: .source, value: source.rawValue, origin: file),
            Assignment(key: .from, value: "/pictures", origin: file),
        ])
        #expect(both.sources.source == source, "a file is shared by all sources")
        let typed = try Configuration([
            Assignment(key: .source, value: source.rawValue, origin: .option("source")),
            Assignment(key: .from, value: "/pictures", origin: file),
        ])
        #expect(typed.sources.source == source)
    }

    @Test(arguments: [Assignment.Origin.option("source"), .mountOption("source")])
    func `a folder and another source on one command line contradict each other`(_ origin: Assignment.Origin) throws {
        for from in [Assignment.Origin.option("from"), .mountOption("from")] {
            let failure = #expect(throws: CommandFailure.self) {
                try Configuration([
                    Assignment(key: .source, value: "sample", origin: origin),
                    Assignment(key: .from, value: "/pictures", origin: from),
                ])
            }
            #expect(failure?.status == .usage)
            #expect(
                failure?.description
                    == "\(from): that is a folder of your own, and \(origin) says sample; leave one of the two out")
        }
    }

    @Test(arguments: [("1500ms", 1500), ("2", 2000), ("2.5s", 2500), ("3m", 180_000), ("1h", 3_600_000)])
    func `times have units`(text: String, milliseconds: Int64) throws {
        #expect(try configuration(["connect-timeout": text]).hosts.connectTimeout == .milliseconds(milliseconds))
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
            #expect(try configuration([.apiBase: address]).sources.apiBase == address)
        }
        for address in ["http://example.org", "http://127.0.0.1.example.org", "http://localhost.example.org:80/"] {
            #expect(failure(.apiBase, address)?.description.contains("--allow-plain-http") == true)
        }
        let allowed = try configuration([.apiBase: "http://mirror.example:8080/rest", "allow-plain-http": nil])
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
            Assignment(
                key: .flickrAPIKey, value: "sesame0123456789abcdef0123456789 ", origin: .environment("FLICKR_API_KEY"))
        ])
        #expect(configuration.sources.apiKey != nil)
        #expect(!String(reflecting: configuration).contains("sesame"))
    }

    @Test(arguments: [SourceName.flickr, nil])
    func `a key with blanks in it is refused without showing it`(_ source: SourceName?) async throws {
        let failure = await #expect(throws: CommandFailure.self) {
            try await choice(source, key: "open sesame", origin: .file(path: "/c", line: 3))
        }
        #expect(failure?.status == .configuration)
        #expect(failure?.description.contains("sesame") == false)
        #expect(failure?.description.contains("/c:3") == true)
    }

    @Test(arguments: [" ", "open sesame", "ключ", "abc", "0123456789abcdef-0123456789abcde"])
    func `what is no key keeps nobody from a source that needs none`(_ key: String) async throws {
        for source in [SourceName.sample, .commons] {
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
            key("open sesame", .file(path: "/c", line: 3)),
            key("sesame0123456789abcdef0123456789", .environment("FLICKR_API_KEY")),
        ])
        #expect(mended.sources.apiKey != nil && mended.sources.keyFlaw == nil)
        let broken = try Configuration([
            key("sesame0123456789abcdef0123456789", .file(path: "/c", line: 3)),
            key(" ", .environment("FLICKR_API_KEY")),
        ])
        #expect(broken.sources.apiKey == nil && broken.sources.keyFlaw != nil)
    }

    private func choice(
        _ source: SourceName?, key: String, origin: Assignment.Origin = .environment("FLICKR_API_KEY")
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
        #expect(mount.sources.source == .sample && mount.sources.apiBase == nil && mount.sources.imageBase == nil)
        let base = BaseDirectories(environment: [:], userID: 1000, home: "/h")
        #expect(SourceDirectories(mount, source: .sample, base: base).state.hasSuffix("/sample"))
    }

    @Test(arguments: [ConfigurationKey.mirror, .apiBase, .imageBase], ["none", "None"])
    func `none takes back an address that an earlier place gave`(_ key: ConfigurationKey, _ none: String) throws {
        let all = try Configuration([address(key, "https://h/"), address(key, none, typed: true)])
        let sources = all.sources
        #expect(sources.mirror == nil && sources.source == nil && sources.apiBase == nil && sources.imageBase == nil)
        #expect(all.hosts.firstByteTimeout == .seconds(7), "that of a mount without a mirror")
        #expect(throws: CommandFailure.self) { try Configuration([address(key, "nonesuch", typed: true)]) }
    }

    /// Only what stands there is looked at after the mounts on the way have answered.
    @Test func `each setting that names a file or folder is among the paths of the mount`() throws {
        let named = Configuration.settings.filter { ["file", "folder"].contains($0.valueName) }.map(\.key)
        #expect(named.count == 5)
        let given = named.map { Assignment(key: $0, value: "/there/\($0.rawValue)", origin: .option($0.rawValue)) }
        let configuration = try Configuration(given)
        #expect(configuration.paths == Dictionary(uniqueKeysWithValues: named.map { ($0, "/there/\($0.rawValue)") }))
        let base = BaseDirectories(environment: ["HOME": "/h"], userID: 1000, home: "/h")
        #expect(
            base.paths(try Configuration([])) == [
                "/h/.cache/placesfs", "/h/.local/share/placesfs", "/h/.local/state/placesfs/placesfs.log",
            ])
    }

    @Test func `a simulator takes any key, and Flickr its own form`() throws {
        let key = Assignment(key: .flickrAPIKey, value: "any-key", origin: .environment("FLICKR_API_KEY"))
        #expect(try Configuration([key]).sources.apiKey == nil)
        let base = Assignment(key: .apiBase, value: "http://127.0.0.1:1/", origin: .option("api-base"))
        #expect(try Configuration([key, base]).sources.apiKey != nil)
    }

    @Test(arguments: [("bandwidth", "9.7K"), ("cache-size", "63.9K"), ("low-speed", "0")])
    func `the least value that a message names is taken`(key: String, value: String) throws {
        let key = ConfigurationKey(known: key)
        let refused = #expect(throws: CommandFailure.self) {
            try Configuration([Assignment(key: key, value: value, origin: .option(key.rawValue))])
        }
        let least = try #require(refused?.description.firstMatch(of: /is too small; (\S+) is the least/)?.output.1)
        _ = try Configuration([Assignment(key: key, value: String(least), origin: .option(key.rawValue))])
    }
}
