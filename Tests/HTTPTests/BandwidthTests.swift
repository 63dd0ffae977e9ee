import HTTP
import TestClock
import Testing

@Suite(.timeLimit(.minutes(1))) struct BandwidthTests {
    let clock = ManualClock()
    let base = ScriptedHost()

    /// A body of three pieces of one byte each, from each host, at one byte a second for all hosts, or for those of a
    /// group: the credit of half a second is used up by the first of them.
    @Test(arguments: [false, true]) func `all hosts together, or those of a group, keep to one rate`(isGroup: Bool)
        async throws
    {
        for host in ["a", "b"] { base.script("/\(host)", .held) }
        var policy = HostPolicy()
        if isGroup { (policy.group, policy.bytesPerSecond) = ("images", 1) }
        let limited = RateLimitedTransport(
            over: base, fallback: policy, bytesPerSecond: isGroup ? nil : 1, clock: clock, random: { 0.5 },
            wallClock: { 0 })
        let begun = clock.now
        for host in ["a", "b"] {
            let body = try await limited.send(
                HTTPRequest(url: "https://\(host).test/\(host)", maximumBodyLength: 100)
            ).body
            let reading = Task {
                for _ in 0..<3 { _ = try await body.next() }
            }
            for _ in 0..<3 { await clock.advanceToNextWake() }
            try await reading.value
            body.cancel()
        }
        #expect(begun.duration(to: clock.now) >= .seconds(5))
    }

    @Test func `a host's own rate holds below the common one`() async throws {
        base.script("/a", .held)
        var policy = HostPolicy()
        policy.bytesPerSecond = 1
        let limited = RateLimitedTransport(
            over: base, policies: ["a.test": policy], bytesPerSecond: 1_000, clock: clock, random: { 0.5 },
            wallClock: { 0 })
        let begun = clock.now
        let body = try await limited.send(HTTPRequest(url: "https://a.test/a", maximumBodyLength: 100)).body
        let reading = Task {
            for _ in 0..<3 { _ = try await body.next() }
        }
        for _ in 0..<3 { await clock.advanceToNextWake() }
        try await reading.value
        body.cancel()
        #expect(begun.duration(to: clock.now) >= .milliseconds(2_500))
    }
}
