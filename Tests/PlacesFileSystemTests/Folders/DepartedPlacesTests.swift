import Catalog
import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("A place that left the list", .timeLimit(.minutes(2)))
struct DepartedPlacesTests {
    private let world: World
    private let paris = "places/France/Paris"

    /// A photo in two places and a collection.
    init() async throws {
        world = try await World()
        for place in [World.paris, World.nice] { world.show(["one"], in: place) }
        world.source.photosAtPoint.current = .success(PhotoPage(photos: [World.photo("one", "one")], total: 1))
        _ = try await world.files.mkdir("1,1", in: try await world.inode("pins"), by: World.caller)
        for folder in [paris, "places/France/Nice", "pins/1,1"] { _ = try await world.list(folder) }
    }

    /// As the source tells it a day later.
    private func show(_ places: [Place]) async throws {
        world.source.places.current = .success(places)
        world.now.edit { $0 += 86_400 }
        _ = try await world.list("places")
        await until { await world.files.listings.refresher.underWay.isEmpty }
    }

    private func links() async throws(Errno) -> UInt32? {
        let nice = try await world.inode("places/France/Nice")
        return try await world.files.lookup("one.jpg", in: nice, by: World.caller).attributes?.linkCount
    }

    /// As each day ends, and as a mount begins.
    private func prune() async throws {
        try await world.files.folders.places.forgetDeparted()
        try await world.catalog.prune()
    }

    @Test(.proves("The list of places is"))
    func `a place that is back within 30 days is the same folder`() async throws {
        let before = try await world.inode(paris)
        try await show([World.nice])
        try await prune()
        await #expect(throws: Errno.noEntry) { try await world.inode(paris) }
        world.now.edit { $0 += 28 * 86_400 }
        try await prune()
        world.source.photosByPlace.edit { $0[World.paris.id] = .failure(.unreachable("no route")) }
        try await show([World.paris, World.nice])
        #expect(try await world.inode(paris) == before)
        #expect(try await world.list(paris).contains("one.jpg"))
        world.now.edit { $0 += 60 * 86_400 }
        try await prune()
        #expect(try await world.list(paris).contains("one.jpg"), "its days are over, but it is listed")
    }

    @Test(.proves("The list of places is"))
    func `after that it lists its photos no more`() async throws {
        let before = try await world.inode(paris)
        #expect(try await links() == 3)
        try await show([World.nice])
        try await prune()
        world.now.edit { $0 += 30 * 86_400 }
        try await prune()
        #expect(try await world.catalog.listing(of: .place(World.paris.id)) == nil)
        #expect(try await links() == 2)
        try await show([World.paris, World.nice])
        #expect(try await world.inode(paris) != before)
        #expect(try await world.list(paris).contains("one.jpg"), "asked for anew")
    }

    @Test func `an added one stays, and so do all while nobody knows the source's list`() async throws {
        let france = try await world.inode("places/France")
        _ = try await world.files.mkdir("Annecy", in: france, by: World.caller)
        _ = try await world.list("places/France/Annecy")
        let listings = try await world.catalog.counts().listings
        for _ in 1...2 {
            try await prune()
            world.now.edit { $0 += 31 * 86_400 }
        }
        #expect(try await world.catalog.counts().listings == listings)
        let offline = try await World()
        _ = try await offline.catalog.replaceListing(of: .place(World.paris.id), with: PhotoPage(photos: [], total: 0))
        offline.source.places.current = .failure(.unreachable("no route"))
        for _ in 1...2 {
            try await offline.files.folders.places.forgetDeparted()
            offline.now.edit { $0 += 31 * 86_400 }
        }
        #expect(try await offline.catalog.listing(of: .place(World.paris.id)) != nil)
    }

    @Test func `a mount that stays for months forgets it, too`() async throws {
        try await show([World.nice])
        let running = Task { await world.files.run() }
        try await until {
            world.now.edit { $0 += 86_400 }
            world.clock.advance(by: .seconds(86_400))
            return try await world.catalog.listing(of: .place(World.paris.id)) == nil
        }
        #expect(try await world.catalog.listing(of: .place(World.nice.id)) != nil)
        // Until the next day, and until what was sent last is asked for.
        await until { world.clock.sleeping == 2 }
        running.cancel()
        await running.value
    }
}
