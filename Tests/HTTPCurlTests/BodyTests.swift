import HTTP
import HTTPCurl
import ScriptedHTTP
import TestClock
import Testing

@Suite struct BodyTests {
    let server: LoopbackServer
    let transport: CurlTransport
    let strict: CurlTransport

    init() throws {
        server = try LoopbackServer()
        transport = try makeTransport()
        strict = try makeTransport { $0.lowSpeedPeriod = .seconds(3) }
    }

    @Test func `the first piece is there while the server holds the rest`() async throws {
        let response = try await transport.send(server.request("/hold?n=1000"))
        #expect(try await response.body.next() == pattern(1000))
        try await server.release()
        #expect(try await response.body.collect() == pattern(1000))
    }

    @Test func `what is here needs no connection`() async throws {
        let held = try await transport.send(server.request("/hold?n=1000"))
        #expect(try await held.body.next() == pattern(1000))
        #expect(!held.body.hasArrived)
        try await server.release()
        #expect(await eventually { held.body.hasArrived })
        held.body.cancel()
        #expect(try await held.body.collect() == pattern(1000))
    }

    @Test func `a server is held back while nobody pulls, and is not called slow for it`() async throws {
        let length = 64 << 20
        let response = try await strict.send(server.request("/flood?n=\(length)", limit: .max))
        try await server.ledger(when: "sent", atLeast: 200_000)
        // Another transfer that stalls marks the time: it is begun later and fails after the period.
        #expect(await failure(of: server.request("/stall"), over: strict)?.isTimeout == true)
        let sent = try await server.ledger().sent
        #expect(sent < 16 << 20, "only what fits the two sockets' buffers")
        var (got, longest) = (0, 0)
        while let piece = try await response.body.next() {
            got += piece.count
            longest = max(longest, piece.count)
        }
        #expect(got == length)
        #expect(longest <= 65_536)
    }

    @Test(arguments: ["/cut", "/cut-chunked"])
    func `a body that breaks off gives what came and then says so`(path: String) async throws {
        let response = try await transport.send(server.request("\(path)?n=100000"))
        var got: [UInt8] = []
        do {
            while let piece = try await response.body.next() { got += piece }
            Issue.record("no error")
        } catch {
            #expect(error.isCutShort)
        }
        #expect(got.starts(with: pattern(50_000)))
        do {
            _ = try await response.body.next()
            Issue.record("no error the second time")
        } catch {
            #expect(error.isCutShort)
        }
    }

    @Test func `a declared length over the limit is refused before the body`() async throws {
        let tooLong = await failure(of: server.request("/bytes?n=1001", limit: 1000), over: transport)
        #expect(tooLong == .bodyTooLarge(limit: 1000))
        #expect(try await transport.send(server.request("/bytes?n=1000", limit: 1000)).body.collect().count == 1000)
    }

    @Test(arguments: ["/chunked", "/until-close"])
    func `an undeclared body ends at the limit`(path: String) async throws {
        let response = try await transport.send(server.request("\(path)?n=300000", limit: 100_000))
        var got = 0
        do {
            while let piece = try await response.body.next() { got += piece.count }
            Issue.record("no error")
        } catch {
            #expect(error == .bodyTooLarge(limit: 100_000))
        }
        #expect(got <= 100_000)
    }

    @Test func `a small answer that inflates beyond the limit is stopped`() async throws {
        var request = server.request("/gzip?n=50000000", limit: 1_000_000)
        request.acceptsEncoding = true
        let response = try await transport.send(request)
        #expect(try #require(Int(response.headers["content-length"] ?? "")) < 100_000)
        var got = 0
        do {
            while let piece = try await response.body.next() { got += piece.count }
            Issue.record("no error")
        } catch {
            #expect(error == .bodyTooLarge(limit: 1_000_000))
        }
        #expect(got <= 1_000_000)
    }

    @Test func `a compressed body is held back too`() async throws {
        var request = server.request("/gzip?n=9000000")
        request.acceptsEncoding = true
        let response = try await transport.send(request)
        var got = 0
        while let piece = try await response.body.next() {
            #expect(piece.count <= 65_536)
            got += piece.count
        }
        #expect(got == 9_000_000)
    }

    @Test func `a body that stalls fails while another goes on`() async throws {
        let held = try await strict.send(server.request("/bytes?n=3000000"))
        #expect(await failure(of: server.request("/stall"), over: strict)?.isTimeout == true)
        #expect(try await held.body.collect() == pattern(3_000_000))
        try await server.ledger(when: "open", atMost: 1)
    }
}

extension HTTPError {
    var isTimeout: Bool { if case .timedOut = self { true } else { false } }
    var isCutShort: Bool { if case .cutShort = self { true } else { false } }
    var isUnreachable: Bool { if case .unreachable = self { true } else { false } }
    var isFailed: Bool { if case .failed = self { true } else { false } }
}
