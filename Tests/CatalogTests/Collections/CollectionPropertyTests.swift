import Catalog
import Fuzzing
import PhotoTree
import Testing

/// Random changes of pins and albums over random days, against a small model of them.
@Suite struct CollectionPropertyTests {
    @Test(arguments: 1...10)
    func `pins, albums and removals are what the model says`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let clock = TestClock()
        let folder = try TemporaryFolder()
        var catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        var model = Model()
        for _ in 1...60 {
            if Int.random(in: 0..<12, using: &random) == 0 {
                catalog.close()
                catalog = try await Catalog(at: folder.catalog, now: clock.reading)
            }
            try await model.step(catalog, &random)
            try await model.compare(with: catalog)
            clock.advance(days: Int64.random(in: 0...9, using: &random), seconds: 1)
        }
    }
}

private struct Model {
    struct Album {
        var pin: Pin
        var point: Int
        /// Nil before the first collection.
        var photos: [Int]?
        var removed: Set<Int> = []
    }

    var albums: [Album] = []
    /// What each version of an album was seen to list.
    var contents: [NodeNumber: [Int64: [String]]] = [:]
    var numbers: Set<NodeNumber> = []

    mutating func step(_ catalog: Catalog, _ random: inout SeededGenerator) async throws {
        let point = Int.random(in: 0..<6, using: &random)
        let photo = Int.random(in: 1...12, using: &random)
        let index = albums.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<10, using: &random), index) {
        case (0...1, _), (_, nil): try await add(at: point, catalog)
        case (2, let index?): try await move(index, to: point, catalog)
        case (3, let index?):
            albums[index].pin.name = "Name \(photo)"
            let pin = albums[index].pin
            let renamed = try await catalog.movePin(pin.number, to: pin.name, at: pin.coordinate, subtitle: "other")
            #expect(renamed == pin)
        case (4, let index?):
            try await catalog.removePin(albums.remove(at: index).pin.number)
        case (5...6, let index?):
            let ids = Array((1...12).shuffled(using: &random).prefix(photo / 2))
            try await replace(index, with: ids, catalog)
        case (7, let index?) where photo < 3:
            #expect(try await catalog.awaitCollection(of: albums[index].pin.number))
            albums[index].pin.isAwaitingCollection = true
        case (_, let index?): try await remove(photo, from: index, catalog)
        }
        try await catalog.prune()
    }

    private mutating func add(at point: Int, _ catalog: Catalog) async throws {
        let pin = try await catalog.addPin(
            named: "Name", at: CatalogTests.point(point), subtitle: "", reusing: nil)
        #expect((pin == nil) == albums.contains { $0.point == point })
        guard let pin else { return }
        #expect(numbers.insert(pin.number).inserted)
        albums.append(Album(pin: pin, point: point))
    }

    private mutating func move(_ index: Int, to point: Int, _ catalog: Catalog) async throws {
        var album = albums[index]
        let moved = try await catalog.movePin(
            album.pin.number, to: "Moved", at: CatalogTests.point(point), subtitle: "moved")
        guard albums.allSatisfy({ $0.point != point || $0.pin.number == album.pin.number }) else {
            #expect(moved == nil)
            return
        }
        if album.point == point {
            album.pin.name = "Moved"
        } else {
            let pin = Pin(
                number: album.pin.number, name: "Moved", coordinate: CatalogTests.point(point), subtitle: "moved",
                page: 0, isAwaitingCollection: true)
            album = Album(pin: pin, point: point)
        }
        #expect(moved == album.pin)
        albums[index] = album
    }

    private mutating func replace(_ index: Int, with ids: [Int], _ catalog: Catalog) async throws {
        let number = albums[index].pin.page + 1
        let update = try await catalog.replaceAlbum(
            of: albums[index].pin.number, with: page(ids.map { photo($0) }), number: number)
        #expect(update?.isChanged == true)
        albums[index].photos = ids.filter { !albums[index].removed.contains($0) }
        albums[index].pin.page = number
        albums[index].pin.isAwaitingCollection = false
    }

    private mutating func remove(_ photo: Int, from index: Int, _ catalog: Catalog) async throws {
        let update = try await catalog.removeFromAlbum(PhotoID("\(photo)"), of: albums[index].pin.number)
        guard let listed = albums[index].photos, listed.contains(photo) else {
            #expect(update == nil)
            return
        }
        albums[index].photos = listed.filter { $0 != photo }
        albums[index].removed.insert(photo)
        if listed.count == 1 { albums[index].pin.isAwaitingCollection = true }
        #expect(update?.new.entries.count == listed.count - 1)
    }

    mutating func compare(with catalog: Catalog) async throws {
        #expect(try await catalog.pins() == albums.map(\.pin))
        let shown = albums.flatMap { $0.photos ?? [] }
        for album in albums {
            let number = album.pin.number
            let listing = try await catalog.listing(of: .pin(number))
            #expect(listing?.entries.map(\.photo.id.rawValue) == album.photos?.map { "\($0)" })
            #expect(try await catalog.removedPhotos(of: number) == Set(album.removed.map { PhotoID("\($0)") }))
            for entry in listing?.entries ?? [] {
                #expect(entry.directoryCount == shown.filter { "\($0)" == entry.photo.id.rawValue }.count)
            }
            guard let listing else { continue }
            // A version never stands for two contents of one pin, whatever was forgotten in between.
            let ids = listing.entries.map(\.photo.id.rawValue)
            #expect(contents[number, default: [:]].updateValue(ids, forKey: listing.version) ?? ids == ids)
        }
    }
}
