import Catalog
import FUSE
import TestClock
import Testing

@testable import PlacesFileSystem

/// What status and log blame is what somebody asked for.
@Suite(.timeLimit(.minutes(2))) struct ErrorLogTests {
    private func blamed(_ world: World) -> [String] {
        world.files.errors.reports.latest.map { "\($0.operation) \($0.path)" }
    }

    @Test(arguments: [
        ("tags", "sunset", "tags"), ("pins", "48.8584,2.2945", "pins"), ("places", "Belgium", "places"),
        ("places/France", "Lyon", "places/France"),
    ])
    func `a folder that cannot be written down is told with the one it was to stand in`(
        parent: String, name: String, node: String
    ) async throws {
        let world = try await World()
        _ = try await world.list("places/France")
        let inode = try await world.inode(parent)
        world.catalog.close()
        await #expect(throws: Errno.inputOutput) { try await world.files.mkdir(name, in: inode, by: World.caller) }
        #expect(blamed(world) == ["write \(node)"])
    }

    @Test func `a photo whose attributes cannot be read is told by its path, and was not opened`() async throws {
        let before = try await World()
        before.show(["one"])
        _ = try await before.list("places/France/Paris")
        // Not among the photos that memory holds.
        let world = try await World(after: before)
        let inode = try await world.inode("places/France/Paris/one.jpg")
        world.catalog.close()
        await #expect(throws: Errno.inputOutput) { try await world.files.getxattr("user.title", of: inode) }
        await #expect(throws: Errno.inputOutput) { try await world.files.listxattr(inode, by: World.caller) }
        #expect(blamed(world) == ["getxattr places/France/Paris/one.jpg", "listxattr places/France/Paris/one.jpg"])
    }
}
