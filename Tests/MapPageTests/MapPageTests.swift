import Foundation
import TestSupport
import Testing

@testable import PhotoTree

@Suite("Map pages")
struct MapPageTests {
    private let heading = MapPage.Heading(
        title: "Annecy </script> \u{2028}", subtitle: "Haute-Savoie, \"France\"", source: "flickr",
        folder: "places/France/Annecy", pins: "pins")

    private static func layer(_ kind: TileLayer.Kind, _ template: String) throws(TileLayerError) -> TileLayer {
        try TileLayer(kind: kind, template: template, attribution: "© us", terms: "https://us.example/")
    }

    private func text(_ page: MapPage, _ collection: String = "{}") -> String {
        String(decoding: page.bytes(heading: heading, collection: Array(collection.utf8)), as: UTF8.self)
    }

    private func policy(_ page: MapPage) throws -> [String: [String]] {
        let policy = try #require(text(page).firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).output.1
        let rules = policy.split(separator: "; ").map { $0.split(separator: " ").map { String($0) } }
        return Dictionary(uniqueKeysWithValues: rules.map { ($0[0], Array($0.dropFirst())) })
    }

    @Test(arguments: ["", "{}", #"{"features":[]}"# + "\n", String(repeating: "é", count: 100_000)])
    func `a page is as large as was said before it was made`(collection: String) throws {
        let page = MapPage(assets: try .load(), tiles: TileLayer.standard)
        let bytes = page.bytes(heading: heading, collection: Array(collection.utf8))
        #expect(page.size(heading: heading, collection: collection.utf8.count) == bytes.count)
    }

    @Test func `the collection stands in the page byte for byte, and the heading as JSON`() throws {
        let facts = GeoJSON.PhotoFacts(thumbnail: nil, href: "a.jpg", image: nil)
        let collection = GeoJSON.photos(Hostile.photos(port: 9).map { ($0, facts) }, notice: "</script>")
        let page = MapPage(assets: try .load(), tiles: [])
        let text = String(decoding: page.bytes(heading: heading, collection: collection), as: UTF8.self)
        let block = try #require(text.firstMatch(of: /(?s)id="collection">\n(.*?)<\/script>/)).output.1
        #expect(block.utf8.elementsEqual(collection))
        let json = try #require(text.firstMatch(of: /id="heading">(.*?)<\/script>/)).output.1
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String])
        #expect(read["title"] == heading.title)
        #expect(read["subtitle"] == heading.subtitle)
        #expect(read["folder"] == heading.folder)
        #expect(read["pins"] == heading.pins)
    }

    @Test func `the same assets and layers give the same map page`() throws {
        let pages = try (0..<2).map { _ in text(MapPage(assets: try .load(), tiles: TileLayer.standard)) }
        #expect(pages[0] == pages[1])
    }

    @Test func `scripts and styles run by digest alone, as sha256sum counts them`() async throws {
        let page = MapPage(assets: try .load(), tiles: TileLayer.standard)
        let policy = try policy(page)
        #expect(policy["default-src"] == ["'none'"])
        #expect(policy["base-uri"] == ["'none'"])
        #expect(policy["form-action"] == ["'none'"])
        let patterns = [
            ("script-src", /(?s)<script>(.*?)<\/script>/), ("style-src", /(?s)<style>(.*?)<\/style>/),
        ]
        for (rule, pattern) in patterns {
            var digests: [String] = []
            for match in text(page).matches(of: pattern) {
                digests.append("'sha256-\(try await Self.digest(String(match.output.1)))'")
            }
            #expect(digests.count >= 1)
            #expect(policy[rule] == digests)
        }
    }

    /// Of an implementation that nobody here wrote, in base64.
    private static func digest(_ text: String) async throws -> String {
        let program =
            "import sys,hashlib,base64;"
            + "print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())"
        let file = FileManager.default.temporaryDirectory.appending(path: "placesfs-digest-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await ChildProcess(["python3", "-c", program], input: file.path).result().text
    }

    @Test func `images may come over https, from this machine and its files, and from what is named`() throws {
        let layer = try Self.layer(.street, "http://{s}.tiles.example:8080/{z}/{x}/{y}.png")
        let page = MapPage(
            assets: try .load(), tiles: [layer],
            images: ["http://mirror.example:81", "http://x;script-src *", "javascript:", "http://", "http://a b"])
        #expect(
            try policy(page)["img-src"] == [
                "data:", "https:", "http://127.0.0.1:*", "http://localhost:*", "file:", "http://a.tiles.example:8080",
                "http://b.tiles.example:8080", "http://c.tiles.example:8080", "http://mirror.example:81",
            ])
    }

    @Test func `of several map layers of a kind the first is taken`() throws {
        let layers = [
            try Self.layer(.labels, "https://one.example/{z}/{x}/{y}"),
            try Self.layer(.street, "https://two.example/{z}/{x}/{y}"),
            try Self.layer(.street, "https://three.example/{z}/{x}/{y}"),
        ]
        let text = text(MapPage(assets: try .load(), tiles: layers))
        let json = try #require(text.firstMatch(of: /id="layers">(.*?)<\/script>/)).output.1
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        let templates = read.map { $0["template"] as? String }
        #expect(templates == ["https://two.example/{z}/{x}/{y}", "https://one.example/{z}/{x}/{y}"])
    }

    @Test func `there is a map page without Leaflet, too`() throws {
        let assets = try MapAssets.load(leaflet: "/nonexistent")
        #expect(!assets.hasLeaflet)
        #expect(try MapAssets.load().hasLeaflet == FileManager.default.fileExists(atPath: MapWorld.leaflet))
        let text = text(MapPage(assets: assets, tiles: TileLayer.standard))
        #expect(text.contains("libjs-leaflet.markercluster"))
        #expect(text.utf8.count < 150_000)
    }

    @Test func `a page names nothing of this program's own machine`() throws {
        let text = text(MapPage(assets: try .load(), tiles: TileLayer.standard))
        #expect(!text.contains("sourceMappingURL"))
        #expect(!text.contains("/usr/share"))
    }
}
