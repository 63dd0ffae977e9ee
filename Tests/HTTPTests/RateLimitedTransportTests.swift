import HTTP
import Synchronization
import TestClock
import Testing

@Suite(.timeLimit(.minutes(1))) struct RateLimitedTransportTests {
    let clock = ManualClock()
    let base = ScriptedHost()

    private func limited(_ policy: HostPolicy = HostPolicy()) -> RateLimitedTransport {
        RateLimitedTransport(over: base, fallback: policy, clock: clock, random: { 0.5 }, wallClock: { 784_111_777 })
    }

    private func request(_ path: String, _ priority: HTTPRequest.Priority = .waiting) -> HTTPRequest {
        HTTPRequest(url: "https://a.test\(path)", priority: priority, maximumBodyLength: 1_000)
    }

    // MARK: Retry

    @Test func `a good answer comes at once and from one attempt`() async throws {
        #expect(try await limited().send(request("/1")).status == 200)
        #expect(base.asked == ["/1"])
        #expect(clock.sleeping == 0)
    }

    @Test func `a passing fault is tried again after a growing pause`() async throws {
        base.script("/1", .status(500), .fails(.cutShort("")), .status(200))
        let (limited, request) = (limited(), request("/1"))
        let answer = Task { try await limited.send(request).status }
        #expect(await clock.advanceToNextWake() == .milliseconds(1_500))
        #expect(await clock.advanceToNextWake() == .seconds(3))
        #expect(try await answer.value == 200)
        #expect(base.asked.count == 3)
        #expect(limited.status().first?.retries == 2)
    }

    @Test func `when attempts are used up the last answer is the answer`() async throws {
        base.script("/1", .status(502))
        let (limited, request) = (limited(), request("/1"))
        let answer = Task { try await limited.send(request).status }
        for _ in 0..<3 { await clock.advanceToNextWake() }
        #expect(try await answer.value == 502)
        #expect(base.asked.count == 4)
        #expect(base.open == 0)
    }

    @Test func `a final error is not tried again`() async throws {
        base.script("/1", .fails(.redirectRefused(to: "x")))
        await #expect(throws: HTTPError.redirectRefused(to: "x")) { _ = try await limited().send(request("/1")) }
        #expect(base.asked.count == 1)
    }

    @Test func `a pause ends with the task that waits in it`() async throws {
        base.script("/1", .status(500))
        let (limited, request) = (limited(), request("/1"))
        let answer = Task { try await limited.send(request) }
        await until { clock.sleeping == 1 }
        answer.cancel()
        await #expect(throws: HTTPError.cancelled) { _ = try await answer.value }
        #expect(limited.status().first?.running == 0)
    }

    @Test func `a body that fails is told in the status, and gives its place back`() async throws {
        base.script("/1", .breaks)
        let limited = limited()
        let response = try await limited.send(request("/1"))
        #expect(try await response.body.next() == [1])
        await #expect(throws: HTTPError.cutShort("half way")) { _ = try await response.body.next() }
        #expect(limited.status().first?.lastError == "cut short: half way")
        #expect(limited.status().first?.running == 0)
    }

    @Test func `a host is silent from the first request without an answer to the next with one`() async throws {
        base.script("/1", .fails(.timedOut("connecting")), .status(429), .fails(.unreachable("no route")), .status(404))
        let limited = limited(HostPolicy(retry: RetryPolicy(retries: 0)))
        var told: [String?] = []
        for _ in 0..<4 {
            _ = try? await limited.send(request("/1"))
            told.append(limited.status().first?.outage)
            clock.advance(by: .seconds(60))
        }
        #expect(told == ["timed out: connecting", nil, "not reachable: no route", nil])
        #expect(limited.status().first?.lastError == "not reachable: no route")
    }

    // MARK: Back-off

    @Test(arguments: ["7", "Sun, 06 Nov 1994 08:49:44 GMT"])
    func `one 429 makes all requests of its host wait, and no other host's`(retryAfter: String) async throws {
        base.script("/1", .status(429, ["retry-after": retryAfter]), .status(200))
        let limited = limited()
        let (first, second) = (request("/1"), request("/2"))
        let answer = Task { try await limited.send(first).status }
        await until { limited.status().first?.backingOffFor == .seconds(7) }
        let other = Task { try await limited.send(second).status }
        await until { limited.status().first?.queued == 2 && clock.sleeping > 0 }
        _ = try await limited.send(HTTPRequest(url: "https://b.test/3", maximumBodyLength: 1))
        #expect(base.asked == ["/1", "/3"])
        clock.advance(by: .seconds(7))
        #expect(try await (answer.value, other.value) == (200, 200))
        #expect(Set(base.asked.suffix(2)) == ["/1", "/2"])
        #expect(limited.status().first?.lastError == "HTTP 429")
    }

    @Test(arguments: ["0", "Sun, 06 Nov 1994 08:49:30 GMT"])
    func `who refuses and asks for no pause gets the usual one`(retryAfter: String) async throws {
        base.script("/1", .status(429, ["retry-after": retryAfter]), .status(200))
        let (limited, request) = (limited(), request("/1"))
        let answer = Task { try await limited.send(request).status }
        await until { limited.status().first?.queued == 1 && clock.sleeping > 0 }
        #expect(limited.status().first?.backingOffFor == .milliseconds(1_500))
        clock.advance(by: .milliseconds(1_500))
        #expect(try await answer.value == 200)
        #expect(base.asked.count == 2)
    }

    @Test func `a good answer with Retry-After is an answer, and delays the next request`() async throws {
        base.script("/1", .status(200, ["retry-after": "5"]))
        let (limited, next) = (limited(), request("/2"))
        #expect(try await limited.send(request("/1")).headers["retry-after"] == "5")
        #expect(limited.status().first?.lastError == nil)
        let answer = Task { try await limited.send(next).status }
        await until { clock.sleeping > 0 }
        #expect(base.asked == ["/1"])
        #expect(limited.status().first?.backingOffFor == .seconds(5))
        clock.advance(by: .seconds(5))
        #expect(try await answer.value == 200)
    }

    @Test func `a good answer with a long Retry-After lets no process fail`() async throws {
        base.script("/1", .status(200, ["retry-after": "3600"]))
        let (limited, next) = (limited(), request("/2"))
        #expect(try await limited.send(request("/1")).status == 200)
        let answer = Task { try await limited.send(next).status }
        await until { clock.sleeping > 0 }
        clock.advance(by: HostBackoff.Policy().longestWait)
        #expect(try await answer.value == 200)
    }

    @Test func `a 200 that is an error and asks to be left alone is a refusal like any other`() async throws {
        base.script("/1", .status(200, ["retry-after": "5", "x-error": "lag"]), .status(200))
        let limited = limited()
        var asking = request("/1")
        asking.errorHeader = "x-error"
        let first = asking
        let answer = Task { try await limited.send(first).headers["retry-after"] }
        await until { limited.status().first?.backingOffFor == .seconds(5) && clock.sleeping > 0 }
        #expect(limited.status().first?.lastError == "HTTP 200 with Retry-After")
        clock.advance(by: .seconds(5))
        #expect(try await answer.value == nil)
        #expect(base.asked == ["/1", "/1"])
        base.script("/2", .status(200, ["retry-after": "0", "x-error": "lag"]))
        #expect(try await limited.send(request("/2")).headers["retry-after"] == "0")
    }

    @Test func `a process is not kept waiting for longer than the bound, and what nobody waits for not at all`()
        async throws
    {
        base.script("/1", .status(503, ["retry-after": "60"]), .status(200))
        let limited = limited()
        #expect(try await limited.send(request("/1")).status == 503)
        await #expect(throws: HTTPError.backingOff(.seconds(60))) { _ = try await limited.send(request("/2")) }
        await #expect(throws: HTTPError.backingOff(.seconds(60))) {
            _ = try await limited.send(request("/3", .background))
        }
        clock.advance(by: .seconds(60))
        #expect(try await limited.send(request("/4", .background)).status == 200)
        #expect(base.asked == ["/1", "/4"])
    }

    @Test func `a request that nobody waits for finds out that a host which was down is back`() async throws {
        base.script("/1", .fails(.unreachable("no route")), .status(200))
        let limited = limited(HostPolicy(retry: RetryPolicy(retries: 0), backoff: .init(failuresUntilDown: 1)))
        await #expect(throws: HTTPError.unreachable("no route")) {
            _ = try await limited.send(request("/1", .background))
        }
        await #expect(throws: HTTPError.unreachable("no route")) {
            _ = try await limited.send(request("/1", .background))
        }
        #expect(base.asked == ["/1"])
        clock.advance(by: .seconds(1))
        #expect(try await limited.send(request("/1", .background)).status == 200)
        #expect(limited.status().first?.isDown == false)
    }

    @Test func `requests that already wait fail when the wait grows too long`() async throws {
        base.script("/held", .held)
        base.script("/2", .status(503, ["retry-after": "3600"]))
        let limited = limited(HostPolicy(connections: ConnectionBudget(limit: 1)))
        let held = try await limited.send(request("/held"))
        let (second, third) = (request("/2"), request("/3"))
        let refused = Task { try await limited.send(second).status }
        await until { limited.status().first?.queued == 1 }
        let waiting = Task { try await limited.send(third).status }
        await until { limited.status().first?.queued == 2 }
        held.body.cancel()
        #expect(try await refused.value == 503)
        await #expect(throws: HTTPError.backingOff(.seconds(600))) { _ = try await waiting.value }
        #expect(base.asked == ["/held", "/2"])
    }

    @Test func `a host that is down is asked by one at a time, and is back when it answers`() async throws {
        let policy = HostPolicy(
            retry: RetryPolicy(unreachableAttempts: 1), backoff: HostBackoff.Policy(failuresUntilDown: 2))
        base.script("/down", .fails(.unreachable("no route")))
        let limited = limited(policy)
        for _ in 0..<2 {
            await #expect(throws: HTTPError.unreachable("no route")) { _ = try await limited.send(request("/down")) }
        }
        // Not asked, but told what was wrong.
        await #expect(throws: HTTPError.unreachable("no route")) { _ = try await limited.send(request("/1")) }
        #expect(!base.asked.contains("/1"))
        #expect(limited.status().first?.isDown == true)
        clock.advance(by: .seconds(1))
        base.script("/probe", .silent)
        let probing = request("/probe")
        let probe = Task { try await limited.send(probing) }
        await until { base.asked.contains("/probe") }
        await #expect(throws: HTTPError.unreachable("no route")) { _ = try await limited.send(request("/1")) }
        probe.cancel()
        _ = await probe.result
        #expect(try await limited.send(request("/1")).status == 200)
        #expect(limited.status().first?.isDown == false)
        #expect(try await limited.send(request("/2")).status == 200)
    }

    @Test func `a request whose host goes down says what was wrong`() async throws {
        base.script("/1", .fails(.unreachable("no route")))
        let limited = limited(HostPolicy(backoff: HostBackoff.Policy(failuresUntilDown: 1)))
        let request = request("/1")
        let answer = Task { try await limited.send(request) }
        base.script("/2", .fails(.unreachable("no route")))
        await until { clock.sleeping == 1 }
        clock.advance(by: .milliseconds(900))
        await #expect(throws: HTTPError.self) { _ = try await limited.send(self.request("/2")) }
        clock.advance(by: .seconds(1))
        await #expect(throws: HTTPError.unreachable("no route")) { _ = try await answer.value }
    }

    // MARK: Parts of a host

    @Test func `a part of a host that is refused closes nothing else of it, and tells for how long`() async throws {
        base.script("/original", .status(429, ["retry-after": "600"]))
        let limited = limited()
        var original = request("/original")
        original.section = "originals"
        let refused = try await limited.send(original)
        #expect(refused.status == 429 && refused.leftAloneFor == .seconds(600))
        #expect(try await limited.send(request("/thumbnail")).status == 200)
        let again = original
        await #expect(throws: HTTPError.backingOff(.seconds(600))) { _ = try await limited.send(again) }
        #expect(base.asked == ["/original", "/thumbnail"])
        #expect(limited.status().map(\.host) == ["a.test", "a.test (originals)"])
    }

    @Test func `a host's bodies together bring no more in a second than they may`() async throws {
        var policy = HostPolicy()
        policy.bytesPerSecond = 2
        let limited = limited(policy)
        base.script("/1", .held)
        base.script("/2", .held)
        let first = try await limited.send(request("/1"))
        let second = try await limited.send(request("/2"))
        // What half a second may bring is there at once.
        #expect(try await first.body.next() == [1])
        let next = Task { try await second.body.next() }
        #expect(await clock.advanceToNextWake() == .milliseconds(500))
        #expect(try await next.value == [1])
        let third = Task { try await first.body.next() }
        #expect(await clock.advanceToNextWake() == .milliseconds(500))
        #expect(try await third.value == [2])
    }

    @Test func `parts of a host share its policy`() async throws {
        let policy = HostPolicy(retry: RetryPolicy(retries: 0))
        let limited = RateLimitedTransport(
            over: base, policies: ["a.test": policy], clock: clock, random: { 0.5 }, wallClock: { 0 })
        base.script("/original", .status(500))
        var original = request("/original")
        original.section = "originals"
        #expect(try await limited.send(original).status == 500)
        #expect(base.asked.count == 1)
    }
}
