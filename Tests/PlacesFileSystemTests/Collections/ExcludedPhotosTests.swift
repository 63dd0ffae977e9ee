import Catalog
import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// Photos that `--license` excludes stand in recents/ alone, and are put nowhere else: nobody would see them there.
@Suite("Excluded photos and albums", .timeLimit(.minutes(2)))
struct ExcludedPhotosTests {
    private let world: World
    private let host = ImageTransport()
    private let album: InodeNumber
    private let recents: InodeNumber

    init() async throws {
        let before = try await World(transport: host)
        var photo = World.photo("one", "one")
        photo.license = License(id: "0", name: "All rights reserved", url: nil)
        before.source.photosByPlace.current = [World.paris.id: .success(PhotoPage(photos: [photo], total: 1))]
        _ = try await before.list("places/France/Paris")
        _ = try await before.catalog.replaceRecents(with: [PhotoID("one")])
        world = try await World(transport: host, after: before) { $0.license = .cc }
        _ = try await world.files.mkdir("A", in: try await world.inode("albums"), by: World.caller)
        album = try await world.inode("albums/A")
        recents = try await world.inode("recents")
    }

    private var isRefused: Bool {
        get async throws {
            let reason = try await world.files.getxattr("user.places.error", of: album)
            #expect(String(decoding: reason, as: UTF8.self).hasSuffix("excludes (--license)"))
            #expect(try await world.list("recents").contains("01 one.jpg"))
            try await world.files.rmdir("A", in: try await world.inode("albums"), by: World.caller)
            return try await world.list("albums").contains("A") == false
        }
    }

    @Test(.proves("A photo that the options hide is not put into an album"))
    func `a link to one is EPERM`() async throws {
        let photo = try await world.inode("recents/01 one.jpg")
        await #expect(throws: Errno.notPermitted) {
            try await world.files.link(photo, as: "x.jpg", in: album, by: World.caller)
        }
        #expect(try await isRefused)
    }

    @Test func `a symbolic link to one is EPERM`() async throws {
        await #expect(throws: Errno.notPermitted) {
            try await world.files.symlink("/mnt/recents/01 one.jpg", as: "x.jpg", in: album, by: World.caller)
        }
        #expect(try await isRefused)
    }

    @Test(.proves("A photo that the options hide is not put into an album"))
    func `a move of one is EROFS, and it stays where it is`() async throws {
        await #expect(throws: Errno.readOnly) {
            try await world.files.rename(
                "01 one.jpg", in: recents, to: "x.jpg", in: album, replacing: true, by: World.caller)
        }
        #expect(try await isRefused)
    }

    @Test(.proves("A photo that the options hide is not put into an album"))
    func `a copy of one is EROFS`() async throws {
        let photo = try await world.inode("recents/01 one.jpg")
        // The kernel looks a name up again after its length is known.
        _ = try? await world.read("recents/01 one.jpg")
        let from = try await world.files.open(photo, OpenFlags(rawValue: 0), by: World.caller).handle
        let copy = try await world.files.create("x.jpg", in: album, OpenFlags(rawValue: 2), by: World.caller).file
            .handle
        _ = try await world.files.copy(1 << 20, from: from, at: 0, to: copy, at: 0, by: World.caller)
        await #expect(throws: Errno.readOnly) { try await world.files.flush(copy, by: World.caller) }
        world.files.release(copy)
        world.files.release(from)
        #expect(try await isRefused)
    }
}
