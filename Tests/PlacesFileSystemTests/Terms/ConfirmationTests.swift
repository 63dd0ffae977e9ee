import Catalog
import FUSE
import PhotoCache
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// Photos that are kept for long are confirmed with their source before they are served.
@Suite("What is kept for 30 days", .timeLimit(.minutes(2)))
struct ConfirmationTests {
    private let one = KeptPhotos.paris + "one.jpg"
    private let two = KeptPhotos.paris + "two.jpg"
    private let url = "https://images.example/one_b.jpg"

    /// Both photos are in the cache.
    private func kept() async throws -> KeptPhotos {
        let kept = try await KeptPhotos()
        for path in [one, two] { _ = try await kept.read(path) }
        // The last bytes are served before the file has its name.
        await until { kept.world.cached.count == 2 }
        // What is written down behind that must not come after a confirmation.
        for photo in ["one", "two"] {
            let key = ImageKey(photo: PhotoID(photo), rendition: "b")
            await until { (try? await kept.world.catalog.confirmed(key)) != nil }
        }
        return kept
    }

    @Test func `nobody is asked for a kept photo for 29 days`() async throws {
        let kept = try await kept()
        kept.pass(days: 29)
        #expect(try await kept.read(one) == ImageTransport.bytes(url))
        let again = try await kept.again()
        #expect(try await again.read(one) == ImageTransport.bytes(url))
        #expect(kept.lookUps.isEmpty && kept.host.requests.count == 2 && again.host.requests.isEmpty)
        await again.end()
    }

    @Test func `after 31 days the source is asked once, and after a remount not again`() async throws {
        let kept = try await kept()
        kept.pass(days: 31)
        for _ in 0..<3 { #expect(try await kept.read(one) == ImageTransport.bytes(url)) }
        #expect(kept.lookUps == ["one"])
        let again = try await kept.again()
        again.pass(days: 29)
        #expect(try await again.read(one) == ImageTransport.bytes(url))
        #expect(kept.lookUps == ["one"])
        again.pass(days: 2)
        #expect(try await again.read(one) == ImageTransport.bytes(url))
        #expect(kept.lookUps == ["one", "one"])
        #expect(kept.host.requests.count == 2 && again.host.requests.isEmpty, "the image itself is here")
        await again.end()
    }

    @Test func `a confirmation is asked for again before a remount, too`() async throws {
        let kept = try await kept()
        let again = try await kept.again()
        again.pass(days: 31)
        #expect(try await again.read(one) == ImageTransport.bytes(url))
        #expect(kept.lookUps == ["one"])
        await again.end()
    }

    @Test func `what was fetched anew is as old as that`() async throws {
        let kept = try await kept()
        kept.pass(days: 20)
        kept.world.files.photos.cache.removeAll(of: PhotoID("one"))
        _ = try await kept.read(one)
        #expect(kept.host.requests.count == 3)
        kept.pass(days: 20)
        let again = try await kept.again()
        _ = try await again.read(one)
        #expect(kept.lookUps.isEmpty)
        await again.end()
    }

    @Test(.proves("What the source says is gone"))
    func `what is gone leaves cache, place, collection and recents, over a remount`() async throws {
        let kept = try await kept()
        let world = kept.world
        let near = ["one", "two"].map { World.photo($0, $0) }
        world.source.photosAtPoint.current = .success(PhotoPage(photos: near, total: 2))
        _ = try await world.files.mkdir("48.8584,2.2945", in: try await world.inode("pins"), by: World.caller)
        let collection = "pins/48.8584,2.2945/"
        _ = try await world.list(collection)
        #expect(try await world.list("recents").contains("02 one.jpg"))
        let number = try await world.inode(one)
        kept.pass(days: 31)
        kept.answer("one", .success(nil))

        #expect(await kept.errno(of: one) == .noEntry)
        #expect(world.files.errors.reports.latest.map(\.path) == ["places/France/Paris/one.jpg"])
        #expect(kept.lookUps == ["one"])
        for path in [one, collection + "one.jpg", "recents/02 one.jpg", ".placesfs/cached/one.jpg"] {
            #expect(await kept.errno(of: path) == .noEntry, "\(path)")
        }
        #expect(await errno(opening: number, world) == .noEntry, "nor by what the kernel still holds of it")
        #expect(kept.lookUps == ["one"], "known now")
        try await isNowhere("one", collection, world)
        let again = try await kept.again()
        try await isNowhere("one", collection, again.world)
        await again.end()
        #expect(kept.lookUps == ["one"] && kept.host.requests.count == 2)
    }

    private func isNowhere(_ title: String, _ collection: String, _ world: World) async throws(Errno) {
        for folder in [KeptPhotos.paris, collection, "recents", ".placesfs/cached"] {
            let names = try await world.list(folder)
            #expect(!names.contains { $0.contains(title) }, "\(folder): \(names)")
            #expect(names.contains { $0.hasSuffix("two.jpg") }, "\(folder): \(names)")
        }
        await until { world.cached.count == 1 }
    }

    private func errno(opening inode: InodeNumber, _ world: World) async -> Errno? {
        do throws(Errno) {
            _ = try await world.files.open(inode, OpenFlags(rawValue: 0), by: World.caller)
            return nil
        } catch {
            return error
        }
    }

    @Test(.proves("What the source says is gone")) func `who has it open is not served any more of it`() async throws {
        let kept = try await kept()
        let inode = try await kept.world.inode(one)
        let open = try await kept.world.files.open(inode, OpenFlags(rawValue: 0), by: World.caller)
        kept.pass(days: 31)
        kept.answer("one", .success(nil))
        #expect(await kept.errno(of: one) == .noEntry)
        await #expect(throws: Errno.inputOutput) {
            try await kept.world.files.read(open.handle, 0..<100, throughPageCache: true, by: World.caller)
        }
        kept.world.files.release(open.handle)
        #expect(kept.host.requests.count == 2, "and it is not fetched again")
        await kept.end()
    }

    @Test(arguments: [
        PhotoSourceError.unreachable("no route"), .timedOut("slow"), .tooManyRequests("429"), .failed("HTTP 500"),
        .credentialsRefused("expired"),
    ])
    func `a kept photo without an answer is served as it is, and asked about later`(error: PhotoSourceError)
        async throws
    {
        let kept = try await kept()
        kept.pass(days: 31)
        kept.answer("one", .failure(error))
        for _ in 0..<2 { #expect(try await kept.read(one) == ImageTransport.bytes(url)) }
        #expect(kept.lookUps == ["one"], "not with every open")
        kept.answer("one", .success(World.photo("one", "one")))
        kept.world.clock.advance(by: .seconds(30))
        #expect(try await kept.read(one) == ImageTransport.bytes(url))
        #expect(kept.lookUps == ["one", "one"])
        #expect(kept.world.cached.count == 2)
        await kept.end()
    }

    @Test func `a source that cannot be reached is not asked about the next photo either`() async throws {
        let kept = try await kept()
        kept.pass(days: 31)
        kept.answer("one", .failure(.unreachable("no route")))
        for path in [one, two] { _ = try await kept.read(path) }
        #expect(kept.lookUps == ["one"])
        await kept.end()
    }

    @Test func `a source that fails for one photo is asked about the next`() async throws {
        let kept = try await kept()
        kept.pass(days: 31)
        kept.answer("one", .failure(.failed("HTTP 500")))
        for path in [one, two] { _ = try await kept.read(path) }
        #expect(kept.lookUps == ["one", "two"])
        await kept.end()
    }

    @Test(.proves("A photo kept for more than 30 days"))
    func `however many open it, one question is asked, and who is killed is free`() async throws {
        let kept = try await kept()
        kept.pass(days: 31)
        kept.world.source.lookUpBarrier.close()
        let readers = (0..<8).map { _ in Task { await kept.errno(of: one) } }
        await until { kept.world.source.lookUpBarrier.arrivals == 1 }
        let killed = Task { await kept.errno(of: one) }
        await until { kept.world.files.folders.engines.confirmations.waiting == 9 }
        killed.cancel()
        #expect(await killed.value == .interrupted)
        kept.world.source.lookUpBarrier.open()
        for reader in readers { #expect(await reader.value == nil) }
        #expect(kept.lookUps == ["one"])
        await kept.end()
    }

    @Test(.proves("A photo kept for more than 30 days"))
    func `a source that does not answer is waited for five seconds`() async throws {
        let kept = try await kept()
        kept.pass(days: 31)
        kept.world.source.lookUpBarrier.close()
        let reader = Task { try await kept.read(one) }
        await until { kept.world.source.lookUpBarrier.arrivals == 1 && kept.world.clock.sleeps(for: .seconds(5)) }
        kept.world.clock.advance(by: .seconds(4))
        #expect(kept.world.files.folders.engines.confirmations.waiting == 1)
        kept.world.clock.advance(by: .seconds(1))
        #expect(try await reader.value == ImageTransport.bytes(url))
        await kept.end()
    }

    @Test func `a changed address is remembered, and what is kept is served`() async throws {
        let kept = try await kept()
        kept.pass(days: 31)
        var changed = World.photo("one", "one")
        changed.renditions[0].url = "https://images.example/one_new_b.jpg"
        kept.answer("one", .success(changed))
        // The list is due, too, and has the address of before.
        kept.world.source.photosByPlace.edit { $0[World.paris.id] = .failure(.unreachable("no route")) }
        #expect(try await kept.read(one) == ImageTransport.bytes(url))
        #expect(try await kept.world.catalog.photo(PhotoID("one"))?.renditions == changed.renditions)
        #expect(kept.host.requests.count == 2)
        await kept.end()
    }

    @Test func `other bytes by the source's own word are fetched anew`() async throws {
        let kept = try await kept()
        kept.pass(days: 31)
        var changed = World.photo("one", "one")
        changed.renditions[0].url = "https://images.example/another_one_b.jpg"
        changed.renditions[0].digest = "md5:02"
        kept.answer("one", .success(changed))
        // The list is due, too, and tells the same, whichever of the two is asked first.
        let page = PhotoPage(photos: [changed, World.photo("two", "two")], total: 2)
        kept.world.source.photosByPlace.edit { $0[World.paris.id] = .success(page) }
        for _ in 0..<2 { #expect(try await kept.read(one) == ImageTransport.bytes(changed.renditions[0].url)) }
        #expect(kept.lookUps == ["one"])
        await kept.end()
    }

    @Test func `a clock that was set back makes nothing fresh for ever`() async throws {
        let kept = try await kept()
        kept.pass(days: -400)
        #expect(try await kept.read(one) == ImageTransport.bytes(url))
        #expect(kept.lookUps == ["one"])
        await kept.end()
    }

    @Test(.proves("What the source says is gone"))
    func `gone by its image's address and its id, it leaves the same way`() async throws {
        let kept = try await kept()
        kept.world.files.photos.cache.removeAll(of: PhotoID("one"))
        kept.host.remove(url)
        kept.answer("one", .success(nil))
        #expect(await kept.errno(of: one) == .noEntry)
        #expect(kept.world.files.errors.reports.latest.map(\.path) == ["places/France/Paris/one.jpg"])
        await kept.end()
        #expect(try await !kept.world.list(KeptPhotos.paris).contains("one.jpg"))
        #expect(try await !kept.world.list("recents").contains { $0.contains("one") })
        #expect(try await kept.world.catalog.photo(PhotoID("one")) == nil)
    }
}
