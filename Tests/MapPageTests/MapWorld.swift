import Foundation
import Gazetteer

@testable import PhotoTree

/// Pages to open in a browser, in a folder laid out like a mount. Its path has a blank and a quote in it.
struct MapWorld {
    static let leaflet = MapAssets.leafletDirectory

    let root: String
    private let folder: String
    private let page: MapPage
    private let port: Int

    init(port: Int) throws {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "placesfs-maps-\(UUID().uuidString)")
        // The browser sees the path without links.
        let parent = temporary.deletingLastPathComponent().resolvingSymlinksInPath()
        folder = parent.appending(path: temporary.lastPathComponent).path
        root = folder + "/it's a mount"
        self.port = port
        page = MapPage(assets: try MapAssets.load(), tiles: try Self.tiles(port: port))
        let trail = [
            MapPage.Crumb(title: "Places", path: "../../map.html"),
            MapPage.Crumb(title: "France", path: "../map.html"),
        ]
        try write(
            "annecy", title: "Annecy", subtitle: "Auvergne-Rhône-Alpes, France", trail: trail,
            photos: Self.annecy(port: port))
        try write("many", title: "Many", photos: Self.many(10_000))
        try write("pages", title: "Pages", photos: Self.many(65))
        try write("hostile", title: Hostile.title, photos: Hostile.photos(port: port))
        try write("empty", title: "Nowhere", photos: [])
        try write("pins", title: "Pins", photos: [])
        try write("recents", title: "Recents", photos: [])
        try write("small", title: "Small", photos: Self.many(65), hasSmallPictures: true)
        try writePins()
        try write("untitled", title: "Stanford", photos: Self.untitled)
        try write("fiji", title: "Fiji", photos: Self.fiji)
        try write("world", title: "World", photos: Self.world)
        try writePlaces()
        try writePopularPlaces()
        try write(
            "places/France/Zürich", title: "Zürich", subtitle: "Lot, France", trail: trail,
            photos: Self.annecy(port: port))
        try Data("a map".utf8).write(to: URL(filePath: root + "/places/France/map.html"))
        let refused = MapPage(assets: try .load(), tiles: try Self.tiles(port: port, kind: "refused"))
        try write("refused", title: "Refused", photos: Self.annecy(port: port), page: refused)
        // Port 1 is nobody's.
        let offline = MapPage(assets: try .load(), tiles: try Self.tiles(port: 1))
        try write("offline", title: "Offline", photos: Self.annecy(port: 1), page: offline)
        let bare = MapPage(assets: try .load(leaflet: root), tiles: [])
        try write("bare", title: "Bare", photos: Self.annecy(port: port), page: bare)
        try copy()
    }

    /// What people copy: a page alone, and folders with all that is in them.
    private func copy() throws {
        let copies = folder + "/copies"
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        for (from, to) in [
            ("annecy/map.html", "mailed map.html"), ("annecy", "trip"), ("places/France", "France"), ("places", "all"),
        ] {
            try FileManager.default.copyItem(atPath: "\(root)/\(from)", toPath: "\(copies)/\(to)")
        }
    }

    func remove() throws {
        try FileManager.default.removeItem(atPath: folder)
    }

    private static func tiles(port: Int, kind: String? = nil) throws(TileLayerError) -> [TileLayer] {
        var layers: [TileLayer] = []
        for layer in TileLayer.Kind.allCases {
            layers.append(
                try TileLayer(
                    kind: layer, template: "http://127.0.0.1:\(port)/\(kind ?? layer.rawValue)/{z}/{x}/{y}.png",
                    attribution: "© \(layer.rawValue) people", terms: "https://tiles.example/\(layer.rawValue)"))
        }
        return layers
    }

    private func write(
        _ folder: String, title: String, subtitle: String = "", trail: [MapPage.Crumb] = [], photos: [Photo],
        page: MapPage? = nil, hasSmallPictures: Bool = false
    ) throws {
        let directory = "\(root)/\(folder)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let listed = photos.enumerated().map { index, photo in
            (
                photo,
                GeoJSON.PhotoFacts(
                    thumbnail: photo.renditions.first?.url, href: "\(index + 1) it's #\(photo.id.rawValue)%.jpg",
                    image: nil)
            )
        }
        for (index, photo) in photos.prefix(100).enumerated() {
            let name = "\(index + 1) it's #\(photo.id.rawValue)%.jpg"
            try Data("a photo".utf8).write(to: URL(filePath: "\(directory)/\(name)"))
            if hasSmallPictures {
                try FileManager.default.createDirectory(
                    atPath: directory + "/.small", withIntermediateDirectories: true)
                try Self.picture.write(to: URL(filePath: "\(directory)/.small/\(name)"))
            }
        }
        let collection = GeoJSON.photos(listed, notice: "Photos by the people who took them.")
        try put(collection, in: folder, heading: heading(folder, title, subtitle, trail), page: page ?? self.page)
    }

    /// One pixel, a GIF whatever its name says.
    private static let picture =
        Data(
            base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7") ?? Data()

    /// A list of pins that has some, in a mount of its own.
    private func writePins() throws {
        let pin = PlaceFeature(
            .pin, title: "Here", subtitle: "", coordinate: Coordinate(latitude: 1, longitude: 2), count: 5,
            href: "1,2 it's here/")
        try FileManager.default.createDirectory(
            atPath: "\(root)/some/pins/\(pin.href)", withIntermediateDirectories: true)
        let heading = heading("pins", "Pins", "")
        try put(GeoJSON.places([pin], notice: ""), in: "some/pins", heading: heading, page: page)
    }

    /// The gazetteer's places, as places/ shows them.
    private func writePlaces() throws {
        let features = try Gazetteer.bundled().listed.map { place in
            let parts = [place.region, place.country].filter { !$0.isEmpty }
            return PlaceFeature(
                title: place.name, subtitle: parts.joined(separator: ", "), coordinate: place.coordinate, count: 50,
                href: "\(place.country)/\(place.name)/", names: place.name == "Reykjavík" ? ["Heimaborg"] : [])
        }
        for feature in features.prefix(30) {
            let directory = "\(root)/places/\(feature.href)"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data("a map".utf8).write(to: URL(filePath: directory + "map.html"))
        }
        let collection = GeoJSON.places(features, notice: "Places by GeoNames, CC BY 4.0.")
        try put(collection, in: "places", heading: heading("places", "places", ""), page: page)
    }

    /// Two places where people photograph now, and one where they do not, in the order of places/.
    private func writePopularPlaces() throws {
        let features = [("Kyoto", "Japan", 1, 1_700), ("Lyon", "France", 0, 0), ("Paris", "France", 2, 7)].map {
            name, country, rank, people in
            PlaceFeature(
                title: name, subtitle: country, coordinate: Coordinate(latitude: 40, longitude: Double(people % 90)),
                count: 50, href: "\(country)/\(name)/",
                standing: rank > 0 ? PopularPlaces.Standing(rank: rank, people: people) : nil)
        }
        try FileManager.default.createDirectory(atPath: "\(root)/now", withIntermediateDirectories: true)
        let collection = GeoJSON.places(PlaceFeature.popularFirst(features), notice: "")
        try put(collection, in: "now", heading: heading("places", "places", ""), page: page)
    }

    private func heading(
        _ folder: String, _ title: String, _ subtitle: String, _ trail: [MapPage.Crumb] = []
    ) -> MapPage.Heading {
        MapPage.Heading(
            title: title, subtitle: subtitle, trail: trail, source: "test", folder: folder, pins: "pins")
    }

    private func put(_ collection: [UInt8], in folder: String, heading: MapPage.Heading, page: MapPage) throws {
        let bytes = page.bytes(heading: heading, collection: collection)
        try Data(bytes).write(to: URL(filePath: "\(root)/\(folder)/map.html"))
        try Data(collection).write(to: URL(filePath: "\(root)/\(folder)/map.geojson"))
    }
}
