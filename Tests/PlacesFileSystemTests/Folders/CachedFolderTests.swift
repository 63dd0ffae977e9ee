import FUSE
import PhotoCache
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("What is cached", .timeLimit(.minutes(2)))
struct CachedFolderTests {
    private func links(to name: String, in folder: String, _ world: World) async throws(Errno) -> UInt32? {
        try await world.files.lookup(name, in: try await world.inode(folder), by: World.caller).attributes?.linkCount
    }

    /// A photo in a place and two collections, for the number is never less than 2.
    @Test(.proves("A photo is one inode"))
    func `a photo has no link more when somebody looks there, nor when it is mounted once more`() async throws {
        let kept = try await KeptPhotos()
        let world = kept.world
        let near = ["one", "two"].map { World.photo($0, $0) }
        world.source.photosAtPoint.current = .success(PhotoPage(photos: near, total: 2))
        for pin in ["1,1", "2,2"] {
            _ = try await world.files.mkdir(pin, in: try await world.inode("pins"), by: World.caller)
            _ = try await world.list("pins/" + pin)
        }
        _ = try await kept.read(KeptPhotos.paris + "one.jpg")
        await until { world.cached.count == 1 }
        #expect(try await links(to: "one.jpg", in: KeptPhotos.paris, world) == 3)
        #expect(try await world.list(".placesfs/cached").contains("one.jpg"))
        for folder in [".placesfs/cached", KeptPhotos.paris] {
            #expect(try await links(to: "one.jpg", in: folder, world) == 3, "\(folder)")
        }
        #expect(try await world.list("recents").contains("01 one.jpg"))

        let again = try await kept.again()
        #expect(try await links(to: "one.jpg", in: KeptPhotos.paris, again.world) == 4, "with recents/")
        #expect(try await links(to: "two.jpg", in: KeptPhotos.paris, again.world) == 3)
        await again.end()
    }

    /// No notice tells the kernel that it has come.
    @Test func `a photo that is looked for too early is found as soon as it is cached`() async throws {
        let kept = try await KeptPhotos()
        for name in ["one.jpg", "two.jpg", "note.txt"] {
            let folder = try await kept.world.inode(".placesfs/cached")
            let absent = try await kept.world.files.lookup(name, in: folder, by: World.caller)
            #expect(absent.attributes == nil && absent.validity == .zero, "\(name)")
        }
        await kept.end()
    }

    private struct Told: Equatable {
        var size: Int64
        var count: String
        var seconds: Int64
    }

    private func told(_ world: World) async throws -> Told {
        let inode = try await world.inode(".placesfs/cached")
        let attributes = try await world.files.getattr(inode)
        #expect(attributes.validity == .zero)
        let count = String(decoding: try await world.files.getxattr("user.places.count", of: inode), as: UTF8.self)
        return Told(size: attributes.size, count: count, seconds: attributes.modified.seconds)
    }

    @Test func `size, count and time are of what the cache holds, listed or not`() async throws {
        let kept = try await KeptPhotos()
        let world = kept.world
        await until { world.files.photos.cache.isCounted }
        #expect(try await told(world).size == 0)
        for (number, id) in ["one", "two"].enumerated() {
            kept.pass(days: 1)
            _ = try await kept.read(KeptPhotos.paris + id + ".jpg")
            await until { world.files.photos.cache.usage.photos == number + 1 }
            let now = world.now.current
            let found = try await told(world)
            #expect(found == Told(size: Int64(number + 1), count: "\(number + 1)", seconds: now))
            kept.pass(days: 1)
            #expect(try await world.list(".placesfs/cached").count == number + 1)
            #expect(try await told(world) == found, "listing it changes nothing")
        }
        kept.pass(days: 1)
        world.files.photos.cache.remove(ImageKey(photo: PhotoID("one"), rendition: "b"))
        let left = Told(size: 1, count: "1", seconds: world.now.current)
        let inode = try await world.inode(".placesfs/cached")
        let count = try await world.files.getxattr("user.places.count", of: inode)
        #expect(count == Array("1".utf8), "asked for first")
        #expect(try await told(world) == left)
        await until { world.cached.count == 1 }
        kept.pass(days: 1)
        let again = try await kept.again()
        #expect(try await told(again.world) == left, "after a remount too")
        await again.end()
    }
}
