import PhotoAPI
import Testing

@Suite struct ImageHostsTests {
    private func hosts(_ api: String = "https://api.test/rest", imageBase: String? = nil) -> ImageHosts {
        ImageHosts(names: ["images.test"], apiBase: api, liveAPIBase: "https://api.test/rest", imageBase: imageBase)
    }

    @Test(arguments: [
        ("https://images.test/a/b.jpg?x=1", "https://images.test/a/b.jpg?x=1"),
        ("http://IMAGES.test/a.jpg", "https://images.test/a.jpg"), ("https://api.test/a.jpg", nil),
        ("https://images.test:8443/a.jpg", nil), ("https://images.test.evil.test/a.jpg", nil),
        ("https://me@images.test/a.jpg", nil), ("//images.test/a.jpg", nil), ("ftp://images.test/a.jpg", nil),
        ("", nil), ("https://images.test/a..b/.c/..d.jpg?x=../y", "https://images.test/a..b/.c/..d.jpg?x=../y"),
    ])
    func `only the service's own hosts are asked, and with TLS`(url: String, address: String?) {
        #expect(hosts().address(of: url) == address)
        #expect(hosts().names == ["images.test"] && hosts().folder == nil)
    }

    @Test(arguments: [
        "/../a.jpg", "/b/../../api/rest/?method=x", "/./a.jpg", "/%2e%2E/a.jpg", "/.%2e/a.jpg", "//../../a.jpg", "/..",
        "/b/..%2fapi", "/..%5Capi", "/..\\api", "/b/%2e?x",
    ])
    func `an address with dot segments is no photo's, behind a mirror's path or not`(path: String) {
        #expect(hosts().address(of: "https://images.test" + path) == nil)
        #expect(hosts(imageBase: "http://127.0.0.1:80/mirror").address(of: "https://images.test" + path) == nil)
    }

    @Test func `a simulator may name itself, as it was asked`() {
        let own = hosts("http://127.0.0.1:80/rest")
        #expect(own.names == ["images.test", "127.0.0.1:80"])
        #expect(own.address(of: "http://127.0.0.1:80/a.jpg") == "http://127.0.0.1:80/a.jpg")
        #expect(own.address(of: "http://images.test/a.jpg") == "https://images.test/a.jpg")
    }

    @Test func `a mirror takes the place of every host, with its own path before`() {
        for base in ["http://127.0.0.1:80/mirror", "http://127.0.0.1:80/mirror/"] {
            let mirror = hosts(imageBase: base)
            #expect(mirror.names == ["127.0.0.1:80"] && mirror.folder == "/mirror/")
            #expect(mirror.address(of: "https://anything.test/a.jpg") == "http://127.0.0.1:80/mirror/a.jpg")
        }
    }
}
