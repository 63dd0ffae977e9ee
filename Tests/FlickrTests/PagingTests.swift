import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

@Suite struct PagingTests {
    /// A page of photos with these numbers as identifiers, in an answer like Flickr's.
    private static func page(_ ids: some Sequence<Int>, total: String, pages: String = "99") -> ScriptedTransport.Reply
    {
        let photos = ids.map { #"{"id":"\#($0)","owner":"o","server":"1","secret":"s","title":""}"# }
        let list = #""total":\#(total),"pages":\#(pages),"photo":[\#(photos.joined(separator: ","))]"#
        return .init(#"{"photos":{\#(list)},"stat":"ok"}"#)
    }

    private static let place = Place(
        id: PlaceID("woe:1"), name: "P", country: "C", sourceKeys: ["woeid": "1"], origin: .source)

    private func photos(
        _ query: PhotoQuery,
        _ script: @escaping @Sendable (ScriptedTransport.Call) throws(HTTPError) -> ScriptedTransport.Reply
    ) async throws -> (page: PhotoPage, ids: [Int], asked: [String]) {
        let transport = ScriptedTransport(script)
        let page = try await FlickrSource(transport).photos(query)
        let asked = transport.calls.map { "\($0.arguments["page"] ?? "")/\($0.arguments["per_page"] ?? "")" }
        return (page, page.photos.compactMap { Int($0.id.rawValue) }, asked)
    }

    @Test func `a listing that fits one page is one request, even if some of it falls away`() async throws {
        let result = try await photos(PhotoQuery(subject: .place(Self.place), limit: 50)) { _ in
            Self.page(Array(1...40) + Array(1...10), total: "\"4100\"")
        }
        #expect(result.asked == ["1/50"] && result.ids == Array(1...40) && result.page.total == 4100)
    }

    @Test func `pages are followed until the limit is reached`() async throws {
        let result = try await photos(PhotoQuery(subject: .place(Self.place), limit: 600)) { call in
            Self.page((call.page * 250 - 249)...(call.page * 250), total: "9999")
        }
        #expect(result.asked == ["1/250", "2/250", "3/250"] && result.ids == Array(1...600))
    }

    @Test func `photos that arrive meanwhile and push others on are not listed twice`() async throws {
        let result = try await photos(PhotoQuery(subject: .place(Self.place), limit: 500)) { call in
            let first = (call.page - 1) * 250 + 1 - (call.page - 1) * 10
            return Self.page(first..<(first + 250), total: call.page == 1 ? "\"\"" : "7")
        }
        #expect(result.asked == ["1/250", "2/250", "3/250"] && result.ids == Array(1...500))
        #expect(result.page.total == nil)
    }

    @Test func `an empty page, or one of repeats alone, is the end whatever total says`() async throws {
        for second in [[], Array(1...250)] {
            let result = try await photos(PhotoQuery(subject: .place(Self.place), limit: 1000)) { call in
                Self.page(call.page == 1 ? Array(1...250) : second, total: "5000")
            }
            #expect(result.asked == ["1/250", "2/250"] && result.ids.count == 250 && result.page.total == 5000)
        }
    }

    @Test func `no page beyond those that Flickr counts, or beyond 4000 results, is asked for`() async throws {
        let counted = try await photos(.tag("x", limit: 4000)) { call in
            Self.page((call.page * 500 - 499)...(call.page * 500), total: "900", pages: "\"2\"")
        }
        #expect(counted.asked.count == 2)
        let capped = try await photos(.tag("x", limit: 4000)) { call in
            Self.page((call.page * 500 - 499)...(call.page * 500 - 1), total: "99999")
        }
        #expect(capped.asked.last == "8/500" && capped.ids.count == 8 * 499)
        let beyond = try await photos(.tag("x", limit: 50, page: 81)) { _ in .init("unasked") }
        #expect(beyond.asked.isEmpty && beyond.page == PhotoPage(photos: [], total: nil))
    }

    @Test func `a page that begins within one of Flickr's skips what came before`() async throws {
        let result = try await photos(PhotoQuery(subject: .place(Self.place), limit: 300, page: 2)) { call in
            Self.page((call.page * 250 - 249)...(call.page * 250), total: "9999")
        }
        #expect(result.asked == ["2/250", "3/250"] && result.ids == Array(301...600))
    }

    @Test func `without a count of pages a short page is the last`() async throws {
        let result = try await photos(PhotoQuery(subject: .place(Self.place), limit: 1000)) { call in
            Self.page(call.page == 1 ? 1...250 : 251...300, total: "1", pages: "null")
        }
        #expect(result.asked.count == 2 && result.ids == Array(1...300))
    }

    @Test func `half a listing is an error, not a shorter listing`() async throws {
        await #expect(throws: PhotoSourceError.timedOut("slow")) {
            _ = try await photos(PhotoQuery(subject: .place(Self.place), limit: 500)) { call throws(HTTPError) in
                guard call.page == 1 else { throw .timedOut("slow") }
                return Self.page(1...250, total: "500")
            }
        }
    }

    @Test func `whom the answer is for is what the task says`() async throws {
        let transport = ScriptedTransport { _ in Self.page([], total: "0") }
        let source = try FlickrSource(transport)
        for priority in HTTPRequest.Priority.allCases {
            try await HTTPRequest.Priority.$current.withValue(priority) { _ = try await source.photos(.tag("x")) }
        }
        #expect(transport.calls.map(\.request.priority) == HTTPRequest.Priority.allCases)
    }
}
