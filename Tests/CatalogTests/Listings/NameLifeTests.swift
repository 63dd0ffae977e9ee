import Catalog
import PhotoTree
import Testing

@Suite struct NameLifeTests {
    @Test func `a name that left the listing still opens the same photo`() async throws {
        let catalog = try await Catalog.forTest()
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1, "Été"), photo(2)])).new
        #expect(try await catalog.formerEntry(named: "Été.jpg", in: paris) == nil)
        _ = try await catalog.replaceListing(of: paris, with: page([photo(2)]))
        let former = try #require(try await catalog.formerEntry(named: "E\u{301}TE\u{301}.JPG", in: paris))
        #expect(former.photo == first.entries[0].photo)
        #expect(former.number == first.entries[0].number)
        #expect(former.sidecarNumber == first.entries[0].sidecarNumber)
        #expect(try await catalog.formerEntry(named: "Été.geojson", in: paris) == former)
        for name in ["Été", ".jpg", ".geojson", "", "Sunset.jpg", "Été.jpg.geojson"] {
            #expect(try await catalog.formerEntry(named: name, in: paris) == nil)
        }
        #expect(try await catalog.formerEntry(named: "Été.jpg", in: rome) == nil)
    }

    @Test func `a name ends after 30 days and is then free for another photo`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1)]))
        _ = try await catalog.replaceListing(of: paris, with: page([]))
        clock.advance(days: 30, seconds: -1)
        #expect(try await catalog.formerEntry(named: "Sunset.jpg", in: paris) != nil)
        let reserved = try await catalog.replaceListing(of: paris, with: page([photo(2)])).new
        #expect(reserved.entries.map(\.name) == ["Sunset (2).jpg"])
        clock.advance(seconds: 1)
        #expect(try await catalog.formerEntry(named: "Sunset.jpg", in: paris) == nil)
        let free = try await catalog.replaceListing(of: paris, with: page([photo(2), photo(3)])).new
        #expect(free.entries.map(\.name) == ["Sunset (2).jpg", "Sunset.jpg"])
    }

    @Test func `a photo that comes back has its old name, and its sidecar its old number`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)])).new
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(3)]))
        clock.advance(days: 29)
        let back = try await catalog.replaceListing(of: paris, with: page([photo(2), photo(3)])).new
        #expect(back.entries.map(\.name) == ["Sunset (2).jpg", "Sunset (3).jpg"])
        #expect(back.entries[0] == first.entries[1])
        clock.advance(days: 29)
        // Its 30 days begin again with every leaving.
        _ = try await catalog.replaceListing(of: paris, with: page([photo(3)]))
        clock.advance(days: 29)
        #expect(try await catalog.formerEntry(named: "Sunset (2).jpg", in: paris) != nil)
    }

    @Test func `a photo back after its name ended keeps its number`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1)])).new
        _ = try await catalog.replaceListing(of: paris, with: page([photo(2)]))
        clock.advance(days: 31)
        try await catalog.prune()
        let back = try await catalog.replaceListing(of: paris, with: page([photo(2), photo(1)])).new
        #expect(back.entries[1].number == first.entries[0].number)
        #expect(back.entries.map(\.name) == ["Sunset (2).jpg", "Sunset.jpg"])
    }

    @Test func `a photo that is gone leaves at once, stays away and leaves no name`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2), photo(3)]))
        _ = try await catalog.withdraw(PhotoID("1"), as: .gone)
        #expect(try await catalog.names(in: paris) == ["Sunset (2).jpg", "Sunset (3).jpg"])
        // The search still finds it for a while.
        let update = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2), photo(4)]))
        #expect(update.isChanged)
        #expect(update.new.entries.map(\.name) == ["Sunset (2).jpg", "Sunset.jpg"])
        #expect(update.new.entries.map(\.photo.id.rawValue) == ["2", "4"])
        #expect(try await catalog.formerEntry(named: "Sunset.jpg", in: paris) == nil)
        #expect(try await catalog.formerEntry(named: "Sunset (3).jpg", in: paris)?.photo == photo(3))
    }

    @Test func `former names of a photo that is gone end at once`() async throws {
        let catalog = try await Catalog.forTest()
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1)]))
        _ = try await catalog.replaceListing(of: paris, with: page([]))
        _ = try await catalog.withdraw(PhotoID("1"), as: .gone)
        #expect(try await catalog.formerEntry(named: "Sunset.jpg", in: paris) == nil)
    }

    @Test func `a photo that was gone is back when its source says so, or lists it a day later`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)])).new
        _ = try await catalog.withdraw(PhotoID("1"), as: .gone)
        _ = try await catalog.withdraw(PhotoID("2"), as: .gone)
        try await catalog.update(photo(1))
        let told = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)])).new
        #expect(told.entries.map(\.photo.id.rawValue) == ["1"])
        clock.advance(days: 1)
        let listed = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)])).new
        #expect(listed.entries.map(\.number) == first.entries.map(\.number))
    }

    @Test func `a name that is not legal any more is replaced, and its sidecar renumbered`() async throws {
        let catalog = try await Catalog.forTest()
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)])).new
        try await rename(catalog, from: "Sunset.jpg", to: "-rf.jpg")
        let update = try await catalog.replaceListing(of: paris, with: page([photo(2), photo(1)])).new
        #expect(update.entries.map(\.name) == ["Sunset (2).jpg", "Sunset.jpg"])
        #expect(update.entries[1].sidecarNumber != first.entries[0].sidecarNumber)
    }

    @Test func `a tag that a photo lost is remembered for 30 days, whoever told of it`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)]))
        var told = photo(1)
        told.tags = ["Paris", "Île de la Cité"]
        try await catalog.update(told)
        var other = photo(2)
        other.tags = []
        _ = try await catalog.replaceListing(of: rome, with: page([other]))
        #expect(try await catalog.hasLost(PhotoID("1"), tag: "sunset"))
        #expect(try await !catalog.hasLost(PhotoID("1"), tag: "paris"), "only spelt otherwise")
        #expect(try await !catalog.hasLost(PhotoID("1"), tag: "dawn"))
        #expect(try await catalog.hasLost(PhotoID("2"), tag: "paris"))
        _ = try await catalog.withdraw(PhotoID("2"), as: .gone)
        #expect(try await !catalog.hasLost(PhotoID("2"), tag: "paris"), "no name of it opens")
        clock.advance(days: 30, seconds: -1)
        try await catalog.prune()
        #expect(try await catalog.hasLost(PhotoID("1"), tag: "sunset"))
        clock.advance(seconds: 1)
        #expect(try await !catalog.hasLost(PhotoID("1"), tag: "sunset"))
        try await catalog.prune()
        clock.advance(seconds: -1)
        #expect(try await !catalog.hasLost(PhotoID("1"), tag: "sunset"), "forgotten")
    }
}
