import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

/// A region is asked for by its box, of which much may lie elsewhere.
@Suite struct AreaSearchTests {
    /// What lies south of the equator lies in it.
    private func query(
        west: Double = 10, east: Double = 20, limit: Int = 50, page: Int = 1, order: PhotoQuery.Order = .newest
    ) throws -> PhotoQuery {
        let box = try #require(BoundingBox(west: west, south: -10, east: east, north: 10))
        let area = PhotoArea(id: PlaceID("area:x"), name: "X", box: box, towns: []) { $0.latitude < 0 }
        return PhotoQuery(subject: .area(area), limit: limit, order: order, page: page)
    }

    /// A page of photos with these numbers, of which only those that `isIn` tells lie in the area.
    private static func page(
        _ ids: some Sequence<Int>, pages: Int, sent: (Int) -> Int = { 1_000_000 - $0 }, isIn: (Int) -> Bool
    ) -> ScriptedTransport.Reply {
        let photos = ids.map {
            #"{"id":"\#($0)","owner":"o","server":"1","secret":"s","title":"","latitude":"\#(isIn($0) ? -5 : 5)","#
                + #""longitude":"15","accuracy":"16","dateupload":"\#(sent($0))"}"#
        }
        let list = #""total":\#(pages * 250),"pages":\#(pages),"photo":[\#(photos.joined(separator: ","))]"#
        return .init(#"{"photos":{\#(list)},"stat":"ok"}"#)
    }

    private static func box(pages: Int = 16, isIn: @escaping @Sendable (Int) -> Bool) -> ScriptedTransport {
        ScriptedTransport { call in
            let ids = (call.page * 250 - 249)...(call.page * 250)
            return page(call.page <= pages ? Array(ids) : [], pages: pages, isIn: isIn)
        }
    }

    private func ids(_ page: PhotoPage) -> [Int] { page.photos.compactMap { Int($0.id.rawValue) } }

    @Test func `of a box that is mostly another's, further pages are asked for until there are enough`() async throws {
        let transport = Self.box { $0 % 10 == 0 }
        let page = try await FlickrSource(transport).photos(try query())
        #expect(ids(page) == (1...50).map { $0 * 10 } && page.total == nil && page.extent == .whole)
        #expect(transport.calls.map(\.page) == [1, 2])
    }

    @Test func `pages without any photo of the area are gone past, four in all`() async throws {
        let late = Self.box { $0 > 600 }
        #expect(ids(try await FlickrSource(late).photos(try query())) == Array(601...650))
        #expect(late.calls.map(\.page) == [1, 2, 3])
        let few = Self.box { $0 % 200 == 0 }
        #expect(ids(try await FlickrSource(few).photos(try query())) == [200, 400, 600, 800, 1000])
        #expect(few.calls.map(\.page) == [1, 2, 3, 4])
    }

    @Test func `an area whose first page has enough is one request`() async throws {
        let transport = Self.box { $0 % 3 == 0 }
        #expect(try await FlickrSource(transport).photos(try query()).photos.count == 50)
        #expect(transport.calls.map(\.page) == [1])
        let many = Self.box { $0 % 2 == 0 }
        #expect(try await FlickrSource(many).photos(try query(limit: 500)).photos.count == 500)
        #expect(many.calls.map(\.page) == [1, 2, 3, 4])
    }

    @Test func `another collection begins at another page, and four of them come past every photo`() async throws {
        var asked: [Int] = []
        for page in 2...5 {
            let transport = Self.box { _ in false }
            let found = try await FlickrSource(transport).photos(try query(page: page))
            #expect(found.photos.isEmpty && found.isFollowed && found.total == nil)
            #expect(transport.calls.first?.page == page && transport.calls.count <= 4)
            asked += transport.calls.map(\.page)
        }
        #expect(Set(asked) == Set(2...16))
        let dense = Self.box { _ in true }
        #expect(ids(try await FlickrSource(dense).photos(try query(page: 7))) == Array(1501...1550))
    }

    @Test func `beyond the last page there is nothing, and nothing follows`() async throws {
        let transport = Self.box(pages: 2) { _ in true }
        let source = try FlickrSource(transport)
        let third = try await source.photos(try query(page: 3))
        #expect(third.photos.isEmpty && !third.isFollowed)
        #expect(transport.calls.map(\.page) == [3])
        #expect(try await source.photos(try query(page: 17)).photos.isEmpty)
        #expect(transport.calls.count == 1, "Flickr gives out 4,000 results")
    }

    @Test func `a box without any photo has none, one whose photos lie elsewhere has some`() async throws {
        let none = try await FlickrSource(Self.box(pages: 0) { _ in true }).photos(try query())
        #expect(none.photos.isEmpty && none.total == 0 && !none.isFollowed)
        let others = try await FlickrSource(Self.box(pages: 1) { _ in false }).photos(try query())
        #expect(others.photos.isEmpty && others.total == nil && others.isFollowed)
    }

    @Test func `what has come is shown when it takes long, and the rest comes when asked again`() async throws {
        let transport = Self.box { $0 % 25 == 0 }
        let source = try FlickrSource(transport, listingTime: .zero)
        let first = try await source.photos(try query())
        #expect(first.photos.count == 10 && first.extent == .begun && transport.calls.count == 1)
        let all = try await HTTPRequest.Priority.$current.withValue(.background) {
            try await source.photos(try query())
        }
        #expect(ids(all) == (1...40).map { $0 * 25 } && all.extent == .whole)
        #expect(transport.calls.map(\.page) == [1, 2, 3, 4])
    }

    @Test func `of an area across the antimeridian both halves are asked for, and mixed by age`() async throws {
        let transport = ScriptedTransport { call in
            let isWest = call["bbox"]?.hasPrefix("176.0") == true
            guard call.page == 1 else { return Self.page([], pages: 1) { _ in true } }
            return Self.page(isWest ? 1...3 : 11...13, pages: 1, sent: { 1_000 - $0 % 10 * 10 - ($0 > 10 ? 5 : 0) }) {
                _ in true
            }
        }
        let page = try await FlickrSource(transport).photos(try query(west: 176, east: -179))
        #expect(ids(page) == [1, 11, 2, 12, 3, 13])
        let boxes = ["176.000000,-10.000000,180.000000,10.000000", "-180.000000,-10.000000,-179.000000,10.000000"]
        #expect(transport.calls.map { $0["bbox"] } == boxes)
    }
}
