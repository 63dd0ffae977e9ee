import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// The wall clock is set, back or forth, while the daemon runs. What waits and expires in seconds goes by a clock that
/// does not jump; what is kept over remounts can only be compared by the wall clock.
@Suite("The clock is set", .timeLimit(.minutes(2)))
struct ClockJumpTests {
    private static let year: Int64 = 365 * 86_400
    private static let jumps = [-30 * year, -86_400, -1, 86_400, 30 * year]
    private let paris = "places/France/Paris"

    private func settled(_ world: World) async {
        await until { await world.files.listings.refresher.underWay.isEmpty }
    }

    private func state(_ path: String, _ world: World) async throws -> String {
        let inode = try await world.inode(path)
        let value = try await world.files.getxattr("user.places.state", of: inode)
        return String(decoding: value, as: UTF8.self)
    }

    @Test(.proves("The clock is set"), arguments: jumps)
    func `no listing is emptied, and each is asked for again`(jump: Int64) async throws {
        let world = try await World()
        world.show(["one", "two"])
        let before = try await world.list(paris)
        #expect(before.contains("one.jpg") && before.contains("two.jpg"))
        world.now.edit { $0 += jump }
        #expect(try await state(paris, world) == "stale")
        world.show(["one", "two", "three"])
        #expect(try await world.list(paris) == before, "what is known, at once")
        await settled(world)
        #expect(try await world.list(paris).contains("three.jpg"))
        #expect(try await state(paris, world) == "fresh", "from now on by the new clock")
        #expect(world.source.questions.current.count == 2)
        _ = try await world.list(paris)
        await settled(world)
        #expect(world.source.questions.current.count == 2, "and not with every look")
    }

    @Test(.proves("The clock is set"), arguments: jumps)
    func `the list of places stays, and is asked for again`(jump: Int64) async throws {
        let world = try await World()
        #expect(try await world.list("places").contains("France"))
        world.now.edit { $0 += jump }
        world.source.places.current = .success([
            World.paris,
            Place(id: PlaceID("woe:3"), name: "Kyoto", country: "Japan", origin: .source),
        ])
        #expect(try await world.list("places").contains("France"))
        await settled(world)
        #expect(try await world.list("places").contains("Japan"))
    }

    @Test(.proves("The clock is set"), arguments: jumps.filter { $0 < 0 })
    func `a clock set back does not freeze what failed before`(jump: Int64) async throws {
        let world = try await World()
        world.show(["one"])
        let before = try await world.list(paris)
        world.now.edit { $0 += 7 * 3600 }
        world.source.photosByPlace.edit { $0[World.paris.id] = .failure(.unreachable("no route")) }
        #expect(try await world.list(paris) == before)
        await settled(world)
        #expect(world.source.questions.current.count == 2)
        world.now.edit { $0 += jump }
        world.show(["one", "two"])
        #expect(try await world.list(paris) == before, "what is known, at once")
        await settled(world)
        #expect(try await world.list(paris).contains("two.jpg"))
    }

    @Test(.proves("The clock is set"), arguments: jumps.filter { $0 < 0 })
    func `a clock set back does not freeze a list of places that failed before`(jump: Int64) async throws {
        let world = try await World()
        world.source.places.current = .failure(.unreachable("no route"))
        #expect(try await world.list("places").count > 190)
        world.now.edit { $0 += jump }
        world.source.places.current = .success([World.paris])
        _ = try await world.list("places")
        await settled(world)
        #expect(try await world.list("places") == ["map.geojson", "map.html", ".hidden", "README.txt", "France"])
    }

    @Test(.proves("The clock is set"), arguments: jumps)
    func `a photo keeps its number and opens by name`(jump: Int64) async throws {
        let world = try await World()
        world.show(["one", "two"])
        _ = try await world.list(paris)
        let inode = try await world.inode(paris + "/one.jpg")
        let map = try await world.read(paris + "/map.geojson")
        world.now.edit { $0 += jump }
        #expect(try await world.inode(paris + "/one.jpg") == inode)
        #expect(try await world.read(paris + "/map.geojson") == map)
        await settled(world)
        #expect(try await world.inode(paris + "/one.jpg") == inode)
    }
}
