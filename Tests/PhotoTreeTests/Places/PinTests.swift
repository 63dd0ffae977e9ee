import PhotoTree
import Testing

@Suite("Pin")
struct PinTests {
    private func point(_ latitude: Double, _ longitude: Double) throws -> PinPoint {
        PinPoint(try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test(
        arguments: [
            (48.8584, 2.2945, 48.858404, 2.294496), (0, 180, 0, -180), (90, 12, 90, -77), (-90, 0, -90, 180),
            (89.999999, 1, 90, 0), (-0.0, -0.0, 0, 0), (0.000004, -0.000004, 0, 0), (10, 179.999999, 10, -180),
        ] as [(Double, Double, Double, Double)])
    func `one point has many spellings`(north: Double, east: Double, otherNorth: Double, otherEast: Double) throws {
        #expect(try point(north, east) == point(otherNorth, otherEast))
        #expect(try point(north, east).hashValue == point(otherNorth, otherEast).hashValue)
    }

    @Test(
        arguments: [
            (48.8584, 2.2945, 48.85841, 2.2945), (48.8584, 2.2945, 48.8584, 2.29451), (1, 2, 2, 1), (1, 2, -1, 2),
            (90, 0, -90, 0), (0, 179.9999, 0, -179.9999), (89.9999, 1, 89.9999, 2),
        ] as [(Double, Double, Double, Double)])
    func `a metre away is another point`(north: Double, east: Double, otherNorth: Double, otherEast: Double) throws {
        #expect(try point(north, east) != point(otherNorth, otherEast))
    }

    @Test
    func `a pin is known by its point, not by its name`() throws {
        let coordinate = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
        let pin = Pin(
            number: NodeNumber(7), name: "48.8584,2.2945 Tower", coordinate: coordinate, subtitle: "in Paris", page: 1,
            isAwaitingCollection: false)
        var other = pin
        other.name = "48.85840, 2.2945"
        #expect(pin.point == other.point && pin != other)
    }
}

@Suite("Layout")
struct LayoutTests {
    private static let keys: [DirectoryKey] = [
        .root, .places, .country("France"), .place(PlaceID("woe:1")), .tags, .topic(NodeNumber(5)),
        .tag("quad", of: NodeNumber(5)), .recents, .pins, .pin(NodeNumber(6)), .placeholder(NodeNumber(7)), .state,
        .cached,
    ]

    @Test(arguments: keys)
    func `a directory takes changes exactly where its mode says so`(key: DirectoryKey) {
        let shape = Layout.shape(of: key)
        let takesChanges: Bool =
            switch key {
            case .places, .country, .tags, .recents, .pins, .pin, .placeholder: true
            case .root, .place, .topic, .tag, .state, .cached: false
            }
        #expect(shape.takesChanges == takesChanges)
    }

    @Test(arguments: keys)
    func `what a directory always shows has names of its own`(key: DirectoryKey) {
        let shape = Layout.shape(of: key)
        let names =
            (shape.directories + shape.unlistedDirectories).map(\.name)
            + (shape.generated + shape.unlisted).map(\.rawValue)
        #expect(Set(names.map(FileName.key)).count == names.count)
        // Where photos have sidecars, a directory has its map, its credits, and hides the sidecars from file managers.
        if shape.hasSidecars {
            #expect(shape.listsPhotos && Set(shape.generated).isSuperset(of: [.map, .credits, .hidden]))
        }
    }

    @Test
    func `recents and albums outlast time, and only an album offers another collection`() {
        #expect(Self.keys.filter { Layout.shape(of: $0).isLasting } == [.recents, .pin(NodeNumber(6))])
        #expect(Self.keys.filter { Layout.shape(of: $0).generated.contains(.newCollection) } == [.pin(NodeNumber(6))])
        #expect(!Self.keys.contains { Layout.shape(of: $0).generated.contains(.collectionTrigger) })
    }

    @Test
    func `no two directories have one text`() {
        let more: [DirectoryKey] = [
            .topic(NodeNumber(6)), .pin(NodeNumber(5)), .placeholder(NodeNumber(6)), .tag("quad", of: NodeNumber(6)),
            .tag("a", of: NodeNumber(5)), .tag("5/a", of: NodeNumber(5)), .country("woe:1"), .place(PlaceID("France")),
        ]
        let keys = Self.keys + more
        #expect(Set(keys.map(\.text)).count == keys.count)
    }
}
