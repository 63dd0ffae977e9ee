import HTTP
import ScriptedHTTP
import TestClock
import Testing

/// Who goes through all folders, and how much of an hourly limit that may take.
@Suite(.timeLimit(.minutes(1))) struct CrawlerShareTests {
    let clock = ManualClock()
    let base = ScriptedHost()

    private func limited(_ rate: RateLimit) -> RateLimitedTransport {
        RateLimitedTransport(
            over: base, fallback: HostPolicy(rate: rate), clock: clock, random: { 0.5 }, wallClock: { 0 })
    }

    private func request(_ path: String, _ priority: HTTPRequest.Priority) -> HTTPRequest {
        HTTPRequest(url: "https://a.test\(path)", priority: priority, maximumBodyLength: 1_000)
    }

    /// Sends one request after the other until one has to wait; answers how many were sent.
    private func spend(_ limited: RateLimitedTransport, _ priority: HTTPRequest.Priority) async throws -> Int {
        let before = base.asked.count
        let spending = Task {
            for number in 0..<1000 { _ = try await limited.send(request("/\(number)", priority)).body.collect() }
        }
        await until { limited.status().first?.queued == 1 }
        spending.cancel()
        _ = await spending.result
        return base.asked.count - before
    }

    @Test(arguments: [HTTPRequest.Priority.crawling, .browsing])
    func `a crawler leaves the last twenty requests to others`(priority: HTTPRequest.Priority) async throws {
        // 900 an hour, and 100 at once: one every four seconds.
        let limited = limited(RateLimit(perHour: 900, burst: 100))
        #expect(try await spend(limited, priority) == 80)
        #expect(try await spend(limited, .waiting) == 20)
    }

    @Test func `a crawler leaves half of a small bucket`() async throws {
        let limited = limited(RateLimit(perHour: 900, burst: 10))
        #expect(try await spend(limited, .browsing) == 5)
    }

    @Test(arguments: [HTTPRequest.Priority.crawling, .browsing])
    func `a crawler leaves half of a small minute to others, and goes on in the next`(
        priority: HTTPRequest.Priority
    ) async throws {
        // As Commons allows who names no contact.
        var rate = RateLimit(perHour: 900, burst: 100)
        rate.perMinute = 8
        let limited = limited(rate)
        #expect(try await spend(limited, priority) == 4)
        #expect(try await spend(limited, .waiting) == 4)
        let next = Task { try await limited.send(request("/next", priority)).status }
        await until { clock.sleeping > 0 }
        clock.advance(by: .seconds(59))
        #expect(!base.asked.contains("/next"))
        await until {
            clock.advance(by: .seconds(1))
            return base.asked.contains("/next")
        }
        #expect(try await next.value == 200)
    }

    @Test(arguments: [(HTTPRequest.Priority.browsing, 9), (.crawling, 67)])
    func `a crawler gets its part of what comes in`(priority: HTTPRequest.Priority, part: Int) async throws {
        let limited = limited(RateLimit(perHour: 900, burst: 100))
        _ = try await spend(limited, priority)
        let crawl = Task {
            for number in 0..<1000 { _ = try await limited.send(request("/crawl \(number)", priority)).body.collect() }
        }
        await until { limited.status().first?.queued == 1 && clock.sleeping > 0 }
        // Six minutes bring ninety.
        clock.advance(by: .seconds(360))
        let count = { base.asked.count { $0.hasPrefix("/crawl") } }
        await until { count() >= part - 1 && limited.status().first?.queued == 1 }
        crawl.cancel()
        _ = await crawl.result
        #expect((part - 1...part + 1).contains(count()), "\(count())")
    }

    @Test func `a crawler's newest wish goes first, and after everybody else's`() async throws {
        let limited = limited(RateLimit(perHour: 900, burst: 100))
        _ = try await spend(limited, .crawling)
        _ = try await spend(limited, .waiting)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let queue: [(String, HTTPRequest.Priority)] = [
                ("/old", .crawling), ("/new", .crawling), ("/refresh", .background), ("/read", .waiting),
            ]
            for (index, (path, priority)) in queue.enumerated() {
                let request = request(path, priority)
                group.addTask { _ = try await limited.send(request).body.collect() }
                await until { limited.status().first?.queued == index + 1 }
            }
            for _ in 0..<200 {
                let left = limited.status().first?.queued
                guard left != 0 else { break }
                clock.advance(by: .seconds(1))
                await until { clock.sleeping > 0 || limited.status().first?.queued == 0 }
            }
            try await group.waitForAll()
        }
        #expect(Array(base.asked.suffix(4)) == ["/read", "/refresh", "/new", "/old"])
    }

    @Test func `what would come after more than ten minutes is refused at once`() async throws {
        // One every eighty seconds, so eight hundred for a file manager.
        let limited = limited(RateLimit(perHour: 45, burst: 40))
        for number in 0..<20 { _ = try await limited.send(request("/\(number)", .browsing)).body.collect() }
        await #expect(throws: HTTPError.self) { try await limited.send(request("/more", .browsing)) }
        #expect(try await limited.send(request("/person", .waiting)).status == 200)
    }
}
