import HTTP
import HTTPCurl
import ScriptedHTTP
import Testing

@Suite struct AnswerTests {
    let server: LoopbackServer
    let transport: CurlTransport

    init() throws {
        server = try LoopbackServer()
        transport = try makeTransport()
    }

    @Test(arguments: ["/bytes", "/chunked", "/until-close"])
    func `a body arrives whole however its length is told`(path: String) async throws {
        for length in [0, 1, 65_536, 300_001] {
            let response = try await transport.send(server.request("\(path)?n=\(length)"))
            #expect(response.status == 200)
            #expect(response.contentLength == (path == "/bytes" ? Int64(length) : nil))
            #expect(try await response.body.collect() == pattern(length))
            #expect(try await response.body.next() == nil)
        }
    }

    @Test func `the head has lower-case names and the last of a repeated header`() async throws {
        let response = try await transport.send(server.request("/bytes?n=3"))
        #expect(response.headers["etag"] == "\"e\"")
        #expect(response.headers["x-twice"] == "b")
        #expect(response.url == server.url("/bytes?n=3"))
    }

    @Test func `an informational answer before the head is passed by`() async throws {
        let response = try await transport.send(server.request("/hints"))
        #expect(response.status == 200)
        #expect(response.headers["link"] == nil)
        #expect(try await response.body.collect() == Array("ok".utf8))
    }

    @Test func `a status is no error`() async throws {
        let response = try await transport.send(server.request("/nowhere"))
        #expect(response.status == 404)
        #expect(try await response.body.collect().isEmpty)
    }

    @Test func `the program is named and the request's headers are sent`() async throws {
        var request = server.request("/echo")
        request.headers = [("Range", "bytes=5-"), ("If-Range", "\"e\"")]
        let text = String(decoding: try await transport.send(request).body.collect(), as: UTF8.self)
        #expect(text.contains("User-Agent: placesfs-tests/1 (+https://example.org)\r\n"))
        #expect(text.contains("Range: bytes=5-\r\n"))
        #expect(text.contains("If-Range: \"e\""))
        #expect(text.contains("\r\nAccept-Encoding: identity"))
    }

    @Test func `compression is asked for only where it is welcome, and undone`() async throws {
        var request = server.request("/gzip?n=100000")
        request.acceptsEncoding = true
        let response = try await transport.send(request)
        #expect(response.contentLength == nil)
        #expect(try await response.body.collect() == [UInt8](repeating: 0, count: 100_000))
        request.url = server.url("/echo")
        let echo = try await transport.send(request).body.collect()
        #expect(String(decoding: echo, as: UTF8.self).contains("Accept-Encoding: gzip"))
    }

    @Test func `bytes beyond the declared length do not reach the next answer`() async throws {
        #expect(try await transport.send(server.request("/longer?n=50")).body.collect() == pattern(50))
        #expect(try await transport.send(server.request("/bytes?n=60")).body.collect() == pattern(60))
    }

    @Test func `connections are kept and shared`() async throws {
        for _ in 0..<20 {
            _ = try await transport.send(server.request("/bytes")).body.collect()
        }
        let ledger = try await server.ledger()
        #expect(ledger.requests == 20)
        #expect(ledger.connections == 1)
    }

    @Test func `a burst finds the connections of the burst before`() async throws {
        for burst in 1...3 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { [server, transport] in
                        _ = try await transport.send(server.request("/hold-head?gate=\(burst)")).body.collect()
                    }
                }
                try await server.ledger(when: "requests", atLeast: burst * 8)
                try await server.release(gate: "\(burst)")
                try await group.waitForAll()
            }
        }
        #expect(try await server.ledger().connections == 8)
    }

    @Test func `a kept connection that the server left is replaced without an error`() async throws {
        for _ in 0..<5 {
            #expect(try await transport.send(server.request("/leave")).body.collect() == Array("ok".utf8))
            try await server.ledger(when: "open", atMost: 0)
        }
    }

    @Test func `32 transfers at once each get their own bytes`() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                group.addTask { [server, transport] in
                    let length = 50_000 + number
                    return try await transport.send(server.request("/bytes?n=\(length)")).body.collect()
                        == pattern(length)
                }
            }
            for try await isRight in group {
                #expect(isRight)
            }
        }
        #expect(try await server.ledger().requests == 32)
    }
}
