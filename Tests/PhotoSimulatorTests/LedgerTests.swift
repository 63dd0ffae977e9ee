import PhotoSimulator
import Testing

@Suite struct LedgerTests {
    @Test func `every request is noted once, without the key`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            _ = try await simulator.call("flickr.photos.search", "woe_id=\(firstPlace)")
            _ = try await fetch(simulator.image(firstPhoto), "-A", "tester/1", "-H", "Range: bytes=0-9")
            _ = try await fetch(simulator.image(firstPhoto, "n"))
            _ = try await fetch(simulator.imageBase + "/robots.txt")
            let ledger = simulator.ledger
            #expect(ledger.entries.map(\.kind) == ["flickr.photos.search", "image", "image", "other"])
            #expect(ledger.entries.map(\.sequence) == [1, 2, 3, 4])
            #expect(ledger.entries.map(\.status) == [200, 206, 200, 404])
            #expect(ledger.entries.map(\.connection) == [1, 2, 3, 4])
            #expect(ledger.count == 4 && ledger.apiRequests == 1 && ledger.imageRequests == 2)
            #expect(ledger.count(of: "flickr.photos.search") == 1 && ledger.count(of: "flickr.photos.getInfo") == 0)
            #expect(ledger.imageRequests(of: firstPhoto) == 2 && ledger.imageRequests(of: firstPhoto, "n") == 1)
            #expect(ledger.imageRequests(of: "5000000000") == 0, "an id that begins like it is another")
            let search = ledger.entries[0], image = ledger.entries[1]
            #expect(search.arguments["woe_id"] == firstPlace && search.arguments["api_key"] == nil)
            #expect(!search.path.contains("0123456789abcdef"))
            #expect(image.headers["user-agent"] == "tester/1" && image.headers["range"] == "bytes=0-9")
            #expect(image.bytesSent == 10 && image.isComplete && image.photo == firstPhoto && image.rendition == "b")
            #expect((image.ended ?? .zero) >= image.started)
        }
    }

    @Test func `a reset forgets, also what ends after it`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let fault = simulator.faults.add(.stallBeforeHead, on: .images)
            async let held = fetch(simulator.image(firstPhoto))
            #expect(await simulator.ledger.wait(for: 1) { $0.isImage })
            simulator.ledger.reset()
            #expect(simulator.ledger.count == 0)
            simulator.faults.remove(fault)
            #expect(try await held.status == 200)
            #expect(simulator.ledger.count == 0 && simulator.ledger.imageRequests == 0)
            _ = try await fetch(simulator.image(firstPhoto))
            #expect(simulator.ledger.entries.map(\.sequence) == [1])
        }
    }

    @Test func `connections and images at one time are counted`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let fault = simulator.faults.add(.stall(afterBytes: 10), on: .images)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<5 { group.addTask { try await fetch(simulator.image(firstPhoto)).status } }
                #expect(await simulator.ledger.wait(for: 5) { $0.isImage && $0.status == 200 })
                simulator.faults.remove(fault)
                for try await status in group { #expect(status == 200) }
            }
            #expect(simulator.ledger.mostImagesAtOnce == 5)
            #expect(simulator.ledger.mostConnectionsAtOnce == 5 && simulator.ledger.connectionsOpened == 5)
            _ = try await fetch([try simulator.image(firstPhoto), try simulator.image(firstPhoto, "n")])
            #expect(simulator.ledger.connectionsOpened == 6, "a kept connection is one")
        }
    }

    @Test func `a wait ends when its task is cancelled`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let waiting = Task { await simulator.ledger.wait(for: 1) { _ in true } }
            waiting.cancel()
            #expect(await waiting.value == false)
        }
    }

    @Test func `stopping ends what is held back`() async throws {
        let simulator = try await Simulator.start(synthetic())
        simulator.faults.add(.stallBeforeHead)
        async let held = fetch(simulator.image(firstPhoto))
        #expect(await simulator.ledger.wait(for: 1) { _ in true })
        await simulator.stop()
        #expect(try await held.exit == 52)
        await simulator.stop()
    }

    @Test func `a taken port is refused with its number`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let port = try #require(simulator.imageBase.split(separator: ":").last.flatMap { Int($0) })
            var configuration = synthetic()
            configuration.port = port
            await #expect(throws: SimulatorError.self) {
                _ = try await Simulator.start(configuration)
            }
        }
    }
}
