import HTTP
import Testing

@testable import HTTPCurl

@Suite struct CurlPolicyTests {
    let policy = CurlPolicy(plainHTTPHosts: ["mirror.lan:8080"])

    private func address(_ url: String) throws(HTTPError) -> CurlAddress {
        try policy.address(of: HTTPRequest(url: url, maximumBodyLength: 1))
    }

    @Test(arguments: [
        "https://live.staticflickr.com/1/2_3_b.jpg", "https://example.org:444/", "https://[2001:db8::1]/",
        "http://127.0.0.1:8080/", "http://127.255.0.9/", "http://localhost/", "http://LOCALHOST:1/", "http://[::1]:80/",
        "http://mirror.lan:8080/a", "HTTPS://example.org",
    ])
    func `https and loopback are asked, and where the user says so`(url: String) throws {
        _ = try address(url)
    }

    @Test(arguments: [
        "http://example.org/", "http://127.0.0.1.example.org/", "http://128.0.0.1/", "http://localhost.example.org/",
        "http://mirror.lan/", "ftp://127.0.0.1/", "file:///etc/passwd", "127.0.0.1", "/photo.jpg", "", "https://",
        "https://a b/", "https://example.org/a b", "https://user:word@example.org/", "https://example.org/\u{0}",
        "https://example.org:99999/", "gopher://localhost/", "https://example.org/\r\nX: 1",
    ])
    func `all else is no address to ask`(url: String) throws {
        #expect(throws: HTTPError.self) { try address(url) }
    }

    private func follow(_ target: String, from url: String, hosts: [String] = []) throws(HTTPError) -> String {
        let request = HTTPRequest(url: url, maximumBodyLength: 1, redirectHosts: hosts)
        return try policy.redirect(of: request, at: policy.address(of: request), to: target).url
    }

    @Test(arguments: [
        ("https://a.test/1", "https://a.test/2", []),
        ("https://a.test/1", "https://A.TEST:443/2", []),
        ("https://a.test:444/1", "https://a.test:444/2", []),
        ("https://a.test/1", "https://b.test/2", ["b.test"]),
        ("https://a.test/1", "https://b.test:8443/2", ["B.test:8443"]),
        ("http://127.0.0.1:1/", "http://127.0.0.1:1/2", []),
        ("http://127.0.0.1:1/", "http://127.0.0.1:2/2", ["127.0.0.1:2"]),
        ("http://127.0.0.1:1/", "https://b.test/2", ["b.test"]),
        ("http://mirror.lan:8080/", "http://[::1]:9/", ["[::1]:9"]),
    ])
    func `a redirect leads to the own host or a named one`(url: String, target: String, hosts: [String]) throws {
        #expect(try follow(target, from: url, hosts: hosts) == target)
    }

    @Test(arguments: [
        ("https://a.test/1", "https://b.test/2"),
        ("https://a.test/1", "https://photos.test.evil.test/"),
        ("https://a.test/1", "http://a.test/2"),
        ("https://a.test/1", "http://127.0.0.1/"),
        ("https://a.test/1", "http://photos.test/"),
        ("https://a.test/1", "https://photos.test:444/"),
        ("https://a.test/1", "https://a.test:444/"),
        ("https://a.test/1", "ftp://a.test/"),
        ("https://a.test/1", "file:///etc/passwd"),
        ("https://a.test/1", "https://photos.test@evil.test/"),
        ("http://127.0.0.1:1/", "http://127.0.0.1:2/"),
        ("http://127.0.0.1:1/", "http://photos.test/"),
    ])
    func `a redirect to elsewhere, or to less, is refused`(url: String, target: String) throws {
        #expect(throws: HTTPError.redirectRefused(to: RedirectTarget(target))) {
            try follow(target, from: url, hosts: ["photos.test"])
        }
    }

    @Test(arguments: [
        ("2.jpg", true), ("/flickr/images/3/2.jpg?x=/flickr/api/", true), ("https://lab.test/flickr/images/", true),
        ("/flickr/api/services/rest/?method=x", false), ("../api/services/rest/?method=x", false), ("/", false),
        ("%2e%2e/api/", false), ("..%2Fapi/", false), ("..%5capi/", false), ("/flickr/images%2f..%2fapi/", false),
        ("//lab.test/flickr/api/", false), ("/flickr/images", false), ("/flickr/imagesx/", false),
        ("https://lab.test:443/flickr/api/", false), ("https://other.test/flickr/images/2.jpg", false),
    ])
    func `a redirect of a mirror stays below the folder that was asked`(location: String, isFollowed: Bool) throws {
        var request = HTTPRequest(url: "https://lab.test/flickr/images/1.jpg", maximumBodyLength: 1)
        request.redirectFolder = "/flickr/images/"
        let origin = try policy.address(of: request)
        let target = try #require(origin.resolving(location))
        #expect(((try? policy.redirect(of: request, at: origin, to: target)) != nil) == isFollowed)
    }

    @Test(arguments: [
        ("/b?c", "https://a.test/b?c"), ("b", "https://a.test/x/b"), ("//b.test/", "https://b.test/"),
        ("https://b.test/ä ö", "https://b.test/%c3%a4%20%c3%b6"), ("?q", "https://a.test/x/y?q"),
    ])
    func `a location is read relative to the address that answered`(location: String, expected: String) throws {
        #expect(try address("https://a.test/x/y").resolving(location) == expected)
    }

    @Test(arguments: [
        ("https://u:p@a.test:8443/b@c/KEY?k=KEY#KEY", "https://a.test:8443"), ("https://a.test#KEY", "https://a.test"),
        ("https://a.test/\u{301}KEY", "https://a.test"), ("https://a.test\\KEY", "https://a.test"),
        ("nonsense/KEY", "an address without a host"),
    ])
    func `an error shows scheme, host and port of an address, and nothing else`(url: String, shown: String) throws {
        let target = RedirectTarget(url)
        #expect("\(target)" == shown && "\(HTTPError.redirectRefused(to: target))".contains("KEY") == false)
        #expect(HTTPRequest(url: url, maximumBodyLength: 0).redactedURL == shown)
        #expect(RedirectTarget(url).mentions("key") || !url.contains("KEY"))
    }
}
