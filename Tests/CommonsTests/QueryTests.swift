import Commons
import HTTP
import PhotoTree
import Promises
import ScriptedHTTP
import Testing

@Suite struct QueryTests {
    private let transport = [FileFixture].numbered(1...3).wiki()

    private func call(_ query: PhotoQuery) async throws -> ScriptedTransport.Call {
        _ = try await CommonsSource(transport).photos(query)
        return try #require(transport.calls.first)
    }

    @Test func `photos of a place are searched for around it, the newest first, and counted`() async throws {
        let page = try await CommonsSource(transport).photos(.inParis())
        #expect(page.total == 3 && page.photos.map(\.id.rawValue) == ["1", "2", "3"] && page.extent == .whole)
        let call = try #require(transport.calls.first)
        #expect(call.request.url.hasPrefix("https://commons.wikimedia.org/w/api.php?"))
        #expect(call["list"] == "search" && call["srnamespace"] == "6" && call["srinfo"] == "totalhits")
        #expect(call["srsearch"] == "filemime:image/jpeg nearcoord:10km,48.853410,2.348800")
        #expect(call["srsort"] == "create_timestamp_desc" && call["sroffset"] == nil && call["srprop"] == "")
        #expect(call["format"] == "json" && call["formatversion"] == "2")
        #expect(call["prop"] == nil, "a search makes the wiki parse no page")
    }

    /// The first question about an area, and what is said of it.
    private func question(_ box: BoundingBox?, towns: [Coordinate] = []) async throws -> ScriptedTransport {
        let area = PhotoArea(id: PlaceID("area:x"), name: "X", box: try #require(box), towns: towns) { _ in false }
        let transport = ScriptedTransport { _ in FileFixture.answer(.numbered(1...3)) }
        let page = try await CommonsSource(transport).photos(PhotoQuery(subject: .area(area), limit: 50))
        #expect(page.photos.isEmpty && page.total == nil)
        #expect(transport.calls.allSatisfy { $0["generator"] == "search" && $0["prop"] == "coordinates" })
        #expect(transport.calls.allSatisfy { $0["gsrnamespace"] == "6" && $0["gsrlimit"] == "500" })
        return transport
    }

    @Test func `an area is searched by the circle around its box, and only what lies in its outline is shown`()
        async throws
    {
        let box = BoundingBox(west: 12, south: 36, east: 16, north: 38)
        let transport = try await question(box)
        #expect(transport.calls.first?["gsrsearch"] == "filemime:image/jpeg nearcoord:211km,37.000000,14.000000")
        #expect(transport.calls.first?["gsrsort"] == "create_timestamp_desc")
        let area = PhotoArea(id: PlaceID("area:x"), name: "X", box: try #require(box), towns: []) { _ in false }
        #expect(CommonsSource(transport).question(for: area) == "a circle of 211 km around its box")
    }

    @Test func `what is too large for a circle is searched around its five largest towns`() async throws {
        let box = BoundingBox(west: -125, south: 25, east: -67, north: 49)
        let towns = try (1...5).map { try #require(Coordinate(latitude: 40, longitude: -70 - Double($0))) }
        let transport = try await question(box, towns: towns)
        let searches = transport.calls.compactMap { $0["gsrsearch"] }
        #expect(searches == (1...5).map { "filemime:image/jpeg nearcoord:50km,40.000000,-\(70 + $0).000000" })
        let area = PhotoArea(id: PlaceID("area:x"), name: "X", box: try #require(box), towns: towns) { _ in false }
        #expect(CommonsSource(transport).question(for: area) == "circles of 50 km around its 5 largest towns")
    }

    @Test func `what a search found is told of in the question that follows, all of it at once`() async throws {
        _ = try await CommonsSource(transport).photos(.inParis())
        #expect(transport.calls.count == 2)
        let call = try #require(transport.calls.last)
        #expect(call["pageids"] == "1|2|3" && call["redirects"] == "1" && call["iiurlwidth"] == "1280")
        let parts = Set((call["prop"] ?? "").split(separator: "|"))
        #expect(parts == ["imageinfo", "coordinates", "categories"])
        let asked = Set((call["iiprop"] ?? "").split(separator: "|"))
        #expect(asked.isSuperset(of: ["extmetadata", "url", "size", "mime", "sha1", "timestamp", "user"]))
        let texts = Set((call["iiextmetadatafilter"] ?? "").split(separator: "|"))
        #expect(texts.isSuperset(of: ["ObjectName", "Artist", "LicenseShortName", "LicenseUrl", "DateTimeOriginal"]))
    }

    @Test(.proves("Commons' API is asked"))
    func `fifty photos are told of in two questions at once, for the wiki needs half a second for each`()
        async throws
    {
        let transport = [FileFixture].numbered(1...60).wiki()
        let page = try await CommonsSource(transport).photos(.inParis())
        #expect(page.photos.map(\.id.rawValue) == (1...50).map(String.init))
        let told = transport.calls.compactMap { $0["pageids"]?.split(separator: "|").count }
        #expect(transport.calls.count == 3 && told == [25, 25])
    }

    @Test func `the most interesting ones come in the search's own order`() async throws {
        var query = PhotoQuery.inParis()
        query.order = .interesting
        #expect(try await call(query)["srsort"] == "relevance")
    }

    @Test(arguments: [(5_000, "5000"), (3, "10"), (10_000, "10000"), (-1, "10")])
    func `a pin's first photos are the nearest, within radii the service takes, and some of the search beside them`(
        radius: Int, asked: String
    ) async throws {
        let point = try #require(Coordinate(latitude: -33.8568, longitude: 151.2153))
        let call = try await call(PhotoQuery(subject: .point(point, radiusInMetres: radius), limit: 50))
        #expect(call["list"] == "geosearch|search" && call["gsnamespace"] == "6" && call["gsprimary"] == "all")
        #expect(call["gscoord"] == "-33.856800|151.215300" && call["gsradius"] == asked && call["gslimit"] == "500")
        #expect(call["srsearch"]?.hasPrefix("filemime:image/jpeg nearcoord:") == true)
    }

    @Test func `beyond ten kilometres all photos of a pin come from the search around it`() async throws {
        let point = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
        let call = try await call(PhotoQuery(subject: .point(point, radiusInMetres: 32_000), limit: 50))
        #expect(call["list"] == "search" && call["gsradius"] == nil)
        #expect(call["srsearch"] == "filemime:image/jpeg nearcoord:32km,48.858400,2.294500")
    }

    @Test func `a pin's other collections are pages of the search around it`() async throws {
        let point = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
        let call = try await call(PhotoQuery(subject: .point(point, radiusInMetres: 5_000), limit: 50, page: 7))
        #expect(call["list"] == "search" && call["sroffset"] == "300")
        #expect(call["srsearch"] == "filemime:image/jpeg nearcoord:5km,48.858400,2.294500")
    }

    @Test func `beyond the first 4,000 results nothing is asked`() async throws {
        let source = CommonsSource(transport)
        #expect(source.maximumResults == 4_000)
        #expect(try await source.photos(.inParis(page: 81)).photos.isEmpty)
        #expect(try await source.photos(.inParis(page: .max)).photos.isEmpty)
        #expect(transport.calls.isEmpty)
        _ = try await source.photos(.inParis(page: 80))
        #expect(transport.calls.first?["sroffset"] == "3950")
    }

    @Test func `only what nobody waits for gives way to a database that lags`() async throws {
        _ = try await CommonsSource(transport).photos(.inParis())
        #expect(transport.calls.allSatisfy { $0["maxlag"] == nil })
        let behind = [FileFixture].numbered(1...3).wiki()
        try await HTTPRequest.Priority.$current.withValue(.background) {
            _ = try await CommonsSource(behind).photos(.inParis())
        }
        #expect(behind.calls.count == 2 && behind.calls.allSatisfy { $0["maxlag"] == "5" })
    }

    @Test func `the API is given a time of its own to begin its answers`() async throws {
        let source = CommonsSource(transport: transport, patience: .seconds(30))
        _ = try await source.photos(.inParis())
        _ = try await source.photo(PhotoID("2"))
        #expect(transport.calls.allSatisfy { $0.request.firstByteTimeout == .seconds(30) })
    }

    @Test func `a photo is asked for by its number, and what is none is not there`() async throws {
        let source = CommonsSource(transport)
        #expect(try await source.photo(PhotoID("2"))?.id == PhotoID("2"))
        #expect(transport.calls.first?["pageids"] == "2" && transport.calls.first?["redirects"] == nil)
        for id in ["", "x", "-2", "0", "2|3", "99999999999999999999", "2 "] {
            #expect(try await source.photo(PhotoID(id)) == nil)
        }
        #expect(transport.calls.count == 1)
    }

    @Test func `there is no list of top places, which costs no request`() async throws {
        #expect(try await CommonsSource(transport).topPlaces().isEmpty)
        #expect(transport.calls.isEmpty)
    }

    @Test func `a place without a position cannot be searched for, and says so`() async {
        var place = PhotoQuery.paris
        place.coordinate = nil
        await #expect(throws: PhotoSourceError.failed("Paris has no position to search by")) {
            try await CommonsSource(transport).photos(PhotoQuery(subject: .place(place), limit: 50))
        }
    }

    @Test func `a simulator is asked at its own address, with or without the path`() async throws {
        for base in ["http://127.0.0.1:8080", "http://127.0.0.1:8080/", "http://127.0.0.1:8080/w/api.php"] {
            let endpoints = CommonsEndpoints(apiBase: base)
            _ = try await CommonsSource(transport: transport, endpoints: endpoints).photos(.inParis())
            #expect(transport.calls.last?.request.url.hasPrefix("http://127.0.0.1:8080/w/api.php?") == true)
        }
    }
}
