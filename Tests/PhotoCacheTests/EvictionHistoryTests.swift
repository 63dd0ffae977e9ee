import Fuzzing
import PhotoTree
import TestClock
import Testing

@testable import PhotoCache

@Suite struct EvictionHistoryTests {
    /// Reads the photos one after the other, and fetches those that are not there.
    private func read(_ photos: [Int], limit: Int64) async throws -> CacheUsage.Refetched {
        let fixture = CacheFixture()
        defer { withExtendedLifetime(fixture) {} }
        let cache = try fixture.cache(limit: limit)
        for photo in photos {
            if await cache.read(0..<1, of: key("\(photo)")) == nil {
                #expect(await cache.store(key("\(photo)"), picture(photo, 20_000 + photo * 9_000)) != nil)
            }
        }
        return cache.usage.refetched
    }

    @Test func `a photo that is fetched again needs room for itself and all that was used since`() async throws {
        // Of 29,000 bytes in eight blocks, 38,000 in ten, 47,000 in twelve.
        let again = try await read([1, 2, 3, 2, 1], limit: 100_000)
        #expect(again == CacheUsage.Refetched(photos: 1, bytes: 8 * 4096, sufficientLimit: 30 * 4096))
        #expect(try await read([1, 2, 3, 2, 3], limit: 100_000) == CacheUsage.Refetched())
    }

    @Test(arguments: 1...8)
    func `the limit that status names keeps all that was fetched again, and a block less does not`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let photos = (0..<60).map { _ in
            min(Int.random(in: 0..<10, using: &random), Int.random(in: 0..<10, using: &random))
        }
        let again = try await read(photos, limit: 160_000)
        let limit = try #require(again.sufficientLimit)
        #expect(limit > 160_000)
        #expect(try await read(photos, limit: limit) == CacheUsage.Refetched())
        #expect(try await read(photos, limit: limit - 4096).photos > 0)
    }

    @Test func `what was evicted or fetched again more than 24 hours ago is not counted`() async throws {
        let fixture = CacheFixture()
        defer { withExtendedLifetime(fixture) {} }
        let cache = try fixture.cache(limit: 100_000)
        for photo in ["1", "2", "1"] { await cache.store(key(photo), picture(1, 80_000)) }
        #expect(cache.usage.refetched.photos == 1)
        fixture.clock.advance(by: EvictionHistory.period + .seconds(1))
        #expect(cache.usage.refetched == CacheUsage.Refetched())
        await cache.store(key("2"), picture(1, 80_000))
        #expect(cache.usage.refetched == CacheUsage.Refetched(), "it was evicted the day before")
        await cache.store(key("1"), picture(1, 80_000))
        #expect(cache.usage.refetched.photos == 1)
    }

    @Test func `what was removed for another reason is not counted`() async throws {
        let fixture = CacheFixture()
        defer { withExtendedLifetime(fixture) {} }
        let cache = try fixture.cache()
        for _ in 0..<3 {
            await cache.store(key("1"), picture(1, 80_000))
            cache.clear()
            await cache.store(key("1"), picture(1, 80_000))
            cache.removeAll(of: PhotoID("1"))
        }
        #expect(cache.usage.refetched == CacheUsage.Refetched())
    }

    @Test func `what is remembered is bounded, the latest stays`() {
        var history = EvictionHistory()
        for number in 1...20_000 {
            history.evicted(
                key("\(number)"), bytes: 4096, use: LastUse(number: UInt64(number), viewed: 0), now: .zero)
            #expect(history.count <= EvictionHistory.capacity)
        }
        history.fetches(key("1"), limit: 10, now: .zero) { _ in 0 }
        #expect(history.refetched(now: .zero).photos == 0)
        history.fetches(key("20000"), limit: 10, now: .zero) { _ in 8192 }
        history.fetches(key("19999"), limit: 10, now: .zero) { _ in 0 }
        #expect(history.refetched(now: .zero) == CacheUsage.Refetched(photos: 2, bytes: 8192, sufficientLimit: 12_288))
    }
}
