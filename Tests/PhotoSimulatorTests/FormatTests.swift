import Foundation
import PhotoSimulator
import Testing

@Suite struct FormatTests {
    @Test func `JSON without nojsoncallback is a call of the function named`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let plain = try await fetch(simulator.address("flickr.test.echo", "format=json"))
            #expect(plain.text.hasPrefix("jsonFlickrApi({") && plain.text.hasSuffix("})"))
            #expect(plain.headers["content-type"] == "text/javascript; charset=utf-8")
            let named = try await fetch(simulator.address("flickr.test.echo", "format=json&jsoncallback=mine"))
            #expect(named.text.hasPrefix("mine({"))
            let evil = try await fetch(simulator.address("flickr.test.echo", "format=json&jsoncallback=a%3Cb%3E"))
            #expect(evil.text.hasPrefix("jsonFlickrApi({"))
        }
    }

    @Test func `texts survive JSON and XML`() async throws {
        let title = "Sunset / “Café” <b>&amp; \"it's\" 金閣寺 🌅\n\u{1}"
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(SimulatedPhoto(id: "1", title: title, tags: ["x"]))
            let json = try await simulator.call("flickr.photos.search", "tags=x")
            #expect(json.string("photos.photo.0.title") == title)
            #expect(json.body.allSatisfy { $0 < 0x80 }, "Flickr escapes what is beyond ASCII")
            let xml = try await fetch(simulator.address("flickr.photos.search", "tags=x"))
            let attributes = try #require(XMLReader.attributes(of: "photo", in: xml.body))
            // XML has no way to write U+0001, and attributes turn newlines into blanks.
            #expect(attributes["title"] == title.replacing("\n\u{1}", with: " "))
        }
    }

    @Test func `XML has the shape of Flickr's`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let none = try await fetch(simulator.address("flickr.photos.search", "tags=nothing"))
            #expect(none.headers["content-type"] == "text/xml; charset=utf-8")
            #expect(none.text.contains("<photos page=\"1\" pages=\"0\" perpage=\"100\" total=\"0\" />"))
            let failure = try await fetch(simulator.address("flickr.photos.getSizes", "photo_id=1"))
            #expect(failure.text.contains("<rsp stat=\"fail\">\n\t<err code=\"1\" msg=\"Photo not found\" />\n</rsp>"))
            let page = try await fetch(simulator.address("flickr.photos.getInfo", "photo_id=\(firstPhoto)"))
            #expect(page.text.contains("<description>Photo &lt;b&gt;0&lt;/b&gt; of Town 0.</description>"))
            #expect(XMLReader.attributes(of: "owner", in: page.body)?["path_alias"] == "")
        }
    }

    @Test(arguments: [
        (Year.explorer2014, "s", "n", "n"), (.strings2017, "s", "s", "s"), (.totalString2021, "s", "s", "n"),
        (.totalNumber2023, "n", "s", "n"),
    ])
    func `numbers are written as in their year`(year: Year, total: String, latitude: String, width: String) async throws
    {
        try await serving(synthetic(places: 1, photos: 150)) { (simulator) async throws in
            simulator.change { $0.year = year }
            let answer = try await simulator.call(
                "flickr.photos.search", "tags=synthetic&extras=geo,url_sq,url_l,license,views")
            func kind(_ path: String) -> String { answer.string(path) == nil ? "n" : "s" }
            #expect(kind("photos.total") == total)
            #expect(kind("photos.photo.0.latitude") == latitude)
            #expect(kind("photos.photo.0.width_l") == (year == .explorer2014 ? "s" : width))
            #expect(kind("photos.photo.0.license") == (year == .explorer2014 ? "n" : "s"))
            #expect(kind("photos.photo.0.id") == "s" && kind("photos.photo.0.farm") == "n")
        }
    }

    @Test func `a photo without a position has zeros for it and no woeid`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(SimulatedPhoto(id: "1", tags: ["x"]))
            let answer = try await simulator.call("flickr.photos.search", "tags=x&extras=geo")
            #expect(answer.number("photos.photo.0.latitude") == 0)
            #expect(answer.json("photos.photo.0.woeid") == nil)
        }
    }

    @Test func `a form works like a query, and a raw blank in an address does not`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let form = try await fetch(
                simulator.apiBase, "-d",
                "method=flickr.photos.search&api_key=k&tags=synthetic&format=json&nojsoncallback=1")
            #expect(form.number("photos.total") == 24)
            let blank = try await fetch(simulator.apiBase, "--request-target", "/services/rest/?method=a b")
            #expect(blank.status == 400 && blank.text.hasPrefix("<html><body><h1>400 Bad request</h1>"))
        }
    }
}

/// Notes the attributes of the first element of a name.
private enum XMLReader {
    static func attributes(of name: String, in bytes: [UInt8]) -> [String: String]? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: "<\(name) ") else { return nil }
        let tag = text[start.upperBound...].prefix { $0 != ">" }
        var attributes: [String: String] = [:]
        for match in tag.matches(of: /([a-z_0-9]+)="([^"]*)"/) {
            let value = String(match.2).replacing("\n", with: " ").replacing("&quot;", with: "\"")
                .replacing("&#039;", with: "'").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            attributes[String(match.1)] = value.replacing("&amp;", with: "&")
        }
        return attributes
    }
}
