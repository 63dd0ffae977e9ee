import Catalog
import PhotoTree
import TestClock
import Testing

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
}
