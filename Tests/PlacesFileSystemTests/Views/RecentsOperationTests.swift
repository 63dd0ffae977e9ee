import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Names in recents", .timeLimit(.minutes(2)))
struct RecentsOperationTests {
    /// What is viewed is `photos`, from another life.
    private func recents(_ photos: [String], after world: World) async throws -> World {
        _ = try await world.catalog.replaceRecents(with: photos.map { PhotoID($0) })
        return try await World(after: world)
    }

    @Test(arguments: ["short", String(repeating: "long ", count: 60), String(repeating: "長い", count: 60)])
    func `a name that left the list still opens, with an older rank too, however long its title`(
        title: String
    ) async throws {
        let paris = "places/France/Paris"
        let first = try await World()
        first.show([title, title + "er", "other"])
        _ = try await first.list(paris)
        let before = try await recents(["other", title], after: first)
        let name = try #require(await before.list("recents").first { $0.hasPrefix("02 ") && $0.hasSuffix(".jpg") })
        let inode = try await before.inode("recents/" + name)
        let sidecar = SidecarName.of(name)
        _ = try await before.inode("recents/" + sidecar)
        // Without a rank, in the list and after it.
        #expect(try await before.inode("recents/" + name.dropFirst(3)) == inode)
        #expect(try await before.inode("recents/" + sidecar.dropFirst(3)) == before.inode("recents/" + sidecar))
        let after = try await recents(["other"], after: before)
        #expect(try await !after.list("recents").contains(name))
        #expect(try await after.inode("recents/" + name) == inode)
        #expect(try await after.inode("recents/17 " + name.dropFirst(3)) == inode)
        #expect(try await after.inode("recents/" + name.dropFirst(3)) == inode)
        _ = try await after.inode("recents/" + sidecar)
        _ = try await after.inode("recents/" + sidecar.dropFirst(3))
        await #expect(throws: Errno.noEntry) { try await after.inode("recents/21 " + name.dropFirst(3)) }
    }

    @Test func `status counts the photos of recents before anybody lists them`() async throws {
        let first = try await World()
        first.show(["one", "two"])
        _ = try await first.list("places/France/Paris")
        let world = try await recents(["two", "one"], after: first)
        #expect(await world.files.folders.status().recents == 2)
    }

    /// While a stream of the list is open, what it shows is there to be shown again.
    @Test func `a list of recents that was read before a view is not shown again after it`() async throws {
        let kept = try await KeptPhotos()
        let world = kept.world
        _ = try await kept.read(KeptPhotos.paris + "one.jpg")
        let open = try await world.files.opendir(try await world.inode("recents"), by: World.caller)
        #expect(try await world.names(open).contains("01 one.jpg"))
        _ = try await kept.read(KeptPhotos.paris + "two.jpg")
        #expect(try await world.list("recents").contains("01 two.jpg"))
        world.files.releasedir(open.handle)
        await kept.end()
    }
}
