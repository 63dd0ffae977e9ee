import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// What is asked for before a crawl comes to it.
@Suite("Listings ahead of a crawl", .timeLimit(.minutes(2)))
struct ListingAheadTests {
    private static let names = (0..<10).map { "Place \($0)" }

    private let world: World

    init() async throws {
        let places = Self.names.map { Place(id: PlaceID("woe:\($0)"), name: $0, country: "France", origin: .source) }
        world = try await World(places: places)
        for place in places { world.show(["one"], in: place) }
        _ = try await world.list("places/France")
    }

    private var asked: [String] { world.source.questions.current.map { String($0.rawValue.dropFirst(4)) } }

    private func look(into places: some Sequence<Int>) async throws {
        for place in places {
            #expect(try await world.list("places/France/\(Self.names[place])").contains("one.jpg"))
        }
    }

    private func settle() async {
        await until { await world.files.listings.refresher.underWay.isEmpty }
    }

    @Test(.proves("A program that goes through the places of a country"))
    func `the next three are asked for, and each place once`() async throws {
        try await look(into: 0..<3)
        await settle()
        #expect(asked == Array(Self.names[..<3]), "whoever looked into three only looked")
        try await look(into: [3])
        await settle()
        #expect(asked.sorted() == Array(Self.names[..<7]))
        try await look(into: 4..<10)
        await settle()
        #expect(asked.sorted() == Self.names)
    }

    @Test func `the next places are asked for while the crawl waits`() async throws {
        try await look(into: 0..<3)
        world.source.barrier.close()
        let waiting = Task { try await look(into: [3]) }
        await until { asked.count == 7 }
        world.source.barrier.open()
        try await waiting.value
    }

    @Test func `who jumps about has nothing asked for`() async throws {
        try await look(into: [0, 2, 4, 6, 8])
        await settle()
        #expect(asked.count == 5)
    }

    @Test func `what was listed before is not asked for again`() async throws {
        try await look(into: [5, 0, 1, 2, 3])
        await settle()
        #expect(asked.sorted() == Array(Self.names[..<7]))
    }
}

/// Who opens more folders than a person would.
@Suite("Listings of a crawler", .timeLimit(.minutes(2)))
struct CrawlerListingTests {
    @Test(.proves("A program that opens more than twenty"))
    func `a crawler that would wait for longer than ten minutes is told so`() async throws {
        let names = (10..<40).map { "Place \($0)" }
        let places = names.map { Place(id: PlaceID("woe:\($0)"), name: $0, country: "France", origin: .source) }
        let world = try await World(places: places)
        for place in places { world.show(["one"], in: place) }
        _ = try await world.list("places/France")
        for name in names[..<20] { _ = try await world.list("places/France/\(name)") }
        await until { await world.files.listings.refresher.underWay.isEmpty }
        world.source.barrier.close()
        let (asked, sleeping) = (world.source.questions.current.count, world.clock.sleeping)
        // Not one of those that were asked for ahead.
        let hasEnded = Shared(false)
        let waiting = Task {
            defer { hasEnded.edit { $0 = true } }
            return try await world.list("places/France/\(names[29])")
        }
        await until { world.source.questions.current.count > asked && world.clock.sleeping > sleeping }
        world.clock.advance(by: .seconds(599))
        #expect(!hasEnded.current && world.clock.sleeping > sleeping)
        world.clock.advance(by: .seconds(2))
        await #expect(throws: Errno.timedOut) { try await waiting.value }
        world.source.barrier.open()
    }
}
