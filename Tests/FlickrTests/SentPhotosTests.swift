import Flickr
import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@Suite struct SentPhotosTests {
    private static let now = Timestamp(1_750_000_000)

    private static func photo(_ owner: String, _ latitude: String = "48.85", _ longitude: String = "2.35") -> String {
        #"{"id":"1","owner":"\#(owner)","latitude":"\#(latitude)","longitude":"\#(longitude)","accuracy":"16"}"#
    }

    private static func list(_ photos: [String], pages: Int = 1) -> ScriptedTransport.Reply {
        .init(#"{"photos":{"pages":\#(pages),"photo":[\#(photos.joined(separator: ","))]},"stat":"ok"}"#)
    }

    @Test func `what was sent in a day is asked for in four pages, with owner and position`() async throws {
        let transport = ScriptedTransport { call in Self.list([Self.photo("\(call.page)@N00")], pages: 9) }
        let photos = try #require(try await FlickrSource(transport).photosSentLast(at: Self.now))
        #expect(photos.map(\.person) == ["1@N00", "2@N00", "3@N00", "4@N00"])
        #expect(photos.first?.coordinate == Coordinate(latitude: 48.85, longitude: 2.35))
        #expect(transport.calls.map(\.page) == [1, 2, 3, 4])
        let call = try #require(transport.calls.first)
        #expect(call.method == "flickr.photos.search" && call["has_geo"] == "1" && call["per_page"] == "250")
        #expect(call["min_upload_date"] == "1749913600" && call["sort"] == "interestingness-desc")
        #expect(call["media"] == "photos" && call["content_types"] == "0" && call["safe_search"] == "1")
        #expect(call["lat"] == nil && call["accuracy"] == nil)
    }

    @Test func `there are no more requests than pages`() async throws {
        let transport = ScriptedTransport { call in Self.list([Self.photo("\(call.page)@N00")], pages: 2) }
        #expect(try await FlickrSource(transport).photosSentLast(at: Self.now)?.count == 2)
        #expect(transport.calls.count == 2)
    }

    @Test func `an empty search leads to the interesting photos, of which some have a position`() async throws {
        let transport = ScriptedTransport { call in
            guard call.method == "flickr.interestingness.getList" else { return Self.list([], pages: 0) }
            let nowhere = #"{"id":"2","owner":"b","latitude":0,"longitude":0,"accuracy":0}"#
            return Self.list([nowhere, nowhere, Self.photo("a"), nowhere, nowhere])
        }
        let photos = try await FlickrSource(transport).photosSentLast(at: Self.now)
        #expect(photos?.map(\.person) == ["a"])
        #expect(transport.calls.map(\.method) == ["flickr.photos.search", "flickr.interestingness.getList"])
        let call = try #require(transport.calls.last)
        #expect(call["date"] == nil && call["per_page"] == "500" && call["extras"]?.contains("geo") == true)
    }

    @Test func `no day with interesting photos is nothing, another refusal an error`() async throws {
        for (code, isNothing) in [(1, true), (105, false)] {
            let transport = ScriptedTransport { call in
                guard call.method == "flickr.interestingness.getList" else { return Self.list([]) }
                return .init(#"{"stat":"fail","code":\#(code),"message":"No interesting photos"}"#)
            }
            let source = try FlickrSource(transport)
            if isNothing {
                #expect(try await source.photosSentLast(at: Self.now) == [])
            } else {
                await #expect(throws: PhotoSourceError.self) { try await source.photosSentLast(at: Self.now) }
            }
        }
    }

    @Test func `a page that fails takes nothing away from those before it`() async throws {
        let transport = ScriptedTransport { call throws(HTTPError) in
            guard call.page < 3 else { return .init("<html>") }
            return Self.list([Self.photo("\(call.page)@N00")], pages: 9)
        }
        #expect(try await FlickrSource(transport).photosSentLast(at: Self.now)?.count == 2)
        #expect(transport.calls.count == 3)
        let silent = try FlickrSource.told(.init("<html>"))
        await #expect(throws: PhotoSourceError.self) { try await silent.photosSentLast(at: Self.now) }
    }

    @Test func `who has no name, a video and what lies nowhere count for nothing`() async throws {
        let video = #"{"id":"3","owner":"v","media":"video","latitude":1,"longitude":1,"accuracy":"9"}"#
        let reply = Self.list([Self.photo(""), video, Self.photo("x", "91", "0"), Self.photo("y"), "7", "null"])
        #expect(try await FlickrSource.told(reply).photosSentLast(at: Self.now)?.map(\.person) == ["y"])
    }
}
