import Foundation
import PhotoTree

@testable import Catalog

/// Everything that people make by hand, in one catalog.
struct Handiwork: Equatable {
    var pins: [String: Set<PhotoID>]
    var points: Set<PinPoint>
    var searches: [String: Set<PhotoID>]
    var albums: [String: [PhotoID: String]]
    var topics: Set<String>
    var places: Set<PlaceID>
    var countries: Set<String>

    /// What `catalog` has of it.
    init(_ catalog: Catalog) async throws {
        let all = try await catalog.pins()
        pins = [:]
        for pin in all { pins[pin.name] = try await catalog.removedPhotos(of: pin.number) }
        points = Set(all.map(\.point))
        searches = [:]
        for search in try await catalog.searches() {
            searches["\(search.name) \(search.identity)"] = try await catalog.removedPhotos(ofSearch: search.number)
        }
        albums = [:]
        for album in try await catalog.albums() {
            albums[album.name] = try await catalog.read { db in try AlbumRecord.photos(of: album.number, db) }
        }
        topics = Set(try await catalog.topics().map(\.name))
        places = Set(try await catalog.addedPlaces().map(\.id))
        countries = Set(try await catalog.addedCountries())
    }

    /// Makes some of each, beside much that nobody made.
    static func fill(_ catalog: Catalog) async throws -> Handiwork {
        for index in 1...8 { _ = try await catalog.pin(index, collection: index == 1 ? 1...60 : nil) }
        let pins = try await catalog.pins()
        for photo in ["2", "3"] { _ = try await catalog.removeFromCollection(PhotoID(photo), of: pins[0].number) }
        _ = try await catalog.movePin(
            pins[1].number, to: "12.5, -7 Café %20 \u{1F4CD}", at: coordinate(12.5, -7), subtitle: "a\nb")
        try await catalog.removePin(pins[2].number)
        _ = try await catalog.addPin(
            named: "Bavaria", at: pins[3].coordinate, of: "area:DE-BY", subtitle: "Germany", reusing: nil)
        for (name, identity) in [("red door, 2019", "a"), ("cat", "b"), ("gone", "c")] {
            _ = try await catalog.addSearch(named: name, identity: identity, reusing: nil)
        }
        let searches = try await catalog.searches()
        _ = try await catalog.replaceSearch(searches[0].number, with: page(1...9), draw: nil)
        _ = try await catalog.remove(PhotoID("5"), fromSearch: searches[0].number)
        _ = try await catalog.renameSearch(searches[1].number, to: "dog", identity: "d")
        try await catalog.removeSearch(searches[2].number)
        for name in ["Poster 100%", "empty", "gone"] { _ = try await catalog.addAlbum(named: name, reusing: nil) }
        let albums = try await catalog.albums()
        for (number, name) in [(1, "one.jpg"), (2, "a b%20\n.jpg"), (3, "three.jpg"), (4, "four.jpg")] {
            _ = try await catalog.put(PhotoID("\(number)"), named: name, into: albums[0].number, replacing: false)
        }
        _ = try await catalog.rename(PhotoID("1"), inAlbum: albums[0].number, to: "title.jpg", replacing: false)
        _ = try await catalog.remove(PhotoID("3"), fromAlbum: albums[0].number)
        _ = try await catalog.put(PhotoID("5"), named: "FOUR.jpg", into: albums[0].number, replacing: true)
        _ = try await catalog.put(PhotoID("6"), named: "six.jpg", into: albums[2].number, replacing: false)
        _ = try await catalog.put(
            PhotoID("6"), named: "six.jpg", into: albums[0].number, from: albums[2].number, replacing: false)
        _ = try await catalog.renameAlbum(albums[1].number, to: "still empty")
        _ = try await catalog.removeAlbum(albums[2].number)
        _ = try await catalog.addTopic(named: "Golden Gate", key: "goldengate")
        try await catalog.removeTopic(try await catalog.topics()[0].number)
        try await catalog.addCountry("Peru")
        try await catalog.add(
            Place(
                id: PlaceID("woe:1"), name: "Cusco", region: "Cusco Region", country: "Peru",
                coordinate: Coordinate(latitude: -13.5, longitude: -71.97), sourceKeys: ["woeid": "1", "a b": "c=d"],
                origin: .gazetteer))
        try await catalog.add(Place(id: PlaceID("woe:3"), name: "Puno", country: "Peru", origin: .gazetteer))
        try await catalog.remove(PlaceID("woe:3"))
        _ = try await catalog.replaceListing(of: paris, with: page(1...200))
        return try await Handiwork(catalog)
    }
}

extension TemporaryFolder {
    var made: String { path + "/made.txt" }

    func removeMade() throws { try FileManager.default.removeItem(atPath: made) }

    /// Removes the catalog, and leaves `made.txt`.
    func loseCatalog() throws {
        for name in try names where name.hasPrefix("catalog.sqlite") {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }

    var madeLines: [String] {
        get throws { try String(contentsOfFile: made, encoding: .utf8).split(separator: "\n").map(String.init) }
    }
}
