import GRDB
import PhotoTree
import Testing

@testable import Catalog

@Suite struct PinCollectionTests {
    let clock = TestClock()

    @Test func `a collection is the collection, and what the pin waited for`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1)
        let collection = page([photo(1), photo(2, "Dawn")], total: 3_400)
        let update = try #require(try await catalog.replaceCollection(of: pin.number, with: collection, number: 7))
        #expect(update.old == nil)
        #expect(update.isChanged)
        #expect(update.new.entries.map(\.name) == ["Sunset.jpg", "Dawn.jpg"])
        #expect(update.new.total == 3_400)
        #expect(Set(update.new.generated.keys) == [.map, .mapPage, .credits, .hidden, .noImages, .newCollection])
        #expect(try await catalog.listing(of: .pin(pin.number)) == update.new)
        let shown = try #require(try await catalog.pin(numbered: pin.number))
        #expect(shown.page == 7)
        #expect(!shown.isAwaitingCollection)
    }

    @Test func `the same photos again are another collection, with other files about it`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        let first = try #require(try await catalog.listing(of: .pin(pin.number)))
        clock.advance(days: 1)
        let update = try #require(try await catalog.replaceCollection(of: pin.number, with: page(1...3), number: 2))
        #expect(update.isChanged)
        #expect(update.old == first)
        #expect(update.new.version > first.version)
        #expect(update.new.changed == clock.now)
        #expect(update.new.entries == first.entries)
        for (file, number) in first.generated {
            #expect(update.new.generated[file].map { $0 > number } == true, "\(file)")
        }
    }

    @Test func `names of the last collection still open`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(4...6), number: 2)
        #expect(try await catalog.formerEntry(named: "Photo 1.jpg", in: .pin(pin.number))?.photo.id.rawValue == "1")
    }

    @Test func `another collection is awaited until it comes`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        #expect(try await catalog.awaitCollection(of: pin.number))
        #expect(try await catalog.pin(numbered: pin.number)?.isAwaitingCollection == true)
        #expect(try await catalog.pin(numbered: pin.number)?.page == 1)
        // An empty one is an answer too.
        _ = try await catalog.replaceCollection(of: pin.number, with: page([]), number: 2)
        #expect(try await catalog.pin(numbered: pin.number)?.isAwaitingCollection == false)
        #expect(try await !catalog.awaitCollection(of: NodeNumber(77)))
    }

    @Test func `a collection for a pin that is gone creates nothing`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1)
        try await catalog.removePin(pin.number)
        let next = try await catalog.read { try NumberSequence.upcoming($0) }
        #expect(try await catalog.replaceCollection(of: pin.number, with: page(1...3), number: 1) == nil)
        #expect(try await catalog.read { try NumberSequence.upcoming($0) } == next)
        #expect(try await catalog.number(of: PhotoID("1")).stored == next)
    }

    @Test func `a photo removed for good comes back in no collection and leaves no name`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        let before = try #require(try await catalog.listing(of: .pin(pin.number)))
        clock.advance(seconds: 5)
        let update = try #require(try await catalog.removeFromCollection(PhotoID("2"), of: pin.number))
        #expect(update.old == before)
        #expect(update.isChanged)
        #expect(update.new.version > before.version)
        #expect(update.new.changed == clock.now)
        #expect(update.new.refreshed == before.refreshed)
        #expect(update.new.entries == [before.entries[0], before.entries[2]])
        for file in [GeneratedFile.map, .mapPage, .credits, .hidden, .newCollection] {
            #expect(update.new.generated[file] != before.generated[file], "\(file)")
        }
        #expect(try await catalog.listing(of: .pin(pin.number)) == update.new)
        #expect(try await catalog.formerEntry(named: "Photo 2.jpg", in: .pin(pin.number)) == nil)
        #expect(try await catalog.pin(numbered: pin.number)?.isAwaitingCollection == false)
        #expect(try await catalog.removedPhotos(of: pin.number) == [PhotoID("2")])
        _ = try await catalog.replaceCollection(of: pin.number, with: page(1...4), number: 2)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "3", "4"])
    }

    @Test func `a removal outlives the photo's listings and is one collection's alone`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        let other = try await catalog.pin(2, collection: 1...3)
        _ = try await catalog.removeFromCollection(PhotoID("2"), of: pin.number)
        _ = try await catalog.replaceCollection(of: other.number, with: page(7...7), number: 2)
        clock.advance(days: 31)
        try await catalog.prune()
        #expect(try await catalog.photo(PhotoID("2")) == nil)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(1...3), number: 2)
        _ = try await catalog.replaceCollection(of: other.number, with: page(1...3), number: 2)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "3"])
        #expect(try await catalog.ids(in: .pin(other.number)) == ["1", "2", "3"])
    }

    @Test func `emptied by hand, a collection awaits another collection`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...2)
        _ = try await catalog.removeFromCollection(PhotoID("1"), of: pin.number)
        let last = try #require(try await catalog.removeFromCollection(PhotoID("2"), of: pin.number))
        #expect(last.new.entries.isEmpty)
        #expect(last.new.generated[.noImages] != nil)
        #expect(try await catalog.pin(numbered: pin.number)?.isAwaitingCollection == true)
        #expect(try await catalog.listing(of: .pin(pin.number))?.entries == [])
    }

    @Test func `what a collection does not list is not removed from it`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        let empty = try await catalog.pin(2)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(2...4), number: 2)
        _ = try await catalog.replaceListing(of: paris, with: page(9...9))
        for id in ["1", "9", "never heard of"] {
            #expect(try await catalog.removeFromCollection(PhotoID(id), of: pin.number) == nil)
        }
        #expect(try await catalog.removeFromCollection(PhotoID("2"), of: empty.number) == nil)
        #expect(try await catalog.removeFromCollection(PhotoID("2"), of: NodeNumber(77)) == nil)
        #expect(try await catalog.removedPhotos(of: pin.number).isEmpty)
        #expect(try await catalog.pin(numbered: empty.number)?.isAwaitingCollection == true)
    }

    @Test func `a photo told of anew elsewhere has its new sidecar after a removal`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        let before = try #require(try await catalog.listing(of: .pin(pin.number)))
        try await catalog.update(photo(3, "Dawn"))
        let update = try #require(try await catalog.removeFromCollection(PhotoID("1"), of: pin.number))
        #expect(update.new.entries[0] == before.entries[1])
        #expect(update.new.entries[1].sidecarNumber != before.entries[2].sidecarNumber)
        #expect(try await catalog.listing(of: .pin(pin.number)) == update.new)
    }

    @Test func `emptying a full collection writes a few rows for each photo, not the whole collection`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...50)
        for id in 1...50 {
            let before = try await catalog.write { $0.totalChangesCount }
            #expect(
                try await catalog.removeFromCollection(PhotoID("\(id)"), of: pin.number)?.new.entries.count == 50 - id)
            #expect(try await catalog.write { $0.totalChangesCount } - before < 20)
        }
        #expect(try await catalog.removedPhotos(of: pin.number).count == 50)
    }
}
