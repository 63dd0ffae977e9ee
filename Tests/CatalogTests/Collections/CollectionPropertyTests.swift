import Catalog
import Fuzzing
import PhotoTree
import Testing

/// Random changes of pins and collections over random days, against a small model of them.
@Suite struct CollectionPropertyTests {
    @Test(arguments: 1...10)
    func `pins, collections and removals are what the model says`(seed: UInt64) async throws {
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
    struct PinModel {
        var pin: Pin
        var point: Int
        /// Nil before the first collection.
        var photos: [Int]?
        var removed: Set<Int> = []
    }

    var collections: [PinModel] = []
    /// What each version of a collection was seen to list.
    var contents: [NodeNumber: [Int64: [String]]] = [:]
    var numbers: Set<NodeNumber> = []

    mutating func step(_ catalog: Catalog, _ random: inout SeededGenerator) async throws {
        let point = Int.random(in: 0..<6, using: &random)
        let photo = Int.random(in: 1...12, using: &random)
        let index = collections.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<10, using: &random), index) {
        case (0...1, _), (_, nil): try await add(at: point, catalog)
        case (2, let index?): try await move(index, to: point, catalog)
        case (3, let index?):
            collections[index].pin.name = "Name \(photo)"
            let pin = collections[index].pin
            let renamed = try await catalog.movePin(pin.number, to: pin.name, at: pin.coordinate, subtitle: "other")
            #expect(renamed == pin)
        case (4, let index?):
            try await catalog.removePin(collections.remove(at: index).pin.number)
        case (5...6, let index?):
            let ids = Array((1...12).shuffled(using: &random).prefix(photo / 2))
            try await replace(index, with: ids, catalog)
        case (7, let index?) where photo < 3:
            #expect(try await catalog.awaitCollection(of: collections[index].pin.number))
            collections[index].pin.isAwaitingCollection = true
        case (_, let index?): try await remove(photo, from: index, catalog)
        }
        try await catalog.prune()
    }

    private mutating func add(at point: Int, _ catalog: Catalog) async throws {
        let pin = try await catalog.addPin(
            named: "Name", at: CatalogTests.point(point), subtitle: "", reusing: nil)
        #expect((pin == nil) == collections.contains { $0.point == point })
        guard let pin else { return }
        #expect(numbers.insert(pin.number).inserted)
        collections.append(PinModel(pin: pin, point: point))
    }

    private mutating func move(_ index: Int, to point: Int, _ catalog: Catalog) async throws {
        var collection = collections[index]
        let moved = try await catalog.movePin(
            collection.pin.number, to: "Moved", at: CatalogTests.point(point), subtitle: "moved")
        guard collections.allSatisfy({ $0.point != point || $0.pin.number == collection.pin.number }) else {
            #expect(moved == nil)
            return
        }
        if collection.point == point {
            collection.pin.name = "Moved"
        } else {
            let pin = Pin(
                number: collection.pin.number, name: "Moved", coordinate: CatalogTests.point(point), subtitle: "moved",
                page: 0, isAwaitingCollection: true)
            collection = PinModel(pin: pin, point: point)
        }
        #expect(moved == collection.pin)
        collections[index] = collection
    }

    private mutating func replace(_ index: Int, with ids: [Int], _ catalog: Catalog) async throws {
        let number = collections[index].pin.page + 1
        let update = try await catalog.replaceCollection(
            of: collections[index].pin.number, with: page(ids.map { photo($0) }), number: number)
        #expect(update?.isChanged == true)
        collections[index].photos = ids.filter { !collections[index].removed.contains($0) }
        collections[index].pin.page = number
        collections[index].pin.isAwaitingCollection = false
    }

    private mutating func remove(_ photo: Int, from index: Int, _ catalog: Catalog) async throws {
        let update = try await catalog.removeFromCollection(PhotoID("\(photo)"), of: collections[index].pin.number)
        guard let listed = collections[index].photos, listed.contains(photo) else {
            #expect(update == nil)
            return
        }
        collections[index].photos = listed.filter { $0 != photo }
        collections[index].removed.insert(photo)
        if listed.count == 1 { collections[index].pin.isAwaitingCollection = true }
        #expect(update?.new.entries.count == listed.count - 1)
    }

    mutating func compare(with catalog: Catalog) async throws {
        #expect(try await catalog.pins() == collections.map(\.pin))
        let shown = collections.flatMap { $0.photos ?? [] }
        for collection in collections {
            let number = collection.pin.number
            let listing = try await catalog.listing(of: .pin(number))
            #expect(listing?.entries.map(\.photo.id.rawValue) == collection.photos?.map { "\($0)" })
            #expect(try await catalog.removedPhotos(of: number) == Set(collection.removed.map { PhotoID("\($0)") }))
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
