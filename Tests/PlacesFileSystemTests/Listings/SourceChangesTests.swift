import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// As a folder of one's own pictures does.
@Suite("What a source tells of changes by itself", .timeLimit(.minutes(2)))
struct SourceChangesTests {
    private let world: World
    private let paris = "places/France/Paris"

    init() async throws {
        world = try await World { $0.photosPerPlace = 500 }
    }

    private func photos() async throws(Errno) -> [String] {
        try await world.list(paris).filter { $0.hasSuffix(".jpg") }
    }

    @Test func `many photos that are not there leave a list at once, not one by one`() async throws {
        let titles = (100..<300).map { "photo \($0)" }
        world.show(titles)
        let listings = Shared(0)
        world.files.tree.tell { change in
            listings.edit { $0 += change.listings.count { $0.listing.directory == .place(World.paris.id) } }
        }
        try await world.serving {
            #expect(try await photos().count == 200)
            listings.current = 0
            let staying = Array(titles.prefix(20))
            world.show(staying)
            let away = titles.dropFirst(20).map { PhotoID($0) }
            world.source.tell(SourceChange(places: [World.paris.id], away: away))
            try await until { try await photos() == staying.map { $0 + ".jpg" } }
            #expect((1...2).contains(listings.current), "\(listings.current) lists for 180 photos")
            await #expect(throws: Errno.noEntry) { try await world.inode(paris + "/photo 250.jpg") }
        }
    }

    @Test(arguments: [false, true])
    func `what is new while a list is asked for is in it, though that question came too soon`(
        isListed: Bool
    ) async throws {
        let source = world.source
        try await world.serving {
            if isListed {
                #expect(try await photos() == [])
                world.now.edit { $0 += 86_400 }
            }
            let (answers, places) = (source.answers.arrivals, source.placesBarrier.arrivals)
            source.answers.close()
            world.show(["one"])
            async let listed = photos()
            await until { source.answers.arrivals == answers + 1 }
            world.show(["one", "two"])
            source.tell(SourceChange(places: [World.paris.id]))
            // The list of places is asked for first.
            await until {
                let underWay = await world.files.listings.refresher.underWay
                return source.placesBarrier.arrivals > places && underWay == [.place(World.paris.id)]
            }
            for _ in 0..<100 { await Task.yield() }
            source.answers.open()
            _ = try await listed
            #expect(await world.soon { (try? await photos()) == ["one.jpg", "two.jpg"] })
        }
    }

    @Test func `a list that could not be shown is shown later, though nothing more is told`() async throws {
        world.show(["one"])
        try await world.serving {
            let listed = try await photos()
            #expect(listed == ["one.jpg"])
            let asked = world.source.questions.current.count
            world.source.photosByPlace.edit { $0[World.paris.id] = .failure(.failed("its index cannot be read")) }
            world.source.tell(SourceChange(places: [World.paris.id]))
            await until { world.source.questions.current.count > asked }
            world.show(["one", "two"])
            #expect(await world.soon(.milliseconds(100)) { (try? await photos()) == ["one.jpg", "two.jpg"] })
        }
    }
}
