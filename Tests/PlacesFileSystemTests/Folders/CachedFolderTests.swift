import FUSE
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

    /// A photo in a place and two albums, for the number is never less than 2.
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
}
