import Foundation
import HTTP
import HTTPCurl
import Promises
import ScriptedHTTP
import TestSupport
import Testing

/// Bytes that a host sends behind an answer, and that the next answer on the connection must not begin with.
@Suite struct ExcessTests {
    let server: LoopbackServer
    let transport: CurlTransport

    init() throws {
        server = try LoopbackServer()
        transport = try makeTransport()
    }

    @Test func `the rest of an answer longer than its Content-Length does not reach the next answer`() async throws {
        for more in [1, 100, 70_000] {
            let long = server.request("/longer?n=200000&more=\(more)")
            #expect(try await transport.send(long).body.collect() == pattern(200_000))
            #expect(try await transport.send(server.request("/bytes?n=60")).body.collect() == pattern(60))
        }
    }

    @Test(.proves("A host sends more than"))
    func `an answer to no request is not taken for the next request's answer`() async throws {
        for gate in 1...3 {
            let sent = try await server.ledger().sent
            #expect(try await transport.send(server.request("/stray?gate=\(gate)")).body.collect() == pattern(1_000))
            try await server.release(gate: "\(gate)")
            try await server.ledger(when: "sent", atLeast: sent + 1)
            for length in [60, 70] {
                let body = try await transport.send(server.request("/bytes?n=\(length)")).body.collect()
                #expect(body == pattern(length))
            }
        }
        // The connection with the stray answer is given up; each other one is kept.
        #expect(try await server.ledger().connections == 4)
    }

    @Test(.proves("A host sends more than"))
    func `a rest that comes behind the next request costs that request a new connection and no error`() async throws {
        #expect(try await transport.send(server.request("/late-rest?n=50")).body.collect() == pattern(50))
        #expect(try await transport.send(server.request("/bytes?n=60")).body.collect() == pattern(60))
        #expect(try await server.ledger().connections == 2)
    }

    @Test func `an answer that is not HTTP is said to be that`() async throws {
        #expect(
            await failure(of: server.request("/garbage"), over: transport)
                == .failed("127.0.0.1:\(server.port): the answer is not HTTP"))
    }
}
