import Foundation
import PhotoSimulator
import Testing

@Suite struct CommonsAnswerTests {
    private static let manyIDs = (1...51).map { "\($0)" }.joined(separator: "|")

    private static let mistakes: [([String: String], String)] = [
        (["generator": "geosearch", "ggscoord": "91|0"], "invalid-coord"),
        (["generator": "geosearch", "ggscoord": "48.8"], "invalid-coord"),
        (["generator": "geosearch", "ggscoord": "48|2", "ggsradius": "10001"], "outofrange"),
        (["generator": "geosearch", "ggscoord": "48|2", "ggsradius": "far"], "badinteger"),
        (["generator": "geosearch"], "missingparam"), (["generator": "telepathy"], "badvalue"),
        (["generator": "search", "gsrnamespace": "6"], "missingparam"),
        (["generator": "search", "gsrsearch": "a", "gsrsort": "beauty"], "badvalue"),
        (["generator": "categorymembers", "gcmtitle": "File:A.jpg"], "invalidcategory"),
        (["pageids": "abc"], "badinteger"), (["pageids": "1", "titles": "A"], "multisource"),
        (["pageids": String(repeating: "1|", count: 2) + manyIDs], "toomanyvalues"),
        (["pageids": "1", "formatversion": "9"], "badvalue"), (["action": "edit"], "badvalue"),
        (["pageids": "1", "maxlag": "-1"], "maxlag"),
    ]

    @Test func `unknown ids and titles are missing, others invalid, and titles are normalised`() async throws {
        try await serving(synthetic(places: 1, photos: 2)) { (simulator) async throws in
            let ids = try await simulator.commons(["pageids": "50000000001|7"])
            #expect(ids.page(7)?["missing"] as? Bool == true)
            #expect(ids.page(50_000_000_001)?["missing"] == nil)
            let titles = try await simulator.commons([
                "titles": "file:town_0 view 1.jpg|File:Nobody.jpg|File:<b>.jpg|Category:Synthetic",
                "prop": "categoryinfo",
            ])
            let known = titles.page(50_000_000_001)
            #expect(known?["title"] as? String == "File:Town 0 view 1.jpg")
            #expect(titles.page(titled: "File:Nobody.jpg")?["missing"] as? Bool == true)
            #expect(titles.page(titled: "File:<b>.jpg")?["invalid"] as? Bool == true)
            #expect(titles.string("query.normalized.0.to") == "File:Town 0 view 1.jpg")
            let category = titles.page(titled: "Category:Synthetic")
            #expect((category?["categoryinfo"] as? [String: Any])?["files"] as? Int == 2)
        }
    }

    @Test func `the older format keys pages by id, writes flags as empty strings and all else as ASCII`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(SimulatedPhoto(id: "77", title: "Łódź"))
            let answer = try await simulator.commons(
                ["titles": "File:Łódź.jpg|File:Nobody.jpg", "prop": "coordinates", "nonsense": "1"], version: 1)
            #expect(answer.string("query.pages.77.title") == "File:Łódź.jpg")
            #expect(answer.text.contains(#"\u0141\u00f3d\u017a"#) && answer.body.allSatisfy { $0 < 0x80 })
            #expect(answer.string("query.pages.-2.missing")?.isEmpty == true)
            #expect(answer.string("batchcomplete")?.isEmpty == true)
            #expect(answer.string("warnings.main.*") == "Unrecognized parameter: nonsense.")
            let newer = try await simulator.commons(["titles": "File:Łódź.jpg", "nonsense": "1", "prop": "wings"])
            #expect(newer.text.contains("File:Łódź.jpg"))
            #expect(newer.string("warnings.main.warnings") == "Unrecognized parameter: nonsense.")
            #expect(newer.string("warnings.query.warnings") == "Unrecognized value for parameter \"prop\": wings.")
        }
    }

    @Test(arguments: mistakes)
    func `mistakes are answered under 200, with a code in body and head`(query: [String: String], code: String)
        async throws
    {
        try await serving(synthetic(places: 1, photos: 2)) { (simulator) async throws in
            let answer = try await simulator.commons(query.map { ($0.key, $0.value) })
            #expect(answer.status == 200 && answer.errorCode == code)
            #expect(answer.headers["mediawiki-api-error"] == code)
            #expect(answer.string("error.info")?.isEmpty == false && answer.json("query") == nil)
        }
    }

    @Test func `callers who leave no address are refused, unless that is switched off`() async throws {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            let api = simulator.commonsBase + "?action=query&format=json&pageids=\(firstPhoto)"
            let image = simulator.imageBase + (simulator.library.commonsFile(firstPhoto)?.originalPath ?? "")
            for address in [api, image] {
                for agent in ["", "curl/8.5.0", "placesfs/1.0"] {
                    let refused = try await fetch(address, "-A", agent)
                    #expect(refused.status == 403 && refused.text.contains("Please set a user-agent"))
                    #expect(refused.headers["content-type"] == "text/plain; charset=utf-8")
                }
                #expect(try await fetch(address, "-A", "placesfs/1.0 (https://example.org/me)").status == 200)
                #expect(try await fetch(address, "-A", "placesfs/1.0 (me@example.org)").status == 200)
            }
            simulator.change { $0.demandsContact = false }
            #expect(try await fetch(api, "-A", "curl/8.5.0").status == 200)
            #expect(try await fetch(simulator.address("flickr.test.echo", ""), "-A", "").status == 200)
        }
    }

    @Test func `lagging databases are said to those who ask, with when to come back`() async throws {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            simulator.change { $0.databaseLag = 7.5 }
            let answer = try await simulator.commons(["pageids": firstPhoto, "maxlag": "5"])
            #expect(answer.errorCode == "maxlag" && answer.json("error.lag") as? Double == 7.5)
            #expect(answer.headers["retry-after"] == "5" && answer.headers["x-database-lag"] == "7")
            #expect(try await simulator.commons(["pageids": firstPhoto]).pages.count == 1)
            #expect(try await simulator.commons(["pageids": firstPhoto, "maxlag": "8"]).pages.count == 1)
        }
    }

    @Test func `limits beyond the greatest are cut, with a warning`() async throws {
        try await serving(synthetic(places: 1, photos: 3)) { (simulator) async throws in
            let answer = try await simulator.commons([
                "list": "search", "srnamespace": "6", "srsearch": "town nearcoord:near,here", "srlimit": "501",
            ])
            #expect(answer.count("query.search") == 3)
            let warning = try #require(answer.string("warnings.search.warnings"))
            #expect(warning.contains("between 1 and 500") && warning.contains("nearcoord"))
        }
    }
}
