import HTTP
import PhotoTree
import Promises
import Testing

@testable import placesfs

/// The limits towards hosts, as the configuration has them.
@Suite struct LimitsTests {
    private func configuration(_ values: [(ConfigurationKey, String)] = []) throws -> Configuration {
        try Configuration(values.map { Assignment(key: $0.0, value: $0.1, origin: .option($0.0.rawValue)) })
    }

    @Test(.proves("A host accepts a connection and"))
    func `a silent host is an error within fifteen seconds by default`() throws {
        let configuration = try configuration()
        for policy in [
            configuration.apiPolicy(.flickr, onThisMachine: false),
            configuration.imagePolicy(.flickr, onThisMachine: false),
        ] {
            var bound = Duration.zero
            for attempt in 1...policy.retry.timeoutAttempts {
                bound += configuration.hosts.firstByteTimeout
                guard policy.retry.isWorthAnother(.timedOut(""), attempt: attempt) else { break }
                bound += policy.retry.pause(after: attempt, random: 1, isTimeout: true)
            }
            #expect(bound <= .seconds(15))
        }
    }

    @Test func `each key reaches its policy`() throws {
        let configuration = try configuration([
            ("retries", "1"), ("retry-pause", "20ms"), ("retry-after-limit", "5m"), ("host-wait", "3s"),
            ("host-down-after", "7"),
            ("host-probe-pause", "500ms"), ("connections", "5"), ("api-requests-per-hour", "100"),
            ("images-per-hour", "200"),
        ])
        let policy = configuration.imagePolicy(.flickr, onThisMachine: true)
        #expect(policy.retry.refusedAttempts == 2)
        #expect(policy.retry.basePause == .milliseconds(20))
        #expect(policy.retry.longestRetryAfter == .seconds(300))
        #expect(policy.backoff.longestWait == .seconds(3))
        #expect(policy.backoff.failuresUntilDown == 7)
        #expect(policy.backoff.shortestProbePause == .milliseconds(500))
        #expect(policy.backoff.longestProbePause == .milliseconds(500))
        #expect(policy.connections.limit == 5)
        #expect(policy.rate == .hourly(200))
        #expect(configuration.apiPolicy(.flickr, onThisMachine: true).rate == .hourly(100))
    }

    @Test func `the defaults are those of the policies, and this machine has no hourly share`() throws {
        let configuration = try configuration()
        #expect(configuration.imagePolicy(.flickr, onThisMachine: false) == .images)
        #expect(configuration.apiPolicy(.flickr, onThisMachine: false) == .api)
        #expect(configuration.imagePolicy(.flickr, onThisMachine: true).rate == nil)
        #expect(configuration.apiPolicy(.flickr, onThisMachine: true).rate == nil)
    }

    @Test func `one server of API and images gets as many connections as any image host`() throws {
        let base = "http://127.0.0.1:8080"
        let host = try #require(HostName(of: base))
        let both = try configuration([("connections", "32"), (.apiBase, base + "/rest/"), (.imageBase, base)])
        #expect(both.apiPolicy(.flickr, at: host).connections == ConnectionBudget(limit: 32))
        let apart = try configuration([("connections", "32"), (.apiBase, base + "/rest/")])
        #expect(apart.apiPolicy(.flickr, at: host).connections == HostPolicy().connections)
    }

    @Test func `Wikimedia is asked three things at once and a thousand an hour, unless the user says otherwise`() throws
    {
        let policy = try configuration().apiPolicy(.commons, onThisMachine: false)
        #expect(policy.connections == ConnectionBudget(limit: 3, ceiling: 3))
        var hour = RateLimit(perHour: 900, burst: 100)
        hour.perMinute = 8
        #expect(policy.rate == hour)
        let chosen = try configuration([("api-requests-per-hour", "300"), ("connections", "1")])
        var rate = RateLimit.hourly(300)
        rate.perMinute = 8
        #expect(chosen.apiPolicy(.commons, onThisMachine: false).rate == rate)
        #expect(chosen.imagePolicy(.commons, onThisMachine: false).connections.limit == 1)
    }

    @Test func `Wikimedia's image hosts together get two connections and 25 Mbit/s, measured over ten seconds`() throws
    {
        let policy = try configuration().imagePolicy(.commons, onThisMachine: false)
        #expect(policy.group != nil)
        #expect(try configuration().imagePolicy(.flickr, onThisMachine: false).group == nil)
        #expect(policy.connections == ConnectionBudget(limit: 2, ceiling: 2), "also while some lie still")
        let many = try configuration([("connections", "20")])
        #expect(many.imagePolicy(.commons, onThisMachine: false).connections == policy.connections)
        #expect(many.imagePolicy(.flickr, onThisMachine: false).connections == ConnectionBudget(limit: 20))
        let inTenSeconds = 10 * (policy.bytesPerSecond ?? .max) / 10 * 105 / 10
        #expect(inTenSeconds <= 10 * 25_000_000 / 8)
        #expect(try configuration().imagePolicy(.flickr, onThisMachine: false).bytesPerSecond == nil)
    }

    @Test func `Wikimedia's API gets 150 requests a minute with a contact, and 8 without one`() throws {
        let named = try configuration([(.contact, "me@example.org"), ("api-requests-per-hour", "100000")])
        #expect(named.apiPolicy(.commons, onThisMachine: false).rate?.perMinute == 150)
        #expect(named.apiPolicy(.flickr, onThisMachine: false).rate?.perMinute == nil)
        #expect(try configuration().apiPolicy(.commons, onThisMachine: false).rate?.perMinute == 8)
        #expect(try configuration().apiPolicy(.commons, onThisMachine: true).rate == nil)
    }

    @Test(arguments: [("500K", 512_000), ("1MB", 1_000_000), ("none", nil)] as [(String, Int64?)])
    func `a bandwidth is bytes a second, or none`(text: String, bytes: Int64?) throws {
        #expect(try configuration([("bandwidth", text)]).requests.bandwidth?.rawValue == bytes)
        #expect(throws: CommandFailure.self) { try configuration([("bandwidth", "5")]) }
    }

    @Test func `an API that answers when all is done gets as long as a listing, unless the user says otherwise`() throws
    {
        #expect(try configuration().apiPatience(.commons) == .seconds(30))
        #expect(try configuration().apiPatience(.flickr) == nil)
        #expect(try configuration([("listing-wait", "50s")]).apiPatience(.commons) == .seconds(50))
        #expect(try configuration([(.firstByteTimeout, "2s")]).apiPatience(.commons) == nil)
    }

    @Test func `what is kept is confirmed after thirty days, or sooner`() throws {
        #expect(try configuration().requests.confirmAfter == .seconds(30 * 86_400))
        for (text, seconds) in [("30d", 30 * 86_400), ("36h", 36 * 3_600), ("1s", 1)] {
            #expect(try configuration([("confirm-after", text)]).requests.confirmAfter == .seconds(seconds))
        }
    }

    @Test(arguments: [
        ("retries" as ConfigurationKey, "11"), ("retries", "-1"), ("retries", "many"), ("host-down-after", "0"),
        ("api-requests-per-hour", "0"), ("images-per-hour", "1e3"), ("retry-pause", "0"), ("host-wait", "2d"),
        ("listing-wait", "soon"), ("confirm-after", "31d"), ("confirm-after", "0"),
    ])
    func `a limit that makes no sense is refused`(key: ConfigurationKey, value: String) {
        #expect(throws: CommandFailure.self) { try configuration([(key, value)]) }
    }
}
