import Foundation
import Testing

@testable import PhotoTree

@Suite("Map assets")
struct MapAssetsTests {
    /// A copy of our files, to be spoilt.
    private static func copy(_ change: (URL) throws -> Void) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "placesfs-assets-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: ResourceDirectory.path() + "/map", toPath: folder.path)
        try change(folder)
        return folder.path
    }

    @Test(arguments: ["page.html", "page.css", "main.js", "outline.json"])
    func `a file of ours that is absent is named`(name: String) throws {
        let folder = try Self.copy { try FileManager.default.removeItem(at: $0.appending(path: name)) }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: MapAssetsError.missing("\(folder)/\(name)")) {
            try MapAssets(directory: folder, leaflet: MapWorld.leaflet)
        }
    }

    @Test(arguments: [
        ("page.html", "<html></html>"), ("main.js", "'</SCRIPT>'"), ("page.css", "</style>"), ("outline.json", "<!--"),
        ("text.js", "'<script'"),
    ])
    func `a file of ours that is no longer ours is named`(name: String, text: String) throws {
        let folder = try Self.copy { try Data(text.utf8).write(to: $0.appending(path: name)) }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: MapAssetsError.damaged("\(folder)/\(name)")) {
            try MapAssets(directory: folder, leaflet: MapWorld.leaflet)
        }
    }

    private static let leafletFiles = [
        "leaflet.css", "MarkerCluster.css", "leaflet.min.js", "leaflet.markercluster.min.js",
    ]

    @Test(.enabled(if: BrowserRun.isPossible), arguments: leafletFiles)
    func `a Leaflet that would break the page is none`(name: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "placesfs-leaflet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in Self.leafletFiles {
            try FileManager.default.copyItem(atPath: "\(MapWorld.leaflet)/\(file)", toPath: "\(folder.path)/\(file)")
        }
        #expect(try MapAssets.load(leaflet: folder.path).hasLeaflet)
        try Data("x = '</script>' </style>".utf8).write(to: folder.appending(path: name))
        #expect(try !MapAssets.load(leaflet: folder.path).hasLeaflet)
        try Data([0xFF, 0xFE]).write(to: folder.appending(path: name))
        #expect(try !MapAssets.load(leaflet: folder.path).hasLeaflet)
    }

    @Test func `the outline is of land that lies on the earth, and small`() throws {
        let assets = try MapAssets.load()
        #expect(assets.outline.utf8.count < 60_000)
        struct Outline: Decodable {
            var step: Double
            var land: [[Int]]
            var borders: [[Int]]
        }
        let outline = try JSONDecoder().decode(Outline.self, from: Data(assets.outline.utf8))
        #expect(outline.land.count > 100 && outline.borders.count > 100)
        for line in outline.land + outline.borders {
            var (x, y) = (0, 0)
            for index in stride(from: 0, to: line.count, by: 2) {
                x += line[index]
                y += line[index + 1]
                #expect(abs(Double(x) * outline.step) <= 180 && abs(Double(y) * outline.step) <= 90)
            }
        }
        for ring in outline.land {
            let ends = stride(from: 2, to: ring.count, by: 2).reduce((0, 0)) { ($0.0 + ring[$1], $0.1 + ring[$1 + 1]) }
            #expect(ends == (0, 0), "a ring is closed")
        }
    }
}
