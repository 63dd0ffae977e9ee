import HTTP
import Testing

@testable import placesfs

@Suite struct MirrorTests {
    private func configuration(_ pairs: KeyValuePairs<ConfigurationKey, String>) throws -> Configuration {
        try Configuration(
            pairs.map { Assignment(key: $0, value: $1, origin: .file(path: "/etc/placesfs/config", line: 1)) })
    }

    @Test(arguments: [
        (
            "https://api.flickr.com/services/rest/?method=a&api_key=SECRET&b=1",
            "/flickr/api/services/rest/?method=a&b=1"
        ),
        ("https://API.flickr.com/services/rest/?api_key=SECRET", "/flickr/api/services/rest/"),
        ("https://live.staticflickr.com/1/2_3_b.jpg", "/flickr/images/1/2_3_b.jpg"),
        ("https://farm66.staticflickr.com/1/2_3.jpg#x", "/flickr/images/1/2_3.jpg"),
        ("https://commons.wikimedia.org/w/api.php?a=%26api_key=", "/commons/api/w/api.php?a=%26api_key="),
        ("https://upload.wikimedia.org/a/b.jpg", "/commons/images/a/b.jpg"),
        ("https://thumb.wikimedia.org/a/b.jpg", "/commons/images/a/b.jpg"),
    ])
    func `what a source has is asked for at the mirror, without a key`(url: String, path: String) {
        #expect(Mirror("https://lab.example/m/")?.address(of: url) == "https://lab.example/m" + path)
    }

    @Test(arguments: [
        "https://example.org/a.jpg", "https://staticflickr.com.example.org/", "https://api.flickr.com@example.org/",
        "https://api.flickr.com:8443/", "nothing", "", "https://api.flickr.com\u{301}/",
    ])
    func `what is no source's is not asked for there`(url: String) {
        #expect(Mirror("http://127.0.0.1:8080")?.address(of: url) == nil)
    }

    @Test func `a mount of a mirror needs no key, keeps state and cache, and asks the mirror first`() async throws {
        let mirrored = try configuration([.mirror: "https://lab.example", .source: "flickr"])
        let choice = try await SourceChoice(mirrored, file: "f", isCommonsKnown: false) { "not asked" }
        #expect(choice.source == .flickr && choice.remark == nil)
        let base = BaseDirectories(environment: [:], userID: 1000, home: "/h")
        #expect(
            SourceDirectories(mirrored, source: .flickr, base: base)
                == SourceDirectories(try Configuration([]), source: .flickr, base: base))
        #expect(
            SourceHosts(.flickr, mirrored)?.askedAt
                == ["https://lab.example/flickr/api/services/rest/", "https://lab.example/flickr/images/"])
        #expect(SourceHosts(.flickr, mirrored)?.api == "https://api.flickr.com/services/rest/")
        #expect(mirrored.hosts.firstByteTimeout == .seconds(20))
        #expect(
            try configuration([.mirror: "https://m", .firstByteTimeout: "3s"]).hosts.firstByteTimeout == .seconds(3))
    }

    @Test func `another world has no mirror, and the sample is none's`() throws {
        #expect(
            try configuration([.mirror: "https://m", .apiBase: "http://127.0.0.1:9/", .source: "flickr"]).sources.mirror
                == nil)
        #expect(SourceHosts(.sample, try configuration([.mirror: "https://m", .source: "sample"])) == nil)
    }

    @Test(arguments: ["lab", "https://u:p@lab/", "https://lab/?q", "http://lab.example/", "ftp://lab/"])
    func `what is no mirror's address, or could be read on the way, is refused`(_ address: String) {
        let failure = #expect(throws: CommandFailure.self) { try configuration([.mirror: address]) }
        #expect(failure?.status == .configuration && failure?.description.contains("mirror: ") == true)
    }

    @Test func `a mirror in the clear is for loopback, or for who says so`() throws {
        #expect(try configuration([.mirror: "http://127.0.0.1:8080"]).plainHTTPHosts == ["127.0.0.1:8080"])
        let allowed = try configuration([.mirror: "http://lab:80/", "allow-plain-http": "yes"])
        #expect(allowed.plainHTTPHosts == ["lab:80"])
    }

    @Test(arguments: [
        ("https://api.flickr.com/services/rest/?method=x", "/m/flickr/api/"),
        ("https://live.staticflickr.com/1/2_3_b.jpg", "/m/flickr/images/"),
        ("https://thumb.wikimedia.org/a.jpg", "/m/commons/images/"), ("https://example.org/a.jpg", nil),
    ])
    func `whatever a host has stands below one path of the mirror's`(url: String, folder: String?) {
        #expect(Mirror("https://lab.example/m/")?.folder(of: url) == folder)
        #expect(Mirror("https://lab.example")?.folder(of: url) == folder.map { String($0.dropFirst(2)) })
    }

    @Test func `redirects away from the mirror are not followed`() async throws {
        let recorder = Recorder()
        let mirror = try #require(Mirror("https://lab.example"))
        let transport = MirrorTransport(base: recorder, mirror: mirror)
        for url in ["https://live.staticflickr.com/1.jpg", "https://example.org/2.jpg"] {
            _ = try? await transport.send(
                HTTPRequest(url: url, maximumBodyLength: 1, redirectHosts: ["combo.staticflickr.com"]))
        }
        let seen = await recorder.seen
        #expect(seen.map(\.url) == ["https://lab.example/flickr/images/1.jpg", "https://example.org/2.jpg"])
        #expect(seen.map(\.redirectHosts) == [[], ["combo.staticflickr.com"]])
        #expect(seen.map(\.redirectFolder) == ["/flickr/images/", nil])
    }

    private actor Recorder: HTTPTransport {
        var seen: [HTTPRequest] = []

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            seen.append(request)
            throw .cancelled
        }
    }
}
