import GRDB
import PhotoTree
import TestClock
import Testing

@testable import Catalog
@testable import PlacesFileSystem

@Suite("Housekeeping", .timeLimit(.minutes(2)))
struct HousekeepingTests {
    @Test func `a mount that stays for months forgets names that ended, as a new one would`() async throws {
        let world = try await World()
        let paris = "places/France/Paris"
        world.show(["one", "two"])
        _ = try await world.list(paris)
        world.show(["one"])
        world.now.edit { $0 += 6 * 3600 }
        _ = try await world.list(paris)
        await until { await world.files.listings.refresher.underWay.isEmpty }
        #expect(try await world.catalog.counts().names == 2)
        let running = Task { await world.files.run() }
        // Until the next day, and until what was sent last is asked for.
        await until { world.clock.sleeping == 2 }
        world.now.edit { $0 += 31 * 86_400 }
        world.clock.advance(by: .seconds(86_400))
        try await until { try await world.catalog.counts().names != 2 }
        #expect(try await world.catalog.counts().names == 1)
        // Until the next day, and until what was sent last is asked for.
        await until { world.clock.sleeping == 2 }
        running.cancel()
        await running.value
    }

    @Test func `what nobody asked for waits until a user had a first look`() async throws {
        let pause = Duration.seconds(2)
        let world = try await World { $0.timing.startPause = pause }
        world.show(["one", "two"])
        _ = try await world.list("places/France/Paris")
        world.show(["one"])
        world.now.edit { $0 += 6 * 3600 }
        _ = try await world.list("places/France/Paris")
        world.now.edit { $0 += 31 * 86_400 }
        let running = Task { await world.files.run() }
        // The pause, and what was sent last for when it is asked for.
        await until { world.clock.sleeping == 2 }
        #expect(try await world.catalog.counts().names == 2)
        world.clock.advance(by: pause)
        try await until { try await world.catalog.counts().names == 1 }
        running.cancel()
        await running.value
    }

    /// More than a search indexes itself.
    @Test func `the words that a search met unindexed are indexed behind it`() async throws {
        let world = try await World { $0.photosPerPlace = 4_000 }
        world.show((1...2_600).map { "boat \($0)" })
        func due() async throws -> Int? {
            try await world.catalog.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM textDue") }
        }
        world.show(["sea"], in: World.nice)
        _ = try await world.list("places/France/Nice")
        let running = Task { await world.files.run() }
        // What there was at its start is indexed once.
        try await until { try await due() == 0 }
        _ = try await world.list("places/France/Paris")
        try await until { try await due() == 2_600 }
        let search = try SearchName.query("known, boat", now: Timestamp(world.now.current)) { _ in false }
        #expect(try await world.catalog.knownPhotos(search, near: nil, limit: 10).photos.count == 10)
        try await until { try await due() == 0 }
        running.cancel()
        await running.value
    }
}
