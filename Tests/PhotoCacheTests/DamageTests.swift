import Foundation
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PhotoCache

@Suite("Damage")
struct DamageTests {
    private let fixture = CacheFixture()
    private let bytes = picture(1, 50_000)

    enum Harm: CaseIterable {
        case oneByte, truncated, longer, empty, deleted, directory, fullDirectory, link, unreadableName

        func apply(to url: URL) throws {
            let files = FileManager.default
            switch self {
            case .oneByte:
                let handle = try FileHandle(forWritingTo: url)
                try handle.seek(toOffset: 30_000)
                try handle.write(contentsOf: [0xAA, 0x55])
                try handle.close()
            case .truncated:
                try FileHandle(forWritingTo: url).truncate(atOffset: 20_000)
            case .longer:
                let handle = try FileHandle(forWritingTo: url)
                try handle.seekToEnd()
                try handle.write(contentsOf: [1])
            case .empty:
                try Data().write(to: url)
            case .deleted:
                try files.removeItem(at: url)
            case .directory, .fullDirectory:
                try files.removeItem(at: url)
                try files.createDirectory(at: url, withIntermediateDirectories: false)
                if self == .fullDirectory { try Data().write(to: url.appendingPathComponent("x")) }
            case .link:
                let target = url.deletingLastPathComponent().appendingPathComponent("target")
                try files.moveItem(at: url, to: target)
                try files.createSymbolicLink(at: url, withDestinationURL: target)
            case .unreadableName:
                try files.moveItem(at: url, to: url.deletingLastPathComponent().appendingPathComponent("%zz,b.photo"))
            }
        }
    }

    @Test(arguments: Harm.allCases) func `what happened to a file between two lives makes a miss`(harm: Harm)
        async throws
    {
        var learnt: KnownFile?
        do {
            let cache = try fixture.cache()
            learnt = await cache.store(key("1"), bytes)
        }
        try harm.apply(to: fixture.url("1,b.photo"))
        let cache = try fixture.cache()
        #expect(await cache.whole(key("1"), known: learnt) == nil)
        #expect(await eventually { cache.usage.bytes == 0 })
        let isStored = await cache.store(key("1"), bytes) != nil
        #expect(isStored == (harm != .fullDirectory))
        if isStored { #expect(await cache.whole(key("1"), known: learnt) == bytes) }
    }

    @Test(arguments: Harm.allCases) func `what happens to a file while it is held makes a miss at the next open`(
        harm: Harm
    ) async throws {
        let cache = try fixture.cache()
        let learnt = await cache.store(key("1"), bytes)
        #expect(await cache.whole(key("1"), known: learnt) == bytes)
        try harm.apply(to: fixture.url("1,b.photo"))
        #expect(await cache.present(key("1"), known: learnt) == nil)
        #expect(await eventually { cache.usage.bytes == 0 })
    }

    /// A view sets the file's time, which changes what it is known by.
    @Test(.proves("Cached files are damaged"))
    func `what happened to a file before it is viewed is found all the same`() async throws {
        let cache = try fixture.cache()
        let learnt = await cache.store(key("1"), bytes)
        #expect(await cache.whole(key("1"), known: learnt) == bytes)
        try Harm.oneByte.apply(to: fixture.url("1,b.photo"))
        cache.viewed(key("1"), at: Timestamp(4_000_000_000))
        await fixture.threads.run {}
        await fixture.threads.run {}
        #expect(await cache.present(key("1"), known: learnt) == nil)
    }

    @Test func `a file cut under an open handle is never served short`() async throws {
        let cache = try fixture.cache()
        await cache.store(key("1"), bytes)
        try Harm.truncated.apply(to: fixture.url("1,b.photo"))
        #expect(await cache.read(0..<50_000, of: key("1")) == nil)
        #expect(!cache.contains(key("1")))
    }

    @Test func `a photo whose digest nobody knows is fetched anew`() async throws {
        do {
            let cache = try fixture.cache()
            await cache.store(key("1"), bytes)
        }
        let cache = try fixture.cache()
        #expect(await cache.present(key("1"), known: KnownFile(length: 50_000, digest: nil)) == nil)
    }

    @Test func `the cache goes on when its directory is removed behind its back`() async throws {
        let cache = try fixture.cache()
        let learnt = await cache.store(key("1"), bytes)
        try FileManager.default.removeItem(atPath: fixture.path)
        #expect(await cache.present(key("1"), known: learnt) == nil)
        let again = await cache.store(key("1"), bytes)
        #expect(again == learnt)
        #expect(await cache.whole(key("1"), known: learnt) == bytes)
        #expect(fixture.names.contains("format"))
    }

    @Test func `a disk that refuses is survived`() async throws {
        let cache = try fixture.cache()
        await cache.store(key("0"), bytes)
        try FileManager.default.removeItem(atPath: fixture.path)
        try Data().write(to: URL(fileURLWithPath: fixture.path))
        let partial = try #require(cache.begin(key("1"), expected: nil))
        #expect(await partial.append(bytes) == .unavailable)
        #expect(await partial.append(bytes) == .gaveWay)
        #expect(cache.isDegraded)
        try FileManager.default.removeItem(atPath: fixture.path)
        #expect(await cache.store(key("1"), bytes) != nil)
        #expect(!cache.isDegraded)
    }

    @Test func `a directory of another format is emptied of our files alone`() async throws {
        do {
            let cache = try fixture.cache()
            await cache.store(key("1"), bytes)
        }
        try Data("placesfs photo cache 9\n".utf8).write(to: fixture.url("format"))
        try Data("x".utf8).write(to: fixture.url("mine.txt"))
        let cache = try fixture.cache()
        #expect(await eventually { cache.usage.bytes == 0 })
        #expect(fixture.names == ["CACHEDIR.TAG", "format", "mine.txt"])
        #expect(try String(contentsOf: fixture.url("format"), encoding: .utf8) == "placesfs photo cache 1\n")
    }

    @Test func `a file that got another number, as some file systems give, is still the photo`() async throws {
        let cache = try fixture.cache()
        let learnt = await cache.store(key("1"), bytes)
        let url = fixture.url("1,b.photo")
        try FileManager.default.moveItem(at: url, to: fixture.url("before"))
        try FileManager.default.copyItem(at: fixture.url("before"), to: url)
        #expect(await cache.whole(key("1"), known: learnt) == bytes)
        #expect(cache.usage.photos == 1)
    }

    @Test func `a folder that does not give back what is put into it is left alone`() async throws {
        let cache = try fixture.cache()
        let other = await cache.store(key("2"), bytes)
        for _ in 0..<2 {
            #expect(cache.fits(1))
            let learnt = await cache.store(key("1"), bytes)
            try Harm.oneByte.apply(to: fixture.url("1,b.photo"))
            #expect(await cache.present(key("1"), known: learnt) == nil)
        }
        #expect(!cache.fits(1) && cache.begin(key("3"), expected: nil) == nil)
        #expect(await cache.present(key("2"), known: other) == nil)
        #expect(fixture.names.contains("2,b.photo"))
    }

    @Test func `a photo that was read in between is damaged twice, and its folder is used all the same`() async throws {
        let cache = try fixture.cache()
        for _ in 0..<3 {
            let learnt = await cache.store(key("1"), bytes)
            #expect(await cache.whole(key("1"), known: learnt) == bytes)
            try Harm.oneByte.apply(to: fixture.url("1,b.photo"))
            #expect(await cache.present(key("1"), known: learnt) == nil)
        }
        #expect(cache.fits(1))
    }
}
