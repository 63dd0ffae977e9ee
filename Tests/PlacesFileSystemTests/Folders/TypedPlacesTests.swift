import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// What becomes of names that somebody types for places that are known.
@Suite("Typed places", .timeLimit(.minutes(2)))
struct TypedPlacesTests {
    static let newYork = Place(
        id: PlaceID("woe:2459115"), name: "New York", region: "New York", country: "United States",
        coordinate: Coordinate(latitude: 40.715, longitude: -74.007), origin: .source)
    static let munich = Place(
        id: PlaceID("woe:676757"), name: "Munich", region: "Bavaria", country: "Germany",
        coordinate: Coordinate(latitude: 48.137, longitude: 11.576), origin: .source)
    static let berlin = Place(
        id: PlaceID("woe:638242"), name: "Berlin", country: "Germany",
        coordinate: Coordinate(latitude: 52.516, longitude: 13.377), origin: .source)

    private func make(_ name: String, in path: String, of world: World) async throws(Errno) {
        _ = try await world.files.mkdir(name, in: try await world.inode(path), by: World.caller)
    }

    /// Without the maps.
    private func listed(_ path: String, of world: World) async throws -> [String] {
        try await world.list(path).filter { !["map.geojson", "map.html", ".hidden", "README.txt"].contains($0) }
    }

    /// Where the link at a path leads.
    private func target(_ path: String, of world: World) async throws(Errno) -> String {
        try await world.files.readlink(try await world.inode(path))
    }

    @Test func `another name of a place that the source lists is EEXIST to mkdir, and a link`() async throws {
        let world = try await World(places: [Self.newYork])
        for name in ["New York City", "NYC", "Nueva York", "new york"] {
            await #expect(throws: Errno.exists, "\(name)") {
                try await make(name, in: "places/United States", of: world)
            }
            #expect(try await target("places/United States/\(name)", of: world) == "New York", "\(name)")
        }
        #expect(try await listed("places/United States", of: world) == ["New York"])
    }

    @Test func `a country under another name says which it is`() async throws {
        let world = try await World()
        func subtitle(_ name: String) async throws -> String {
            let country = try await world.inode("places/" + name)
            return String(decoding: try await world.files.getxattr("user.places.subtitle", of: country), as: UTF8.self)
        }
        for (typed, known) in [("Korea", "South Korea"), ("GB", "United Kingdom")] {
            try await make(typed, in: "places", of: world)
            #expect(try await subtitle(typed) == known)
        }
        try await make("Japan", in: "places", of: world)
        await #expect(throws: Errno.noData) { _ = try await subtitle("Japan") }
    }

    @Test func `a place that the source lists later under another name stays the one that was added`() async throws {
        let world = try await World(places: [Self.berlin])
        try await make("München", in: "places/Germany", of: world)
        let before = try await world.inode("places/Germany/München")
        world.source.places.current = .success([Self.berlin, Self.munich])
        try await world.files.refreshed(.places).refresh()
        #expect(try await listed("places/Germany", of: world) == ["Berlin", "München"])
        #expect(try await target("places/Germany/Munich", of: world) == "München")
        #expect(try await world.inode("places/Germany/München") == before)
        let again = try await World(after: world)
        #expect(try await listed("places/Germany", of: again) == ["Berlin", "München"])
        // Taken away, it is the source's.
        try await again.files.rmdir("München", in: try await again.inode("places/Germany"), by: World.caller)
        #expect(try await listed("places/Germany", of: again) == ["Berlin", "Munich"])
        #expect(try await target("places/Germany/München", of: again) == "Munich")
    }

    @Test(.proves("A place or country is found"))
    func `what is typed in decomposed letters is listed in NFC, and either spelling leads there`() async throws {
        let world = try await World()
        let typed = "O\u{308}sterreich"
        let listed = "\u{D6}sterreich"
        let places = try await world.inode("places")
        let made = try await world.files.mkdir(typed, in: places, by: World.caller)
        let austria = try #require(made.attributes).inode
        // As `mkdir -p` goes on, in what it has just made.
        _ = try await world.files.mkdir("Bru\u{308}nn am Gebirge", in: austria, by: World.caller)
        func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }
        for world in [world, try await World(after: world)] {
            #expect(bytes(try await self.listed("places", of: world)) == bytes(["France", listed]))
            #expect(bytes(try await self.listed("places/\(listed)", of: world)) == bytes(["Br\u{FC}nn am Gebirge"]))
            #expect(bytes([try await target("places/\(typed)", of: world)]) == bytes([listed]))
            await #expect(throws: Errno.exists) { try await make(typed, in: "places", of: world) }
            await #expect(throws: Errno.exists) { try await make(listed, in: "places", of: world) }
        }
        #expect(try await world.inode("places/\(listed)") == austria)
        // By the name that the kernel knows what was made by, and by the one that is listed.
        try await world.files.rmdir("Bru\u{308}nn am Gebirge", in: austria, by: World.caller)
        try await world.files.rmdir(listed, in: places, by: World.caller)
        #expect(try await self.listed("places", of: try await World(after: world)) == ["France"])
    }

    @Test(.proves("A place or country is found"))
    func `a known name that ends in a dot is listed without it, and leads there with it`() async throws {
        let world = try await World(places: [World.paris])
        for name in ["U.K.", "U.S.A."] { try await make(name, in: "places", of: world) }
        try await make("Washington D.C.", in: "places/U.S.A", of: world)
        #expect(try await listed("places", of: world) == ["France", "U.K", "U.S.A"])
        #expect(try await listed("places/U.S.A", of: world) == ["Washington D.C"])
        for (path, listed) in [
            ("places/U.K.", "U.K"), ("places/UK", "U.K"), ("places/U.S.A.", "U.S.A"),
            ("places/U.S.A/Washington D.C.", "Washington D.C"), ("places/U.S.A/Washington", "Washington D.C"),
        ] {
            #expect(try await target(path, of: world) == listed, "\(path)")
        }
        let places = try await world.inode("places")
        for name in ["U.K.", "U.K", "Great Britain"] {
            await #expect(throws: Errno.exists, "\(name)") { try await make(name, in: "places", of: world) }
        }
        try await world.files.rmdir("U.K.", in: places, by: World.caller)
        #expect(try await listed("places", of: world) == ["France", "U.S.A"])
        await #expect(throws: Errno.noEntry) { try await make("Atlantis.", in: "places", of: world) }
        await #expect(throws: Errno.invalid, "a name that would be another") {
            try await make("U:K", in: "places", of: world)
        }
    }
}
