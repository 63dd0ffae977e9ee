import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

@Suite struct WordSearchTests {
    private func query(
        _ name: String, near place: SearchPlace? = nil, limit: Int = 50, order: PhotoQuery.Order = .newest,
        license: LicenseFilter = .any, page: Int = 1
    ) throws -> PhotoQuery {
        let search = try SearchName.query(name, now: Timestamp(1_750_000_000)) { _ in false }
        return PhotoQuery(
            subject: .search(search, near: place), limit: limit, order: order, license: license, page: page)
    }

    /// The arguments of the first call of `flickr.photos.search`.
    private func arguments(
        _ name: String, near place: SearchPlace? = nil, order: PhotoQuery.Order = .newest,
        license: LicenseFilter = .any
    ) async throws -> [String: String] {
        let transport = ScriptedTransport { call in
            call.method == "flickr.photos.search" ? Self.page([], pages: 0) : Self.user
        }
        _ = try await FlickrSource(transport).photos(try query(name, near: place, order: order, license: license))
        return try #require(transport.calls.first { $0.method == "flickr.photos.search" }).arguments
    }

    private static let user = ScriptedTransport.Reply(#"{"user":{"id":"9@N01","nsid":"9@N01"},"stat":"ok"}"#)

    /// A page of photos with these numbers, an extra member each.
    private static func page(
        _ ids: some Sequence<Int>, pages: Int, total: Int? = nil, _ members: (Int) -> String = { _ in "" }
    ) -> ScriptedTransport.Reply {
        let photos = ids.map {
            #"{"id":"\#($0)","owner":"o","server":"1","secret":"s","title":"Photo \#($0)"\#(members($0))}"#
        }
        let list = #""total":\#(total ?? pages * 250),"pages":\#(pages),"photo":[\#(photos.joined(separator: ","))]"#
        return .init(#"{"photos":{\#(list)},"stat":"ok"}"#)
    }

    private static func ids(of page: Int) -> ClosedRange<Int> { (page * 250 - 249)...(page * 250) }

    private func circle(_ radius: Int) throws -> SearchPlace {
        .circle(try #require(Coordinate(latitude: 48.85, longitude: 2.35)), radiusInMetres: radius)
    }

    @Test(arguments: [
        ("lighthouse", "lighthouse"), ("lighthouse storm", "lighthouse storm"),
        ("\"red door\" wall", "\"red door\" wall"), ("harbour -night", "harbour -night"),
        ("harbour -\"by night\"", "harbour"), ("Rock AND Roll", "Rock and Roll"), ("T-shirt", "T shirt"),
        ("don't \"x\" (y) z*", "don't x y z"), ("灯台", "灯台"),
    ])
    func `words are the text, without what Flickr would read as more`(name: String, text: String) async throws {
        #expect(try await arguments(name)["text"] == text)
    }

    @Test func `an exclusion without words to look for is not sent`() async throws {
        let arguments = try await arguments("-night, #harbour")
        #expect(arguments["text"] == nil && arguments["tags"] == "harbour")
    }

    @Test func `tags are asked for all at once`() async throws {
        let arguments = try await arguments("#Eastern Sierra #vision:sky=0.97 #a,#-b")
        #expect(arguments["tags"] == "easternsierra,vision:sky=097,a,b" && arguments["tag_mode"] == "all")
        #expect(arguments["min_upload_date"] == nil && arguments["per_page"] == "250")
    }

    @Test(
        arguments: [
            ("x, 2010-2020", "2010-01-01 00:00:00", "2020-12-31 23:59:59"),
            ("x, before 1950", nil, "1949-12-31 23:59:59"),
            ("x, 2015-", "2015-01-01 00:00:00", nil), ("x, 2020-02", "2020-02-01 00:00:00", "2020-02-29 23:59:59"),
        ] as [(String, String?, String?)])
    func `times are written as dates, both ends in`(name: String, first: String?, last: String?) async throws {
        let arguments = try await arguments(name)
        #expect(arguments["min_taken_date"] == first && arguments["max_taken_date"] == last)
    }

    @Test func `the licences are those that the mount and the search both accept`() async throws {
        #expect(try await arguments("x")["license"] == nil)
        #expect(try await arguments("x, public-domain")["license"] == "7,8,9,10")
        #expect(try await arguments("x, cc", license: .publicDomain)["license"] == "9,10")
        #expect(try await arguments("x, commercial", license: .cc)["license"] == "4,5,6,9,10,11,12,13")
    }

    @Test func `a circle is a radius, and a box is a box, in two parts across the antimeridian`() async throws {
        let round = try await arguments("x, in Y", near: try circle(5_000))
        #expect(round["lat"] == "48.850000" && round["radius"] == "5.000" && round["accuracy"] == nil)
        #expect(round["min_upload_date"] == "86400")
        let box = try #require(BoundingBox(west: 176, south: -20, east: -179, north: -16))
        let area = PhotoArea(id: PlaceID("area:x"), name: "X", box: box, towns: []) { _ in true }
        let transport = ScriptedTransport { _ in Self.page([], pages: 0) }
        _ = try await FlickrSource(transport).photos(try query("x, in Y", near: .area(area)))
        let boxes = ["176.000000,-20.000000,180.000000,-16.000000", "-180.000000,-20.000000,-179.000000,-16.000000"]
        #expect(transport.calls.map { $0["bbox"] } == boxes)
        let boundless = ScriptedTransport { _ in Self.page([], pages: 1, total: .max) }
        let page = try await FlickrSource(boundless).photos(try query("x, in Y", near: .area(area)))
        #expect(page.total.map { $0 > 1 << 40 } == true, "the sum of both")
    }

    @Test(
        arguments: [
            ("x", PhotoQuery.Order.newest, "date-posted-desc"), ("x", .interesting, "interestingness-desc"),
            ("x, newest", .interesting, "date-posted-desc"), ("x, interesting", .newest, "interestingness-desc"),
            ("x, in Y, nearest", .newest, nil),
        ] as [(String, PhotoQuery.Order, String?)])
    func `the search's own order goes before the mount's`(
        name: String, order: PhotoQuery.Order, sort: String?
    ) async throws {
        let place = name.contains("nearest") ? try circle(5_000) : nil
        #expect(try await arguments(name, near: place, order: order)["sort"] == sort)
    }

    // MARK: Authors

    @Test func `an author is looked up by name, then by address, and known from then on`() async throws {
        let transport = ScriptedTransport { call in
            switch call.method {
            case "flickr.people.findByUsername": .init(#"{"stat":"fail","code":1,"message":"User not found"}"#)
            case "flickr.urls.lookupUser": Self.user
            default: Self.page(1...3, pages: 1)
            }
        }
        let source = try FlickrSource(transport)
        for _ in 1...2 { #expect(try await source.photos(try query("by ann-lee")).photos.count == 3) }
        let calls = transport.calls.map(\.method)
        #expect(
            calls == [
                "flickr.people.findByUsername", "flickr.urls.lookupUser", "flickr.photos.search",
                "flickr.photos.search",
            ])
        #expect(transport.calls[1]["url"] == "https://www.flickr.com/photos/ann-lee/")
        #expect(transport.calls[2]["user_id"] == "9@N01")
    }

    @Test func `an identifier is looked up nowhere, and a name that is no address only once`() async throws {
        #expect(try await arguments("by 12037949754@N01")["user_id"] == "12037949754@N01")
        let transport = ScriptedTransport { _ in .init(#"{"stat":"fail","code":1,"message":"User not found"}"#) }
        let page = try await FlickrSource(transport).photos(try query("by Ann Lee"))
        #expect(page == PhotoPage(photos: [], total: 0) && transport.calls.count == 1)
    }

    // MARK: Pages

    @Test func `a first page is one request, whatever more there is`() async throws {
        let transport = ScriptedTransport { call in Self.page(Self.ids(of: call.page), pages: 9) }
        let page = try await FlickrSource(transport).photos(try query("x"))
        #expect(page.photos.count == 50 && page.total == 2_250 && page.extent == .whole)
        #expect(transport.calls.count == 1)
    }

    @Test func `what Flickr cannot be asked for is looked at here, up to five pages further`() async throws {
        let tall = #","url_l":"https://live.staticflickr.com/1/2_3_b.jpg","width_l":500,"height_l":1000"#
        let transport = ScriptedTransport { call in
            Self.page(Self.ids(of: call.page), pages: 16) { $0 % 125 == 0 ? tall : tall.replacing("500", with: "1500") }
        }
        let page = try await FlickrSource(transport).photos(try query("x, portrait"))
        #expect(page.photos.map(\.id.rawValue) == (1...12).map { "\($0 * 125)" })
        #expect(page.total == nil && transport.calls.count == 6)
    }

    @Test func `exclusions, phrases and times that Flickr ignored are heeded here`() async throws {
        let transport = ScriptedTransport { call in
            Self.page(1...4, pages: 1) { id in
                let words = ["", "red door at night", "the red door", "door, red", "red door"][id]
                let year = id == 4 ? 1990 : 2015
                return #","description":{"_content":"\#(words)"},"datetaken":"\#(year)-05-04 10:00:00""#
            }
        }
        let page = try await FlickrSource(transport).photos(try query("\"red door\" -night, 2010-2020"))
        #expect(page.photos.map(\.id.rawValue) == ["2"])
    }

    @Test func `a long search is shown after its first page and goes on when asked again`() async throws {
        let transport = ScriptedTransport { call in Self.page(Self.ids(of: call.page), pages: 9) }
        let source = try FlickrSource(transport)
        let query = try query("x", limit: 600)
        let first = try await source.photos(query)
        #expect(first.extent == .begun && first.photos.count == 250 && transport.calls.count == 1)
        let whole = try await HTTPRequest.Priority.$current.withValue(.background) { try await source.photos(query) }
        #expect(whole.extent == .whole && whole.photos.map(\.id.rawValue) == (1...600).map(String.init))
        #expect(transport.calls.map(\.page) == [1, 2, 3])
    }

    @Test func `code 20 is the end of a list, and nothing is asked beyond 4,000 results`() async throws {
        let transport = ScriptedTransport { call in
            call.page < 3
                ? Self.page(Self.ids(of: call.page), pages: 99)
                : .init(#"{"stat":"fail","code":20,"message":"Excessive photo offset in search"}"#)
        }
        let query = try query("x", limit: 4_000)
        let page = try await HTTPRequest.Priority.$current.withValue(.background) {
            try await FlickrSource(transport).photos(query)
        }
        #expect(page.photos.count == 500 && page.extent == .whole && transport.calls.count == 3)
        let beyond = ScriptedTransport { _ in .init("unasked") }
        let last = try await FlickrSource(beyond).photos(try self.query("x", page: 81))
        #expect(last.photos.isEmpty && beyond.calls.isEmpty)
    }

    @Test func `a lot draws a page among those that there are, the same each time`() async throws {
        let transport = ScriptedTransport { call in Self.page(Self.ids(of: call.page), pages: 3) }
        var draws: Set<[PhotoID]> = []
        for lot in 1...8 {
            let query = try query("x, random", limit: 20, page: lot)
            let draw = try await FlickrSource(transport).photos(query)
            #expect(draw.photos.count == 20 && draw.total == 750)
            #expect(draw.photos.allSatisfy { Int($0.id.rawValue).map { $0 <= 750 } == true })
            #expect(try await FlickrSource(transport).photos(query).photos == draw.photos)
            draws.insert(draw.photos.map(\.id))
        }
        #expect(draws.count == 8)
        let few = ScriptedTransport { call in Self.page(call.page == 1 ? Array(1...5) : [], pages: 1, total: 5) }
        let all = try await FlickrSource(few).photos(try query("x, random", page: 7))
        #expect(Set(all.photos.map(\.id.rawValue)) == ["1", "2", "3", "4", "5"] && few.calls.count <= 2)
    }
}
