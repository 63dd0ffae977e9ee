import HTTP
import HTTPCurl
import ScriptedHTTP
import Testing

/// That the server sees the connection go is the proof: "open" is the number of its connections.
@Suite struct CancellationTests {
    let server: LoopbackServer
    let transport: CurlTransport

    init() throws {
        server = try LoopbackServer()
        transport = try makeTransport()
    }

    @Test func `cancelling a body frees the connection`() async throws {
        let response = try await transport.send(server.request("/stall"))
        #expect(try await response.body.next()?.count == 1000)
        response.body.cancel()
        response.body.cancel()
        #expect(try await server.ledger(when: "open", atMost: 0).open == 0)
        await #expect(throws: HTTPError.cancelled) { _ = try await response.body.next() }
    }

    @Test func `dropping a body frees the connection`() async throws {
        _ = try await transport.send(server.request("/stall"))
        #expect(try await server.ledger(when: "open", atMost: 0).open == 0)
    }

    @Test func `cancelling the task that waits for a piece frees both`() async throws {
        let response = try await transport.send(server.request("/stall"))
        _ = try await response.body.next()
        let reader = Task { try await response.body.next() }
        reader.cancel()
        await #expect(throws: HTTPError.cancelled) { _ = try await reader.value }
        #expect(try await server.ledger(when: "open", atMost: 0).open == 0)
    }

    @Test func `cancelling the task that waits for the head frees both`() async throws {
        let sender = Task { [server, transport] in try await transport.send(server.request("/silent")) }
        try await server.ledger(when: "requests", atLeast: 1)
        sender.cancel()
        await #expect(throws: HTTPError.cancelled) { _ = try await sender.value }
        #expect(try await server.ledger(when: "open", atMost: 0).open == 0)
    }

    @Test func `cancelling while connecting ends at once`() async throws {
        // TEST-NET-1 (RFC 5737) answers nobody; where there is no route at all, the error comes first.
        let sender = Task { [transport] in
            try await transport.send(
                HTTPRequest(url: "https://192.0.2.1/photo.jpg", maximumBodyLength: 1000, redirectHosts: []))
        }
        _ = try await transport.send(server.request("/bytes")).body.collect()
        sender.cancel()
        let error = await #expect(throws: HTTPError.self) { _ = try await sender.value }
        #expect(error == .cancelled || error?.isUnreachable == true, "\(String(describing: error))")
    }

    @Test func `a task that was cancelled before asks nothing`() async throws {
        await withTaskGroup(of: HTTPError?.self) { group in
            group.cancelAll()
            group.addTask { [server, transport] in await failure(of: server.request("/bytes"), over: transport) }
            #expect(await group.next() == .cancelled)
        }
        #expect(try await server.ledger().requests == 0)
    }

    @Test func `100 transfers cancelled at random moments leave nothing behind`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { [server, transport] in
                    let reader = Task {
                        let response = try await transport.send(server.request("/flood?n=1000000"))
                        for _ in 0..<(number % 7) { _ = try await response.body.next() }
                    }
                    for _ in 0..<(number * 3) { await Task.yield() }
                    reader.cancel()
                    _ = await reader.result
                }
            }
        }
        #expect(try await server.ledger(when: "open", atMost: 0).open == 0)
        #expect(try await transport.send(server.request("/bytes")).body.collect() == pattern(1000))
    }

    @Test func `a shutdown ends all that runs and refuses what comes after`() async throws {
        let response = try await transport.send(server.request("/stall"))
        _ = try await response.body.next()
        let sender = Task { [server, transport] in try await transport.send(server.request("/silent")) }
        try await server.ledger(when: "requests", atLeast: 2)
        transport.shutdown()
        await #expect(throws: HTTPError.cancelled) { _ = try await sender.value }
        await #expect(throws: HTTPError.cancelled) { _ = try await response.body.next() }
        await #expect(throws: HTTPError.cancelled) { _ = try await transport.send(server.request("/bytes")) }
        #expect(try await server.ledger(when: "open", atMost: 0).open == 0)
    }

    @Test func `a body outlives the last reference to its transport`() async throws {
        let response = try await makeTransport().send(server.request("/bytes?n=500000"))
        #expect(try await response.body.collect() == pattern(500_000))
    }
}
