import Catalog
import PhotoTree
import Testing

@Suite("What options hide") struct OptionsTests {
    private let free = ListingOptions(license: .publicDomain)

    /// Photo 1 is in the public domain, photo 2 is not, photo 3 says nothing.
    private static let photos = (1...3).map { number in
        var photo = photo(number, "Photo \(number)")
        photo.license = [License(id: "9", name: "CC0 1.0", url: nil), photo.license, nil][number - 1]
        return photo
    }

    @Test func `what a licence excludes is in no listing and under no name, and comes back whole`() async throws {
        let catalog = try await Catalog.forTest()
        let before = try await catalog.replaceListing(of: paris, with: page(Self.photos)).new
        _ = try await catalog.replaceListing(of: rome, with: page(Self.photos))
        _ = try await catalog.replaceListing(of: rome, with: page(Array(Self.photos.prefix(1))))
        try await catalog.show(free)
        let shown = try #require(try await catalog.listing(of: paris))
        #expect(shown.entries.map(\.name) == ["Photo 1.jpg"])
        #expect(shown.hidden == 2 && shown.isOfOtherOptions)
        #expect(shown.version > before.version)
        for file in [GeneratedFile.map, .mapPage, .credits, .hidden] {
            #expect(shown.generated[file] != before.generated[file], "\(file) has other bytes")
        }
        let summary = try #require(try await catalog.summaries(of: [paris])[paris])
        #expect(summary.count == 1 && summary.hidden == 2 && summary.isOfOtherOptions)
        #expect(try await catalog.formerEntry(named: "Photo 2.jpg", in: rome) == nil)
        #expect(try await catalog.formerNames(in: rome).isEmpty)
        try await catalog.show(ListingOptions())
        let back = try #require(try await catalog.listing(of: paris))
        #expect(back.entries.map(\.name) == before.entries.map(\.name) && back.hidden == 0)
        #expect(back.entries.map(\.sidecarNumber) == before.entries.map(\.sidecarNumber))
        #expect(!back.isOfOtherOptions, "it was asked for under these")
        #expect(try await catalog.formerEntry(named: "Photo 2.jpg", in: rome) != nil)
    }

    @Test func `the number of directories that list a photo leaves out those that hide it`() async throws {
        let catalog = try await Catalog.forTest()
        _ = try await catalog.replaceListing(of: paris, with: page(1...4))
        _ = try await catalog.replaceListing(of: rome, with: page([photo(4, "Photo 4")]))
        try await catalog.show(ListingOptions(photosPerPlace: 2))
        #expect(try await catalog.listing(of: rome)?.entries.first?.directoryCount == 1)
        let counts = try await catalog.directoryCounts(of: ["1", "4"].map { PhotoID($0) })
        #expect(counts == [PhotoID("1"): 1, PhotoID("4"): 1])
    }

    @Test func `recents show what was viewed, whatever the licence`() async throws {
        let catalog = try await Catalog.forTest()
        _ = try await catalog.replaceListing(of: paris, with: page(Self.photos))
        _ = try await catalog.replaceRecents(with: [PhotoID("2"), PhotoID("1")])
        try await catalog.show(free)
        #expect(try await catalog.ids(in: .recents) == ["2", "1"])
        _ = try await catalog.replaceRecents(with: [PhotoID("3"), PhotoID("2")])
        #expect(try await catalog.ids(in: .recents) == ["3", "2"])
    }

    @Test func `a smaller number shows the first, a larger one what there is, and the newest go first`() async throws {
        let catalog = try await Catalog.forTest()
        var photos = Self.photos
        for (index, moment) in [100, 300, 200].enumerated() { photos[index].uploaded = Timestamp(Int64(moment)) }
        try await catalog.show(ListingOptions(order: .interesting))
        _ = try await catalog.replaceListing(of: paris, with: page(photos))
        try await catalog.show(ListingOptions(order: .newest, photosPerPlace: 2))
        #expect(try await catalog.ids(in: paris) == ["2", "3"])
        #expect(try await catalog.listing(of: paris)?.hidden == 1)
        try await catalog.show(ListingOptions(order: .newest, photosPerPlace: 20))
        #expect(try await catalog.ids(in: paris) == ["2", "3", "1"])
        #expect(try await catalog.listing(of: paris)?.isOfOtherOptions == true)
        _ = try await catalog.replaceListing(of: paris, with: page(photos))
        #expect(try await catalog.listing(of: paris)?.isOfOtherOptions == false)
    }

    @Test func `options that change nothing here leave numbers and version alone`() async throws {
        let catalog = try await Catalog.forTest()
        let before = try await catalog.replaceListing(of: paris, with: page(1...4)).new
        try await catalog.show(ListingOptions(license: .cc, photosPerPlace: 9, photosPerPin: 3))
        let after = try #require(try await catalog.listing(of: paris))
        #expect(after.version == before.version && after.generated == before.generated)
        try await catalog.show(ListingOptions(license: .cc, photosPerPlace: 9, photosPerPin: 50))
        #expect(try await catalog.listing(of: paris)?.version == before.version)
    }

    @Test func `a licence that the source changes hides the photo, and takes it back`() async throws {
        let catalog = try await Catalog.forTest()
        try await catalog.show(free)
        let first = try await catalog.replaceListing(of: paris, with: page(Array(Self.photos.prefix(1)))).new
        var photo = Self.photos[0]
        photo.license = Self.photos[1].license
        try await catalog.update(photo)
        let hidden = try #require(try await catalog.listing(of: paris))
        #expect(hidden.entries.isEmpty && hidden.hidden == 1)
        #expect(hidden.generated[.hidden] != first.generated[.hidden])
        try await catalog.update(Self.photos[0])
        #expect(try await catalog.ids(in: paris) == ["1"])
    }

    @Test func `a collection gets what it lacks, keeps what it hides, and never what was removed`() async throws {
        let catalog = try await Catalog.forTest()
        let pin = try await catalog.pin(1)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(Self.photos), number: 1)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(Self.photos + [photo(4)]), number: 1)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(Self.photos + [photo(4)]), number: 2)
        _ = try await catalog.removeFromCollection(PhotoID("4"), of: pin.number)
        try await catalog.show(free)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1"])
        var more = Self.photos[0]
        more.id = PhotoID("5")
        var removed = more
        removed.id = PhotoID("4")
        let update = try await catalog.extendCollection(
            of: pin.number, with: page([more, removed, Self.photos[0]], total: 9))
        #expect(update?.new.entries.map(\.photo.id.rawValue) == ["1", "5"] && update?.new.isOfOtherOptions == false)
        #expect(try await catalog.pins().map(\.page) == [1], "what page 1 filled up is no second collection")
        try await catalog.show(ListingOptions())
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "2", "3", "5"])
        #expect(try await catalog.extendCollection(of: pin.number, with: nil)?.isChanged == false)
        #expect(try await catalog.listing(of: .pin(pin.number))?.isOfOtherOptions == false)
    }
}
