import Catalog
import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Waiting for a collection, and asking for another", .timeLimit(.minutes(2)))
struct CollectionRequestTests {
    private let world: World
    private static let name = "48.8584,2.2945"

    init() async throws {
        world = try await World()
        let photos = ["one", "two"].map { World.photo($0, $0) }
        world.source.photosAtPoint.current = .success(PhotoPage(photos: photos, total: 2))
    }

    private func pin() async throws -> NodeNumber {
        let inode = try await world.inode("pins")
        let made = try await world.files.mkdir(Self.name, in: inode, by: World.caller)
        return NodeNumber(try #require(made.attributes).inode)
    }

    private func settled() async throws -> NodeNumber {
        let number = try await pin()
        await until { !world.files.folders.pins.state.isLoading(number) }
        return number
    }

    private func remove(_ names: String...) async throws {
        let inode = try await world.inode("pins/" + Self.name)
        for name in names { try await world.files.unlink(name, in: inode, by: World.caller) }
    }

    @Test(.proves("Who lists a pin or search whose photos")) func `a pin of which nothing is known is no empty folder`()
        async throws
    {
        world.source.barrier.close()
        _ = try await pin()
        await until { world.source.barrier.arrivals == 1 }
        let inode = try await world.inode("pins/" + Self.name)
        let listing = Task { try await world.files.opendir(inode, by: World.caller) }
        await until { world.clock.sleeping > 0 }
        world.clock.advance(by: Settings.Timing().lookupWait)
        await until { world.clock.sleeping > 0 }
        world.clock.advance(by: Settings.Timing().listingWait)
        await #expect(throws: Errno.timedOut) { _ = try await listing.value }
        world.source.barrier.open()
        #expect(try await world.list("pins/" + Self.name).contains("one.jpg"))
    }

    @Test(.proves("Deleting `New Collection.txt`")) func `deleting the file alone asks a second later`() async throws {
        let number = try await settled()
        try await remove("New Collection.txt")
        #expect(try await world.list("pins/" + Self.name).contains("New Collection.txt"))
        await until { world.clock.nextWake == .seconds(1) }
        world.clock.advance(by: .milliseconds(999))
        #expect(world.source.points.current.count == 1)
        world.clock.advance(by: .milliseconds(1))
        await until { world.source.points.current.count > 1 }
        await until { !world.files.folders.pins.state.isLoading(number) }
    }

    @Test(arguments: [
        ["one.jpg", "New Collection.txt"], ["New Collection.txt", "one.jpg"], ["map.html", "New Collection.txt"],
        ["New Collection.txt", "CREDITS.txt"],
    ]) func `who removes more than the file asks for nothing`(names: [String]) async throws {
        let number = try await settled()
        for name in names { try await remove(name) }
        // Nobody sleeps where another was removed before.
        for _ in 0..<50 {
            world.clock.advance(by: .milliseconds(100))
            try await ContinuousClock().sleep(for: .milliseconds(1))
        }
        #expect(!world.files.folders.pins.state.isLoading(number))
        #expect(world.source.points.current.count == 1)
    }

    /// touch(1) opens the file, sets its times, and tells of the first error.
    @Test func `who touches the file just after another is told that a collection is loading`() async throws {
        let number = try await settled()
        let file = try await world.inode("pins/\(Self.name)/New Collection.txt")
        let writing = OpenFlags(rawValue: 0o4001)
        await #expect(throws: Errno.readOnly) { _ = try await world.files.open(file, writing, by: World.caller) }
        world.source.barrier.close()
        try await world.files.folders.pins.request(number)
        await #expect(throws: Errno.busy) { _ = try await world.files.open(file, writing, by: World.caller) }
        world.source.barrier.open()
    }

    @Test func `offline the wish is kept`() async throws {
        let number = try await settled()
        world.source.photosAtPoint.current = .failure(.unreachable("no route"))
        try await remove("New Collection.txt")
        await until { world.clock.nextWake == .seconds(1) }
        world.clock.advance(by: .seconds(1))
        await until { world.source.points.current.count > 1 }
        await until { !world.files.folders.pins.state.isLoading(number) }
        #expect(world.files.folders.pins.state.pin(number)?.isAwaitingCollection == true)
        #expect(try await world.list("pins/" + Self.name).contains("one.jpg"))
    }
}
