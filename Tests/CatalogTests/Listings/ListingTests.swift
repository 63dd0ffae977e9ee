import Catalog
import PhotoTree
import Testing

@Suite struct ListingTests {
    @Test func `a listing comes back as the replacement returned it`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        #expect(try await catalog.listing(of: paris) == nil)
        let update = try await catalog.replaceListing(
            of: paris, with: page([photo(1), photo(2, "Dawn"), photo(3)], total: 4_100))
        #expect(update.old == nil)
        #expect(update.isChanged)
        #expect(update.new.entries.map(\.name) == ["Sunset.jpg", "Dawn.jpg", "Sunset (3).jpg"])
        #expect(update.new.entries.map(\.photo) == [photo(1), photo(2, "Dawn"), photo(3)])
        #expect(update.new.total == 4_100)
        #expect(update.new.refreshed == clock.now)
        #expect(update.new.changed == clock.now)
        #expect(Set(update.new.generated.keys).isSuperset(of: [.map, .credits, .hidden]))
        #expect(try await catalog.listing(of: paris) == update.new)
    }

    @Test func `a photo that is cached is in no more directories than list it`() async throws {
        let catalog = try await Catalog.forTest()
        _ = try await catalog.replaceListing(of: paris, with: page(1...2))
        _ = try await catalog.replaceListing(of: rome, with: page(1...1))
        let cached = try await catalog.replaceListing(of: .cached, with: page(1...3)).new
        #expect(cached.entries.map(\.directoryCount) == [2, 1, 0])
        #expect(try await catalog.listing(of: paris)?.entries.map(\.directoryCount) == [2, 1])
        let again = try await catalog.replaceListing(of: .cached, with: page(1...3))
        #expect(again.new == cached && !again.isChanged)
    }

    @Test func `the same answer again moves only the time of a listing's refresh`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.replaceListing(of: paris, with: page(1...5)).new
        clock.advance(seconds: 21_600)
        let again = try await catalog.replaceListing(of: paris, with: page(1...5))
        var expected = first
        expected.refreshed = clock.now
        #expect(!again.isChanged)
        #expect(again.old == first)
        #expect(again.new == expected)
        #expect(try await catalog.listing(of: paris) == expected)
    }

    @Test func `a sidecar keeps its time until what it tells changes, over a restart too`() async throws {
        let clock = TestClock()
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let began = clock.now
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2), photo(3)]))
        clock.advance(seconds: 60)
        let joined = try await catalog.replaceListing(of: paris, with: page([photo(4), photo(1), photo(3)])).new
        #expect(joined.changed == clock.now)
        #expect(joined.entries.map(\.sidecarChanged) == [clock.now, began, began])
        let then = clock.now
        clock.advance(seconds: 60)
        _ = try await catalog.replaceListing(of: paris, with: page([photo(4), photo(1, "Dawn"), photo(2)]))
        catalog.close()
        let again = try await Catalog(at: folder.catalog, now: clock.reading)
        let entries = try #require(try await again.listing(of: paris)).entries
        #expect(entries.map(\.sidecarChanged) == [then, clock.now, began], "the last one came back")
    }

    @Test func `where a large rendition lies, and the total, are kept but are no change`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1)], total: 4_100)).new
        clock.advance(days: 1)
        var viewed = photo(1)
        viewed.renditions[viewed.renditions.count - 1].url = "https://images.test/other.jpg"
        let update = try await catalog.replaceListing(of: paris, with: page([viewed], total: 4_155))
        #expect(!update.isChanged)
        #expect(update.new.version == first.version)
        #expect(update.new.changed == first.changed)
        #expect(update.new.entries[0].photo == viewed)
        #expect(update.new.entries[0].sidecarNumber == first.entries[0].sidecarNumber)
        #expect(update.new.total == 4_155)
        #expect(try await catalog.listing(of: paris) == update.new)
    }

    @Test(arguments: [
        photo(1, "Dawn"), photo(1, secret: "new"), viewed(photo(1)), shrunk(photo(1)),
        Photo(id: PhotoID("1"), title: "Sunset", tags: ["paris"]),
    ]) func `what a sidecar says anew gives it, the map and the credits new numbers`(changed: Photo) async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)])).new
        clock.advance(days: 1)
        let update = try await catalog.replaceListing(of: paris, with: page([changed, photo(2)]))
        #expect(update.isChanged)
        #expect(update.new.version > first.version)
        #expect(update.new.changed == clock.now)
        #expect(update.new.entries[0].name == "Sunset.jpg")
        #expect(update.new.entries[0].number == first.entries[0].number)
        #expect(update.new.entries[0].sidecarNumber != first.entries[0].sidecarNumber)
        #expect(update.new.entries[1] == first.entries[1])
        #expect(update.new.generated[.map] != first.generated[.map])
        #expect(update.new.generated[.credits] != first.generated[.credits])
        #expect(update.new.generated[.hidden] == first.generated[.hidden])
    }

    @Test func `a photo told of anew in one directory shows anew in the other`() async throws {
        let catalog = try await Catalog.forTest()
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1)])).new
        _ = try await catalog.replaceListing(of: rome, with: page([photo(1, "Dawn")]))
        let update = try await catalog.replaceListing(of: paris, with: page([photo(1, "Dawn")]))
        #expect(update.isChanged)
        #expect(update.new.entries[0].sidecarNumber != first.entries[0].sidecarNumber)
        #expect(try await catalog.listing(of: rome)?.version == 1)
    }

    @Test func `another order of a listing is a change that keeps names and numbers`() async throws {
        let catalog = try await Catalog.forTest()
        let first = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)])).new
        let update = try await catalog.replaceListing(of: paris, with: page([photo(2), photo(1)]))
        #expect(update.isChanged)
        #expect(update.new.entries == first.entries.reversed())
        #expect(update.new.generated[.map] != first.generated[.map])
    }

    @Test func `of a photo that is twice in a listing the first counts`() async throws {
        let catalog = try await Catalog.forTest()
        let twice = page([photo(1, "A"), photo(2, "B"), photo(1, "C")])
        let update = try await catalog.replaceListing(of: paris, with: twice)
        #expect(update.new.entries.map(\.name) == ["A.jpg", "B.jpg"])
        #expect(try await !catalog.replaceListing(of: paris, with: twice).isChanged)
    }

    @Test func `an empty answer is a listing, and emptying one a change`() async throws {
        let catalog = try await Catalog.forTest()
        let empty = try await catalog.replaceListing(of: paris, with: page([]))
        #expect(empty.isChanged)
        #expect(empty.new.entries.isEmpty)
        #expect(empty.new.generated[.noImages] != nil)
        #expect(try await !catalog.replaceListing(of: paris, with: page([])).isChanged)
        _ = try await catalog.replaceListing(of: paris, with: page(1...2))
        #expect(try await catalog.replaceListing(of: paris, with: page([])).isChanged)
        #expect(try await catalog.listing(of: paris)?.entries == [])
    }

    @Test func `the count of directories is that of those listing the photo now`() async throws {
        let catalog = try await Catalog.forTest()
        let count = { (directory: DirectoryKey) in
            try await catalog.listing(of: directory)?.entries.map(\.directoryCount)
        }
        _ = try await catalog.replaceListing(of: paris, with: page(1...2))
        let update = try await catalog.replaceListing(of: rome, with: page(2...3))
        #expect(update.new.entries.map(\.directoryCount) == [2, 1])
        #expect(try await count(paris) == [1, 2])
        _ = try await catalog.replaceListing(of: rome, with: page(3...3))
        #expect(try await count(paris) == [1, 1])
        _ = try await catalog.replaceListing(of: rome, with: page(1...3))
        #expect(try await count(paris) == [2, 2])
        try await catalog.retire(rome)
        #expect(try await count(paris) == [1, 1])
    }

    @Test func `a stored photo that cannot be read is left out, and heals with the next answer`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: TestClock().reading)
        let whole = try await catalog.replaceListing(of: paris, with: page(1...3)).new
        try await damage(catalog, photo: "2")
        #expect(try await catalog.names(in: paris) == ["Photo 1.jpg", "Photo 3.jpg"])
        let healed = try await catalog.replaceListing(of: paris, with: page(1...3))
        #expect(healed.isChanged)
        #expect(healed.new.entries.map(\.name) == whole.entries.map(\.name))
        #expect(healed.new.entries.map(\.number) == whole.entries.map(\.number))
    }

    @Test func `a summary tells of a listing without its photos`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        clock.advance(days: 1)
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)], total: 9))
        _ = try await catalog.replaceListing(of: .recents, with: page([]))
        let known = try await catalog.summaries(of: [paris, rome, .recents])
        let listing = try #require(try await catalog.listing(of: paris))
        #expect(known[rome] == nil)
        #expect(known[.recents]?.count == 0)
        #expect(known[paris]?.count == 2)
        #expect(known[paris]?.total == 9)
        #expect(known[paris]?.changed == listing.changed)
        #expect(known[paris]?.refreshed == listing.refreshed)
    }
}
