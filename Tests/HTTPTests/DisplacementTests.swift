import HTTP
import Promises
import ScriptedHTTP
import TestClock
import Testing

/// Who lies still gives its place to who waits.
@Suite(.timeLimit(.minutes(1))) struct DisplacementTests {
    let clock = ManualClock()
    let base = ScriptedHost()

    private func limited(_ connections: ConnectionBudget) -> RateLimitedTransport {
        RateLimitedTransport(
            over: base, fallback: HostPolicy(connections: connections), clock: clock, random: { 0.5 },
            wallClock: { 0 })
    }

    private func request(_ path: String, _ priority: HTTPRequest.Priority = .waiting, displacements: Int = 0)
        -> HTTPRequest
    {
        var request = HTTPRequest(url: "https://a.test\(path)", priority: priority, maximumBodyLength: 1_000)
        request.displacements = displacements
        return request
    }

    private func sending(_ request: HTTPRequest, by limited: RateLimitedTransport) -> Task<HTTPError?, Never> {
        Task {
            do throws(HTTPError) {
                _ = try await limited.send(request).body.collect()
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `a transfer that waits for its head gives its connection to a photo`() async throws {
        base.script("/stalled", .silent)
        let limited = limited(ConnectionBudget(limit: 1))
        let first = sending(request("/stalled"), by: limited)
        await until { base.asked.count == 1 }
        let second = sending(request("/stalled"), by: limited)
        #expect(await clock.advanceToNextWake() == .seconds(1))
        await until { base.asked.count == 2 }
        #expect(base.mostOpen == 2, "twice the limit, and neither had to go")
        let photo = sending(request("/photo"), by: limited)
        #expect(await clock.advanceToNextWake() == .seconds(1))
        #expect(await photo.value == nil)
        #expect(await first.value == .displaced, "the longest still")
        #expect(limited.status().first?.running == 1)
        second.cancel()
        #expect(await second.value == .cancelled)
    }

    @Test func `a transfer still in its body gives its connection to a photo`() async throws {
        base.script("/held", .held)
        let limited = limited(ConnectionBudget(limit: 1, ceiling: 1))
        let held = try await limited.send(request("/held"))
        #expect(try await held.body.next() == [1])
        let photo = sending(request("/photo"), by: limited)
        #expect(await clock.advanceToNextWake() == .seconds(1))
        #expect(await photo.value == nil)
        await #expect(throws: HTTPError.displaced) { _ = try await held.body.next() }
        #expect(base.mostOpen == 1, "the old one went before the new one came")
        #expect(limited.status().first?.running == 0)
    }

    @Test func `what has arrived is read to its end, however late`() async throws {
        base.script("/late", .arrived)
        let limited = limited(ConnectionBudget(limit: 1, ceiling: 1))
        let late = try await limited.send(request("/late"))
        #expect(try await late.body.next() == [1])
        let photo = sending(request("/photo"), by: limited)
        #expect(await clock.advanceToNextWake() == .seconds(1))
        #expect(await photo.value == nil, "it has the place")
        #expect(try await late.body.collect() == [2, 3])
        #expect(limited.status().first?.running == 0)
    }

    @Test func `as long as nobody waits it keeps its place`() async throws {
        base.script("/held", .held)
        let limited = limited(ConnectionBudget(limit: 1, ceiling: 1))
        let held = try await limited.send(request("/held"))
        clock.advance(by: .seconds(1_000))
        #expect(try await held.body.collect() == [1, 2, 3])
    }

    @Test func `who lay still before goes behind those not yet tried`() async throws {
        base.script("/held", .held)
        let limited = limited(ConnectionBudget(limit: 1, ceiling: 1))
        let held = try await limited.send(request("/held"))
        let again = sending(request("/again", displacements: 1), by: limited)
        await until { limited.status().first?.queued == 1 }
        let fresh = sending(request("/fresh"), by: limited)
        await until { limited.status().first?.queued == 2 }
        held.body.cancel()
        #expect(await [again.value, fresh.value] == [nil, nil])
        #expect(base.asked == ["/held", "/fresh", "/again"])
    }

    @Test(.proves("A hundred stalled photos"))
    func `behind a hundred that stall the last to come is not the last to be tried`() async throws {
        base.script("/stalled", .silent)
        let limited = limited(ConnectionBudget())
        let readers = (0..<100).map { _ in sending(request("/stalled"), by: limited) }
        await until { base.asked.count == 8 && limited.status().first?.queued == 92 }
        let photo = sending(request("/photo"), by: limited)
        await until { limited.status().first?.queued == 93 }
        #expect(await clock.advanceToNextWake() == .seconds(1))
        #expect(await photo.value == nil, "as soon as the first lie still")
        #expect(base.mostOpen <= 16)
        for reader in readers { reader.cancel() }
        for reader in readers { _ = await reader.value }
    }

    @Test(.proves("A host is down"))
    func `a host that wants to be left alone keeps nobody who is not waited for`() async throws {
        base.script("/busy", .status(429, ["retry-after": "600"]))
        base.script("/short", .status(429, ["retry-after": "2"]))
        let limited = limited(ConnectionBudget())
        let read = try await limited.send(request("/short", .background))
        #expect(read.status == 429, "not asked again either")
        for _ in 0..<5 {
            #expect(await sending(request("/refresh", .background), by: limited).value == .backingOff(.seconds(2)))
        }
        let waiting = sending(request("/read"), by: limited)
        await until { limited.status().first?.queued == 1 }
        #expect(await clock.advanceToNextWake() == .seconds(2))
        #expect(await waiting.value == nil)
        #expect(try await limited.send(request("/busy")).status == 429)
        for priority in HTTPRequest.Priority.allCases {
            #expect(await sending(request("/any", priority), by: limited).value == .backingOff(.seconds(600)))
        }
        #expect(base.asked == ["/short", "/read", "/busy"])
    }

    @Test(.proves("A hundred stalled photos"))
    func `parts of a host that refuse apart share its places, and none waits for all of another`() async throws {
        base.script("/held", .held)
        let limited = limited(ConnectionBudget(limit: 1, ceiling: 1))
        let held = try await limited.send(request("/held"))
        var waiting: [Task<HTTPError?, Never>] = []
        for (number, path) in ["/original", "/thumbnail", "/original 2"].enumerated() {
            var request = request(path)
            request.section = path.hasPrefix("/original") ? "originals" : nil
            waiting.append(sending(request, by: limited))
            await until { limited.status().reduce(0) { $0 + $1.queued } == number + 1 }
        }
        #expect(limited.status().map(\.host) == ["a.test", "a.test (originals)"])
        #expect(limited.status().map(\.running) == [1, 0])
        held.body.cancel()
        for task in waiting { #expect(await task.value == nil) }
        #expect(base.asked == ["/held", "/original", "/thumbnail", "/original 2"])
        #expect(base.mostOpen == 1)
    }

    @Test func `what goes for others is no error of its host`() async throws {
        base.script("/held", .held)
        let limited = limited(ConnectionBudget(limit: 1, ceiling: 1))
        let held = try await limited.send(request("/held"))
        let photo = sending(request("/photo"), by: limited)
        #expect(await clock.advanceToNextWake() == .seconds(1))
        #expect(await photo.value == nil)
        await #expect(throws: HTTPError.displaced) { _ = try await held.body.next() }
        #expect(limited.status().first?.lastError == nil && limited.status().first?.isDown == false)
    }
}
