import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// What programs set by path after they have closed a copy: install(1), rsync, rclone and 7z do (measured).
@Suite("Attributes of what came into an album", .timeLimit(.minutes(2)))
struct TakenPhotosTests {
    private let album: OpenAlbum
    private let photo: InodeNumber
    private var files: PlacesFileSystem { album.files }

    /// A photo came into the album just now.
    init() async throws {
        album = try await OpenAlbum()
        photo = try await album.kept.world.inode(OpenAlbum.paris + "one.jpg")
        let handle = try await album.create("x.jpg")
        try await album.write(OpenAlbum.bytes("one"), to: handle)
        try await album.close(handle)
        try #require(try await album.has("x.jpg", as: "one"))
    }

    /// What it says to the times, the mode and the attributes that programs set.
    private func answers(_ inode: InodeNumber) async -> [Errno?] {
        func answer(_ work: () async throws(Errno) -> Void) async -> Errno? {
            do throws(Errno) { try await work() } catch { return error }
            return nil
        }
        var times = AttributeChange()
        times.modified = .at(FileTime(seconds: 1_000_000))
        return [
            await answer { () throws(Errno) in _ = try await files.setattr(inode, times, by: World.caller) },
            await answer { () throws(Errno) in
                _ = try await files.setattr(inode, AttributeChange(permissions: 0o600), by: World.caller)
            },
            await answer { () throws(Errno) in
                try await files.setxattr("user.note", [1], of: inode, by: World.caller)
            },
            await answer { () throws(Errno) in try await files.removexattr("user.note", of: inode, by: World.caller) },
            await answer { () throws(Errno) in
                try await files.setxattr("trusted.note", [1], of: inode, by: World.caller)
            },
        ]
    }

    private static let ignored: [Errno?] = [nil, nil, nil, nil, .notSupported]
    private static let refused = [Errno?](repeating: .readOnly, count: 5)

    @Test func `for ten seconds after a photo was added they have no effect, and are refused then`() async throws {
        let before = try await files.getattr(photo, by: World.caller)
        #expect(await answers(photo) == Self.ignored)
        album.kept.world.clock.advance(by: .seconds(9))
        #expect(await answers(photo) == Self.ignored)
        #expect(try await files.getattr(photo, by: World.caller) == before)
        album.kept.world.clock.advance(by: .seconds(2))
        #expect(await answers(photo) == Self.refused)
        // What changes nothing may be set at any time.
        let same = AttributeChange(permissions: before.permissions)
        #expect(try await files.setattr(photo, same, by: World.caller) == before)
        await album.kept.end()
    }

    @Test func `of a photo that was not added they are refused, on an album and a copy never`() async throws {
        let other = try await album.kept.world.inode(OpenAlbum.paris + "two.jpg")
        #expect(await answers(other) == Self.refused)
        let handle = try await album.create("half.jpg")
        let half = try await album.kept.world.inode("albums/A/half.jpg")
        album.kept.world.clock.advance(by: .seconds(60))
        for inode in [album.inode, try await album.kept.world.inode("albums"), half] {
            #expect(await answers(inode) == Self.ignored)
        }
        files.release(handle)
        await album.kept.end()
    }
}
