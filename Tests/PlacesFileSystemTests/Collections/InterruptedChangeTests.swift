import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// Ctrl-C ends the wait of whoever made a change, and cancels the task that makes it.
@Suite("Changes whose caller was interrupted", .timeLimit(.minutes(2)))
struct InterruptedChangeTests {
    private let world: World

    init() async throws {
        world = try await World()
    }

    private func dropPin(_ name: String) async throws -> NodeNumber {
        let pins = try await world.inode("pins")
        let made = try await world.files.mkdir(name, in: pins, by: World.caller)
        let number = NodeNumber(try #require(made.attributes).inode)
        await until { !world.files.folders.pins.state.isLoading(number) }
        return number
    }

    @Test func `a photo whose rm was interrupted is off the collection everywhere`() async throws {
        let photos = (0..<50).map { World.photo("\($0)", "photo \($0)") }
        world.source.photosAtPoint.current = .success(PhotoPage(photos: photos, total: 50))
        let key = DirectoryKey.pin(try await dropPin("48.8584,2.2945"))
        let collection = try await world.inode("pins/48.8584,2.2945")
        for entry in try #require(await world.catalog.listing(of: key)).entries.prefix(15) {
            let sidecar = SidecarName.of(entry.name)
            let removal = Task { try await world.files.unlink(entry.name, in: collection, by: World.caller) }
            // Its end is written down, and nobody was told yet.
            await until {
                world.files.tree.removedSidecars.entry(ofSidecar: entry.sidecarNumber, named: sidecar, in: key) != nil
            }
            removal.cancel()
            _ = await removal.result
            let kept = try #require(await world.catalog.listing(of: key)).entries.map(\.name)
            let shown = try await world.list("pins/48.8584,2.2945").filter { $0.hasSuffix(".jpg") }
            try #require(shown == kept)
        }
    }

    @Test func `a topic whose mv was interrupted has one name, for all alike`() async throws {
        world.show(["one"])
        _ = try await world.list("places/France/Paris")
        var photo = World.photo("one", "one")
        photo.tags = ["stone"]
        world.source.photosByTag.current = ["harbour": [photo]]
        let tags = try await world.inode("tags")
        for round in 0..<60 {
            _ = try await world.files.mkdir("harbour", in: tags, by: World.caller)
            #expect(try await world.list("tags/harbour").contains("Stone"))
            let renaming = Task {
                try await world.files.rename(
                    "harbour", in: tags, to: "garden", in: tags, replacing: true, by: World.caller)
            }
            for _ in 0..<(round * 3) { await Task.yield() }
            renaming.cancel()
            _ = await renaming.result
            let kept = Set(try await world.catalog.topics().map(\.name))
            let listed = try await world.list("tags").filter { $0 != "README.txt" }
            try #require(Set(listed) == kept, "round \(round)")
            let name = kept.contains("harbour") ? "harbour" : "garden"
            #expect(try await world.list("tags/" + name).contains("Stone") == (name == "harbour"))
            try await world.files.rmdir(name, in: tags, by: World.caller)
        }
    }

    @Test func `a pin whose rmdir was interrupted is there or gone, for all alike`() async throws {
        // Listed elsewhere too, so that something is left to be told after it is written down.
        world.show(["one"])
        _ = try await world.list("places/France/Paris")
        world.source.photosAtPoint.current = .success(PhotoPage(photos: [World.photo("one", "one")], total: 1))
        let pins = try await world.inode("pins")
        for round in 0..<60 {
            world.source.points.current = []
            let number = try await dropPin("48.8584,2.2945")
            let removal = Task { try await world.files.rmdir("48.8584,2.2945", in: pins, by: World.caller) }
            for _ in 0..<(round * 3) { await Task.yield() }
            removal.cancel()
            _ = await removal.result
            let isKept = try await world.catalog.pins().contains { $0.number == number }
            try #require((world.files.folders.pins.state.pin(number) != nil) == isKept, "round \(round)")
            if isKept { try await world.files.rmdir("48.8584,2.2945", in: pins, by: World.caller) }
        }
    }
}
