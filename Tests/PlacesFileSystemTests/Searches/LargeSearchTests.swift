import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("A search for many photos, on its way", .timeLimit(.minutes(1)))
struct LargeSearchTests {
    private let world: World

    init() async throws {
        world = try await World()
    }

    private func state(_ query: String) async throws -> String {
        let inode = try await world.inode("search/" + query)
        let told = try await world.files.getxattr("user.places.state", of: inode, by: World.caller)
        return String(decoding: told, as: UTF8.self)
    }

    @Test(.proves("The first 50 photos of a larger search"))
    func `the state says how many photos have come of how many`() async throws {
        let source = world.source
        source.found.current = { query in
            // The first answer comes, and no other until the test says so.
            source.barrier.close()
            return PhotoPage(photos: (0..<query.limit).map { World.photo("\($0)", "door \($0)") }, total: 4_000)
        }
        let query = "door, 120 photos"
        let search = try await world.inode("search")
        _ = try await world.files.mkdir(query, in: search, by: World.caller)
        #expect(try await world.list("search/" + query).filter { $0.hasSuffix(".jpg") }.count == 50)
        #expect(await world.soon { source.barrier.arrivals == 2 })
        #expect(try await state(query) == "downloading 50 of 120")
        source.barrier.open()
        #expect(await world.soon { (try? await state(query)) == "fresh" })
        #expect(try await world.list("search/" + query).filter { $0.hasSuffix(".jpg") }.count == 120)
    }

    @Test(.proves("The first 50 photos of a larger search"))
    func `a draw is shown when all of it has come, for its photos are drawn from all`() async throws {
        let source = world.source
        source.found.current = { query in
            // The same question continues, as at a source that is slow.
            let isFirst = source.barrier.arrivals == 1
            if isFirst { source.barrier.close() }
            let photos = (0..<(isFirst ? 50 : query.limit)).map { World.photo("\($0)", "door \($0)") }
            return PhotoPage(photos: photos, total: 4_000, extent: isFirst ? .begun : .whole)
        }
        let query = "door, random, 120 photos"
        let search = try await world.inode("search")
        _ = try await world.files.mkdir(query, in: search, by: World.caller)
        #expect(await world.soon { source.barrier.arrivals == 2 })
        #expect(try await state(query) == "downloading")
        source.barrier.open()
        #expect(await world.soon { (try? await state(query)) == "fresh" })
        #expect(try await world.list("search/" + query).filter { $0.hasSuffix(".jpg") }.count == 120)
    }
}
