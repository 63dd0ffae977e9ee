import PhotoSimulator
import Testing

@Suite struct CommonsFaultTests {
    @Test func `faults name a request by what it lists`() async throws {
        try await serving(synthetic(places: 1, photos: 2)) { (simulator) async throws in
            simulator.faults.add(.status(429, retryAfter: "7"), on: .method("commons.geosearch"), times: 1)
            let geosearch: KeyValuePairs = ["list": "geosearch", "gscoord": firstPlacePosition, "gsnamespace": "6"]
            #expect(try await simulator.commons(["list": "search", "srsearch": "town"]).status == 200)
            let spoilt = try await simulator.commons(geosearch)
            #expect(spoilt.status == 429 && spoilt.headers["retry-after"] == "7")
            #expect(try await simulator.commons(geosearch).status == 200)
            _ = try await simulator.commons(["pageids": "1"])
            _ = try await simulator.commons(["meta": "siteinfo"])
            _ = try await simulator.commons(["generator": "categorymembers", "gcmtitle": "Category:A"])
            #expect(
                simulator.ledger.entries.map(\.kind) == [
                    "commons.search", "commons.geosearch", "commons.geosearch", "commons.page", "commons.meta",
                    "commons.category",
                ])
            #expect(simulator.ledger.apiRequests == 6)
        }
    }

    @Test func `errors come on demand, with the usual words`() async throws {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            let fault = simulator.faults.add(.commonsError(code: "maxlag"), on: .api)
            let lagged = try await simulator.commons(["pageids": firstPhoto])
            #expect(lagged.status == 200 && lagged.errorCode == "maxlag" && lagged.headers["retry-after"] == "5")
            simulator.faults.remove(fault)
            simulator.faults.add(.commonsError(code: "ratelimited", retryAfter: "30"), on: .method("commons.page"))
            let limited = try await simulator.commons(["pageids": firstPhoto])
            #expect(limited.errorCode == "ratelimited" && limited.headers["retry-after"] == "30")
            #expect(limited.string("error.info")?.contains("rate limit") == true)
            #expect(try await simulator.call("flickr.test.echo").string("stat") == "ok")
        }
    }

    @Test func `a fault in JSON does the same`() async throws {
        try await serving(controlled(places: 1, photos: 1)) { (simulator) async throws in
            let control = simulator.imageBase + "/__faults"
            let json =
                #"{"effect":"commonsError","value":"readonly","message":"Gone fishing.","method":"commons.page"}"#
            #expect(try await fetch(control, "-d", json).status == 200)
            let answer = try await simulator.commons(["pageids": firstPhoto])
            #expect(answer.errorCode == "readonly" && answer.string("error.info") == "Gone fishing.")
            #expect(try await fetch(control).string("0.value") == "readonly")
            let behaviour = try await fetch(
                simulator.imageBase + "/__behaviour", "-X", "PUT", "-d", #"{"imageInfosPerAnswer":3}"#)
            #expect(behaviour.status == 200 && simulator.behaviour.imageInfosPerAnswer == 3)
        }
    }

    @Test func `images of Commons stall, break off and lie like Flickr's`() async throws {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            let file = try #require(simulator.library.commonsFile(firstPhoto))
            let path = file.thumbnailPath(1280)
            simulator.faults.add(.cut(afterBytes: 1000), on: .photo(firstPhoto, "1280"), times: 1)
            let cut = try await simulator.commonsImage(path)
            #expect(cut.exit == 18 && cut.body.count == 1000)
            #expect(try await simulator.commonsImage(file.thumbnailPath(330)).exit == 0)
            simulator.faults.add(.htmlUnder200, on: .photo(firstPhoto), times: 1)
            #expect(try await simulator.commonsImage(path).headers["content-type"] == "text/html; charset=utf-8")
            let stall = simulator.faults.add(.stall(afterBytes: 500), on: .images)
            async let held = simulator.commonsImage(path)
            #expect(await simulator.ledger.wait(for: 1) { $0.status == 200 && $0.ended == nil })
            simulator.faults.remove(stall)
            #expect(try await held.body == simulator.library.imageBytes(of: firstPhoto, "1280"))
        }
    }

    @Test func `the most requests at one time are noted`() async throws {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            let fault = simulator.faults.add(.stallBeforeHead, on: .api)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await simulator.commons(["pageids": firstPhoto]).status }
                }
                #expect(await simulator.ledger.wait(for: 4) { $0.isAPI })
                simulator.faults.remove(fault)
                for try await status in group { #expect(status == 200) }
            }
            #expect(simulator.ledger.mostAPIRequestsAtOnce == 4)
            simulator.ledger.reset()
            for _ in 0..<2 { _ = try await simulator.commons(["pageids": firstPhoto]) }
            #expect(simulator.ledger.mostAPIRequestsAtOnce == 1, "one after the other")
        }
    }
}
