import PhotoSimulator
import Testing

@Suite struct FaultTests {
    @Test(arguments: [404, 403, 410, 500, 502, 503])
    func `a status comes as often as asked, then no more`(status: Int) async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let fault = simulator.faults.add(.status(status), on: .photo(firstPhoto), times: 2, skip: 1)
            var seen: [Int] = []
            for _ in 0..<4 { seen.append(try await fetch(simulator.image(firstPhoto)).status) }
            #expect(seen == [200, status, status, 200])
            #expect(simulator.faults.hits(of: fault) == 2)
        }
    }

    @Test func `429 has the recorded body and the Retry-After asked for`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            simulator.faults.add(.status(429, retryAfter: "7"), on: .images)
            let answer = try await fetch(simulator.image(firstPhoto))
            #expect(answer.status == 429 && answer.body.count == 117)
            #expect(answer.headers["retry-after"] == "7")
            #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
            #expect(try await simulator.call("flickr.test.echo").status == 200, "the API is another host")
        }
    }

    @Test func `a stalled body goes on when released`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let fault = simulator.faults.add(.stall(afterBytes: 5000), on: .images, times: 1)
            async let answer = fetch(simulator.image(firstPhoto))
            #expect(await simulator.ledger.wait(for: 1) { $0.isImage && $0.status == 200 })
            #expect(simulator.ledger.inFlight.count == 1)
            #expect(try await fetch(simulator.image(firstPhoto)).status == 200, "another request is not held")
            simulator.faults.release(fault)
            #expect(try await answer.body == simulator.library.imageBytes(of: firstPhoto))
        }
    }

    @Test func `a client that leaves a stall ends it, having got no more than the stall let pass`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            simulator.faults.add(.stall(afterBytes: 5000), on: .images)
            let answer = try await fetch(simulator.image(firstPhoto), "--max-time", "4")
            #expect(answer.exit == 28 && answer.body.count == 5000)
            #expect(await simulator.ledger.wait(for: 1) { $0.ended != nil && !$0.isComplete && $0.bytesSent == 5000 })
        }
    }

    @Test func `a stall before the head holds until the fault is removed`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let fault = simulator.faults.add(.stallBeforeHead, on: .method("flickr.test.echo"))
            async let answer = simulator.call("flickr.test.echo")
            #expect(await simulator.ledger.wait(for: 1) { $0.isAPI && $0.status == 0 })
            simulator.faults.remove(fault)
            #expect(try await answer.string("stat") == "ok")
        }
    }

    @Test func `latency delays and bandwidth paces`() async throws {
        try await serving(synthetic(bytes: 20_000...20_000)) { (simulator) async throws in
            simulator.faults.add(.latency(.milliseconds(200)), on: .api)
            simulator.faults.add(.bandwidth(bytesPerSecond: 50_000), on: .images)
            #expect(try await simulator.call("flickr.test.echo").status == 200)
            #expect(try await fetch(simulator.image(firstPhoto)).body.count == 20_000)
            // Its client may have all of it before the server says so.
            #expect(await simulator.ledger.wait(for: 2) { $0.ended != nil })
            let times = simulator.ledger.entries.map { ($0.ended ?? .zero) - $0.started }
            // Lower bounds only: a slow machine is slower.
            #expect(times[0] >= .milliseconds(190))
            #expect(times[1] >= .milliseconds(300))
        }
    }

    @Test func `connections are cut where asked`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let address = try simulator.image(firstPhoto)
            simulator.faults.add(.cut(afterBytes: 700), on: .images, times: 1)
            let cut = try await fetch(address)
            #expect(cut.exit == 18 && cut.body.count == 700)
            simulator.faults.add(.hangUp, on: .images, times: 1)
            #expect(try await fetch(address).exit == 52)
            #expect(try await fetch(address).exit == 0)
            #expect(simulator.ledger.entries.map(\.isComplete) == [false, false, true])
        }
    }

    @Test func `bodies and lengths lie where asked`() async throws {
        try await serving(synthetic(bytes: 20_000...20_000)) { (simulator) async throws in
            let whole = try #require(simulator.library.imageBytes(of: firstPhoto))
            func answer(_ effects: Fault.Effect...) async throws -> Answer {
                for effect in effects { simulator.faults.add(effect, on: .images, times: 1) }
                return try await fetch(simulator.image(firstPhoto))
            }
            let short = try await answer(.shortBody(bytes: 99))
            #expect(short.body == Array(whole[..<99]) && short.headers["content-length"] == "99")
            let long = try await answer(.longBody(extraBytes: 10))
            #expect(long.body.count == 20_010 && Array(long.body[..<20_000]) == whole)
            #expect(try await answer(.announcedLength(25_000)).exit == 18)
            #expect(try await answer(.announcedLength(100)).body == Array(whole[..<100]))
            let wrong = try await answer(.framing(.chunked), .lengthHint(.wrong(by: -5)))
            #expect(wrong.headers["x-ttdb-l"] == "19995" && wrong.body == whole)
            #expect(try await answer(.emptyBody).body.isEmpty)
            #expect(try await answer(.htmlUnder200).text.hasPrefix("<html>"))
            let type = try await answer(.contentType("text/plain"), .withoutHeader("ETag"))
            #expect(type.headers["content-type"] == "text/plain" && type.headers["etag"] == nil)
            let version = try await answer(.newVersion)
            #expect(version.body.count > 20_000 && JPEG.size(version.body) != nil)
            #expect(try await answer(.header("x-odd", "1")).headers["x-odd"] == "1")
        }
    }

    @Test func `an endless body ends with its client`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            simulator.faults.add(.endlessBody, on: .images)
            simulator.faults.add(.bandwidth(bytesPerSecond: 2_000_000), on: .images)
            let answer = try await fetch(simulator.image(firstPhoto), "--max-time", "4")
            let whole = try #require(simulator.library.imageBytes(of: firstPhoto))
            #expect(answer.exit == 28 && answer.body.count > whole.count && answer.body.starts(with: whole))
            #expect(await simulator.ledger.wait(for: 1) { $0.ended != nil && !$0.isComplete })
        }
    }

    @Test func `removed photos lead to a picture that says so`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            simulator.faults.add(.photoUnavailable, on: .photo(firstPhoto))
            let answer = try await fetch(simulator.image(firstPhoto))
            #expect(answer.status == 302 && answer.headers["location"]?.contains("photo_unavailable") == true)
            let followed = try await fetch(simulator.image(firstPhoto), "-L")
            #expect(followed.status == 200 && followed.headers["content-type"] == "image/png")
            #expect(followed.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func `matches are by host, method, photo, rendition and path`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let other = "50000000001"
            simulator.faults.add(.status(500), on: .photo(firstPhoto, "n"))
            simulator.faults.add(.status(501), on: Fault.Match(path: "page=3"))
            simulator.faults.add(.garbageJSON, on: .method("flickr.photos.getRecent"))
            simulator.faults.add(.body(Array("{}".utf8), contentType: "text/xml"), on: .method("flickr.test.echo"))
            #expect(try await fetch(simulator.image(firstPhoto, "n")).status == 500)
            #expect(try await fetch(simulator.image(firstPhoto)).status == 200)
            #expect(try await fetch(simulator.image(other, "n")).status == 200)
            #expect(try await simulator.call("flickr.photos.search", "tags=a&page=3").status == 501)
            #expect(try await simulator.call("flickr.photos.search", "tags=a&page=2").status == 200)
            #expect(try await simulator.call("flickr.photos.getRecent").json("photos") == nil)
            #expect(try await simulator.call("flickr.test.echo").text == "{}")
        }
    }
}
