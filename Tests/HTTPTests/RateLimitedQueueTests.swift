import HTTP
import ScriptedHTTP
import TestClock
import Testing

/// Who runs when, and who waits.
@Suite(.timeLimit(.minutes(1))) struct RateLimitedQueueTests {
    let clock = ManualClock()
    let base = ScriptedHost()

    private func limited(_ policy: HostPolicy) -> RateLimitedTransport {
        RateLimitedTransport(over: base, fallback: policy, clock: clock, random: { 0.5 }, wallClock: { 0 })
    }

    private func request(_ path: String, _ priority: HTTPRequest.Priority = .waiting) -> HTTPRequest {
        HTTPRequest(url: "https://a.test\(path)", priority: priority, maximumBodyLength: 1_000)
    }

    @Test func `a place is held until the body has ended`() async throws {
        base.script("/held", .held)
        let limited = limited(HostPolicy(connections: ConnectionBudget(limit: 1)))
        let held = try await limited.send(request("/held"))
        let second = request("/2")
        let answer = Task { try await limited.send(second).status }
        await until { limited.status().first?.queued == 1 }
        #expect(try await held.body.next() == [1])
        #expect(base.asked == ["/held"])
        _ = try await held.body.collect()
        #expect(try await answer.value == 200)
        #expect(limited.status().first?.running == 0)
    }

    @Test func `a cancelled or dropped body gives its place back`() async throws {
        base.script("/held", .held)
        let limited = limited(HostPolicy(connections: ConnectionBudget(limit: 1)))
        for _ in 0..<3 {
            try await limited.send(request("/held")).body.cancel()
            _ = try await limited.send(request("/held"))
        }
        #expect(limited.status().first?.running == 0)
        #expect(base.open == 0)
    }

    @Test func `the most pressing goes first, then who came first`() async throws {
        base.script("/held", .held)
        let limited = limited(HostPolicy(connections: ConnectionBudget(limit: 1)))
        let held = try await limited.send(request("/held"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            let queue: [(String, HTTPRequest.Priority)] = [
                ("/refresh", .background), ("/thumbnail", .soon), ("/read 1", .waiting), ("/refresh 2", .background),
                ("/read 2", .waiting),
            ]
            for (index, (path, priority)) in queue.enumerated() {
                let request = request(path, priority)
                group.addTask { _ = try await limited.send(request).body.collect() }
                await until { limited.status().first?.queued == index + 1 }
            }
            held.body.cancel()
            try await group.waitForAll()
        }
        #expect(base.asked == ["/held", "/read 1", "/read 2", "/thumbnail", "/refresh", "/refresh 2"])
        #expect(base.mostOpen == 1)
    }

    @Test func `100 requests never use more than their places`() async throws {
        let limited = limited(HostPolicy(connections: ConnectionBudget(limit: 8)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let request = request("/\(number)")
                group.addTask { _ = try await limited.send(request).body.collect() }
            }
            try await group.waitForAll()
        }
        #expect(base.asked.count == 100)
        #expect(base.mostOpen <= 8)
        #expect(clock.sleeping <= 1)
    }

    @Test func `stalled transfers lend their places`() async throws {
        base.script("/stalled", .silent)
        let limited = limited(HostPolicy(connections: ConnectionBudget(limit: 2)))
        let stalled = request("/stalled")
        let readers = (0..<2).map { _ in Task { try await limited.send(stalled) } }
        await until { base.asked.count == 2 }
        let photo = request("/photo")
        let answer = Task { try await limited.send(photo).body.collect() }
        #expect(await clock.advanceToNextWake() == .seconds(1))
        #expect(try await answer.value.isEmpty)
        for reader in readers { reader.cancel() }
        for reader in readers { _ = await reader.result }
    }

    @Test func `who comes just when a place is lent does not overtake`() async throws {
        base.script("/stalled", .silent)
        let limited = limited(HostPolicy(connections: ConnectionBudget(limit: 1)))
        let (stalled, first, second) = (request("/stalled"), request("/1"), request("/2"))
        let reader = Task { try await limited.send(stalled) }
        await until { base.asked.count == 1 }
        let queued = Task { try await limited.send(first).body.collect() }
        await until { clock.sleeping == 1 }
        clock.advance(by: .seconds(1))
        _ = try await limited.send(second).body.collect()
        _ = try await queued.value
        #expect(base.asked == ["/stalled", "/1", "/2"])
        reader.cancel()
        _ = await reader.result
    }

    @Test func `a queued request that is cancelled leaves the queue`() async throws {
        base.script("/held", .held)
        let limited = limited(HostPolicy(connections: ConnectionBudget(limit: 1)))
        let held = try await limited.send(request("/held"))
        let second = request("/2")
        let answer = Task { try await limited.send(second) }
        await until { limited.status().first?.queued == 1 }
        answer.cancel()
        await #expect(throws: HTTPError.cancelled) { _ = try await answer.value }
        #expect(limited.status().first?.queued == 0)
        held.body.cancel()
        #expect(try await limited.send(request("/3")).status == 200)
        #expect(base.asked == ["/held", "/3"])
    }

    @Test func `readers wait for the rate, and status tells how long`() async throws {
        let limited = limited(HostPolicy(rate: RateLimit(perHour: 3_600, burst: 2)))
        for path in ["/1", "/2"] { _ = try await limited.send(request(path)) }
        let third = request("/3")
        let answer = Task { try await limited.send(third).status }
        await until { limited.status().first?.queued == 1 }
        #expect(limited.status().first?.rateWait == .seconds(2))
        #expect(await clock.advanceToNextWake() == .seconds(1))
        #expect(try await answer.value == 200)
        #expect(limited.status().first?.requests == 3)
    }
}
