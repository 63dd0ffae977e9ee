import HTTP
import HTTPCurl
import ScriptedHTTP
import Testing

@Suite struct RefusalTests {
    let server: LoopbackServer
    let transport: CurlTransport
    let impatient: CurlTransport

    init() throws {
        server = try LoopbackServer()
        transport = try makeTransport()
        impatient = try makeTransport { $0.firstByteTimeout = .milliseconds(300) }
    }

    private func redirect(to target: String, path: String = "/redirect") -> HTTPRequest {
        HTTPRequest(
            url: server.url("\(path)?api_key=SECRET&to=\(target)"), maximumBodyLength: 1 << 20,
            redirectHosts: ["photos.example.org"])
    }

    @Test(arguments: ["/redirect", "/redirect-long"])
    func `a redirect within the host is followed and its end is told`(path: String) async throws {
        let response = try await transport.send(redirect(to: server.path("/bytes%3Fn=70"), path: path))
        #expect(response.status == 200)
        #expect(response.url == server.url("/bytes?n=70"))
        #expect(try await response.body.collect() == pattern(70))
    }

    @Test func `a redirect to another host names it, and nothing behind it`() async throws {
        let target = "https://user:SECRET@s.example.org/photo_unavailable_l.png%3Fsig=SECRET%23x"
        let error = await failure(of: redirect(to: target), over: transport)
        guard case .redirectRefused(let place)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(place)" == "https://s.example.org" && place.mentions("photo_unavailable"))
        #expect(!String(reflecting: error).contains("photo_unavailable"))
    }

    @Test func `a redirect to an allowed server is followed`() async throws {
        let other = try LoopbackServer(alone: true)
        var request = redirect(to: other.url("/bytes%3Fn=5"))
        let refused = RedirectTarget(other.url("/bytes?n=5"))
        #expect(await failure(of: request, over: transport) == .redirectRefused(to: refused))
        request.redirectHosts = ["127.0.0.1:\(other.port)"]
        #expect(try await transport.send(request).body.collect() == pattern(5))
    }

    @Test func `credentials stay with the host they were meant for`() async throws {
        let other = try LoopbackServer(alone: true)
        var request = redirect(to: other.url("/echo"))
        request.redirectHosts = ["127.0.0.1:\(other.port)"]
        request.headers = [("Authorization", "SECRET"), ("X-Plain", "1")]
        let text = String(decoding: try await transport.send(request).body.collect(), as: UTF8.self)
        #expect(text.contains("X-Plain: 1"))
        #expect(!text.contains("SECRET"))
    }

    @Test func `a circle of redirects ends`() async throws {
        // Each turn peels one layer of escaping, so the circle is written out.
        var target = server.path("/bytes")
        for turn in 0..<6 {
            target =
                (turn < 5 ? server.path("/redirect?to=") : "/redirect?to=")
                + target.replacing("%", with: "%25").replacing("?", with: "%3F")
        }
        let error = await failure(of: server.request(target), over: transport)
        #expect(error?.isFailed == true)
        #expect(try await server.ledger().paths == ["/redirect": 6])
    }

    @Test func `a header cannot smuggle another`() async throws {
        var request = server.request("/echo")
        request.headers = [("Range", "bytes=0-\r\nX-Evil: 1")]
        #expect(await failure(of: request, over: transport)?.isFailed == true)
        #expect(try await server.ledger().requests == 0)
    }

    @Test func `no answer in time is a timeout`() async throws {
        #expect(await failure(of: server.request("/silent"), over: impatient)?.isTimeout == true)
        try await server.ledger(when: "open", atMost: 0)
    }

    @Test(arguments: ["/hang-up", "/cut-head"])
    func `a connection that ends before the head is cut short`(path: String) async throws {
        #expect(await failure(of: server.request(path), over: transport)?.isCutShort == true)
    }

    @Test(arguments: ["/garbage", "/endless-head"])
    func `what is not HTTP is an error`(path: String) async throws {
        #expect(await failure(of: server.request(path), over: transport) != nil)
    }

    @Test func `a closed port is unreachable, and the error holds no secret`() async throws {
        let request = HTTPRequest(url: "http://127.0.0.1:1/rest?api_key=SECRET", maximumBodyLength: 1)
        let error = try #require(await failure(of: request, over: transport))
        #expect(error.isUnreachable)
        #expect(!"\(error)".contains("SECRET"))
        #expect("\(error)".contains("127.0.0.1:1"))
    }

    @Test func `errors hold no secret`() async throws {
        for path in ["/silent", "/cut", "/hang-up", "/garbage", "/endless-head", "/bytes", "/redirect"] {
            let request = server.request("\(path)?api_key=SECRET&n=100&to=https://a.test/%3Fk=SECRET", limit: 10)
            let error = try #require(await failure(of: request, over: impatient))
            #expect(!"\(error) \(error.summary)".contains("SECRET"))
        }
    }

    @Test func `a head and then silence is as silent as none`() async throws {
        let transport = try makeTransport {
            ($0.firstByteTimeout, $0.lowSpeedPeriod) = (.seconds(2), .seconds(60))
        }
        let error = await failure(of: server.request("/head-only"), over: transport)
        guard case .timedOut(let text) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("a head, and no byte"))
    }
}
