import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Listing places", .timeLimit(.minutes(2)))
struct PlacesOperationTests {
    @Test func `the first ls waits for the source's list rather than show one that changes a moment later`()
        async throws
    {
        let world = try await World()
        world.source.placesBarrier.close()
        let listing = Task { try await world.list("places") }
        await until { world.source.placesBarrier.arrivals == 1 && world.clock.sleeping == 1 }
        world.source.placesBarrier.open()
        #expect(try await listing.value == ["map.geojson", "map.html", ".hidden", "README.txt", "France"])
    }

    @Test func `for a list of places without an answer the gazetteer stands in, until there is one`() async throws {
        let world = try await World()
        world.source.places.current = .failure(.unreachable("no route"))
        #expect(try await world.list("places").count > 190)
        world.source.places.current = .success([World.paris])
        #expect(try await world.list("places").count > 190)
        await until { await world.files.listings.refresher.underWay.isEmpty }
        #expect(world.source.placesBarrier.arrivals == 1, "asked again after a pause only")
        world.now.edit { $0 += 30 }
        _ = try await world.list("places")
        await until { await world.files.listings.refresher.underWay.isEmpty }
        #expect(try await world.list("places") == ["map.geojson", "map.html", ".hidden", "README.txt", "France"])
    }

    @Test func `user.places.error tells what went wrong last, a refused name or a refresh`() async throws {
        let world = try await World()
        _ = try await world.list("places")
        let places = try await world.inode("places")
        func refuse() async {
            await #expect(throws: Errno.noEntry) {
                try await world.files.mkdir("Atlantis", in: places, by: World.caller)
            }
        }
        func error() async throws -> String {
            String(decoding: try await world.files.getxattr("user.places.error", of: places), as: UTF8.self)
        }
        await refuse()
        #expect(try await error().contains("Atlantis"))
        world.source.places.current = .failure(.unreachable("no route"))
        let refresh = try world.files.refreshed(.places)
        for _ in 0..<2 {
            world.now.edit { $0 += 60 }
            #expect(await refresh.refresh(within: .fromNow(.seconds(1))) != nil)
            #expect(try await error().hasSuffix("scripted cannot be reached (no route)"))
            world.now.edit { $0 += 60 }
            await refuse()
            #expect(try await error().contains("Atlantis"))
        }
    }

    @Test func `a slow source keeps nobody for longer than the bound`() async throws {
        let world = try await World()
        world.source.placesBarrier.close()
        let listing = Task { try await world.list("places") }
        await until { world.source.placesBarrier.arrivals == 1 && world.clock.sleeping == 1 }
        #expect(world.clock.nextWake == .seconds(30))
        world.clock.advance(by: .seconds(30))
        #expect(try await listing.value.count > 190)
        let lookup = Task { try await world.inode("places/Japan") }
        await until { world.clock.sleeping == 1 }
        #expect(world.clock.nextWake == .seconds(3))
        world.clock.advance(by: .seconds(3))
        #expect(try await lookup.value != .root)
        world.source.placesBarrier.open()
    }

    @Test func `a country's map is another file when its places change, and the same while they do not`() async throws {
        let world = try await World()
        world.show(["one"])
        let map = "places/France/map.geojson"
        let first = try await world.inode(map)
        #expect(try await world.inode(map) == first)
        // It tells how many photos a place has.
        _ = try await world.list("places/France/Paris")
        let second = try await world.inode(map)
        #expect(second != first)
        #expect(try await world.read(map).contains("\"count\":1"))
        await #expect(throws: Errno.stale) {
            try await world.files.open(first, OpenFlags(rawValue: 0), by: World.caller)
        }
        let france = try await world.inode("places/France")
        _ = try await world.files.mkdir("Annecy", in: france, by: World.caller)
        #expect(try await world.inode(map) != second)
        #expect(try await world.read(map).contains("Annecy/"))
    }

    @Test(arguments: [[World.paris, World.nice], []])
    func `when countries and places last came or went is known after a remount`(top: [Place]) async throws {
        let world = try await World(places: top)
        _ = try await world.list("places")
        let maps = ["places/map.geojson", "places/France/map.geojson"]
        let paths = ["places", "places/France", "places/France/Paris", "places/Japan"] + maps
        func times(in world: World) async throws -> [String: Int64] {
            var times: [String: Int64] = [:]
            for path in paths {
                guard let inode = try? await world.inode(path) else { continue }
                times[path] = try await world.files.getattr(inode).modified.seconds
            }
            return times
        }
        let began = try await times(in: world)
        let places = try await world.inode("places")
        let france = try await world.inode("places/France")
        var before = began
        // All countries of the gazetteer are listed.
        for step in top.isEmpty ? [2, 3, 5] : [1, 2, 3, 4, 5] {
            world.now.edit { $0 += 86_400 }
            switch step {
            case 1: _ = try await world.files.mkdir("Czechia", in: places, by: World.caller)
            case 2: _ = try await world.files.mkdir("Sceaux", in: france, by: World.caller)
            case 3: try await world.files.rmdir("Sceaux", in: france, by: World.caller)
            case 4: try await world.files.rmdir("Czechia", in: places, by: World.caller)
            // The same list again is no change.
            default: try await world.files.refreshed(.places).refresh()
            }
            let after = try await times(in: world)
            #expect((after == before) == (step == 5), "step \(step)")
            #expect(after["places/Japan"] == began["places/Japan"], "step \(step)")
            world.now.edit { $0 += 86_400 }
            let again = try await times(in: World(after: world))
            for (path, time) in after {
                // A country without places is on no map, so that in its first life the map has not changed.
                let isKept = path.hasSuffix("map.geojson") ? again[path, default: 0] >= time : again[path] == time
                #expect(isKept, "\(path) after step \(step)")
            }
            before = after
        }
    }

    @Test func `a pin is as old as its name while its collection is loaded`() async throws {
        let world = try await World()
        world.source.barrier.close()
        world.now.edit { $0 += 86_400 }
        let pins = try await world.inode("pins")
        let pin = try #require(await world.files.mkdir("1,2", in: pins, by: World.caller).attributes)
        #expect(pin.modified.seconds == world.now.current)
        world.now.edit { $0 += 86_400 }
        let again = try await World(after: world)
        #expect(try await again.files.getattr(try await again.inode("pins/1,2")).modified == pin.modified)
        world.source.barrier.open()
    }

    @Test func `a directory made again has another number`() async throws {
        let world = try await World()
        _ = try await world.list("places")
        let france = try await world.inode("places/France")
        let made = try await world.files.mkdir("Annecy", in: france, by: World.caller)
        let first = try #require(made.attributes).inode
        try await world.files.rmdir("Annecy", in: france, by: World.caller)
        await #expect(throws: Errno.noEntry) { try await world.inode("places/France/Annecy") }
        // Somebody still sits in it.
        let open = try await world.files.opendir(first, by: World.caller)
        #expect(try await world.names(open) == [])
        world.files.releasedir(open.handle)
        let again = try await world.files.mkdir("Annecy", in: france, by: World.caller)
        #expect(again.attributes?.inode != first)
        await #expect(throws: Errno.exists) { try await world.files.mkdir("Annecy", in: france, by: World.caller) }
    }

    @Test func `what takes no directories is EROFS, what is no directory ENOTDIR, what is not there ENOENT`()
        async throws
    {
        let world = try await World()
        _ = try await world.list("places")
        for path in ["", "recents", ".placesfs", "places/France/Paris"] {
            let inode = try await world.inode(path)
            await #expect(throws: Errno.readOnly, "\(path)") {
                try await world.files.mkdir("new", in: inode, by: World.caller)
            }
            await #expect(throws: Errno.noEntry, "\(path)") {
                try await world.files.rmdir("absent", in: inode, by: World.caller)
            }
            await #expect(throws: Errno.noEntry, "\(path)") {
                try await world.files.unlink("absent", in: inode, by: World.caller)
            }
        }
        await #expect(throws: Errno.notDirectory) {
            try await world.files.rmdir("README.txt", in: .root, by: World.caller)
        }
        await #expect(throws: Errno.readOnly) {
            try await world.files.rmdir("places", in: .root, by: World.caller)
        }
        let gone = InodeNumber(4_000_000_000)
        await #expect(throws: Errno.noEntry) { try await world.files.mkdir("a", in: gone, by: World.caller) }
        await #expect(throws: Errno.noEntry) { try await world.files.getattr(gone) }
        await #expect(throws: Errno.noEntry) { try await world.files.opendir(gone, by: World.caller) }
        await #expect(throws: Errno.badHandle) {
            try await world.files.readdir(HandleNumber(999), from: DirectoryOffset(0))
        }
        await #expect(throws: Errno.badHandle) {
            try await world.files.read(HandleNumber(999), 0..<1, throughPageCache: true, by: World.caller)
        }
    }

    @Test func `a list of countries tells of no map, and who looks at one finds what was listed`() async throws {
        let world = try await World()
        let places = try await world.inode("places")
        let open = try await world.files.opendir(places, by: World.caller)
        let listed = try await world.files.readdir(open.handle, from: DirectoryOffset(0))
        world.files.releasedir(open.handle)
        let maps = listed.filter { $0.name.hasPrefix("map.") }
        #expect(maps.map(\.name) == ["map.geojson", "map.html"] && maps.allSatisfy { $0.entry == nil })
        for map in maps {
            #expect(try await world.inode("places/" + map.name) == map.inode)
        }
        let again = try await world.files.opendir(places, by: World.caller)
        let known = try await world.files.readdir(again.handle, from: DirectoryOffset(0))
        world.files.releasedir(again.handle)
        #expect(known.filter { $0.name.hasPrefix("map.") }.allSatisfy { $0.entry != nil })
    }
}
