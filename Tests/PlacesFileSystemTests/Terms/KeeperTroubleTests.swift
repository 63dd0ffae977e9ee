import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// What cannot be had now, of what is kept.
@Suite("The keeper, in trouble", .timeLimit(.minutes(3)))
struct KeeperTroubleTests {
    static let kyoto = Place(id: PlaceID("woe:3"), name: "Kyoto", country: "Japan", origin: .source)
    private static let paris = "places/France/Paris"
    private static let one = "https://images.example/one_b.jpg"

    private let host = ImageTransport()

    /// Mounts what is shown of Paris and Kyoto for as long as `body` runs.
    private func mounted(cacheLimit: Int64 = 1 << 20, _ body: (World) async throws -> Void) async throws {
        let world = try await World(
            places: [World.paris, World.nice, Self.kyoto], transport: host, keeps: true, cacheLimit: cacheLimit)
        world.show(["one", "two"])
        world.show(["three"], in: Self.kyoto)
        for id in ["one", "two", "three", "four"] {
            world.source.details.edit { $0[PhotoID(id)] = .success(World.photo(id, id)) }
        }
        _ = try await world.list("places/France")
        try await world.serving { try await body(world) }
    }

    private func files(_ ids: String...) -> [String] { ids.map { $0 + ",b.photo" }.sorted() }

    @Test func `a photo that cannot be had is asked for ever more rarely, and comes when it can`() async throws {
        host.spoil(Self.one)
        try await mounted { world async throws in
            _ = try await world.list(Self.paris)
            try await world.keep(Self.paris)
            try #require(
                await world.soon(.seconds(31)) { world.shelved == files("two") && host.requests.contains(Self.one) })
            let before = host.requests.count
            for _ in 0..<720 {
                world.clock.advance(by: .seconds(5))
                try await ContinuousClock().sleep(for: .milliseconds(1))
            }
            let asked = host.requests.count - before
            #expect((2...9).contains(asked), "in an hour it was asked for \(asked) times")
            #expect(await world.kept(Self.paris) == "1 of 2")
            host.spoil(Self.one, false)
            #expect(await world.soon(.seconds(31)) { world.shelved == files("one", "two") })
        }
    }

    @Test func `a photo that could not be had is asked for at once when its source names another file`() async throws {
        host.spoil(Self.one)
        try await mounted { world async throws in
            _ = try await world.list(Self.paris)
            try await world.keep(Self.paris)
            try #require(await world.soon(.seconds(31)) { host.requests.count { $0 == Self.one } > 5 })
            await until { !world.files.folders.keeping.isBeingKept(PhotoID("one")) }
            // Nobody asks the host twice within two seconds.
            world.clock.advance(by: .seconds(5))
            var changed = World.photo("one", "one")
            changed.renditions[0].url = "https://images.example/one_new_b.jpg"
            world.source.photosByPlace.edit { [changed] in
                $0[World.paris.id] = .success(PhotoPage(photos: [changed, World.photo("two", "two")], total: 2))
            }
            world.now.edit { $0 += 7 * 3600 }
            _ = try await world.list(Self.paris)
            #expect(await world.soon { world.shelved == files("one", "two") })
        }
    }

    @Test func `what somebody reads past a cache that is too small for it is kept, and so is the rest`() async throws {
        try await mounted(cacheLimit: 2048) { world async throws in
            _ = try await world.list(Self.paris)
            let photo = try await world.inode(Self.paris + "/one.jpg")
            // As the kernel, which asks once more for a photo of another size than the one that was told.
            _ = try? await world.files.open(photo, OpenFlags(rawValue: 0), by: World.caller)
            let open = try await world.files.open(photo, OpenFlags(rawValue: 0), by: World.caller)
            _ = try await world.files.read(open.handle, 0..<1, throughPageCache: true, by: World.caller)
            try await world.keep(Self.paris)
            #expect(await world.soon { world.shelved == files("one", "two") })
            let rest = try await world.files.read(open.handle, 1..<3000, throughPageCache: true, by: World.caller)
            #expect(Array(rest) == Array(ImageTransport.bytes(Self.one)[1...]))
            world.files.release(open.handle)
        }
    }

    @Test func `a place that cannot be listed keeps no other of its country off the disk`() async throws {
        try await mounted { world async throws in
            world.source.photosByPlace.edit { $0[World.nice.id] = .failure(.failed("HTTP 500")) }
            try await world.keep("places/France")
            #expect(await world.soon(.seconds(31)) { world.shelved == files("one", "two") })
            world.show(["four"], in: World.nice)
            #expect(await world.soon(.seconds(31)) { world.shelved == files("four", "one", "two") })
        }
    }

    @Test func `what is kept no more leaves the disk, though another place was never listed`() async throws {
        try await mounted { world async throws in
            world.source.photosByPlace.edit { $0[World.nice.id] = .failure(.failed("HTTP 500")) }
            _ = try await world.list(Self.paris)
            _ = try await world.list("places/Japan/Kyoto")
            try await world.keep("places/Japan/Kyoto")
            try await world.keep("places/France")
            try #require(await world.soon(.seconds(31)) { world.shelved == files("one", "three", "two") })
            try await world.keep("places/Japan/Kyoto", false)
            #expect(await world.soon { world.shelved == files("one", "two") })
            // What left a list, too, when its time is over.
            world.show(["two"])
            world.now.edit { $0 += 7 * 3600 }
            await until { (try? await world.list(Self.paris))?.contains("one.jpg") == false }
            world.now.edit { $0 += 31 * 86_400 }
            #expect(await world.soon(.seconds(31)) { world.shelved == files("two") })
        }
    }

    @Test func `a source that takes its time to confirm photos keeps nothing new off the disk`() async throws {
        try await mounted { world async throws in
            _ = try await world.list(Self.paris)
            _ = try await world.list("places/Japan/Kyoto")
            try await world.keep(Self.paris)
            try #require(await world.soon(.seconds(31)) { world.shelved == files("one", "two") })
            for id in ["one", "two"] {
                let key = ImageKey(photo: PhotoID(id), rendition: "b")
                try #require(await world.soon(.seconds(31)) { (try? await world.catalog.confirmed(key)) != nil })
            }
            world.source.lookUpBarrier.close()
            world.now.edit { $0 += 8 * 86_400 }
            try #require(await world.soon(.seconds(31)) { world.source.lookUpBarrier.arrivals > 0 })
            let now = world.clock.now
            world.source.lookUpBarrier.close()
            try await world.keep("places/Japan/Kyoto")
            #expect(await world.soon { world.shelved == files("one", "three", "two") })
            #expect(now.duration(to: world.clock.now) < .seconds(5), "the source has not answered")
            world.source.lookUpBarrier.open()
        }
    }

    @Test func `what failed is tried again at once when somebody keeps the folder once more`() async throws {
        host.spoil(Self.one)
        try await mounted { world async throws in
            world.source.photosByPlace.edit { $0[World.nice.id] = .failure(.failed("HTTP 500")) }
            try await world.keep("places/France")
            try #require(
                await world.soon(.seconds(31)) {
                    world.shelved == files("two") && host.requests.count { $0 == Self.one } > 5
                        && world.source.questions.current.count { $0 == World.nice.id } > 5
                })
            await until { !world.files.folders.keeping.isBeingKept(PhotoID("one")) }
            host.spoil(Self.one, false)
            world.show(["four"], in: World.nice)
            // Nobody asks a host twice within two seconds.
            world.clock.advance(by: .seconds(5))
            try #require(world.shelved == files("two"))
            try await world.keep("places/France")
            #expect(await world.soon { world.shelved == files("four", "one", "two") })
        }
    }

    @Test func `a kept photo of which nothing but its id is known is told as missing, with the reason`() async throws {
        let world = try await World(keeps: true)
        let (keeping, list) = (world.files.folders.keeping, DirectoryKey.place(World.paris.id))
        keeping.take([list: KeptList(listed: [PhotoID("one")])], [:], complete: [], coming: [:])
        let progress = try #require(keeping.progress(of: [list]))
        #expect(progress.text == "0 of 1" && progress.error == "its source has not said yet what this photo is")
    }
}
