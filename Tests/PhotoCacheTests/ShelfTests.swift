import Foundation
import Logging
import PhotoTree
import TestClock
import Testing

@testable import PhotoCache

@Suite("The shelf of the cache")
struct ShelfTests {
    private let fixture = CacheFixture()

    private func cache(shelfLimit: Int64) async throws -> PhotoCache {
        func opened(_ path: String, _ limit: Int64, _ shelf: PhotoCache?) throws -> PhotoCache {
            try PhotoCache(
                directory: path, limit: limit, threads: fixture.threads, clock: fixture.clock,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, shelf: shelf, isShelf: shelf == nil)
        }
        let shelf = try opened(fixture.path + "/kept", shelfLimit, nil)
        let cache = try opened(fixture.path, 1 << 20, shelf)
        await until { cache.isCounted }
        return cache
    }

    @Test func `a photo that does not come onto it is not here, has no room, or cannot be moved`() async throws {
        let cache = try await cache(shelfLimit: 64 << 10)
        #expect(await cache.moveToShelf(key("none")) == .notHere)
        for (name, length) in [("large", 100_000), ("one", 3000), ("two", 3000)] {
            let bytes = picture(1, length)
            let stored = await cache.store(key(name), bytes)
            _ = await cache.present(key(name), known: stored)
        }
        #expect(await cache.moveToShelf(key("large")) == .noRoom)
        #expect(await cache.moveToShelf(key("one")) == .moved)
        #expect(await cache.moveToShelf(key("one")) == .moved, "it lies there")
        // As where a link leads to another disk.
        try FileManager.default.removeItem(atPath: fixture.path + "/kept")
        #expect(await cache.moveToShelf(key("two")) == .failed)
        #expect(cache.contains(key("two")) && cache.shelf?.usage.photos == 1)
    }

    @Test(arguments: [true, false])
    func `the beginning of a photo leaves it when nobody wants the photo there any more`(isPaused: Bool) async throws {
        let shelf = try #require(try await cache(shelfLimit: 1 << 20).shelf)
        func begin(_ name: String) async throws -> PartialPhoto {
            let partial = try #require(shelf.begin(key(name), expected: 100_000))
            #expect(await partial.append(picture(1, 50_000)) == .stored)
            return partial
        }
        shelf.want([PhotoID("one"), PhotoID("two")])
        let (one, two) = (try await begin("one"), try await begin("two"))
        if isPaused { one.pause() }
        two.pause()
        shelf.want([PhotoID("two")])
        one.pause()
        await until { shelf.usage.bytes <= 64 << 10 }
        #expect(one.length == nil && !one.resume(expected: 100_000))
        #expect(two.length == 50_000 && two.resume(expected: 100_000))
    }
}
