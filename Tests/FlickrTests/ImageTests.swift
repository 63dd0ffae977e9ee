import PhotoAPI
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

@Suite struct ImageTests {
    private func ladder(_ members: [String: JSONValue], _ endpoints: FlickrEndpoints = .live) -> [Rendition] {
        let usual: [String: JSONValue] = ["id": "11", "server": "65535", "secret": "abc"]
        return ListedRenditions(listed: .object(usual.merging(members) { $1 }), hosts: ImageHosts(endpoints)).renditions
    }

    private func names(_ members: [String: JSONValue]) -> String {
        ladder(members).map(\.name).joined(separator: " ")
    }

    @Test func `sizes that are named are taken, with what only they know`() {
        let large = "https://live.staticflickr.com/65535/11_0ther_h.jpg"
        let ladder = ladder(["url_h": .string(large), "width_h": "1600", "height_h": .number("900")])
        #expect(ladder.last == Rendition(name: "h", width: 1600, height: 900, url: large))
    }

    @Test func `a size that a search did not name is not made up above the largest it did`() {
        let url = JSONValue.string("https://live.staticflickr.com/65535/11_abc_z.jpg")
        #expect(names(["url_z": url]) == "s q t m n 500 z")
        #expect(names(["url_z": url, "o_width": "4000", "o_height": "3000"]) == "s q t m n 500 z")
    }

    @Test func `a small original caps what is built`() {
        #expect(names([:]) == "s q t m n w 500 z c b")
        #expect(names(["o_width": "900", "o_height": "700"]) == "s q t m n w 500 z c")
        #expect(names(["o_width": "768", "o_height": "1024"]) == "s q t m n w 500 z c b")
        #expect(names(["o_width": .number("90"), "o_height": "60"]) == "s")
    }

    @Test func `an original is built from its own secret and format`() {
        let original = ladder(["originalsecret": "0wn", "originalformat": "png", "o_width": "4000", "o_height": "3000"])
        #expect(
            original.last
                == Rendition(
                    name: "o", width: 4000, height: 3000, url: "https://live.staticflickr.com/65535/11_0wn_o.png"))
        #expect(!names(["originalsecret": "0wn"]).contains("o"))
    }

    @Test(arguments: [
        ("server", "../.."), ("secret", "a/b"), ("id", "1 2"), ("secret", ""), ("server", "x?y"), ("id", "é"),
    ])
    func `nothing is built from parts that could change the address`(_ name: String, _ value: String) {
        #expect(ladder([name: .string(value)]).isEmpty)
    }

    @Test(arguments: [
        "https://evil.example/1.jpg", "file:///etc/passwd", "https://live.staticflickr.com@evil.example/1.jpg",
        "https://live.staticflickr.com.evil.example/", "//live.staticflickr.com/1.jpg", "https://127.0.0.1/1.jpg",
        "https://live.staticflickr.com:8443/1.jpg", "https://live.staticflickr.com\\@evil.example/1.jpg", "", "x y",
    ])
    func `addresses elsewhere are no images`(_ url: String) {
        #expect(ImageHosts(.live).address(of: url) == nil)
    }

    @Test func `plain http of older answers becomes https`() {
        #expect(
            ImageHosts(.live).address(of: "http://farm3.staticflickr.com/2/1_a_o.jpg?zz=1")
                == "https://farm3.staticflickr.com/2/1_a_o.jpg?zz=1")
    }

    @Test func `an image base takes the place of every host`() {
        let mirror = FlickrEndpoints(imageBase: "http://127.0.0.1:8080/images/")
        let ladder = ladder(["url_h": "https://anything.example/65535/11_0ther_h.jpg"], mirror)
        #expect(ladder.last?.url == "http://127.0.0.1:8080/images/65535/11_0ther_h.jpg")
        #expect(ladder.first?.url == "http://127.0.0.1:8080/images/65535/11_abc_s.jpg")
        #expect(ImageHosts(mirror).names == ["127.0.0.1:8080"])
    }

    @Test func `a simulator may name itself in image addresses`() {
        let hosts = ImageHosts(FlickrEndpoints(apiBase: "http://127.0.0.1:8080/services/rest/"))
        #expect(hosts.address(of: "http://127.0.0.1:8080/1/2_3.jpg") == "http://127.0.0.1:8080/1/2_3.jpg")
        #expect(hosts.address(of: "http://127.0.0.1:8081/1/2_3.jpg") == nil)
        #expect(hosts.names.contains("127.0.0.1:8080") && hosts.names.contains("live.staticflickr.com"))
        #expect(!ImageHosts(.live).names.contains("api.flickr.com"))
    }

    @Test(arguments: [
        ("s q t m n 500 z c b h o", "b", "b"), ("s q t m n 500 z o", "b", "z"), ("s t m n", "q", "s"),
        ("s q t m o", "6k", "m"), ("s q b o", "o", "o"), ("s q b h", "o", "h"), ("z c b", "n", "z"),
        ("s q", "t", "q"), ("s q t", "m", "t"), ("s b h k", "unheard-of", "b"), ("o", "b", "-"), ("", "b", "-"),
    ])
    func `the largest image up to the choice is taken`(_ ladder: String, _ choice: String, _ expected: String) throws {
        let renditions = ladder.split(separator: " ").map {
            Rendition(name: String($0), width: nil, height: nil, url: "https://live.staticflickr.com/\($0)")
        }
        let source = try FlickrSource.told(.init(""))
        let image = source.image(of: Photo(id: PhotoID("1"), renditions: renditions.reversed()), upTo: choice)
        #expect(image?.name ?? "-" == expected)
    }

    @Test func `names of sizes go from small to large`() throws {
        let source = try FlickrSource.told(.init(""))
        #expect(
            source.renditionNames == [
                "s", "q", "t", "m", "n", "w", "500", "z", "c", "b", "h", "k", "3k", "f", "4k", "5k", "6k", "o",
            ])
        #expect(source.standardRendition == "b")
        #expect(source.notice == "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.")
        #expect(source.namespace == "flickr")
    }

    @Test func `sizes without a known label are told by their address, and videos' left out`() throws {
        let sizes = JSONValue.object([
            "sizes": .object([
                "size": .array([
                    .object([
                        "label": "Riesig", "source": "https://live.staticflickr.com/1/2_3_5k.jpg?zz=1",
                        "media": "photo",
                    ]),
                    .object([
                        "label": "Site MP4", "source": "https://live.staticflickr.com/1/2_3_h.jpg", "media": "video",
                    ]),
                    .object(["label": "Large", "source": "https://www.flickr.com/play/2", "media": "photo"]),
                ])
            ])
        ])
        let ladder = try ListedRenditions(sizes: sizes, details: .null, hosts: ImageHosts(.live))
        #expect(ladder.renditions.map(\.name) == ["5k"])
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}
