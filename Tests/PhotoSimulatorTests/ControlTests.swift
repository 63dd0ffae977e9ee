import PhotoSimulator
import Testing

@Suite struct ControlTests {
    @Test func `the ledger is read and reset over HTTP, and its readers are not in it`() async throws {
        try await serving(controlled()) { (simulator) async throws in
            _ = try await fetch(simulator.image(firstPhoto))
            let ledger = try await fetch(simulator.imageBase + "/__ledger")
            #expect(ledger.number("count") == 1 && ledger.number("imageRequests") == 1)
            #expect(ledger.string("entries.0.photo") == firstPhoto)
            #expect(ledger.json("entries.0.ended") is Double)
            _ = try await fetch(simulator.imageBase + "/__ledger/reset", "-X", "POST")
            #expect(try await fetch(simulator.imageBase + "/__ledger").number("count") == 0)
        }
    }

    @Test func `faults are set, listed and cleared over HTTP`() async throws {
        try await serving(controlled()) { (simulator) async throws in
            let faults = simulator.imageBase + "/__faults"
            let added = try await fetch(
                faults, "-d",
                #"[{"effect":"status","status":503,"host":"images","times":1},{"effect":"latency","milliseconds":1}]"#)
            #expect(added.number("0.id") == 1 && added.number("1.id") == 2)
            #expect(try await fetch(faults).string("0.effect") == "status")
            #expect(try await fetch(simulator.image(firstPhoto)).status == 503)
            #expect(try await fetch(simulator.image(firstPhoto)).status == 200)
            _ = try await fetch(faults + "?id=2", "-X", "DELETE")
            #expect(simulator.faults.active.isEmpty)
            _ = try await fetch(faults, "-X", "PUT", "-d", #"{"effect":"hangUp"}"#)
            #expect(simulator.faults.active.map(\.fault) == [Fault(.hangUp)])
        }
    }

    @Test(arguments: [
        "{", "{}", #"{"effect":"explode"}"#, #"{"effect":"stall"}"#, #"[{"effect":"hangUp"},{"effect":"cut"}]"#,
        #"{"effect":"framing","value":"morse"}"#, #"{"effect":"cut","bytes":"many"}"#,
    ])
    func `a bad fault is refused in one line and adds nothing`(body: String) async throws {
        try await serving(controlled(places: 1, photos: 1)) { (simulator) async throws in
            let answer = try await fetch(simulator.imageBase + "/__faults", "-d", body)
            #expect(answer.status == 400)
            #expect(answer.text.count > 5 && answer.text.split(separator: "\n").count == 1)
            #expect(simulator.faults.active.isEmpty)
        }
    }

    @Test func `every effect can be said in JSON and reads back as it was`() async throws {
        try await serving(controlled(places: 1, photos: 1)) { (simulator) async throws in
            let effects: [Fault.Effect] = [
                .latency(.milliseconds(5)), .bandwidth(bytesPerSecond: 9), .stallBeforeHead, .stall(afterBytes: 3),
                .cut(afterBytes: 4), .hangUp, .shortBody(bytes: 1), .longBody(extraBytes: 2), .announcedLength(7),
                .framing(.untilClose), .lengthHint(.right), .lengthHint(.wrong(by: 2)),
                .status(429, retryAfter: "3"), .htmlUnder200, .contentType("a/b"), .emptyBody, .redirect("/x"),
                .photoUnavailable, .newVersion, .endlessBody, .garbageJSON,
                .body(Array("x".utf8), contentType: "t/u"), .apiFailure(code: 105, message: "m"), .header("a", "b"),
                .withoutHeader("ETag"), .ignoredRange, .unaskedPart(from: 70, bytes: 7),
                .member("photos.photo.title", ["7"]),
            ]
            for effect in effects { simulator.faults.add(effect, on: .photo("1", "b"), times: 4, skip: 2) }
            let faults = simulator.imageBase + "/__faults"
            let listed = try await fetch(faults)
            let back = try await fetch(faults, "-X", "PUT", "-d", listed.text)
            #expect(back.status == 200)
            let expected = effects.map { Fault($0, on: .photo("1", "b"), times: 4, skip: 2) }
            #expect(simulator.faults.active.map(\.fault) == expected)
        }
    }

    @Test func `behaviour and library change over HTTP`() async throws {
        try await serving(controlled()) { (simulator) async throws in
            let base = simulator.imageBase
            let changed = try await fetch(
                base + "/__behaviour", "-X", "PUT", "-d", #"{"hasTopPlaces":false,"bytesPerSecond":100000000}"#)
            #expect(changed.status == 200)
            #expect(!simulator.behaviour.hasTopPlaces && simulator.behaviour.bytesPerSecond == 100_000_000)
            #expect(try await fetch(base + "/__behaviour", "-X", "PUT", "-d", #"{"speed":3}"#).status == 400)
            #expect(try await fetch(base + "/__nothing").status == 404)
            let edits =
                #"[{"remove":"50000000001"},{"replaceImage":"50000000000"},{"photo":"50000000000","title":"New"}]"#
            #expect(try await fetch(base + "/__library", "-d", edits).status == 200)
            #expect(simulator.library.photo("50000000001") == nil)
            #expect(simulator.library.photo(firstPhoto)?.title == "New")
            #expect(simulator.library.photo(firstPhoto)?.version == 1)
        }
    }
}
