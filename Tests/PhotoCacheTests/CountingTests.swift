import PhotoTree
import TestClock
import Testing

@testable import PhotoCache

/// Of the files that an earlier process left, where they are not counted at once.
@Suite("Counting the photo cache", .timeLimit(.minutes(1)))
struct CountingTests {
    private let fixture = CacheFixture()
    private let bytes = picture(1, 50_000)

    /// What another process left of two photos, and a cache that has not counted them.
    private func left() async throws -> (cache: PhotoCache, learnt: KnownFile?) {
        let before = try fixture.cache()
        let learnt = await before.store(key("1"), bytes)
        await before.store(key("2"), picture(2, 20_000))
        return (try fixture.cache(countsAtOnce: false), learnt)
    }

    @Test func `photos are read before they are counted, and counted when somebody asks`() async throws {
        let (cache, learnt) = try await left()
        #expect(cache.contains(key("2")) && !cache.contains(key("3")))
        #expect(await cache.whole(key("1"), known: learnt) == bytes)
        #expect(!cache.isCounted && cache.usage.photos == 1)
        await cache.counted(within: .seconds(3600))
        #expect(cache.isCounted && cache.usage.photos == 2)
    }

    @Test func `a download has them counted, and waits for that`() async throws {
        let (cache, _) = try await left()
        #expect(await cache.store(key("3"), picture(3, 10_000)) != nil)
        #expect(cache.isCounted && Set(cache.keys()) == [key("1"), key("2"), key("3")])
    }

    @Test func `a photo that was removed before it was counted is never served again`() async throws {
        let (cache, learnt) = try await left()
        cache.remove(key("1"))
        #expect(await cache.present(key("1"), known: learnt) == nil && !cache.contains(key("1")))
        await cache.counted(within: .seconds(3600))
        #expect(cache.keys() == [key("2")])
        #expect(await eventually { !fixture.names.contains("1,b.photo") })
    }

    @Test func `a photo that was removed before it was counted, and fetched anew, stays`() async throws {
        let (cache, _) = try await left()
        cache.remove(key("1"))
        let new = picture(4, 30_000)
        let learnt = await cache.store(key("1"), new)
        await cache.counted(within: .seconds(3600))
        #expect(await cache.whole(key("1"), known: learnt) == new)
        #expect(fixture.names.contains("1,b.photo"))
    }
}
