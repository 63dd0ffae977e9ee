import Catalog
import PhotoTree
import Testing

@Suite struct RecentsTests {
    let clock = TestClock()

    private func viewed(_ ids: Int...) -> [PhotoID] {
        ids.map { PhotoID("\($0)") }
    }

    private func catalog() async throws -> Catalog {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page(1...9))
        return catalog
    }

    @Test func `photos are listed newest first under names without rank`() async throws {
        let catalog = try await catalog()
        let update = try await catalog.replaceRecents(with: viewed(3, 1, 2))
        #expect(update.old == nil)
        #expect(update.isChanged)
        #expect(update.new.entries.map(\.name) == ["Photo 3.jpg", "Photo 1.jpg", "Photo 2.jpg"])
        #expect(update.new.entries.map(\.directoryCount) == [2, 2, 2])
        #expect(update.new.refreshed == clock.now)
        #expect(update.new.generated[.map] != nil)
        #expect(try await catalog.listing(of: .recents) == update.new)
        #expect(try await catalog.counts().recents == 3)
    }

    @Test func `photos not known, gone or named before are left out`() async throws {
        let catalog = try await catalog()
        _ = try await catalog.number(of: PhotoID("77"))
        _ = try await catalog.withdraw(PhotoID("2"), as: .gone)
        // Gone is gone here also when a search may find it again.
        clock.advance(days: 2)
        let update = try await catalog.replaceRecents(with: viewed(3, 99, 77, 2, 3, 1))
        #expect(update.new.entries.map(\.photo.id.rawValue) == ["3", "1"])
    }

    @Test func `a photo of another rank has another sidecar, one of the same rank keeps it`() async throws {
        let catalog = try await catalog()
        let first = try await catalog.replaceRecents(with: viewed(1, 2, 3, 4)).new
        clock.advance(seconds: 60)
        let update = try await catalog.replaceRecents(with: viewed(3, 1, 2, 4))
        #expect(update.isChanged)
        #expect(update.new.changed == clock.now)
        #expect(update.new.entries.map(\.photo.id.rawValue) == ["3", "1", "2", "4"])
        let before = Set(first.entries.prefix(3).map(\.sidecarNumber))
        #expect(before.isDisjoint(with: update.new.entries.prefix(3).map(\.sidecarNumber)))
        #expect(update.new.entries[3] == first.entries[3])
        #expect(update.new.generated[.map] != first.generated[.map])
    }

    @Test func `the same photos in the same order are no change`() async throws {
        let catalog = try await catalog()
        let first = try await catalog.replaceRecents(with: viewed(1, 2, 3)).new
        clock.advance(seconds: 60)
        let again = try await catalog.replaceRecents(with: viewed(1, 2, 3))
        #expect(!again.isChanged)
        #expect(again.old == first)
        #expect(again.new.version == first.version)
        #expect(again.new.entries == first.entries)
        #expect(again.new.changed == first.changed)
    }

    @Test func `a photo pushed off the end still opens by its name`() async throws {
        let catalog = try await catalog()
        _ = try await catalog.replaceRecents(with: viewed(1, 2, 3))
        _ = try await catalog.replaceRecents(with: viewed(4, 1, 2))
        #expect(try await catalog.formerEntry(named: "Photo 3.jpg", in: .recents)?.photo.id.rawValue == "3")
    }

    @Test func `a photo lasts in recents when its place has moved on`() async throws {
        let catalog = try await catalog()
        let listing = try await catalog.replaceRecents(with: viewed(1, 2)).new
        _ = try await catalog.replaceListing(of: paris, with: page([]))
        clock.advance(days: 400)
        try await catalog.prune()
        #expect(try await catalog.listing(of: .recents)?.entries.map(\.name) == listing.entries.map(\.name))
        #expect(try await catalog.listing(of: .recents)?.entries.map(\.directoryCount) == [1, 1])
    }

    @Test func `a photo taken off leaves no name, and those behind it move up`() async throws {
        let catalog = try await catalog()
        let first = try await catalog.replaceRecents(with: viewed(1, 2, 3, 4)).new
        clock.advance(seconds: 60)
        let update = try #require(try await catalog.removeFromRecents(PhotoID("2")))
        #expect(update.old == first)
        #expect(update.new.version > first.version)
        #expect(update.new.changed == clock.now)
        #expect(update.new.entries.map(\.photo.id.rawValue) == ["1", "3", "4"])
        #expect(update.new.entries[0] == first.entries[0])
        // What a sidecar says of its rank is another thing now.
        #expect(update.new.entries[1].sidecarNumber != first.entries[2].sidecarNumber)
        #expect(update.new.entries[2].sidecarNumber != first.entries[3].sidecarNumber)
        #expect(update.new.generated[.hidden] != first.generated[.hidden])
        #expect(try await catalog.listing(of: .recents) == update.new)
        #expect(try await catalog.formerEntry(named: "Photo 2.jpg", in: .recents) == nil)
        #expect(try await catalog.removeFromRecents(PhotoID("2")) == nil)
        // The next view of the first changes no rank.
        #expect(try await !catalog.replaceRecents(with: viewed(1, 3, 4)).isChanged)
    }

    @Test func `what is not in recents is not taken off, whether or not anything is`() async throws {
        let catalog = try await catalog()
        #expect(try await catalog.removeFromRecents(PhotoID("1")) == nil)
        #expect(try await catalog.removeFromRecents(PhotoID("77")) == nil)
        _ = try await catalog.replaceRecents(with: viewed(1))
        _ = try await catalog.replaceRecents(with: viewed(2))
        #expect(try await catalog.removeFromRecents(PhotoID("1")) == nil)
        #expect(try await catalog.removeFromRecents(PhotoID("2"))?.new.entries == [])
        #expect(try await catalog.counts().recents == 0)
    }
}

@Suite struct ViewedTests {
    let clock = TestClock()

    @Test func `when a photo was viewed shows in every listing and among former names`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.replaceListing(of: paris, with: page(1...2)).new
        _ = try await catalog.replaceListing(of: rome, with: page(1...2))
        let moment = Timestamp(1_600_000_000)
        try await catalog.noteViews([PhotoID("1"): moment])
        #expect(try await catalog.listing(of: paris)?.entries.map(\.viewed) == [moment, nil])
        #expect(try await catalog.listing(of: rome)?.entries.map(\.viewed) == [moment, nil])
        // Nothing that a file tells has changed.
        #expect(try await catalog.listing(of: paris)?.version == first.version)
        _ = try await catalog.replaceListing(of: paris, with: page(2...2))
        #expect(try await catalog.formerEntry(named: "Photo 1.jpg", in: paris)?.viewed == moment)
        try await catalog.noteViews([PhotoID("1"): nil, PhotoID("2"): clock.now])
        #expect(try await catalog.listing(of: rome)?.entries.map(\.viewed) == [nil, clock.now])
    }

    @Test func `a view is kept over a refresh and forgotten with the photo`() async throws {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page(1...1))
        try await catalog.noteViews([PhotoID("1"): clock.now])
        let viewed = clock.now
        clock.advance(days: 1)
        let update = try await catalog.replaceListing(of: paris, with: page([photo(1, "Dawn")]))
        #expect(update.new.entries.map(\.viewed) == [viewed])
        _ = try await catalog.replaceListing(of: paris, with: page([]))
        clock.advance(days: 30)
        try await catalog.prune()
        #expect(try await catalog.replaceListing(of: paris, with: page(1...1)).new.entries.map(\.viewed) == [nil])
    }

    @Test func `a view of a photo in no list is forgotten 30 days later`() async throws {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page(1...1))
        _ = try await catalog.replaceListing(of: paris, with: page([]))
        clock.advance(days: 30)
        try await catalog.prune()
        try await catalog.noteViews([PhotoID("1"): clock.now, PhotoID("new"): clock.now, PhotoID("none"): nil])
        clock.advance(days: 30)
        try await catalog.prune()
        let new = Photo(id: PhotoID("new"), title: "New")
        let update = try await catalog.replaceListing(of: paris, with: page([photo(1), new]))
        #expect(update.new.entries.map(\.viewed) == [nil, nil])
    }
}
