import HTTP
import Testing

@Suite struct RetryPolicyTests {
    let policy = RetryPolicy()

    @Test(arguments: [429, 500, 502, 503, 504])
    func `a refusal is asked again, so often and no more`(status: Int) {
        #expect((1...6).filter { policy.isWorthAnother(status: status, attempt: $0) } == [1, 2, 3])
    }

    @Test(arguments: [200, 206, 301, 304, 400, 401, 403, 404, 410, 416, 501])
    func `an answer is not asked again`(status: Int) {
        #expect(!policy.isWorthAnother(status: status, attempt: 1))
    }

    @Test func `only what may pass is tried again`() {
        let attempts = { (error: HTTPError) in (1...6).filter { policy.isWorthAnother(error, attempt: $0) }.count + 1 }
        #expect(attempts(.timedOut("")) == 2)
        #expect(attempts(.cutShort("")) == 3)
        #expect(attempts(.unreachable("")) == 2)
        for error: HTTPError in [
            .bodyTooLarge(limit: 1), .redirectRefused(to: ""), .badURL(""), .backingOff(.zero), .cancelled, .failed(""),
        ] {
            #expect(attempts(error) == 1)
        }
    }

    /// Retries, then attempts when refused, timed out, cut and unreachable.
    @Test(arguments: [[0, 1, 1, 1, 1], [1, 2, 2, 2, 2], [2, 3, 2, 3, 2], [3, 4, 2, 3, 2], [10, 11, 2, 3, 2]])
    func `each retry is an attempt more, with fewer where each costs its time`(numbers: [Int]) {
        let policy = RetryPolicy(retries: numbers[0])
        let attempts = [policy.refusedAttempts, policy.timeoutAttempts, policy.cutAttempts, policy.unreachableAttempts]
        #expect(attempts == Array(numbers.dropFirst()))
    }

    @Test func `a timeout was half of the pause already`() {
        #expect(policy.pause(after: 1, random: 0.5, isTimeout: true) == .milliseconds(750))
    }

    @Test func `pauses start at one to two seconds, double, and have a ceiling`() {
        #expect(policy.pause(after: 1, random: 0) == .seconds(1))
        #expect(policy.pause(after: 1, random: 0.999) < .seconds(2))
        #expect(policy.pause(after: 3, random: 0.5) == .seconds(6))
        #expect(policy.pause(after: 10, random: 0) == .seconds(30))
        #expect(policy.pause(after: .max, random: 1) == .seconds(30))
    }
}

@Suite struct RateLimitTests {
    @Test func `a burst is free, then requests come at the rate`() {
        var limit = RateLimit(perHour: 3_600, burst: 3)
        for _ in 0..<3 {
            #expect(limit.wait(at: .zero) == .zero)
            limit.take(at: .zero)
        }
        #expect(limit.wait(at: .zero) == .seconds(1))
        #expect(limit.wait(at: .zero, position: 4) == .seconds(5))
        #expect(limit.wait(at: .milliseconds(400)) == .milliseconds(600))
        #expect(limit.wait(at: .seconds(1)) == .zero)
    }

    @Test(arguments: [1, 9, 40, 3_360, 100_000])
    func `no hour has more than its share`(share: Int) {
        var limit = RateLimit.hourly(share)
        var (now, taken) = (Duration.zero, 0)
        while now < .seconds(3_600) {
            limit.take(at: now)
            taken += 1
            now += limit.wait(at: now)
        }
        #expect(taken <= share + 1 && taken * 10 >= share * 8)
    }

    @Test func `a long silence saves no more than the burst`() {
        var limit = RateLimit(perHour: 3_600, burst: 2)
        var taken = 0
        while limit.wait(at: .seconds(90_000)) == .zero {
            limit.take(at: .seconds(90_000))
            taken += 1
        }
        #expect(taken == 2)
    }

    @Test(arguments: [(HostPolicy.images, 3_000), (HostPolicy.api, 3_600)])
    func `no hour sees more than the host is owed, and not much less`(policy: HostPolicy, share: Int) throws {
        var limit = try #require(policy.rate)
        var (now, taken) = (Duration.zero, 0)
        while true {
            now += limit.wait(at: now)
            guard now < .seconds(3_600) else { break }
            limit.take(at: now)
            taken += 1
        }
        #expect((share * 9 / 10...share).contains(taken))
    }
}

@Suite struct HostBackoffTests {
    @Test func `a refusing host is quiet for as long as it asked, and longer each time it did not`() {
        var backoff = HostBackoff(HostBackoff.Policy())
        var counts: [Int] = []
        backoff.refused(at: .zero, begun: .zero) { refusals in
            counts.append(refusals)
            return .seconds(5)
        }
        #expect(backoff.verdict(at: .seconds(4)) == .wait(until: .seconds(5)))
        #expect(backoff.verdict(at: .seconds(5)) == .start)
        backoff.refused(at: .seconds(5), begun: .seconds(5)) { refusals in
            counts.append(refusals)
            return .seconds(1)
        }
        backoff.succeeded(at: .seconds(7))
        backoff.refused(at: .seconds(8), begun: .seconds(8)) { refusals in
            counts.append(refusals)
            return .seconds(1)
        }
        #expect(counts == [1, 2, 1])
    }

    @Test func `requests that are refused together are one refusal, and those that come after are the next`() {
        var backoff = HostBackoff(HostBackoff.Policy())
        var counts: [Int] = []
        for number in 0..<8 {
            backoff.refused(at: .milliseconds(100 + number), begun: .zero) { refusals in
                counts.append(refusals)
                return .seconds(1)
            }
        }
        for number in 0..<2 {
            backoff.refused(at: .milliseconds(2_200 + number), begun: .seconds(2)) { refusals in
                counts.append(refusals)
                return .seconds(2)
            }
        }
        #expect(counts == [1, 1, 1, 1, 1, 1, 1, 1, 2, 2])
        // One that was slow to be refused still says how long.
        backoff.refused(at: .seconds(3), begun: .zero) { refusals in
            counts.append(refusals)
            return .seconds(60)
        }
        #expect(counts.last == 2 && backoff.remaining(at: .seconds(3)) == .seconds(60))
    }

    @Test func `a shorter pause does not end a longer one`() {
        var backoff = HostBackoff(HostBackoff.Policy())
        backoff.refused(at: .zero, begun: .zero) { _ in .seconds(60) }
        backoff.refused(at: .seconds(1), begun: .seconds(1)) { _ in .seconds(1) }
        #expect(backoff.remaining(at: .seconds(2)) == .seconds(58))
    }

    private func failed(_ count: Int) -> HostBackoff {
        var backoff = HostBackoff(HostBackoff.Policy(failuresUntilDown: 3))
        for _ in 0..<count { backoff.failed(at: .zero, begun: .zero, timedOut: false, isProbe: false) }
        return backoff
    }

    @Test func `a host is down after failures in a row, and one request at a time finds out`() {
        #expect(failed(2).verdict(at: .zero) == .start)
        var backoff = failed(3)
        #expect(backoff.verdict(at: .zero) == .refuse(.seconds(1)))
        #expect(backoff.verdict(at: .seconds(1)) == .start)
        let probes1 = backoff.started()
        #expect(probes1)
        #expect(backoff.verdict(at: .seconds(1)) == .refuse(.seconds(1)))
        backoff.failed(at: .seconds(1), begun: .seconds(1), timedOut: false, isProbe: true)
        #expect(backoff.verdict(at: .seconds(1)) == .refuse(.seconds(1)))
        #expect(backoff.verdict(at: .seconds(2)) == .start)
        let probes2 = backoff.started()
        #expect(probes2)
        backoff.succeeded(at: .seconds(2))
        #expect(backoff.verdict(at: .seconds(2)) == .start)
        let probes3 = backoff.started()
        #expect(!probes3)
    }

    @Test func `pauses between probes grow to a ceiling`() {
        var backoff = failed(3)
        var now = Duration.seconds(1)
        for _ in 0..<10 {
            _ = backoff.started()
            backoff.failed(at: now, begun: now, timedOut: false, isProbe: true)
            now += backoff.remaining(at: now) ?? .zero
        }
        _ = backoff.started()
        backoff.failed(at: now, begun: now, timedOut: false, isProbe: true)
        #expect(backoff.remaining(at: now) == .seconds(10))
    }

    @Test func `a cancelled probe lets the next one probe`() {
        var backoff = failed(3)
        let probes4 = backoff.started()
        #expect(probes4)
        backoff.abandoned(isProbe: false)
        #expect(backoff.verdict(at: .seconds(5)) == .refuse(.seconds(1)))
        backoff.abandoned(isProbe: true)
        #expect(backoff.verdict(at: .seconds(5)) == .start)
    }

    @Test func `stalled requests that end together after others succeeded say nothing of the host`() {
        var backoff = HostBackoff(HostBackoff.Policy(failuresUntilDown: 3))
        backoff.succeeded(at: .seconds(10))
        for _ in 0..<100 { backoff.failed(at: .seconds(15), begun: .zero, timedOut: true, isProbe: false) }
        #expect(!backoff.isDown)
        for _ in 0..<3 { backoff.failed(at: .seconds(26), begun: .seconds(11), timedOut: true, isProbe: false) }
        #expect(backoff.isDown)
    }
}

@Suite struct MinuteLimitTests {
    @Test func `no minute has more requests than the limit, whatever the bucket holds`() {
        var rate = RateLimit(perHour: 3_600, burst: 100)
        rate.perMinute = 8
        var now = Duration.zero
        var starts: [Duration] = []
        for _ in 0..<40 {
            now += max(.milliseconds(300), rate.wait(at: now))
            rate.take(at: now)
            starts.append(now)
        }
        for start in starts {
            #expect(starts.count { $0 >= start && $0 < start + .seconds(60) } <= 8)
        }
        #expect(now < .seconds(60 * 5), "the limit is used up")
    }

    @Test func `who waits further behind waits longer`() {
        var rate = RateLimit(perHour: 36_000, burst: 100)
        rate.perMinute = 2
        for second in [0, 10] { rate.take(at: .seconds(second)) }
        let waits = (0..<5).map { rate.wait(at: .seconds(20), position: $0) }
        #expect(waits == [.seconds(40), .seconds(50), .seconds(100), .seconds(110), .seconds(160)])
        #expect(rate.wait(at: .seconds(61)) == .zero)
    }
}
