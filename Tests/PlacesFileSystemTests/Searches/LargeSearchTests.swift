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
}
