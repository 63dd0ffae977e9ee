import Commons
import Flickr
import HTTP
import HTTPCurl
import PhotoSimulator
import PhotoTree
import Testing

/// Both sources search both simulated services as a folder's name asks.
@Suite struct SearchedSourcesTests {
    private static let here = SimulatedPosition(latitude: 48.85, longitude: 2.35)
    private static let there = SimulatedPosition(latitude: 48.95, longitude: 2.35)

    private func addLighthouses(_ simulator: Simulator) {
        func photo(
            _ id: String, _ title: String, tags: [String] = ["Lighthouses"], license: String = "4",
            taken: String = "2015-06-01 12:00:00", owner: (id: String, name: String) = ("1@N01", "Ann Lee"),
            at position: SimulatedPosition? = Self.here, width: Int = 1024, height: Int = 683, views: Int = 0
        ) {
            simulator.library.add(
                SimulatedPhoto(
                    id: id, title: title, tags: tags, owner: owner.id, ownerName: owner.name, license: license,
                    uploaded: 1_700_000_000 - (Int64(id) ?? 0), taken: taken, position: position, views: views,
                    renditions: RenditionLadder.renditions(ofWidth: width, height: height),
                    commons: CommonsPage(judgements: id == "7" ? ["Q63348049"] : nil)))
        }
        photo("1", "Red lighthouse")
        photo("2", "Lighthouse, red", taken: "1923-01-01 00:00:00")
        photo("3", "Red lighthouse at night", license: "9")
        photo("4", "Red lighthouse, upright", width: 683, height: 1024)
        photo("5", "Red lighthouse far away", at: Self.there)
        photo("6", "Red lighthouse of Bo", owner: ("2@N02", "Bo"))
        photo("7", "Red lighthouse that all like", tags: ["Lighthouses", "Sea"], views: 900)
        photo("8", "Blue harbour", tags: [])
    }

    private func found(
        _ name: String, by source: any PhotoSource, near place: SearchPlace? = nil,
        license: LicenseFilter = .any
    ) async throws -> [String] {
        let search = try SearchName.query(name, now: Timestamp(1_750_000_000)) { _ in false }
        let query = PhotoQuery(subject: .search(search, near: place), limit: 50, license: license)
        return try await source.photos(query).photos.map(\.id.rawValue)
    }

    private func sources(_ simulator: Simulator) throws -> [any PhotoSource] {
        let transport = try CurlTransport(
            configuration: CurlConfiguration(userAgent: "placesfs-tests/1 (+https://example.org)"))
        let key = try #require(APIKey("0123456789abcdef0123456789abcdef"))
        return [
            FlickrSource(
                transport: transport, key: key,
                endpoints: FlickrEndpoints(apiBase: simulator.apiBase, imageBase: simulator.imageBase)),
            CommonsSource(
                transport: transport,
                endpoints: CommonsEndpoints(apiBase: simulator.commonsBase, imageBase: simulator.imageBase)),
        ]
    }

    @Test(arguments: [
        ("lighthouse", ["1", "2", "3", "4", "5", "6", "7"]), ("\"red lighthouse\" -night", ["1", "4", "5", "6", "7"]),
        ("red lighthouse, 1920s", ["2"]), ("lighthouse, before 1950", ["2"]), ("lighthouse, public-domain", ["3"]),
        ("lighthouse, portrait", ["4"]), ("lighthouse, by bo", []), ("lighthouse, by Bo", ["6"]), ("by Bo", ["6"]),
        ("#Lighthouses #Sea", ["7"]), ("harbour, landscape", ["8"]), ("OR incategory:x*", []), ("by Nobody", []),
    ])
    func `both services answer alike`(name: String, expected: [String]) async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addLighthouses(simulator)
            for source in try sources(simulator) {
                // At Commons no two users' names differ by the case of their first letter.
                let expected = name == "lighthouse, by bo" && source.namespace == "commons" ? ["6"] : expected
                #expect(Set(try await found(name, by: source)) == Set(expected), "\(source.name)")
            }
        }
    }

    @Test func `a place bounds the search, and orders are heeded`() async throws {
        let center = try #require(Coordinate(latitude: 48.95, longitude: 2.35))
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addLighthouses(simulator)
            for source in try sources(simulator) {
                let near = SearchPlace.circle(center, radiusInMetres: 5_000)
                #expect(try await found("red, in Y", by: source, near: near) == ["5"], "\(source.name)")
                let wide = SearchPlace.circle(center, radiusInMetres: 20_000)
                let nearest = try await found("red lighthouse, in Y, nearest", by: source, near: wide)
                #expect(nearest.first == "5" && nearest.count == 7, "\(source.name)")
                let liked = try await found("red lighthouse, interesting", by: source)
                #expect(liked.first == "7" && liked.count == 7, "\(source.name)")
                #expect(try await found("red -night, newest", by: source).first == "1", "\(source.name)")
            }
        }
    }

    @Test func `a search's licence and the mount's must both be met`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addLighthouses(simulator)
            for source in try sources(simulator) {
                #expect(try await found("lighthouse, cc", by: source, license: .publicDomain) == ["3"])
            }
        }
    }

    @Test func `what a service is sent has no syntax but ours`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addLighthouses(simulator)
            let name = "lighthouse insource:/x/ OR y* \"red incategory:Ships\" !z, #id:7, #a\" morelike:\"b"
            for source in try sources(simulator) { _ = try await found(name, by: source) }
            let sent = simulator.ledger.entries.map(\.searchSyntax).filter { !$0.isEmpty }
            #expect(sent.first == ["\"red incategory Ships\""])
            #expect(sent.count == 2)
            let own = try #require(sent.last)
            #expect(own.count == 4 && own.first == "filemime:image/jpeg", "\(own)")
            #expect(own.dropFirst().prefix(2).allSatisfy { $0.hasPrefix("incategory:") }, "\(own)")
            #expect(own.last == "\"red incategory Ships\"")
        }
    }
}
