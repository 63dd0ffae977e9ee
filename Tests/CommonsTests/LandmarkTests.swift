import Commons
import PhotoTree
import ScriptedHTTP
import Testing

/// Where a landmark is, as Commons tells it.
@Suite struct LandmarkTests {
    private static func page(_ title: String, _ latitude: Double?, index: Int? = nil, globe: String = "earth") -> String
    {
        let place = index.map { #","index":\#($0)"# } ?? ""
        let point = latitude.map {
            #","coordinates":[{"lat":\#($0),"lon":2.5,"primary":true,"globe":"\#(globe)"}]"#
        }
        return #"{"pageid":1,"title":\#(FileFixture.quoted(title))\#(place)\#(point ?? "")}"#
    }

    private static func answer(_ pages: String...) -> ScriptedTransport.Reply {
        .init(#"{"batchcomplete":true,"query":{"pages":[\#(pages.joined(separator: ","))]}}"#)
    }

    private static let nothing = ScriptedTransport.Reply(#"{"batchcomplete":true}"#)

    @Test func `the category that is called so tells it, the literal one first, in one question`() async throws {
        let transport = ScriptedTransport { _ in
            Self.answer(
                Self.page("Category:Eiffel Towers", 1), Self.page("Category:Eiffel Tower", 48.85),
                Self.page("Category:Eiffel tower", nil))
        }
        let found = try await CommonsSource(transport).landmark(named: "eiffel tower")
        let point = try #require(Coordinate(latitude: 48.85, longitude: 2.5))
        #expect(found == Landmark(title: "Eiffel Tower", coordinate: point))
        #expect(transport.calls.count == 1)
        let call = try #require(transport.calls.first)
        #expect(call["prop"] == "coordinates" && call["redirects"] == "1" && call["coprimary"] == "all")
        #expect(call["titles"]?.hasPrefix("Category:Eiffel tower|") == true)
    }

    @Test func `a category that leads on to another counts under that one's name`() async throws {
        let source = CommonsSource.told(Self.answer(Self.page("Category:Tour Eiffel (Paris)", 48.85)))
        #expect(try await source.landmark(named: "Eiffelturm")?.title == "Tour Eiffel (Paris)")
    }

    @Test func `without a landmark of that name the best match does, categories before files`() async throws {
        let transport = ScriptedTransport { call in
            guard call["generator"] == "search" else { return Self.answer(Self.page("Category:Kaaba", nil)) }
            return Self.answer(
                Self.page("File:Blue door.at home.jpg", 3, index: 1), Self.page("Category:Blue doors", 5, index: 3),
                Self.page("Category:Blue door", 4, index: 2))
        }
        let found = try await CommonsSource(transport).landmark(named: "the \"Blue\" -door: intitle:x")
        #expect(found?.title == "Blue door" && found?.coordinate.latitude == 4)
        let call = try #require(transport.calls.last)
        #expect(call["gsrsearch"] == "intitle:the intitle:blue intitle:door intitle:intitle intitle:x")
        #expect(call["gsrnamespace"] == "14|6" && call["prop"] == "coordinates")
        let file = CommonsSource.told(Self.answer(Self.page("File:Blue door.at home.jpg", 3, index: 1)))
        #expect(try await file.landmark(named: "blue door")?.title == "Blue door.at home")
    }

    @Test func `what stands nowhere, on another body or out of the world is no landmark`() async throws {
        let pages = Self.answer(
            Self.page("Category:Tycho", 43, index: 1, globe: "moon"), Self.page("Category:Tychos", 91, index: 2),
            Self.page("Category:Tycho (name)", nil, index: 3))
        #expect(try await CommonsSource.told(pages).landmark(named: "Tycho") == nil)
        #expect(try await CommonsSource.told(Self.nothing).landmark(named: "Qwertzuiop") == nil)
    }

    @Test func `nothing is asked for a name without a word in it`() async throws {
        let transport = ScriptedTransport { _ in Self.nothing }
        #expect(try await CommonsSource(transport).landmark(named: "|#<>") == nil)
        #expect(transport.calls.isEmpty)
        _ = try await CommonsSource(transport).landmark(named: "a|b")
        #expect(transport.calls.count == 1 && transport.calls.first?["gsrsearch"] == "intitle:a intitle:b")
    }

    @Test func `what is no answer is an error, never "unknown"`() async throws {
        for reply in [
            ScriptedTransport.Reply("<html>"), .init("{}"), .init(#"{"error":{"code":"x","info":"y"}}"#),
            .init("", status: 503),
        ] {
            await #expect(throws: PhotoSourceError.self) {
                try await CommonsSource.told(reply).landmark(named: "Tower")
            }
        }
    }
}
