import Catalog
import PhotoTree
import Testing

@Suite struct PinTests {
    let clock = TestClock()

    @Test func `pins come back as they were dropped, in that order`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let placeholder = try await catalog.newNumbers(1)[0]
        let tower = coordinate(48.8584, 2.2945)
        let first = try await catalog.addPin(
            named: "48.8584,2.2945 Eiffel Tower", at: tower, subtitle: "3 km W of Paris", reusing: nil)
        let second = try await catalog.addPin(
            named: "-90,180", at: coordinate(-90, 180), subtitle: "", reusing: placeholder)
        let pin = try #require(first)
        #expect(pin.name == "48.8584,2.2945 Eiffel Tower")
        #expect(pin.coordinate == tower)
        #expect(pin.subtitle == "3 km W of Paris")
        #expect(pin.page == 0)
        #expect(pin.isAwaitingCollection)
        // A placeholder's number is older than its pin.
        #expect(second?.number == placeholder)
        #expect(try await catalog.pins() == [pin, try #require(second)])
    }

    @Test func `a pin's number is its directory's, also before it has a collection`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1)
        let key = DirectoryKey.pin(pin.number)
        #expect(try await catalog.numbers(of: [key])[key] == pin.number)
        #expect(try await catalog.listing(of: key) == nil)
        #expect(try await catalog.newNumbers(1)[0] > pin.number)
    }

    @Test(arguments: [
        (coordinate(48.8584, 2.2945), coordinate(48.858401, 2.294504)),
        (coordinate(0, 180), coordinate(0, -180)),
        (coordinate(90, 12), coordinate(90, -170)),
        (coordinate(0, 0), coordinate(-0.0, -0.000001)),
    ])
    func `a second pin on one point is refused and takes nothing`(point: Coordinate, same: Coordinate) async throws {
        let catalog = try await Catalog.forTest(clock)
        let first = try await catalog.addPin(named: "A", at: point, subtitle: "", reusing: nil)
        let before = try await catalog.newNumbers(1)[0]
        #expect(try await catalog.addPin(named: "B", at: same, subtitle: "", reusing: nil) == nil)
        #expect(try await catalog.pins() == [try #require(first)])
        #expect(try await catalog.newNumbers(1)[0].rawValue == before.rawValue + 1)
    }

    @Test func `an area and the point in its middle are two pins, and two areas with one middle`() async throws {
        let catalog = try await Catalog.forTest(clock)
        func drop(_ name: String, _ area: String) async throws -> Pin? {
            try await catalog.addPin(named: name, at: point(1), of: area, subtitle: "", reusing: nil)
        }
        let (first, second, third) = (try await drop("A", ""), try await drop("B", "b"), try await drop("C", "c"))
        #expect(try await catalog.pins() == [first, second, third].compactMap(\.self))
        #expect(try await catalog.pins().map(\.area) == ["", "b", "c"])
        #expect(try await drop("D", "b") == nil)
        let number = try #require(first?.number)
        #expect(try await catalog.movePin(number, to: "E", at: point(1), of: "c", subtitle: "") == nil)
        let moved = try #require(try await catalog.movePin(number, to: "F", at: point(1), of: "f", subtitle: ""))
        #expect(moved.area == "f" && moved.isAwaitingCollection)
    }

    @Test func `of pins made on one point at once there is one`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let dropped = try await withThrowingTaskGroup(of: Pin?.self) { group in
            for index in 1...20 {
                group.addTask {
                    try await catalog.addPin(named: "\(index)", at: point(1), subtitle: "", reusing: nil)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try await catalog.pins() == dropped.compactMap { $0 })
        #expect(dropped.compactMap { $0 }.count == 1)
    }

    @Test func `a number that was never taken, or is another's, is not reused`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let other = try await catalog.pin(1)
        let numbers = [NodeNumber(0), .root, NodeNumber(5_000), NodeNumber(.max), other.number]
        for (index, number) in numbers.enumerated() {
            let pin = try await catalog.addPin(named: "", at: point(10 + index), subtitle: "", reusing: number)
            #expect(try #require(pin).number != number)
        }
        #expect(Set(try await catalog.pins().map(\.number)).count == 6)
    }

    @Test func `what tells the path of a renamed pin is numbered anew, its entries' time stays`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...2)
        let before = try #require(try await catalog.listing(of: .pin(pin.number)))
        clock.advance(days: 1)
        _ = try await catalog.movePin(pin.number, to: "Café", at: point(1), subtitle: "")
        let after = try #require(try await catalog.listing(of: .pin(pin.number)))
        #expect(after.version > before.version)
        #expect(after.changed == before.changed)
        #expect(after.generated[.map] != before.generated[.map])
        #expect(after.generated[.hidden] == before.generated[.hidden])
        for (now, then) in zip(after.entries, before.entries) {
            #expect(now.sidecarNumber != then.sidecarNumber)
            #expect(now.name == then.name)
            #expect(now.number == then.number)
        }
    }

    @Test func `moved, a pin keeps its number and place in the order, and nothing of its collection`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        let other = try await catalog.pin(2)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(2...4), number: 2)
        _ = try await catalog.removeFromCollection(PhotoID("2"), of: pin.number)
        let before = try #require(try await catalog.listing(of: .pin(pin.number)))
        let moved = try await catalog.movePin(pin.number, to: "There", at: point(3), subtitle: "by the sea")
        let expected = Pin(
            number: pin.number, name: "There", coordinate: point(3), subtitle: "by the sea", page: 0,
            isAwaitingCollection: true)
        #expect(moved == expected)
        #expect(try await catalog.pins() == [expected, other])
        #expect(try await catalog.listing(of: .pin(pin.number)) == nil)
        #expect(try await catalog.formerEntry(named: "Photo 1.jpg", in: .pin(pin.number)) == nil)
        #expect(try await catalog.removedPhotos(of: pin.number).isEmpty)
        // Whoever holds the old collection by its version sees that this is another.
        let collection = try await catalog.replaceCollection(of: pin.number, with: page(2...4), number: 1)
        #expect(try #require(collection).new.version > before.version)
        #expect(collection?.old == nil)
        #expect(collection?.new.entries.count == 3)
        // Its old point is free again.
        #expect(try await catalog.addPin(named: "", at: point(1), subtitle: "", reusing: nil) != nil)
    }

    @Test func `moved to the point it has, only the name changes`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        _ = try await catalog.removeFromCollection(PhotoID("2"), of: pin.number)
        let same = coordinate(point(1).latitude + 0.000001, point(1).longitude)
        let moved = try await catalog.movePin(pin.number, to: "Here", at: same, subtitle: "other")
        var expected = try #require(try await catalog.pin(numbered: pin.number))
        #expect(moved == expected)
        expected.name = "Here"
        #expect(moved == expected)
        #expect(expected.coordinate == pin.coordinate)
        #expect(expected.subtitle == pin.subtitle)
        #expect(expected.page == 1)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "3"])
        #expect(try await catalog.removedPhotos(of: pin.number) == [PhotoID("2")])
    }

    @Test func `with another radius a pin gets another collection, and what was removed from it stays away`()
        async throws
    {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        _ = try await catalog.removeFromCollection(PhotoID("2"), of: pin.number)
        let moved = try await catalog.movePin(pin.number, to: "1,1 r2km", at: pin.coordinate, subtitle: "")
        #expect(moved?.isAwaitingCollection == true && moved?.page == 0)
        #expect(try await catalog.removedPhotos(of: pin.number) == [PhotoID("2")])
        _ = try await catalog.replaceCollection(of: pin.number, with: page(1...4), number: 1)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "3", "4"])
        _ = try await catalog.movePin(pin.number, to: "3,3 r2km", at: point(3), subtitle: "")
        #expect(try await catalog.removedPhotos(of: pin.number).isEmpty, "another point is another pin")
    }

    @Test func `a pin moves neither onto another nor when it is gone`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        let other = try await catalog.pin(2)
        let before = try await catalog.pins()
        #expect(try await catalog.movePin(pin.number, to: "X", at: other.coordinate, subtitle: "") == nil)
        #expect(try await catalog.movePin(NodeNumber(77), to: "X", at: point(3), subtitle: "") == nil)
        #expect(try await catalog.pins() == before)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "2", "3"])
    }

    @Test func `a pin taken away leaves nothing, and dropped again it is another directory`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        _ = try await catalog.removeFromCollection(PhotoID("2"), of: pin.number)
        try await catalog.removePin(pin.number)
        try await catalog.removePin(pin.number)
        #expect(try await catalog.pins().isEmpty)
        #expect(try await catalog.listing(of: .pin(pin.number)) == nil)
        #expect(try await catalog.removedPhotos(of: pin.number).isEmpty)
        let again = try await catalog.pin(1, collection: 1...3)
        #expect(again.number > pin.number)
        #expect(try await catalog.ids(in: .pin(again.number)) == ["1", "2", "3"])
        #expect(try await catalog.counts().listings == 1)
    }

    @Test(arguments: ["removed", "moved"]) func `photos of a collection that is no more are forgotten`(
        how: String
    ) async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        _ = try await catalog.replaceListing(of: paris, with: page(3...3))
        if how == "removed" {
            try await catalog.removePin(pin.number)
        } else {
            _ = try await catalog.movePin(pin.number, to: "", at: point(2), subtitle: "")
        }
        clock.advance(days: 29)
        try await catalog.prune()
        #expect(try await catalog.counts().photos == 3)
        clock.advance(days: 1)
        try await catalog.prune()
        #expect(try await catalog.counts().photos == 1)
    }

    @Test func `asking for the number of a pin that is gone does not bring it back`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1)
        try await catalog.removePin(pin.number)
        _ = try await catalog.numbers(of: [.pin(pin.number), .placeholder(.pin, pin.number)])
        await #expect(throws: CatalogError.self) {
            try await catalog.replaceListing(of: .pin(pin.number), with: page(1...3))
        }
        #expect(try await catalog.replaceCollection(of: pin.number, with: page(1...3), number: 1) == nil)
        #expect(try await catalog.counts() == counts(photos: 0, listings: 0, names: 0))
    }

    @Test func `every change of the pins is noted by time`() async throws {
        let catalog = try await Catalog.forTest(clock)
        #expect(try await catalog.changedTimes().isEmpty)
        let pin = try await catalog.pin(1)
        #expect(try await catalog.changedTimes() == [.pins: clock.now])
        for step in 1...3 {
            clock.advance(seconds: 10)
            switch step {
            case 1: _ = try await catalog.movePin(pin.number, to: "A", at: point(1), subtitle: "")
            case 2: _ = try await catalog.movePin(pin.number, to: "A", at: point(2), subtitle: "")
            default: try await catalog.removePin(pin.number)
            }
            #expect(try await catalog.changedTimes() == [.pins: clock.now], "step \(step)")
        }
        let last = clock.now
        clock.advance(seconds: 10)
        _ = try await catalog.movePin(pin.number, to: "B", at: point(1), subtitle: "")
        try await catalog.removePin(pin.number)
        #expect(try await catalog.changedTimes() == [.pins: last])
    }
}
