import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// How long the files are that we write for a listing, and when that is found out.
@Suite("Sizes of written files")
struct WrittenSizesTests {
    private let paris = "places/France/Paris"
    private let long: Set = ["map.geojson", "map.html", "CREDITS.txt"]

    private func world(_ sidecars: Settings.Sidecars) async throws -> World {
        let world = try await World {
            $0.sidecars = sidecars
            $0.photosPerPlace = 200
        }
        world.show(["one", "two"])
        return world
    }

    /// The names that a stream brings no attributes with, but for those that never have any.
    private func untold(_ world: World) async throws -> Set<String> {
        let open = try await world.files.opendir(try await world.inode(paris), by: World.caller)
        defer { world.files.releasedir(open.handle) }
        var names: Set<String> = []
        var offset = DirectoryOffset(0)
        while true {
            let page = try await world.files.readdir(open.handle, from: offset)
            guard let last = page.last else { return names.subtracting([".", ".."]) }
            names.formUnion(page.filter { $0.entry == nil }.map(\.name))
            offset = last.next
        }
    }

    @Test func `who only lists names has no map made; who asks for its size gets the true one`() async throws {
        let world = try await world(.none)
        #expect(try await untold(world) == long)
        let inode = try await world.inode(paris)
        for name in long.union([".hidden"]) {
            let told = try await world.files.lookup(name, in: inode, by: World.caller).attributes?.size
            let content = try await world.read("\(paris)/\(name)")
            #expect(told == Int64(content.utf8.count), "\(name)")
        }
        world.show(["one", "two", "three"])
        world.now.edit { $0 += 7 * 3600 }
        _ = try await world.list(paris)
        await until { (try? await world.list(paris).contains("three.jpg")) == true }
        #expect(try await untold(world) == long, "another listing, other maps")
    }

    @Test func `where sidecars are listed all sizes come with the names, and are true`() async throws {
        let world = try await world(.listed)
        #expect(try await untold(world).isEmpty)
        let inode = try await world.inode(paris)
        for name in long.union(["one.geojson", "two.geojson"]) {
            let told = try await world.files.lookup(name, in: inode, by: World.caller).attributes?.size
            #expect(told == Int64(try await world.read("\(paris)/\(name)").utf8.count), "\(name)")
        }
    }

    @Test func `the sidecars of a long list are measured when somebody looks at one, and truly`() async throws {
        let world = try await world(.listed)
        let titles = (1...101).map { "photo \($0)" }
        world.show(titles)
        let sidecars = Set(titles.map { $0 + ".geojson" })
        #expect(try await untold(world) == long.union(sidecars))
        let inode = try await world.inode(paris)
        for name in long.union(["photo 1.geojson", "photo 77.geojson", "photo 101.geojson"]) {
            let told = try await world.files.lookup(name, in: inode, by: World.caller).attributes
            #expect(told?.size == Int64(try await world.read("\(paris)/\(name)").utf8.count), "\(name)")
        }
        // A photo's size comes with its name.
        #expect(try await world.files.lookup("photo 5.jpg", in: inode, by: World.caller).attributes?.size ?? 0 > 0)
    }
}
