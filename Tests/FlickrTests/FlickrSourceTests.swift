import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

@Suite struct FlickrSourceTests {
    private static let details = #"""
        {"photo":{"id":"11","server":"65535","secret":"new","title":{"_content":"T"},"owner":{"nsid":"12@N00",
        "username":"U","path_alias":""},"dates":{"posted":"1577923200","taken":"2020-01-01 00:00:00",
        "takenunknown":"0"},"visibility":{"ispublic":1},"media":"photo"},"stat":"ok"}
        """#
    private static let sizes = #"""
        {"sizes":{"size":[{"label":"Large","width":1024,"height":"768","media":"photo",
        "source":"https://live.staticflickr.com/65535/11_new_b.jpg"}]},"stat":"ok"}
        """#

    private func photo(_ replies: [String: String]) async throws -> Photo? {
        let transport = ScriptedTransport { call in .init(replies[call.method] ?? "") }
        let photo = try await FlickrSource(transport).photo(PhotoID("11"))
        #expect(transport.calls.allSatisfy { $0.arguments["photo_id"] == "11" })
        return photo
    }

    @Test func `a photo is its details and its sizes, with the secret of today`() async throws {
        let photo = try #require(
            try await photo(["flickr.photos.getInfo": Self.details, "flickr.photos.getSizes": Self.sizes]))
        #expect(photo.title == "T" && photo.ownerName == "U" && photo.taken == Timestamp(1_577_836_800))
        #expect(
            photo.renditions == [
                Rendition(
                    name: "b", width: 1024, height: 768, url: "https://live.staticflickr.com/65535/11_new_b.jpg")
            ])
    }

    @Test(arguments: [
        #"{"stat":"fail","code":1,"message":"Photo not found"}"#,
        #"{"stat":"fail","code":"1","message":"Photo \"11\" not found (invalid ID)"}"#,
        #"{"stat":"fail","code":2,"message":"Permission denied"}"#,
    ])
    func `a photo is gone when either of its answers says so`(_ refusal: String) async throws {
        #expect(try await photo(["flickr.photos.getInfo": refusal]) == nil)
        #expect(
            try await photo(["flickr.photos.getInfo": Self.details, "flickr.photos.getSizes": refusal]) == nil)
    }

    @Test func `a photo made private or turned out a video is gone`() async throws {
        for change in [(#""ispublic":1"#, #""ispublic":0"#), (#""media":"photo""#, #""media":"video""#)] {
            let details = Self.details.replacing(change.0, with: change.1)
            #expect(
                try await photo(["flickr.photos.getInfo": details, "flickr.photos.getSizes": Self.sizes]) == nil)
        }
    }

    @Test(arguments: [
        #"{"stat":"fail","code":1,"message":"Required parameter missing"}"#,
        #"{"stat":"fail","code":105,"message":"Service currently unavailable"}"#,
        #"{"stat":"ok"}"#, #"{"photo":{"id":"12"},"stat":"ok"}"#, "<html>", "",
    ])
    func `no other answer means gone`(_ answer: String) async throws {
        await #expect(throws: PhotoSourceError.self) {
            _ = try await photo(["flickr.photos.getInfo": answer, "flickr.photos.getSizes": Self.sizes])
        }
        await #expect(throws: PhotoSourceError.self) {
            _ = try await photo(["flickr.photos.getInfo": Self.details, "flickr.photos.getSizes": answer])
        }
    }

    @Test(arguments: [
        #"{"places":{"total":0,"place":[]},"stat":"ok"}"#, #"{"places":{"total":"0"},"stat":"ok"}"#,
        #"{"places":{},"stat":"ok"}"#,
    ])
    func `an empty list of top places is a normal answer`(_ answer: String) async throws {
        #expect(try await FlickrSource.told(.init(answer)).topPlaces() == [])
    }

    @Test func `top places are the localities, each once, in Flickr's order`() async throws {
        let transport = ScriptedTransport { _ in
            .init(
                #"""
                {"places":{"place":[
                {"woeid":44418,"_content":"London, England, United Kingdom","latitude":"51.5","longitude":-0.12},
                {"woeid":"44418","_content":"London again, X"},
                {"woeid":"0","place_id":"abc","_content":"San Francisco,","latitude":"","longitude":""},
                {"woeid":"9","_content":""},
                {"_content":"Nowhere, Atlantis"},
                {"woeid":"7","woe_name":"Singapore","_content":"Singapore"}
                ]},"stat":"ok"}
                """#)
        }
        let places = try await FlickrSource(transport).topPlaces()
        #expect(transport.calls.map(\.method) == ["flickr.places.getTopPlacesList"])
        #expect(transport.calls.first?.arguments["place_type_id"] == "7")
        #expect(places.map(\.id) == [PlaceID("woe:44418"), PlaceID("place:abc"), PlaceID("woe:7")])
        #expect(places.map(\.name) == ["London", "San Francisco", "Singapore"])
        #expect(places.map(\.region) == ["England", "", ""])
        #expect(places.map(\.country) == ["United Kingdom", "San Francisco", "Singapore"])
        #expect(places[0].coordinate == Coordinate(latitude: 51.5, longitude: -0.12))
        #expect(places[1].coordinate == nil && places[1].sourceKeys == ["place_id": "abc"])
    }

    @Test func `a list of photos that is none is no empty listing`() async throws {
        for list in ["{}", #"{"total":5}"#, #"{"total":0,"photo":"x"}"#, "[]"] {
            let source = try FlickrSource.told(.init(#"{"photos":\#(list),"stat":"ok"}"#))
            await #expect(throws: PhotoSourceError.self, "\(list)") { _ = try await source.photos(.tag("x")) }
        }
        let empty = try FlickrSource.told(.init(#"{"photos":{"total":"0","pages":0},"stat":"ok"}"#))
        #expect(try await empty.photos(.tag("x")) == PhotoPage(photos: [], total: 0))
    }
}
