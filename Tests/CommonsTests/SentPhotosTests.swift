import Commons
import PhotoTree
import ScriptedHTTP
import Testing

@Suite struct SentPhotosTests {
    private static let now = Timestamp(1_750_000_000)
    private static let timedOut =
        #""warnings":{"search":{"warnings":"The search timed out, only partial results are available."}}"#

    private static func page(_ id: Int, _ user: String?, _ type: String = "jpg", hasPoint: Bool = true) -> String {
        let info = user.map { #","imageinfo":[{"timestamp":"2025-06-15T08:00:00Z","user":"\#($0)"}]"# } ?? ""
        let point = hasPoint ? #","coordinates":[{"lat":48.85,"lon":2.35,"primary":true,"globe":"earth"}]"# : ""
        return #"{"pageid":\#(id),"ns":6,"title":"File:Photo \#(id).\#(type)"\#(info)\#(point)}"#
    }

    private static func answer(_ pages: [String], _ more: String = #""batchcomplete":true"#) -> ScriptedTransport.Reply
    {
        .init(#"{"query":{"pages":[\#(pages.joined(separator: ","))]},\#(more)}"#)
    }

    @Test func `what was sent in three days is one question, for which no page is parsed`() async throws {
        let transport = ScriptedTransport { _ in Self.answer([Self.page(1, "Ann"), Self.page(2, "Bob")]) }
        let photos = try #require(try await CommonsSource(transport).photosSentLast(at: Self.now))
        #expect(photos.map(\.person) == ["Ann", "Bob"])
        #expect(photos.first?.coordinate == Coordinate(latitude: 48.85, longitude: 2.35))
        #expect(transport.calls.count == 1)
        let call = try #require(transport.calls.first)
        #expect(call["generator"] == "search" && call["gsrnamespace"] == "6" && call["gsrlimit"] == "500")
        #expect(call["gsrsearch"] == "filemime:image/jpeg creationdate:>=now-3d nearcoord:20100km,0,0")
        #expect(call["gsrsort"] == "create_timestamp_desc" && call["colimit"] == "max")
        #expect(call["prop"] == "coordinates|imageinfo" && call["iiprop"] == "user|timestamp")
        #expect(call["iiurlwidth"] == nil && call["iiextmetadatafilter"] == nil)
    }

    @Test func `a search that ran out of time makes the quality images tell`() async throws {
        let transport = ScriptedTransport { call in
            guard call["generator"] == "search" else {
                return Self.answer([Self.page(3, "Cid"), Self.page(4, "Dan", hasPoint: false)])
            }
            return Self.answer([Self.page(1, "Ann")], #""batchcomplete":true,"# + Self.timedOut)
        }
        #expect(try await CommonsSource(transport).photosSentLast(at: Self.now)?.map(\.person) == ["Cid"])
        #expect(transport.calls.count == 2)
        let call = try #require(transport.calls.last)
        #expect(call["generator"] == "categorymembers" && call["gcmtitle"] == "Category:Quality images")
        #expect(call["gcmsort"] == "timestamp" && call["gcmdir"] == "desc" && call["gcmlimit"] == "500")
        #expect(call["coprimary"] == "all" && call["prop"] == "coordinates|imageinfo")
    }

    @Test func `an answer in parts is asked for once more, and no further`() async throws {
        let transport = ScriptedTransport { call in
            let more = #""continue":{"iicontinue":"x\#(call["iicontinue"] ?? "")","continue":"gsroffset||"}"#
            return Self.answer([Self.page(call["iicontinue"] == nil ? 1 : 2, "Ann")], more)
        }
        #expect(try await CommonsSource(transport).photosSentLast(at: Self.now)?.count == 2)
        #expect(transport.calls.count == 2 && transport.calls.last?["iicontinue"] == "x")
    }

    @Test func `more results than fit one answer are not asked for`() async throws {
        let transport = ScriptedTransport { _ in
            Self.answer(
                [Self.page(1, "Ann")], #""batchcomplete":true,"continue":{"gsroffset":"500","continue":"gsroffset||"}"#)
        }
        #expect(try await CommonsSource(transport).photosSentLast(at: Self.now)?.count == 1)
        #expect(transport.calls.count == 1)
    }

    @Test func `no photo, no position, no name: nothing counts`() async throws {
        let hidden =
            #"{"pageid":9,"ns":6,"title":"File:X.jpg","imageinfo":[{"userhidden":true,"user":"H"}],"#
            + #""coordinates":[{"lat":1,"lon":1}]}"#
        let moon =
            #"{"pageid":8,"ns":6,"title":"File:Y.jpg","imageinfo":[{"user":"M"}],"#
            + #""coordinates":[{"lat":1,"lon":1,"globe":"moon"}]}"#
        let pages = [
            Self.page(1, nil), Self.page(2, "Pdf", "pdf"), Self.page(3, "No", hasPoint: false), hidden, moon,
            Self.page(4, "Ann"), #"{"pageid":7,"ns":14,"title":"Category:Quality images by month"}"#,
        ]
        #expect(try await CommonsSource.told(Self.answer(pages)).photosSentLast(at: Self.now)?.map(\.person) == ["Ann"])
        let nothing = ScriptedTransport.Reply(#"{"batchcomplete":true}"#)
        #expect(try await CommonsSource.told(nothing).photosSentLast(at: Self.now) == [])
    }

    @Test func `a refusal is an error, not an empty list`() async throws {
        let refused = ScriptedTransport.Reply(
            #"{"error":{"code":"cirrussearch-too-busy-error","info":"Search is currently too busy."}}"#)
        await #expect(throws: PhotoSourceError.self) {
            try await CommonsSource.told(refused).photosSentLast(at: Self.now)
        }
    }
}
