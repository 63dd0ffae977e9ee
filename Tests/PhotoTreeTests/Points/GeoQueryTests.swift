import PhotoTree
import Testing

/// `geo:` addresses as RFC 5870 has them, and as Android's programs share a place.
@Suite("GeoQuery")
struct GeoQueryTests {
    @Test(
        arguments: [
            ("geo:0,0?q=48.8584,2.2945", ""), ("geo:0,0?q=48.8584,2.2945(Eiffel)", "Eiffel"),
            ("geo:0,0?q=48.8584,2.2945(Eiffel Tower)", "Eiffel Tower"),
            ("geo:0,0?q=48.8584,2.2945(Eiffel+Tower)", "Eiffel Tower"),
            ("geo:0,0?q=48.8584%2C2.2945%28Caf%C3%A9%20%26%20Bar%29", "Café & Bar"),
            ("geo:0,0?z=17&q=48.8584%2C%202.2945&hl=fr", ""), ("GEO:0.0,-0.0?q=48.8584,2.2945(x)&z=17", "x"),
            ("geo:0,0?q=48.8584,2.2945(Eiffel Tower)&z=17 r200m dinner", "Eiffel Tower r200m dinner"),
            ("geo:0,0?q=48.8584,2.2945 dinner", "dinner"), ("geo:0,0?q=48.8584,2.2945(Eiffel", "Eiffel"),
            ("geo:0,0?q=48%C2%B051%2730.24%22N+2%C2%B017%2740.2%22E(x)", "x"),
            ("geo:48.1,2.1?q=48.8584,2.2945(Eiffel)", "Eiffel"), ("geo:48.8584,2.2945?q=Tour+Eiffel", ""),
            ("geo:48.8584,2.2945?q=91,2 dinner", "dinner"), ("geo:48.8584,2.2945?z=3 what?q=1,2", "what?q=1,2"),
            ("geo:0,0?q=48.8584,2.2945(a%0A%00b%zz)", "a  b%zz"),
        ] as [(String, String)])
    func `the point that is searched counts, and its label is its words`(name: String, words: String) throws {
        guard case .point(let point, words) = PinName(name) else {
            Issue.record("\(name) is \(String(describing: PinName(name)))")
            return
        }
        #expect(abs(point.latitude - 48.8584) < 0.000006 && abs(point.longitude - 2.2945) < 0.000006, "\(point)")
        #expect(try #require(MapAddress.point(in: name)) == point)
    }

    @Test(arguments: [
        "geo:0,0?q=Some+address", "geo:0,0?q=", "geo:0,0?q=91,2", "geo:0,0?q=10,20+Main+Street", "geo:0,0?z=3&q=Paris",
        "geo:?q=48.8584,2.2945", "geo:91,0?q=48.8584,2.2945",
    ])
    func `an address to be searched is no point, and none where nothing is`(name: String) {
        #expect(PinName(name) == nil)
    }

    @Test(arguments: ["geo:0,0", "geo:0,0?z=3", "geo:0,0?q", "geo:0,0;u=10 Null Island"])
    func `where nothing is searched, zero is a point like others`(name: String) throws {
        guard case .point(let point, _) = PinName(name) else {
            Issue.record("\(name) is \(String(describing: PinName(name)))")
            return
        }
        #expect(point == Coordinate(latitude: 0, longitude: 0))
    }
}
