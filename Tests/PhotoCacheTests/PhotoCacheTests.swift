import Foundation
import PhotoTree
import Synchronization
import TestClock
import Testing

@testable import PhotoCache

@Suite("PhotoCache")
struct PhotoCacheTests {
    private let fixture = CacheFixture()

    @Test func `a stored photo is read back in any part`() async throws {
        let cache = try fixture.cache()
        let bytes = picture(1, 100_000)
        let learnt = await cache.store(key("1"), bytes)
        #expect(await cache.present(key("1"), known: nil) == learnt)
        #expect(await cache.read(0..<100_000, of: key("1")) == bytes)
        #expect(await cache.read(65_000..<65_010, of: key("1")) == Array(bytes[65_000..<65_010]))
        #expect(await cache.read(99_999..<100_001, of: key("1")) == nil)
        #expect(cache.contains(key("1")) && !cache.contains(key("1", "o")))
        #expect(cache.usage == CacheUsage(bytes: 102_400, limit: 1 << 20, photos: 1))
    }

    @Test func `the directory is private and marked, and foreign files are left alone`() async throws {
        _ = try fixture.cache()
        try Data("x".utf8).write(to: fixture.url("holiday.jpg"))
        try Data("x".utf8).write(to: fixture.url("UP,b.photo"))
        let cache = try fixture.cache(limit: 8192)
        await cache.store(key("1"), picture(1, 8000))
        let mode = try FileManager.default.attributesOfItem(atPath: fixture.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        #expect(fixture.names == ["1,b.photo", "CACHEDIR.TAG", "UP,b.photo", "format", "holiday.jpg"])
        #expect(cache.keys() == [key("1")])
    }

    @Test func `photos of an earlier life are counted, verified and used; unfinished ones are swept`() async throws {
        let bytes = picture(1, 50_000)
        var learnt: KnownFile?
        do {
            let cache = try fixture.cache()
            learnt = await cache.store(key("1"), bytes)
        }
        try Data(count: 9000).write(to: fixture.url("2,b.7.partial"))
        let cache = try fixture.cache()
        // Whether or not the count is done by now, the photo can be read.
        #expect(await cache.whole(key("1"), known: learnt) == bytes)
        #expect(await eventually { cache.usage.bytes == 53_248 && cache.usage.photos == 1 })
        #expect(await eventually { !fixture.names.contains("2,b.7.partial") })
    }

    @Test func `the order of viewing outlives the daemon`() async throws {
        do {
            let cache = try fixture.cache()
            for number in 1...3 {
                await cache.store(key("\(number)"), picture(number, 60_000))
            }
            cache.viewed(key("1"), at: Timestamp(4_000_000_300))
            cache.viewed(key("2"), at: Timestamp(4_000_000_100))
            cache.viewed(key("3"), at: Timestamp(4_000_000_200))
            #expect(
                await eventually {
                    ["1", "2", "3"].allSatisfy { name in
                        let path = fixture.url("\(name),b.photo").path
                        let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
                        return (date?.timeIntervalSince1970 ?? 0) > 4_000_000_000
                    }
                })
        }
        let cache = try fixture.cache(limit: 200_000)
        await cache.store(key("4"), picture(4, 60_000))
        #expect(Set(cache.keys()) == [key("1"), key("3"), key("4")])
        #expect(await eventually { !fixture.names.contains("2,b.photo") })
    }

    @Test func `the limit lowered between lives takes effect`() async throws {
        do {
            let cache = try fixture.cache()
            for number in 1...5 {
                await cache.store(key("\(number)"), picture(number, 100_000))
            }
        }
        let cache = try fixture.cache(limit: 250_000)
        #expect(await eventually { cache.usage.photos == 2 && cache.usage.bytes <= 250_000 })
        #expect(await eventually { fixture.names.filter { $0.hasSuffix(".photo") }.count == 2 })
    }

    @Test func `a photo that is replaced serves the new bytes, and its space is counted once`() async throws {
        let cache = try fixture.cache()
        await cache.store(key("1"), picture(1, 40_000))
        let new = await cache.store(key("1"), picture(2, 30_000))
        #expect(await cache.whole(key("1"), known: new) == picture(2, 30_000))
        #expect(await eventually { cache.usage.bytes == 32_768 })
        #expect(fixture.names.filter { $0.hasSuffix(".photo") } == ["1,b.photo"])
    }

    @Test func `a download gives way to an older one that waits for room`() async throws {
        let cache = try fixture.cache(limit: 256 << 10)
        let old = try #require(cache.begin(key("1"), expected: nil))
        #expect(await old.append(picture(1, 60_000)) == .stored)
        let young = try #require(cache.begin(key("2"), expected: nil))
        #expect(await young.append(picture(2, 60_000)) == .stored)
        let more = Task { await old.append(picture(1, 180_000)) }
        // No longer: what goes on then is for the disk, and the older one's patience must not end before.
        while young.length != nil {
            try #require(await eventually { fixture.clock.sleeping > 0 || young.length == nil })
            if young.length != nil { fixture.clock.advance(by: .seconds(1)) }
        }
        #expect(await more.value == .stored)
        #expect(await young.append([1]) == .gaveWay)
        #expect(await young.read(0..<10) == nil)
        #expect(await old.read(0..<10) == Array(picture(1, 10)))
    }

    /// The policy has decided, and whoever asked it has not said so yet.
    @Test(.timeLimit(.minutes(1)))
    func `a download that asks for room while it is told to give way waits for nobody`() async throws {
        let cache = try fixture.cache(limit: 256 << 10)
        let partial = try #require(cache.begin(key("1"), expected: nil))
        #expect(await partial.append(picture(1, 1_000)) == .stored)
        let decided = cache.table.withLock { table in
            table.slots.keys.flatMap { table.policy.wish($0, length: 1 << 20, now: .zero) }
        }
        #expect(decided.count == 1)
        #expect(await partial.append([1]) == .gaveWay)
    }

    @Test func `a wait for room ends with its task`() async throws {
        let cache = try fixture.cache(limit: 64 << 10)
        let old = try #require(cache.begin(key("1"), expected: nil))
        #expect(await old.append(picture(1, 60_000)) == .stored)
        let young = try #require(cache.begin(key("2"), expected: nil))
        let waiting = Task { await young.append([1]) }
        #expect(await eventually { fixture.clock.sleeping > 0 })
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(await old.append(picture(1, 5_000)) == .stored)
    }

    @Test func `a paused download goes on, or goes first when room is needed`() async throws {
        let cache = try fixture.cache(limit: 128 << 10)
        let partial = try #require(cache.begin(key("1"), expected: nil))
        #expect(await partial.append(picture(1, 60_000)) == .stored)
        partial.pause()
        #expect(cache.usage.bytes == 61_440)
        #expect(partial.resume(expected: nil))
        #expect(await partial.append([1]) == .stored)
        partial.pause()
        await cache.store(key("2"), picture(2, 120_000))
        #expect(!partial.resume(expected: nil))
        #expect(cache.usage.bytes <= 128 << 10)
        #expect(await eventually { !fixture.names.contains { $0.hasSuffix(".partial") } })
    }

    @Test func `clearing forgets the photos and frees the disk`() async throws {
        let cache = try fixture.cache()
        let learnt = await cache.store(key("1"), picture(1, 40_000))
        await cache.store(key("2"), picture(2, 40_000))
        cache.clear()
        #expect(await cache.present(key("1"), known: learnt) == nil)
        #expect(await eventually { cache.usage.bytes == 0 && fixture.names == ["CACHEDIR.TAG", "format"] })
    }

    @Test func `more photos are read than are held open`() async throws {
        let cache = try fixture.cache(limit: 8 << 20)
        for number in 0..<150 {
            await cache.store(key("\(number)"), picture(number, 5000))
        }
        for number in 0..<150 {
            #expect(await cache.whole(key("\(number)"), known: nil) == picture(number, 5000))
        }
        #expect(cache.openFileCount == CacheTable.maximumOpenFiles)
    }

    @Test func `an unusable directory is an error that names it`() async throws {
        let file = NSTemporaryDirectory() + UUID().uuidString
        try Data().write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(throws: PhotoCacheError.unusable(directory: file, reason: "Not a directory")) {
            _ = try PhotoCache(
                directory: file, limit: 1, threads: fixture.threads, clock: fixture.clock,
                logger: try fixture.cache().logger)
        }
    }
}
