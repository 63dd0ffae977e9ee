import Foundation
import PhotoTree
import Testing

@testable import placesfs

/// The tile servers of maps, as the configuration names them.
@Suite struct TilesTests {
    private static let address = "https://tiles.example/{z}/{x}/{y}.png"
    private static let server = "\(address) | © Us | https://us.example/terms"

    private func tiles(_ value: String?) throws -> TileLayer? {
        try Configuration([Assignment(key: "street-tiles", value: value, origin: .option("street-tiles"))]).maps
            .streetTiles
    }

    @Test func `nothing said leaves the servers that placesfs brings`() throws {
        #expect(try Configuration([]).maps.tiles == TileLayer.standard)
    }

    @Test func `address, credit and terms make a layer of the kind that the key names`() throws {
        for (key, kind) in [
            ("street-tiles" as ConfigurationKey, TileLayer.Kind.street), ("satellite-tiles", .satellite),
            ("label-tiles", .labels),
        ] {
            let configuration = try Configuration([
                Assignment(key: key, value: Self.server, origin: .file(path: "/c", line: 1))
            ])
            let layer = try TileLayer(
                kind: kind, template: Self.address, subdomains: [], attribution: "© Us",
                terms: "https://us.example/terms")
            #expect(configuration.maps.tiles.first { $0.kind == kind } == layer)
            #expect(configuration.maps.tiles.count == 3)
        }
    }

    @Test func `what the server needs follows, in any order`() throws {
        let value = """
            http://{s}.tiles.example:81/{z}/{x}/{y}{r}.png|Us|http://us.example/| dark=https://dark.example/{z}/{x}/{y} \
            |hosts=a,b-2|zoom=7
            """
        let layer = try TileLayer(
            kind: .street, template: "http://{s}.tiles.example:81/{z}/{x}/{y}{r}.png",
            darkTemplate: "https://dark.example/{z}/{x}/{y}", subdomains: ["a", "b-2"], attribution: "Us",
            terms: "http://us.example/", maxZoom: 7)
        #expect(try tiles(value) == layer)
    }

    @Test func `none is a map without it`() throws {
        let configuration = try Configuration(
            ["street-tiles" as ConfigurationKey, "satellite-tiles", "label-tiles"].map {
                Assignment(key: $0, value: "none", origin: .option($0.rawValue))
            })
        #expect(configuration.maps.tiles.isEmpty)
    }

    @Test(arguments: [
        "", "off", address, "\(address) | Us", "\(address) | | https://us.example/", "\(address) | Us | us.example",
        "ftp://tiles.example/{z}/{x}/{y} | Us | https://us.example/", "tiles | Us | https://us.example/",
        "https://tiles.example/{z}/{x}.png | Us | https://us.example/",
        "https://tiles.example/{z}/{x}/{y}?key={key} | Us | https://us.example/",
        "https://{s}.tiles.example/{z}/{x}/{y} | Us | https://us.example/",
        "https://{x}.tiles.example/{z}/{x}/{y} | Us | https://us.example/",
        "https://tiles.example/{z}/{x}/{y}\"> | Us | https://us.example/",
        "https://tiles example/{z}/{x}/{y} | Us | https://us.example/", "\(server) | zoom=25", "\(server) | zoom=deep",
        "\(server) | zoom=3 | zoom=4", "\(server) | hosts=", "\(server) | hosts=a,,b", "\(server) | hosts=a b",
        "\(server) | dark=no", "\(server) | size=512", "\(server) | ", "\(server)\n", "\(server) | zoom",
    ])
    func `what is no tile server is refused where it stands, in one line`(value: String) {
        let failure = #expect(throws: CommandFailure.self) { try tiles(value) }
        #expect(failure?.status == .usage)
        #expect(failure?.description.hasPrefix("--street-tiles: ") == true)
        #expect(failure?.line.contains("\n") == false)
    }

    @Test func `the examples of the manual are understood`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manual = try String(contentsOf: root.appendingPathComponent("docs/configuration.md"), encoding: .utf8)
        let lines = manual.split(separator: "\n").filter { $0.wholeMatch(of: /[a-z]+-tiles = .*/) != nil }
        #expect(lines.count == 2)
        for line in lines {
            let words = line.split(separator: " = ", maxSplits: 1).map(String.init)
            let key = try #require(ConfigurationKey(rawValue: words[0]))
            _ = try Configuration([Assignment(key: key, value: words[1], origin: .file(path: "/c", line: 1))])
        }
    }

    @Test func `thumbnails may come from a plain http mirror, and pages are told only of that`() throws {
        func hosts(_ base: String) throws -> [String] {
            try Configuration([
                Assignment(key: .imageBase, value: base, origin: .option("image-base")),
                Assignment(key: "allow-plain-http", value: nil, origin: .option("allow-plain-http")),
            ]).plainImageHosts
        }
        #expect(try hosts("http://mirror.example:8080/a/b") == ["http://mirror.example:8080"])
        #expect(try hosts("https://mirror.example/a").isEmpty)
    }
}
