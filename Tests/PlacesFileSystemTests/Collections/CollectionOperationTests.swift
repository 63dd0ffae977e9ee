import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Listing a collection", .timeLimit(.minutes(2)))
struct CollectionOperationTests {
    private let world: World

    init() async throws {
        world = try await World()
        world.source.photosAtPoint.current = .success(PhotoPage(photos: [World.photo("1", "one")], total: 1))
    }

    private func pin(_ name: String) async throws -> NodeNumber {
        let inode = try await world.inode("pins")
        let made = try await world.files.mkdir(name, in: inode, by: World.caller)
        return NodeNumber(try #require(made.attributes).inode)
    }

    @Test func `a pin that is removed while its collection is asked for is not asked for again`() async throws {
        world.source.barrier.close()
        let number = try await pin("48.8584,2.2945")
        await until { world.source.barrier.arrivals == 1 }
        // The moment of a rmdir in which the catalog has forgotten it, and nobody else.
        try await world.files.listings.catalog.removePin(number)
        #expect(world.files.folders.pins.state.pin(number) != nil)
        world.source.barrier.open()
        await until { !world.files.folders.pins.state.isLoading(number) }
        #expect(!world.files.folders.pins.state.isLoading(number))
        #expect(world.source.points.current.count == 1)
    }

    @Test func `a pin that is moved while its collection is asked for gets the photos of its new point`() async throws {
        world.source.barrier.close()
        let number = try await pin("48.8584,2.2945")
        await until { world.source.barrier.arrivals == 1 }
        let pins = try await world.inode("pins")
        let moving = Task {
            try await world.files.rename(
                "48.8584,2.2945", in: pins, to: "10,20", in: pins, replacing: true, by: World.caller)
        }
        await until { world.files.folders.pins.state.pin(number)?.name == "10,20" }
        world.source.barrier.open()
        try await moving.value
        await until { !world.files.folders.pins.state.isLoading(number) }
        let asked = world.source.points.current
        #expect(asked.first == Coordinate(latitude: 48.8584, longitude: 2.2945))
        #expect(asked.last == Coordinate(latitude: 10, longitude: 20))
        #expect(try await world.list("pins/10,20").contains("one.jpg"))
    }

    @Test func `a collection that comes makes another map in pins, whose number the kernel must forget`() async throws {
        world.source.barrier.close()
        let number = try await pin("48.8584,2.2945")
        let pins = try await world.inode("pins")
        func stream() async throws -> (opened: OpenedDirectory, map: InodeNumber) {
            let opened = try await world.files.opendir(pins, by: World.caller)
            let dirents = try await world.files.readdir(opened.handle, from: DirectoryOffset(0))
            return (opened, try #require(dirents.first { $0.name == "map.geojson" }).inode)
        }
        var streams = [try await stream(), try await stream()]
        #expect(streams[1].opened.keepsCache && streams[1].map == streams[0].map)
        world.source.barrier.open()
        await until { !world.files.folders.pins.state.isLoading(number) }
        for open in streams { world.files.releasedir(open.opened.handle) }
        streams = [try await stream(), try await stream()]
        #expect(!streams[0].opened.keepsCache, "whatever fills the cache between the change and its notice")
        #expect(streams[1].opened.keepsCache && streams[1].map == streams[0].map)
        #expect(try await world.inode("pins/map.geojson") == streams[0].map)
    }

    @Test func `who comes to wait for a collection just as it arrives does not bring another`() async throws {
        world.source.barrier.close()
        let number = try await pin("48.8584,2.2945")
        // Somebody who found nothing yet, and is late to join those who wait.
        let late = try world.files.refreshed(.pin(number))
        world.source.barrier.open()
        await until { !world.files.folders.pins.state.isLoading(number) }
        #expect(await late.refresh(within: .fromNow(.seconds(3))) == nil)
        #expect(world.source.points.current.count == 1)
        #expect(world.files.folders.pins.state.pin(number)?.page == 1)
    }

    private func find(_ titles: [String], _ extent: PhotoPage.Extent) {
        let photos = titles.map { World.photo($0, $0) }
        world.source.photosAtPoint.current = .success(PhotoPage(photos: photos, total: 3, extent: extent))
    }

    @Test func `the part that a search brought is shown, and all of it when it is asked again, which is soon`()
        async throws
    {
        find(["one"], .partial)
        let number = try await pin("48.8584,2.2945")
        await until { !world.files.folders.pins.state.isLoading(number) }
        #expect(try await world.list("pins/48.8584,2.2945").contains("one.jpg"))
        find(["one", "two", "three"], .whole)
        #expect(try await !world.list("pins/48.8584,2.2945").contains("two.jpg"))
        await until { await world.files.listings.refresher.underWay.isEmpty }
        await until { !world.files.folders.pins.state.isLoading(number) }
        #expect(world.source.points.current.count == 1, "not at once")
        world.now.edit { $0 += 31 }
        try await until { try await world.list("pins/48.8584,2.2945").contains("three.jpg") }
        #expect(world.files.folders.pins.state.pin(number)?.isAwaitingCollection == false)
    }

    @Test func `a search that ran out of time makes no collection smaller`() async throws {
        find(["one", "two", "three"], .whole)
        let number = try await pin("48.8584,2.2945")
        await until { !world.files.folders.pins.state.isLoading(number) }
        #expect(try await world.catalog.awaitCollection(of: number))
        world.files.folders.pins.state.setCollection(of: number, isAwaiting: true)
        find(["four"], .partial)
        let error = try await world.files.refreshed(.pin(number)).refresh(within: .fromNow(.seconds(3)))
        #expect(error != nil)
        let names = try await world.list("pins/48.8584,2.2945")
        #expect(names.contains("three.jpg") && !names.contains("four.jpg"))
    }

    @Test func `rm of a photo that a new collection has just taken off is as good as done`() async throws {
        let number = try await pin("48.8584,2.2945")
        await until { !world.files.folders.pins.state.isLoading(number) }
        let collection = try await world.inode("pins/48.8584,2.2945")
        #expect(try await world.list("pins/48.8584,2.2945").contains("one.jpg"))
        // The moment in which the catalog has the new collection, and nobody else.
        let next = PhotoPage(photos: [World.photo("2", "two")], total: 2)
        _ = try await world.catalog.replaceCollection(of: number, with: next, number: 2)
        try await world.files.unlink("one.jpg", in: collection, by: World.caller)
        await #expect(throws: Errno.noEntry) {
            try await world.files.unlink("none.jpg", in: collection, by: World.caller)
        }
        #expect(try await world.catalog.removedPhotos(of: number).isEmpty)
    }

    @Test func `a collection promised in an earlier life is any page of all there are`() async throws {
        let photos = [World.photo("1", "one")]
        world.source.photosAtPoint.current = .success(PhotoPage(photos: photos, total: 4000))
        var numbers: [NodeNumber] = []
        for latitude in 1...4 {
            numbers.append(try await pin("\(latitude),2"))
            await until { !world.files.folders.pins.state.isLoading(numbers[latitude - 1]) }
            #expect(try await world.catalog.awaitCollection(of: numbers[latitude - 1]))
        }
        world.source.points.current = []
        let other = [World.photo("2", "two")]
        world.source.photosAtPoint.current = .success(PhotoPage(photos: other, total: 4000))
        let again = try await World(after: world)
        await again.files.folders.collectAwaited()
        await until { again.files.folders.pins.state.awaiting.isEmpty }
        let pages = numbers.compactMap { again.files.folders.pins.state.pin($0)?.page }
        // Of 79 each; all on the next one is not chance.
        #expect(pages.count == 4 && !pages.contains(1) && pages.contains { $0 > 2 }, "\(pages)")
    }

    @Test func `a collection promised in an earlier life is on its way from the first moment`() async throws {
        let number = try await pin("48.8584,2.2945")
        await until { !world.files.folders.pins.state.isLoading(number) }
        #expect(try await world.catalog.awaitCollection(of: number))
        let again = try await World(after: world)
        let collection = try await again.inode("pins/48.8584,2.2945")
        await #expect(throws: Errno.busy) {
            _ = try await again.files.create(
                ".new-collection", in: collection, OpenFlags(rawValue: 1), by: World.caller)
        }
        await again.files.folders.collectAwaited()
        await until { !again.files.folders.pins.state.isLoading(number) }
        #expect(again.files.folders.pins.state.awaiting.isEmpty)
    }

    /// The kernel forgets an entry without validity as soon as nobody uses it.
    @Test func `a collection is not made anew for what the kernel forgets of it each time`() async throws {
        let number = try await pin("48.8584,2.2945")
        await until { !world.files.folders.pins.state.isLoading(number) }
        _ = try await world.list("pins/48.8584,2.2945")
        let collection = try await world.inode("pins/48.8584,2.2945")
        let open = try await world.files.opendir(collection, by: World.caller)
        let dirents = try await world.files.readdir(open.handle, from: DirectoryOffset(0))
        let brought = dirents.compactMap { $0.entry?.attributes?.inode }
        for inode in brought { _ = world.files.inodes.count(1, for: NodeNumber(inode)) }
        world.files.releasedir(open.handle)
        let file = try await world.inode("pins/48.8584,2.2945/New Collection.txt")
        _ = world.files.inodes.count(-1, for: NodeNumber(file))
        #expect(world.files.inodes.record(NodeNumber(file)) == nil && !brought.contains(file))
        #expect(world.files.knownSnapshot(of: world.files.folder(.pin(number))) != nil)
    }

    @Test func `New Collection is asked for each time, for it goes faster than any notice`() async throws {
        let number = try await pin("48.8584,2.2945")
        await until { !world.files.folders.pins.state.isLoading(number) }
        let collection = try await world.inode("pins/48.8584,2.2945")
        let entry = try await world.files.lookup("New Collection.txt", in: collection, by: World.caller)
        #expect(entry.attributes != nil && entry.validity == .zero)
        world.source.barrier.close()
        let made = try await world.files.create(
            ".new-collection", in: collection, OpenFlags(rawValue: 1), by: World.caller)
        world.files.release(made.file.handle)
        let absent = try await world.files.lookup("New Collection.txt", in: collection, by: World.caller)
        #expect(absent.attributes == nil && absent.validity == .zero)
        world.source.barrier.open()
    }

    /// Two threads race here: each of several runs of so many rounds saw it while the order was another.
    @Test func `a collection that shows New Collection is never the one that was to be replaced`() async throws {
        let number = try await pin("48.8584,2.2945")
        await until { !world.files.folders.pins.state.isLoading(number) }
        let collection = try await world.inode("pins/48.8584,2.2945")
        let rounds = 200
        for round in 0..<rounds {
            let (old, new) = ("photo \(round)", "photo \(round + 1)")
            world.source.points.current = []
            world.source.photosAtPoint.current = .success(PhotoPage(photos: [World.photo(new, new)], total: 1))
            let made = try await world.files.create(
                ".new-collection", in: collection, OpenFlags(rawValue: 1), by: World.caller)
            world.files.release(made.file.handle)
            while true {
                let names = try await world.list("pins/48.8584,2.2945")
                guard names.contains("New Collection.txt") else { continue }
                try #require(names.contains("\(new).jpg") && !names.contains("\(old).jpg"), "round \(round): \(names)")
                break
            }
        }
    }
}
