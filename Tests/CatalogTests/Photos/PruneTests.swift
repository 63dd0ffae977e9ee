import Catalog
import PhotoTree
import Testing

@Suite struct PruneTests {
    @Test func `what is in no list for 30 days keeps only identity and size`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.replaceListing(of: paris, with: page(1...3)).new
        let key = ImageKey(photo: PhotoID("1"), rendition: "b")
        try await catalog.learn(KnownFile(length: 7, digest: "sha256:aa"), of: key)
        _ = try await catalog.replaceListing(of: rome, with: page(2...2))
        _ = try await catalog.replaceListing(of: paris, with: page(3...3))
        clock.advance(days: 30, seconds: -1)
        try await catalog.prune()
        #expect(try await catalog.counts() == counts(photos: 3, listings: 2, names: 4))
        clock.advance(seconds: 1)
        try await catalog.prune()
        #expect(try await catalog.counts() == counts(photos: 2, listings: 2, names: 2))
        #expect(try await catalog.photo(PhotoID("1")) == nil)
        #expect(try await catalog.photo(PhotoID("2")) != nil)
        #expect(try await catalog.number(of: PhotoID("1")) == first.entries[0].number)
        #expect(try await catalog.learntFiles([key])[key]?.length == 7)
        #expect(try await catalog.photos(withDigest: "sha256:aa") == [PhotoID("1")])
        #expect(try await catalog.photos(withPage: "https://example.org/photos/owner/1/") == [PhotoID("1")])
    }

    @Test func `a retired directory's photos are forgotten 30 days later`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        clock.advance(days: 40)
        try await catalog.retire(paris)
        try await catalog.prune()
        #expect(try await catalog.counts().photos == 3)
        clock.advance(days: 30)
        try await catalog.prune()
        #expect(try await catalog.counts() == counts(photos: 0, listings: 0, names: 0))
    }

    @Test func `a photo told of by id alone is forgotten 30 days later, also when it was before`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        for _ in 1...2 {
            try await catalog.update(photo(1))
            clock.advance(days: 29)
            try await catalog.prune()
            #expect(try await catalog.photo(PhotoID("1")) != nil)
            clock.advance(days: 1)
            try await catalog.prune()
            #expect(try await catalog.photo(PhotoID("1")) == nil)
        }
    }

    @Test func `a place departs 30 days after it was missed first, and not while some list shows it`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        for key in [paris, rome] { _ = try await catalog.replaceListing(of: key, with: page(1...3)) }
        _ = try await catalog.pin(1, collection: 1...3)
        clock.advance(days: 400)
        #expect(try await catalog.departedPlaces(besides: [rome]).isEmpty, "nobody looked for long, but it was listed")
        clock.advance(days: 29)
        #expect(try await catalog.departedPlaces(besides: [paris, rome]).isEmpty, "it is back")
        clock.advance(days: 29)
        #expect(try await catalog.departedPlaces(besides: [rome]).isEmpty, "its days begin anew")
        clock.advance(days: 30, seconds: -1)
        #expect(try await catalog.departedPlaces(besides: [rome]).isEmpty)
        clock.advance(seconds: 1)
        #expect(try await catalog.departedPlaces(besides: [rome]) == [paris])
        #expect(try await catalog.departedPlaces(besides: [rome]) == [paris], "until it is retired")
        try await catalog.retire(paris)
        #expect(try await catalog.departedPlaces(besides: [rome]).isEmpty)
    }

    @Test func `listings last, however long nobody refreshes them`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        let listing = try await catalog.replaceListing(of: paris, with: page(1...3)).new
        clock.advance(days: 4_000)
        try await catalog.prune()
        #expect(try await catalog.listing(of: paris) == listing)
    }
}
