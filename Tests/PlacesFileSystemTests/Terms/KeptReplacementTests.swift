import Catalog
import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// A kept photo of which its source has another file now.
@Suite("Kept photos that are replaced", .timeLimit(.minutes(2)))
struct KeptReplacementTests {
    private let one = KeptPhotos.paris + "one.jpg"
    private let old = ImageTransport.bytes("https://images.example/one_b.jpg")

    /// Both photos of Paris are on the disk, and that is written down.
    private func kept() async throws -> KeptPhotos {
        let kept = try await KeptPhotos(keeps: true)
        try await kept.world.keep(KeptPhotos.paris)
        for id in ["one", "two"] {
            let key = ImageKey(photo: PhotoID(id), rendition: "b")
            try #require(await kept.world.soon(.seconds(1)) { (try? await kept.world.catalog.confirmed(key)) != nil })
        }
        #expect(kept.world.shelved == ["one,b.photo", "two,b.photo"])
        return kept
    }

    @Test(.proves("A kept photo that its source replaces"))
    func `the new file is fetched soon, and read without a network`() async throws {
        let kept = try await kept()
        let new = try await kept.replaceOne()
        #expect(await kept.world.soon { await kept.shelvedBytes("one") == new })
        kept.host.answer(only: 0)
        #expect(try await kept.read(one) == new)
        #expect(await kept.world.kept(KeptPhotos.paris) == "2 of 2")
        await kept.end()
    }

    @Test(.proves("A kept photo that its source replaces"))
    func `while the new file cannot be had the old one is read, again and again`() async throws {
        let kept = try await kept()
        kept.host.answer(only: 0)
        let new = try await kept.replaceOne()
        for _ in 0..<3 { #expect(try await kept.read(one) == old) }
        try await kept.world.hours()
        #expect(try await kept.read(one) == old)
        #expect(kept.world.shelved == ["one,b.photo", "two,b.photo"])
        #expect(await kept.world.kept(KeptPhotos.paris) == "2 of 2")
        // In the next mount, too.
        let again = try await kept.again(keeps: true, isAway: true)
        #expect(try await again.read(one) == old)
        again.host.answer(only: nil)
        #expect(await again.world.soon(.seconds(31)) { await again.shelvedBytes("one") == new })
        #expect(try await again.read(one) == new)
        await again.end()
    }

    @Test(arguments: 1...3) func `a network that goes away while the new file comes takes none of the old one`(
        requests: Int
    ) async throws {
        let kept = try await kept()
        kept.host.answer(only: 0)
        let new = try await kept.replaceOne()
        try await kept.world.hours()
        kept.host.cut("https://images.example/one_new_b.jpg")
        kept.host.answer(only: requests)
        _ = await kept.outcome(of: one)
        try await kept.world.hours()
        #expect(try await kept.readSoon(one) == old)
        #expect(kept.world.shelved == ["one,b.photo", "two,b.photo"])
        kept.host.cut("https://images.example/one_new_b.jpg", false)
        kept.host.answer(only: nil)
        #expect(await kept.world.soon(.seconds(31)) { await kept.shelvedBytes("one") == new })
        #expect(try await kept.readSoon(one) == new)
        await kept.end()
    }

    @Test func `who has the old file open reads on while there is no new one`() async throws {
        let kept = try await kept()
        let open = try await kept.world.files.open(
            try await kept.world.inode(one), OpenFlags(rawValue: 0), by: World.caller)
        kept.host.answer(only: 0)
        _ = try await kept.replaceOne()
        #expect(try await kept.read(one) == old)
        try await kept.world.hours()
        let bytes = try await kept.world.files.read(open.handle, 0..<3000, throughPageCache: true, by: World.caller)
        #expect(bytes == old)
        kept.world.files.release(open.handle)
        await kept.end()
    }

    @Test func `where the shelf is full the new file takes the old one's place`() async throws {
        let world = try await World(transport: ImageTransport(), keeps: true, room: 4096)
        var photo = Self.photo("one")
        world.source.show([photo])
        try await world.serving { () async throws in
            _ = try await world.list("places/France/Paris")
            world.files.folders.keeping.add(.place(World.paris.id))
            try #require(await world.soon(.seconds(1)) { world.shelved == ["one,b.photo"] })
            let key = ImageKey(photo: PhotoID("one"), rendition: "b")
            try #require(await world.soon(.seconds(1)) { (try? await world.catalog.confirmed(key)) != nil })
            photo.renditions[0].url = "https://images.example/new.jpg"
            photo.renditions[0].digest = "md5:02"
            world.source.show([photo])
            world.now.edit { $0 += 7 * 3600 }
            _ = try await world.list("places/France/Paris")
            #expect(
                await world.soon(.seconds(31)) {
                    await world.shelvedBytes("one") == ImageTransport.bytes("https://images.example/new.jpg")
                })
        }
    }

    // MARK: Another rendition

    /// Of 3,000 bytes, as its source says.
    static func photo(_ id: String, _ rendition: String = "b") -> Photo {
        var photo = World.photo(id, id)
        photo.renditions = [
            Rendition(
                name: rendition, width: 1024, height: 768, url: "https://images.example/\(id)_\(rendition).jpg",
                byteCount: 3000)
        ]
        return photo
    }

    @Test(arguments: [64 << 20, 8192]) func `a photo that is kept in another rendition is kept once`(
        room: Int64
    ) async throws {
        let host = ImageTransport()
        let world = try await World(transport: host, keeps: true, room: room)
        world.source.show([Self.photo("one"), Self.photo("two")])
        try await world.serving { () async throws in
            _ = try await world.list("places/France/Paris")
            world.files.folders.keeping.add(.place(World.paris.id))
            try #require(await world.soon(.seconds(1)) { world.shelved == ["one,b.photo", "two,b.photo"] })
            host.answer(only: 0)
            world.source.show([Self.photo("one", "h"), Self.photo("two")])
            world.now.edit { $0 += 7 * 3600 }
            _ = try await world.list("places/France/Paris")
            let asked = host.readers.count
            try #require(await world.soon(.seconds(31)) { host.readers.count > asked + 2 })
            #expect(world.shelved == ["one,b.photo", "two,b.photo"], "the new one has not come")
            host.answer(only: nil)
            #expect(await world.soon(.seconds(31)) { world.shelved == ["one,h.photo", "two,b.photo"] })
        }
    }

    @Test func `in a mount that wants another rendition the one before leaves with the new one`() async throws {
        let host = ImageTransport()
        let world = try await World(transport: host, keeps: true)
        world.source.show([Self.photo("one")])
        try await world.serving { () async throws in
            _ = try await world.list("places/France/Paris")
            try await world.keep("places/France/Paris")
            try #require(await world.soon(.seconds(1)) { world.shelved == ["one,b.photo"] })
        }
        world.source.show([Self.photo("one", "h")])
        world.now.edit { $0 += 7 * 3600 }
        let again = try await World(transport: host, after: world, keeps: true)
        try await again.serving { () async throws in
            _ = try await again.list("places/France/Paris")
            #expect(await again.soon(.seconds(31)) { again.shelved == ["one,h.photo"] })
        }
    }

    @Test func `what is kept in place of a width that is not served is read without a network, whatever is listed`()
        async throws
    {
        let host = ImageTransport()
        let world = try await World(transport: host, keeps: true)
        var photo = Self.photo("one")
        photo.renditions.insert(Self.photo("one", "a").renditions[0], at: 0)
        host.refuse("https://images.example/one_b.jpg")
        world.source.show([photo])
        try await world.serving { () async throws in
            _ = try await world.list("places/France/Paris")
            try await world.keep("places/France/Paris")
            try #require(await world.soon(.seconds(1)) { await world.kept("places/France/Paris") == "1 of 1" })
            // It is listed anew, with the width that is not served.
            photo.title = "one again"
            world.source.show([photo])
            world.now.edit { $0 += 7 * 3600 }
            _ = try await world.list("places/France/Paris")
            await until {
                guard let known = try? await world.catalog.photo(photo.id) else { return false }
                return known.renditions.count == 2
            }
            host.answer(only: 0)
            let bytes = ImageTransport.bytes("https://images.example/one_a.jpg")
            let read = Array(try await world.read("places/France/Paris/one.jpg").utf8)
            #expect(read == bytes)
            #expect(await world.kept("places/France/Paris") == "1 of 1")
        }
    }

    @Test func `what came in place of a width that is not served is read though its small rendition never came`()
        async throws
    {
        let host = ImageTransport()
        let world = try await World(transport: host, keeps: true, hasSmall: true)
        let small = "https://images.example/one_n.jpg"
        var photo = Self.photo("one")
        photo.renditions = ["n", "a", "b"].map { Self.photo("one", $0).renditions[0] }
        photo.renditions[0] = Rendition(name: "n", width: 320, height: 240, url: small)
        host.refuse("https://images.example/one_b.jpg")
        host.cut(small)
        world.source.show([photo])
        try await world.serving { () async throws in
            _ = try await world.list("places/France/Paris")
            try await world.keep("places/France/Paris")
            try #require(await world.soon(.seconds(1)) { host.requests.contains(small) })
            host.answer(only: 0)
            let read = Array(try await world.read("places/France/Paris/one.jpg").utf8)
            #expect(read == ImageTransport.bytes("https://images.example/one_a.jpg"))
        }
    }

    // MARK: Small renditions

    @Test func `a photo whose small rendition cannot be had is kept without, and that is asked for ever more rarely`()
        async throws
    {
        let host = ImageTransport()
        let world = try await World(transport: host, keeps: true, hasSmall: true)
        var photo = Self.photo("one")
        let url = "https://images.example/one_n.jpg"
        photo.renditions.insert(Rendition(name: "n", width: 320, height: 240, url: url), at: 0)
        world.source.show([photo])
        host.spoil(url)
        try await world.serving { () async throws in
            _ = try await world.list("places/France/Paris")
            try await world.keep("places/France/Paris")
            try #require(await world.soon(.seconds(1)) { world.shelved == ["one,b.photo"] })
            try await world.hours(300)
            let asked = host.requests.count { $0 == url }
            #expect((2...40).contains(asked), "in 300 hours it was asked for \(asked) times")
            host.spoil(url, false)
            #expect(await world.soon(.seconds(3601)) { world.shelved == ["one,b.photo", "one,n.photo"] })
        }
    }
}
