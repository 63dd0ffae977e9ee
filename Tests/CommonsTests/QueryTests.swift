import Commons
import HTTP
import PhotoTree
import Testing

@Suite struct QueryTests {
    private let transport = ScriptedTransport { _ in FileFixture.answer(.numbered(1...3), total: 3) }

    private func call(_ query: PhotoQuery) async throws -> ScriptedTransport.Call {
        _ = try await CommonsSource(transport).photos(query)
        return try #require(transport.calls.first)
    }

    @Test func `photos of a place are searched for around it, the newest first`() async throws {
        let call = try await call(.inParis())
        #expect(call.request.url.hasPrefix("https://commons.wikimedia.org/w/api.php?"))
        #expect(call["generator"] == "search" && call["gsrnamespace"] == "6" && call["gsrlimit"] == "50")
        #expect(call["gsrsearch"] == "filemime:image/jpeg nearcoord:10km,48.853410,2.348800")
        #expect(call["gsrsort"] == "create_timestamp_desc" && call["gsroffset"] == nil)
        #expect(call["maxlag"] == "5" && call["format"] == "json" && call["formatversion"] == "2")
        #expect(transport.calls.count == 1)
    }

    @Test func `the most interesting ones come in the search's own order`() async throws {
        var query = PhotoQuery.inParis()
        query.order = .interesting
        #expect(try await call(query)["gsrsort"] == "relevance")
    }

    @Test func `a generator does not count, so a list of one result beside it does`() async throws {
        let page = try await CommonsSource(transport).photos(.inParis())
        #expect(page.total == 3)
        let call = try #require(transport.calls.first)
        #expect(call["list"] == "search" && call["srlimit"] == "1" && call["srinfo"] == "totalhits")
        #expect(call["srsearch"] == call["gsrsearch"])
    }

    @Test(arguments: [(5_000, "5000"), (3, "10"), (50_000, "10000"), (-1, "10")])
    func `a pin's first photos are the nearest, within radii the service takes`(
        radius: Int, asked: String
    ) async throws {
        let point = try #require(Coordinate(latitude: -33.8568, longitude: 151.2153))
        let call = try await call(PhotoQuery(subject: .point(point, radiusInMetres: radius), limit: 50))
        #expect(call["generator"] == "geosearch" && call["ggsnamespace"] == "6" && call["ggsprimary"] == "all")
        #expect(call["ggscoord"] == "-33.856800|151.215300" && call["ggsradius"] == asked && call["ggslimit"] == "50")
    }

    @Test func `a pin's other collections are pages of the search around it`() async throws {
        let point = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
        let call = try await call(PhotoQuery(subject: .point(point, radiusInMetres: 5_000), limit: 50, page: 7))
        #expect(call["generator"] == "search" && call["gsroffset"] == "300")
        #expect(call["gsrsearch"] == "filemime:image/jpeg nearcoord:5km,48.858400,2.294500")
    }

    @Test func `beyond the first 4,000 results nothing is asked`() async throws {
        let source = CommonsSource(transport)
        #expect(source.maximumResults == 4_000)
        #expect(try await source.photos(.inParis(page: 81)).photos.isEmpty)
        #expect(try await source.photos(.inParis(page: .max)).photos.isEmpty)
        #expect(transport.calls.isEmpty)
        _ = try await source.photos(.inParis(page: 80))
        #expect(transport.calls.first?["gsroffset"] == "3950")
    }

    @Test func `a photo is asked for by its number, and what is none is not there`() async throws {
        let source = CommonsSource(transport)
        #expect(try await source.photo(PhotoID("2"))?.id == PhotoID("2"))
        #expect(transport.calls.first?["pageids"] == "2")
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
