import Foundation
import HTTP
import HTTPCurl
import ScriptedHTTP
import Testing

/// The environment is the process's: nothing else may run beside these.
@Suite(.serialized) struct ProxyTests {
    @Test func `a proxy of the environment is not used for loopback`() async throws {
        let server = try LoopbackServer()
        let proxy = try LoopbackServer(alone: true)
        unsafe setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
        defer { unsafe unsetenv("http_proxy") }
        #expect(try await makeTransport().send(server.request("/bytes?n=9")).body.collect() == pattern(9))
        #expect(try await proxy.ledger().requests == 0)
    }

    @Test func `a proxy of the environment is used for the world`() async throws {
        let proxy = try LoopbackServer(alone: true)
        unsafe setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
        defer { unsafe unsetenv("https_proxy") }
        let request = HTTPRequest(url: "https://photos.example.org/a.jpg?k=SECRET", maximumBodyLength: 10)
        #expect(await failure(of: request, over: try makeTransport()) != nil)
        #expect(try await proxy.ledger().paths == ["/connect": 1])
    }

    @Test func `a proxy that was named wins over the environment's, and none is none`() async throws {
        let others = try LoopbackServer(alone: true)
        let proxy = try LoopbackServer(alone: true)
        unsafe setenv("https_proxy", "http://127.0.0.1:\(others.port)", 1)
        defer { unsafe unsetenv("https_proxy") }
        let request = HTTPRequest(url: "https://photos.invalid/a.jpg", maximumBodyLength: 10)
        let named = try makeTransport { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        #expect(await failure(of: request, over: named) != nil)
        #expect(try await proxy.ledger().paths == ["/connect": 1])
        // The name cannot be looked up, and nobody is asked to.
        #expect(await failure(of: request, over: try makeTransport { $0.proxy = "" }) != nil)
        #expect(try await others.ledger().requests == 0)
    }
}
