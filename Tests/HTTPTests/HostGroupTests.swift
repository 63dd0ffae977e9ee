import HTTP
import Promises
import ScriptedHTTP
import TestClock
import Testing

/// Hosts of a group have connections together; their bandwidth is tested with that of all hosts.
@Suite(.timeLimit(.minutes(1))) struct HostGroupTests {
    let clock = ManualClock()
    let base = ScriptedHost()

    private func limited(_ connections: Int = 2, rate: RateLimit? = nil) -> RateLimitedTransport {
        var policy = HostPolicy(
            connections: ConnectionBudget(limit: connections, ceiling: connections), rate: rate,
            retry: RetryPolicy(retries: 0))
        policy.group = "images"
        return RateLimitedTransport(
            over: base, policies: ["other.test": HostPolicy()], fallback: policy, clock: clock, random: { 0.5 },
            wallClock: { 0 })
    }

    private func request(_ path: String, at host: String, _ priority: HTTPRequest.Priority = .waiting) -> HTTPRequest {
        HTTPRequest(url: "https://\(host).test\(path)", priority: priority, maximumBodyLength: 1_000)
    }

    private func sending(_ request: HTTPRequest, by limited: RateLimitedTransport) -> Task<Int?, Never> {
        Task { try? await limited.send(request).status }
    }

    private func queued(_ limited: RateLimitedTransport) -> Int { limited.status().reduce(0) { $0 + $1.queued } }

    @Test(.proves("A hundred stalled photos"))
    func `no more connections are open at both than one host gets, and others do not count`() async throws {
        for host in ["a", "b"] { base.script("/\(host)", .held) }
        let limited = limited()
        let first = try await limited.send(request("/a", at: "a"))
        let second = try await limited.send(request("/b", at: "b"))
        let third = sending(request("/third", at: "b"), by: limited)
        await until { queued(limited) == 1 }
        #expect(try await limited.send(request("/other", at: "other")).status == 200)
        #expect(base.asked == ["/a", "/b", "/other"])
        #expect(limited.status().filter { $0.host != "other.test" }.map(\.running) == [1, 1])
        first.body.cancel()
        #expect(await third.value == 200)
        second.body.cancel()
    }

    @Test func `whoever is more urgent goes first, then whoever came first, at whichever host`() async throws {
        base.script("/held", .held)
        let limited = limited(1)
        let held = try await limited.send(request("/held", at: "a"))
        var waiting: [Task<Int?, Never>] = []
        for (path, host, priority) in [
            ("/1", "a", .background), ("/2", "b", .soon), ("/3", "a", .waiting), ("/4", "b", .waiting),
            ("/5", "a", .waiting),
        ] as [(String, String, HTTPRequest.Priority)] {
            let request = request(path, at: host, priority)
            waiting.append(
                Task {
                    guard let response = try? await limited.send(request) else { return nil }
                    _ = try? await response.body.collect()
                    return response.status
                })
            await until { queued(limited) == waiting.count }
        }
        held.body.cancel()
        for task in waiting { #expect(await task.value == 200) }
        #expect(base.asked == ["/held", "/3", "/4", "/5", "/2", "/1"])
        #expect(base.mostOpen == 1)
    }

    /// Nobody comes to a queue of their own, finds it empty, and goes before those who wait for the hour's share.
    @Test func `an idle host is no way around those who wait at the other`() async throws {
        let limited = limited(rate: RateLimit(perHour: 60, burst: 1))
        _ = try await limited.send(request("/1", at: "a")).body.collect()
        let older = request("/2", at: "a")
        let second = sending(older, by: limited)
        await until { queued(limited) == 1 }
        clock.advance(by: .seconds(60), waking: false)
        let third = sending(request("/3", at: "b", .background), by: limited)
        #expect(await second.value == 200)
        #expect(base.asked.prefix(2) == ["/1", "/2"])
        third.cancel()
        _ = await third.value
    }

    @Test func `a refusal and an outage are one host's, and the other goes on`() async throws {
        base.script("/refused", .status(429, ["retry-after": "600"]))
        let limited = limited(1)
        #expect(try await limited.send(request("/refused", at: "a")).status == 429)
        await #expect(throws: HTTPError.self) { _ = try await limited.send(request("/again", at: "a")) }
        #expect(try await limited.send(request("/photo", at: "b")).status == 200)
        #expect(base.asked == ["/refused", "/photo"])
    }
}
