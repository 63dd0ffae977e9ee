import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// What the files of an empty folder say of why it is empty.
@Suite("Empty collections", .timeLimit(.minutes(1)))
struct EmptyCollectionTests {
    private func mounted(after before: World? = nil, license: LicenseFilter = .any) async throws -> World {
        try await World(after: before) { settings in
            settings.license = license
            settings.timing.emptiedPause = .zero
        }
    }

    @Test(.proves("A collection (what a pin"))
    func `a pin whose photos the licence hides says so, and not that its source has none`() async throws {
        let before = try await mounted()
        before.source.photosAtPoint.edit { $0 = .success(PhotoPage(photos: [World.photo("a", "a")], total: 1)) }
        _ = try await before.files.mkdir("1,1", in: try await before.inode("pins"), by: World.caller)
        #expect(try await before.list("pins/1,1").contains("a.jpg"))
        before.source.photosAtPoint.edit { $0 = .success(PhotoPage(photos: [], total: 0)) }
        let world = try await mounted(after: before, license: .cc)
        #expect(try await world.list("pins/1,1").contains("No Images"))
        #expect(try await world.read("pins/1,1/No Images") == "--license cc hides 1 known photo for this folder.\n")
        #expect(
            try await world.read("pins/1,1/New Collection.txt").hasPrefix(
                "--license cc hides 1 known photo taken near this point.\n"))
        let other = try await self.mounted(after: before, license: .commercial)
        #expect(try await other.list("pins/1,1").contains("No Images"))
        #expect(try await other.read("pins/1,1/No Images").hasPrefix("--license commercial hides 1 "))
    }

    @Test(.proves("A collection (what a pin"))
    func `a pin whose photos the user has removed says so, and not that its source has none`() async throws {
        let world = try await mounted()
        world.source.photosAtPoint.edit {
            $0 = .success(PhotoPage(photos: [World.photo("a", "a"), World.photo("b", "b")], total: 2))
        }
        let pin = try await world.files.mkdir("1,1", in: try await world.inode("pins"), by: World.caller)
        let inode = try #require(pin.attributes?.inode)
        #expect(try await world.list("pins/1,1").contains("a.jpg"))
        for name in ["a.jpg", "b.jpg"] { try await world.files.unlink(name, in: inode, by: World.caller) }
        #expect(try await world.list("pins/1,1").contains("No Images"))
        let told = try await world.read("pins/1,1/No Images")
        #expect(told.hasPrefix("No photo of this folder is left: those that you removed stay away for good"), "\(told)")
    }
}
