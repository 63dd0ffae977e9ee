import Commons
import PhotoTree
import ScriptedHTTP

extension CommonsSource {
    init(_ transport: ScriptedTransport) {
        // However slow the machine is that the tests run on.
        self.init(transport: transport, listingTime: .seconds(1_000))
    }

    /// A source that is told the same whatever it asks.
    static func told(_ reply: ScriptedTransport.Reply) -> CommonsSource {
        CommonsSource(ScriptedTransport { _ in reply })
    }
}

extension PhotoQuery {
    static let paris = Place(
        id: PlaceID("geoname:2988507"), name: "Paris", country: "France",
        coordinate: Coordinate(latitude: 48.85341, longitude: 2.3488), origin: .gazetteer)

    static func inParis(limit: Int = 50, _ license: LicenseFilter = .any, page: Int = 1) -> PhotoQuery {
        PhotoQuery(subject: .place(paris), limit: limit, license: license, page: page)
    }
}
