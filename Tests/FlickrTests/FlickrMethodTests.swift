import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

@Suite struct FlickrMethodTests {
    private func request(_ method: FlickrMethod, at base: String = FlickrEndpoints.live.apiBase) throws -> HTTPRequest {
        let key = try #require(APIKey(FlickrSource.testKeyText))
        return method.request(to: FlickrEndpoints(apiBase: base), key: key)
    }

    @Test func `a call is one address with everything in it`() throws {
        let request = try request(.details(of: "42"))
        #expect(
            request.url == "https://api.flickr.com/services/rest/?api_key=\(FlickrSource.testKeyText)&format=json"
                + "&method=flickr.photos.getInfo&nojsoncallback=1&photo_id=42")
        #expect(request.redactedURL == "https://api.flickr.com")
        #expect(request.maximumBodyLength == 8 << 20)
        #expect(request.redirectHosts.isEmpty)
        #expect(request.acceptsEncoding)
    }

    @Test(arguments: [
        "new york", "a&b=c", "d#e?f", "100%", "\"quoted\"", "æøå ☆ 東京", "a+b", "tab\there", "../..", "\u{0}",
    ])
    func `whatever is asked for arrives as it was`(_ text: String) throws {
        let request = try request(FlickrMethod(name: "m", arguments: ["tags": text]))
        #expect(request.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(!request.url.contains("+"))
        let arguments = ScriptedTransport.Call(request).arguments
        #expect(arguments["tags"] == text)
        #expect(arguments.count == 5)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/services/rest/"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/services/rest/"),
        ("https://mirror.example/flickr", "https://mirror.example/flickr"),
    ])
    func `an API base without a path means the usual one`(_ base: String, _ expected: String) throws {
        #expect(try request(.topPlaces(), at: base).url.hasPrefix(expected + "?api_key="))
    }

    @Test func `a search asks for everything a photo is made of`() throws {
        let arguments = ScriptedTransport.Call(try request(.search([:], page: 3, perPage: 7))).arguments
        let extras = Set(try #require(arguments["extras"]).split(separator: ",").map(String.init))
        #expect(
            extras.isSuperset(of: [
                "description", "license", "date_upload", "date_taken", "owner_name", "original_format", "geo", "tags",
                "machine_tags", "views", "media", "path_alias", "o_dims", "url_sq", "url_q", "url_t", "url_s", "url_n",
                "url_w", "url_m", "url_z", "url_c", "url_l", "url_h", "url_k", "url_o",
            ]))
        #expect(arguments["media"] == "photos" && arguments["safe_search"] == "1")
        #expect(arguments["page"] == "3" && arguments["per_page"] == "7")
    }

    @Test func `top places are localities unless another type is asked for`() {
        #expect(FlickrMethod.topPlaces().arguments == ["place_type_id": "7"])
        #expect(
            [.region, .country, .neighbourhood].map { FlickrMethod.topPlaces($0).arguments["place_type_id"] }
                == ["8", "12", "22"])
    }
}
