import PhotoTree
import Testing

@testable import Catalog

@Suite("Albums in the catalog") struct AlbumTests {
    private let clock = TestClock()

    private func catalog() async throws -> (Catalog, NodeNumber) {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page(1...9))
        return (catalog, try await catalog.addAlbum(named: "Poster", reusing: nil).number)
    }

    private func put(_ photo: Int, _ name: String, _ album: NodeNumber, _ catalog: Catalog) async throws
        -> AlbumAddition
    {
        try await catalog.put(PhotoID("\(photo)"), named: name, into: album, replacing: false)
    }

    @Test func `photos stand in the order of their names, whatever their case, with the same number as elsewhere`()
        async throws
    {
        let (catalog, album) = try await catalog()
        for (photo, name) in [(3, "b.jpg"), (1, "C.jpg"), (2, "a.jpg")] {
            _ = try await put(photo, name, album, catalog)
        }
        let listing = try #require(try await catalog.listing(ofAlbum: album))
        #expect(listing.entries.map(\.name) == ["a.jpg", "b.jpg", "C.jpg"])
        #expect(listing.entries.map(\.directoryCount) == [2, 2, 2])
        let elsewhere = try #require(try await catalog.listing(of: paris)).entries
        for entry in listing.entries {
            #expect(elsewhere.first { $0.photo.id == entry.photo.id }?.number == entry.number)
        }
    }

    @Test func `what one change says is what the whole listing has`() async throws {
        let (catalog, album) = try await catalog()
        _ = try await put(1, "one.jpg", album, catalog)
        let before = try #require(try await catalog.listing(ofAlbum: album))
        guard case .added(let changes) = try await put(2, "two.jpg", album, catalog), let change = changes.first else {
            Issue.record("not added")
            return
        }
        let now = try #require(try await catalog.listing(ofAlbum: album))
        #expect(change.before == before.version && change.version == now.version && change.generated == now.generated)
        #expect(change.added == now.entries.last && change.removed.isEmpty && changes.count == 1)
        #expect(Set(now.generated.values).isDisjoint(with: before.generated.values))
    }

    @Test func `a photo stands once, a name in whatever case is one, and an unknown or gone photo does not come in`()
        async throws
    {
        let (catalog, album) = try await catalog()
        _ = try await put(1, "one.jpg", album, catalog)
        #expect(try await put(1, "other.jpg", album, catalog) == .present(name: "one.jpg", []))
        #expect(try await put(2, "ONE.jpg", album, catalog) == .taken)
        #expect(try await put(77, "x.jpg", album, catalog) == .unknown)
        #expect(try await put(2, "x.jpg", NodeNumber(4711), catalog) == .absent)
        _ = try await catalog.withdraw(PhotoID("3"), as: .gone)
        #expect(try await put(3, "x.jpg", album, catalog) == .unknown)
        let replaced = try await catalog.put(PhotoID("2"), named: "ONE.jpg", into: album, replacing: true)
        guard case .added(let changes) = replaced else {
            Issue.record("\(replaced)")
            return
        }
        #expect(changes.first?.removed == [PhotoID("1")])
        #expect(try await catalog.names(in: .album(album)) == ["ONE.jpg"])
    }

    @Test func `a photo that is there takes the name that another one must give up, and leaves its own`() async throws {
        let (catalog, album) = try await catalog()
        let other = try await catalog.addAlbum(named: "Other", reusing: nil).number
        _ = try await put(1, "one.jpg", album, catalog)
        _ = try await put(2, "two.jpg", album, catalog)
        _ = try await put(1, "here.jpg", other, catalog)
        #expect(try await put(1, "two.jpg", album, catalog) == .present(name: "one.jpg", []))
        let moved = try await catalog.put(
            PhotoID("1"), named: "two.jpg", into: album, from: other, replacing: true)
        guard case .added(let changes) = moved else {
            Issue.record("\(moved)")
            return
        }
        #expect(changes.map(\.removed) == [[PhotoID("1")], [PhotoID("2")]])
        let listing = try #require(try await catalog.listing(ofAlbum: album))
        #expect(listing.entries.map(\.name) == ["two.jpg"] && listing.entries.map(\.photo.id) == [PhotoID("1")])
        #expect(changes.last?.added == listing.entries.first)
        #expect(try await catalog.names(in: .album(other)) == [])
    }

    @Test func `a photo that is gone leaves albums, is not brought back, and an album with photos stays`() async throws
    {
        let (catalog, album) = try await catalog()
        _ = try await put(1, "one.jpg", album, catalog)
        _ = try await put(2, "two.jpg", album, catalog)
        #expect(try await catalog.removeAlbum(album) == false)
        let updates = try #require(try await catalog.withdraw(PhotoID("1"), as: .gone))
        #expect(updates.contains { $0.new.directory == .album(album) })
        _ = try await catalog.remove(PhotoID("2"), fromAlbum: album)
        #expect(try await catalog.removeAlbum(album))
        #expect(try await catalog.albums().isEmpty)
        #expect(try await catalog.listing(ofAlbum: album) == nil)
    }

    @Test func `a photo of an album keeps its words though no other list has it`() async throws {
        let (catalog, album) = try await catalog()
        _ = try await put(1, "one.jpg", album, catalog)
        _ = try await catalog.replaceListing(of: paris, with: page(5...9))
        clock.advance(days: 100)
        try await catalog.prune()
        #expect(try await catalog.listing(ofAlbum: album)?.entries.first?.photo.title.isEmpty == false)
    }

    @Test func `what the options hide stays in the album`() async throws {
        let (catalog, album) = try await catalog()
        _ = try await put(1, "one.jpg", album, catalog)
        try await catalog.show(ListingOptions(license: .publicDomain))
        #expect(try await catalog.listing(ofAlbum: album)?.hidden == 1)
        #expect(try await catalog.removeAlbum(album) == false)
        try await catalog.show(ListingOptions())
        #expect(try await catalog.names(in: .album(album)) == ["one.jpg"])
    }
}
