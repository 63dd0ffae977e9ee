import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// What is fetched when `--keep-size` has no room for all that is kept. Each photo takes 4 KiB.
@Suite("A full shelf", .timeLimit(.minutes(2)))
struct FullShelfTests {
    private static let paris = "places/France/Paris"
    private let host = ImageTransport()

    private func files(_ ids: some Sequence<String>) -> [String] { ids.map { $0 + ",b.photo" }.sorted() }

    @Test func `what there is no room for is not downloaded, at no hour`() async throws {
        let world = try await World(transport: host, keeps: true, room: 4096)
        world.source.show(["one", "two"].map { KeptReplacementTests.photo($0) })
        try await world.serving { () async throws in
            _ = try await world.list(Self.paris)
            world.files.folders.keeping.add(.place(World.paris.id))
            try #require(await world.soon(.seconds(1)) { world.shelved == files(["one"]) })
            try await world.hours()
            #expect(host.requests == ["https://images.example/one_b.jpg"])
            let told = world.files.folders.keeping.progress(of: [.place(World.paris.id)])
            #expect(told?.text == "1 of 2" && told?.error?.contains("more needs --keep-size") == true)
            // What is in the cache already needs no download.
            world.source.show(["two"].map { KeptReplacementTests.photo($0) })
            _ = try await world.read(Self.paris + "/two.jpg")
            world.now.edit { $0 += 7 * 3600 }
            _ = try await world.list(Self.paris)
            world.now.edit { $0 += 31 * 86_400 }
            #expect(await world.soon(.seconds(3601)) { world.shelved == files(["two"]) })
            #expect(host.requests.count == 2)
        }
    }

    @Test func `a photo that is too large ends none that fit`() async throws {
        let world = try await World(transport: host, keeps: true, room: 3 * 4096)
        var large = KeptReplacementTests.photo("large")
        large.renditions[0].byteCount = 100_000
        world.source.show([large] + ["a", "b", "c"].map { KeptReplacementTests.photo($0) })
        try await world.serving { () async throws in
            _ = try await world.list(Self.paris)
            world.files.folders.keeping.add(.place(World.paris.id))
            #expect(await world.soon(.seconds(31)) { world.shelved == files(["a", "b", "c"]) })
            let told = world.files.folders.keeping.progress(of: [.place(World.paris.id)])
            #expect(told?.text == "3 of 4" && told?.error?.contains("more needs --keep-size") == true)
        }
    }

    @Test func `a photo that was let into an album has its room, however a kept list grows`() async throws {
        let world = try await World(transport: host, keeps: true, room: 7 * 4096)
        world.source.show([KeptReplacementTests.photo("mine")], in: World.nice)
        let others = (1...9).map { "p\($0)" }
        world.source.show(others.map { KeptReplacementTests.photo($0) })
        host.answer(only: 0)
        try await world.serving { () async throws in
            _ = try await world.list(Self.paris)
            _ = try await world.list("places/France/Nice")
            _ = try await world.files.mkdir("A", in: try await world.inode("albums"), by: World.caller)
            _ = try await world.files.link(
                try await world.inode("places/France/Nice/mine.jpg"), as: "mine.jpg",
                in: try await world.inode("albums/A"), by: World.caller)
            world.files.folders.keeping.add(.place(World.paris.id))
            host.answer(only: nil)
            try #require(await world.soon(.seconds(31)) { world.shelved.count == 7 })
            try await world.hours()
            #expect(world.shelved.contains("mine,b.photo"), "\(world.shelved)")
        }
    }

    @Test func `in a mount with less room what left its list goes first, and what is listed stays`() async throws {
        let world = try await World(transport: host, keeps: true, room: 1 << 20)
        world.source.show(["one", "two", "three"].map { KeptReplacementTests.photo($0) })
        try await world.serving { () async throws in
            _ = try await world.list(Self.paris)
            try await world.keep(Self.paris)
            try #require(await world.soon(.seconds(1)) { world.shelved == files(["one", "two", "three"]) })
            world.source.show(["two", "three"].map { KeptReplacementTests.photo($0) })
            world.now.edit { $0 += 7 * 3600 }
            _ = try await world.list(Self.paris)
            #expect(await world.soon { await world.kept(Self.paris) == "2 of 2" })
            #expect(world.shelved == files(["one", "two", "three"]))
        }
        let again = try await World(transport: host, after: world, keeps: true, room: 4096)
        try await again.serving { () async throws in
            #expect(await again.soon(.seconds(1)) { again.shelved == files(["two", "three"]) })
            try await again.hours()
            #expect(again.shelved == files(["two", "three"]))
            #expect(await again.kept(Self.paris) == "2 of 2")
        }
    }
}
