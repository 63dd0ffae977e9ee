import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Forgetting a photo", .timeLimit(.minutes(2)))
struct ForgetTests {
    private let one = KeptPhotos.paris + "one.jpg"

    private func create(_ name: String, in folder: String, _ world: World) async -> Errno? {
        do throws(Errno) {
            let made = try await world.files.create(
                name, in: try await world.inode(folder), OpenFlags(rawValue: 0), by: World.caller)
            world.files.release(made.file.handle)
            return nil
        } catch {
            return error
        }
    }

    @Test(.proves("`placesfs cache forget PHOTO`"))
    func `a forgotten photo leaves the cache and every list, and comes back when it is listed again`() async throws {
        let kept = try await KeptPhotos()
        let world = kept.world
        let near = ["one", "two"].map { World.photo($0, $0) }
        world.source.photosAtPoint.current = .success(PhotoPage(photos: near, total: 2))
        _ = try await world.files.mkdir("1,1", in: try await world.inode("pins"), by: World.caller)
        _ = try await world.list("pins/1,1")
        for id in ["one", "two"] { _ = try await kept.read(KeptPhotos.paris + id + ".jpg") }
        await until { world.cached.count == 2 }
        #expect(await create(".forget-one", in: ".placesfs", world) == nil)
        for folder in [KeptPhotos.paris, "pins/1,1", "recents", ".placesfs/cached"] {
            let names = try await world.list(folder)
            #expect(!names.contains { $0.contains("one") || $0.contains("forget") }, "\(folder): \(names)")
            #expect(names.contains { $0.hasSuffix("two.jpg") }, "\(folder): \(names)")
        }
        #expect(await kept.errno(of: one) == .noEntry)
        await until { world.cached.count == 1 }
        #expect(kept.lookUps.isEmpty, "the source was not asked")

        kept.pass(days: 1)
        _ = try await world.list(KeptPhotos.paris)
        await until { await world.files.listings.refresher.underWay.isEmpty }
        #expect(try await kept.read(one) == ImageTransport.bytes("https://images.example/one_b.jpg"))
        #expect(try await !world.list("pins/1,1").contains("one.jpg"), "but not into the collection")
        await kept.end()
    }

    @Test func `a collection that had no other gets another collection, without it`() async throws {
        let kept = try await KeptPhotos()
        let world = kept.world
        world.source.photosAtPoint.current = .success(PhotoPage(photos: [World.photo("one", "one")], total: 1))
        _ = try await world.files.mkdir("1,1", in: try await world.inode("pins"), by: World.caller)
        #expect(try await world.list("pins/1,1").contains("one.jpg"))
        #expect(await create(".forget-one", in: ".placesfs", world) == nil)
        #expect(try await world.list("pins/1,1").contains("No Images"))
        #expect(world.files.folders.pins.state.awaiting.count == 1)
        await kept.end()
    }

    @Test(arguments: [
        (".forget-nobody", ".placesfs", Errno.noEntry), (".forget-", ".placesfs", .readOnly),
        (".forget-%31", ".placesfs", .readOnly), ("forget-one", ".placesfs", .readOnly),
        (".forget-one", "pins", .readOnly), (".forget-one", KeptPhotos.paris, .readOnly),
        (".forget-one", "recents", .readOnly), (".forget-one", ".placesfs/cached", .readOnly),
    ])
    func `nothing else is taken for it`(name: String, folder: String, errno: Errno) async throws {
        let kept = try await KeptPhotos()
        #expect(await create(name, in: folder, kept.world) == errno)
        #expect(try await kept.world.list(KeptPhotos.paris).contains("one.jpg"))
        await kept.end()
    }
}
