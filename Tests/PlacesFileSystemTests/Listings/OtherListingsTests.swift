import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("What shows a part of what others list", .timeLimit(.minutes(2)))
struct OtherListingsTests {
    private let world: World
    private let paris = "places/France/Paris"

    init() async throws {
        world = try await World()
        world.show(["one lake", "two"])
    }

    @Test(.proves("`known` asks nobody"))
    func `a search of what is known looks again when a place has other photos, though as many`() async throws {
        _ = try await world.list(paris)
        let searches = try await world.inode("search")
        _ = try await world.files.mkdir("known, lake", in: searches, by: World.caller)
        #expect(try await photos("search/known, lake") == ["one lake.jpg"])
        world.show(["other lake", "two"])
        world.now.edit { $0 += 86_400 }
        _ = try await world.list(paris)
        await until { (try? await photos(paris)) == ["other lake.jpg", "two.jpg"] }
        await until { (try? await photos("search/known, lake")) == ["one lake.jpg", "other lake.jpg"] }
    }

    @Test func `the map of places is not written anew because a pin was filled`() async throws {
        let map = try await world.inode("places/map.geojson")
        _ = try await world.list("pins")
        let pins = try await world.inode("pins")
        _ = try await world.files.mkdir("1,1", in: pins, by: World.caller)
        _ = try await world.list("pins/1,1")
        let directories = world.files.tree.directories
        let before = directories.countVersion(in: .places)
        #expect(directories.countVersion(in: .pins) > 0)
        #expect(try await world.inode("places/map.geojson") == map)
        _ = try await world.list(paris)
        #expect(directories.countVersion(in: .places) == before + 1)
        #expect(try await world.inode("places/map.geojson") != map)
    }

    private func photos(_ path: String) async throws(Errno) -> [String] {
        try await world.list(path).filter { $0.hasSuffix(".jpg") }.sorted()
    }
}
