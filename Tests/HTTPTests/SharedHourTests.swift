import HTTP
import ScriptedHTTP
import Synchronization
import TestClock
import Testing

/// The hour that all hosts without a policy of their own share: those of images.
@Suite(.timeLimit(.minutes(1))) struct SharedHourTests {
    let clock = ManualClock()
    let base = ScriptedHost()
    let counted = Counted()

    final class Counted: Sendable {
        private let number = Mutex(0)
        var current: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    private func limited(_ rate: RateLimit) -> RateLimitedTransport {
        RateLimitedTransport(
            over: base, policies: ["api.test": HostPolicy()], fallback: HostPolicy(rate: rate), clock: clock,
            random: { 0.5 }, wallClock: { 0 }, counted: { _ in counted.add() })
    }

    private func request(
        _ path: String, at host: String = "a.test", _ priority: HTTPRequest.Priority = .waiting
    ) -> HTTPRequest {
        HTTPRequest(url: "https://\(host)\(path)", priority: priority, maximumBodyLength: 1_000)
    }

    @Test func `small renditions have an hour of their own, the newest goes first, and none holds up a photo`()
        async throws
    {
        let limited = limited(RateLimit(perHour: 60, burst: 2))
        for number in 1...2 { _ = try await limited.send(request("/icon \(number)", .small)).body.collect() }
        #expect(limited.sharedWait == nil && limited.smallWait == .seconds(60))
        var icons: [Task<Int, any Error>] = []
        for number in 3...5 {
            let icon = request("/icon \(number)", at: number == 4 ? "b.test" : "a.test", .small)
            icons.append(Task { try await limited.send(icon).status })
            await until { limited.status().reduce(0) { $0 + $1.queued } == number - 2 }
        }
        #expect(limited.sharedWait == nil, "what waits for its own hour delays no photo")
        for number in 1...2 { _ = try await limited.send(request("/photo \(number)")).body.collect() }
        let third = request("/photo 3")
        let photo = Task { try await limited.send(third).status }
        await until { limited.status().reduce(0) { $0 + $1.queued } == 4 }
        for count in 6...8 {
            #expect(await clock.advanceToNextWake() == .seconds(60))
            await until { base.asked.count == count }
        }
        #expect(try await photo.value == 200)
        for icon in icons { #expect(try await icon.value == 200) }
        let later = Array(base.asked.dropFirst(4))
        #expect(later.prefix(2).contains("/photo 3"), "\(later)")
        #expect(later.filter { $0 == "/icon 3" || $0 == "/icon 5" } == ["/icon 5", "/icon 3"], "\(later)")
    }

    @Test(arguments: [
        (used: HTTPRequest.Priority.waiting, free: HTTPRequest.Priority.small), (.small, .crawling),
    ])
    func `who waits for one hour holds up nobody of the other`(
        used: HTTPRequest.Priority, free: HTTPRequest.Priority
    ) async throws {
        let limited = limited(RateLimit(perHour: 60, burst: 2))
        for number in 1...2 { _ = try await limited.send(request("/\(number)", used)).body.collect() }
        let third = request("/3", used)
        let answer = Task { try await limited.send(third).status }
        await until { limited.status().first?.queued == 1 }
        #expect(try await limited.send(request("/other", free)).status == 200)
        #expect(await clock.advanceToNextWake() == .seconds(60))
        #expect(try await answer.value == 200)
    }

    @Test func `a small rendition waits for its share however long, where a photo is told so`() async throws {
        let limited = limited(RateLimit(perHour: 60, burst: 2))
        limited.resume([(at: .zero, count: 60)], small: [(at: .zero, count: 60)])
        await #expect(throws: HTTPError.self) { _ = try await limited.send(request("/photo")) }
        let icon = request("/icon", .small)
        let answer = Task { try await limited.send(icon).status }
        #expect(await clock.advanceToNextWake() == .seconds(3_540))
        #expect(try await answer.value == 200)
    }

    @Test func `image hosts share one hour, and others have their own`() async throws {
        let limited = limited(RateLimit(perHour: 60, burst: 2))
        for host in ["a.test", "b.test"] { _ = try await limited.send(request("/1", at: host)).body.collect() }
        let third = request("/3", at: "c.test")
        let answer = Task { try await limited.send(third).status }
        await until { limited.status().contains { $0.queued == 1 } }
        #expect(base.asked == ["/1", "/1"])
        for _ in 0..<5 { _ = try await limited.send(request("/api", at: "api.test")).body.collect() }
        #expect(limited.sharedWait == .seconds(120), "behind the one that waits")
        #expect(await clock.advanceToNextWake() == .seconds(60))
        #expect(try await answer.value == 200)
        #expect(counted.current == 3, "of images alone")
    }

    @Test func `each attempt counts`() async throws {
        base.script("/1", .status(500), .status(200))
        let (limited, request) = (limited(RateLimit(perHour: 3_600, burst: 9)), request("/1"))
        let answer = Task { try await limited.send(request).status }
        await clock.advanceToNextWake()
        #expect(try await answer.value == 200)
        #expect(counted.current == 2)
    }

    @Test func `what an earlier life used is used`() async throws {
        let limited = limited(RateLimit(perHour: 60, burst: 2))
        limited.resume([(at: .seconds(-3_000), count: 2), (at: .seconds(-30), count: 2)])
        #expect(limited.sharedWait == .seconds(30), "before anybody asks")
        let first = request("/1")
        let answer = Task { try await limited.send(first).status }
        await until { limited.status().first?.queued == 1 }
        #expect(await clock.advanceToNextWake() == .seconds(30))
        #expect(try await answer.value == 200)
    }

    @Test func `what was used under a larger limit is forgotten in an hour`() async throws {
        let limited = limited(RateLimit(perHour: 60, burst: 2))
        limited.resume([(at: .zero, count: 3_000)])
        await #expect(throws: HTTPError.self) { _ = try await limited.send(request("/1")) }
        clock.advance(by: .seconds(3_600))
        #expect(try await limited.send(request("/1")).status == 200)
    }

    @Test func `who would wait for longer than ten minutes is told at once, and who is killed is free`() async throws {
        let limited = limited(RateLimit(perHour: 20, burst: 1))
        _ = try await limited.send(request("/1")).body.collect()
        let request = request("/2")
        let waiting = (0..<3).map { _ in Task { try await limited.send(request).status } }
        await until { limited.status().first?.queued == 3 }
        let late = await #expect(throws: HTTPError.self) { _ = try await limited.send(request) }
        #expect(late == .shareUsed(.seconds(720)))
        #expect(late?.summary == "the hour's share is used, the next is free in 720 s")
        #expect(limited.status().first?.rateWait != nil)
        waiting[1].cancel()
        await #expect(throws: HTTPError.cancelled) { _ = try await waiting[1].value }
        #expect(limited.status().first?.queued == 2)
        for _ in 0..<2 { #expect(await clock.advanceToNextWake() == .seconds(180)) }
        for index in [0, 2] { #expect(try await waiting[index].value == 200) }
        #expect(base.asked.count == 3)
    }
}
