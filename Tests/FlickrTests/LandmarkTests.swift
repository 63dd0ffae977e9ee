import Flickr
import PhotoTree
import ScriptedHTTP
import Testing

/// Where a place is, as Flickr tells it.
@Suite struct LandmarkTests {
    private static func answer(_ names: String...) -> ScriptedTransport.Reply {
        let places = names.enumerated().map { index, name in
            #"{"woeid":"\#(index + 1)","latitude":"\#(10 + index)","longitude":20.5,"_content":"\#(name)"}"#
        }
        return .init(
            #"{"places":{"total":\#(names.count),"place":[\#(places.joined(separator: ","))]},"stat":"ok"}"#)
    }

    @Test func `the first place that is called so is the one, however it was typed`() async throws {
        let transport = ScriptedTransport { _ in
            Self.answer("Alabaster, Alabama, United States", "São Tomé, X, Y", "Sao Tome, Other, Z")
        }
        let source = try FlickrSource(transport)
        let found = try await source.landmark(named: "sao tome")
        let point = try #require(Coordinate(latitude: 11, longitude: 20.5))
        #expect(found == Landmark(title: "São Tomé", coordinate: point))
        let call = try #require(transport.calls.first)
        #expect(call.method == "flickr.places.find" && call.arguments["query"] == "sao tome")
        #expect(try await source.landmark(named: "Sao Tome, Other")?.coordinate.latitude == 12)
    }

    @Test func `what is called otherwise is not what was asked for`() async throws {
        let source = try FlickrSource.told(Self.answer("Paris, Île-de-France, France", "Eiffelville, Ohio, US"))
        #expect(try await source.landmark(named: "Eiffel Tower") == nil)
        #expect(try await FlickrSource.told(Self.answer()).landmark(named: "x") == nil)
        let nowhere = ScriptedTransport.Reply(
            #"{"places":{"place":[{"woeid":"7","latitude":"","longitude":"","_content":"Here, There"}]},"stat":"ok"}"#
        )
        #expect(try await FlickrSource.told(nowhere).landmark(named: "Here") == nil)
    }

    @Test func `a failure is an error, never "unknown"`() async throws {
        for reply in [ScriptedTransport.Reply("<html>"), .init(#"{"stat":"fail","code":100,"message":"x"}"#)] {
            await #expect(throws: PhotoSourceError.self) {
                try await FlickrSource.told(reply).landmark(named: "Tower")
            }
        }
    }
}
