import HTTP
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("DirectoryRefresher", .timeLimit(.minutes(2)))
struct DirectoryRefresherTests {
    private let clock = ManualClock()
    private let refresher: DirectoryRefresher
    private let started = Shared<[String]>([])

    init() {
        refresher = DirectoryRefresher(clock: clock)
    }

    private func key(_ name: String) -> DirectoryKey { .place(PlaceID(name)) }

    /// A job that says that it began, and ends when it is let.
    private func job(_ name: String, _ barrier: Barrier, _ error: RefreshError? = nil) -> DirectoryRefresher.Operation {
        { [started] in
            started.edit { $0.append(name) }
            await barrier.pass()
            return error
        }
    }

    /// Fills all places where jobs of this priority run.
    private func occupy(_ barrier: Barrier, _ priority: HTTPRequest.Priority = .waiting) async {
        for number in 0..<4 {
            await refresher.refreshBehind(key("busy\(number)"), priority: priority, job("busy\(number)", barrier))
        }
        await until { barrier.arrivals == 4 }
    }

    /// Lets those go on who should not.
    private func rest() async {
        for _ in 0..<100 { await Task.yield() }
    }

    private func isTimedOut(_ error: RefreshError?) -> Bool {
        if case .timedOut = error { true } else { false }
    }

    private func isInterrupted(_ error: RefreshError?) -> Bool {
        if case .interrupted = error { true } else { false }
    }

    @Test func `however many wait for a directory, it is asked for once`() async {
        let barrier = Barrier()
        let results = await withTaskGroup(of: RefreshError?.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    await refresher.refresh(key("a"), within: .fromNow(.seconds(9)), job("a", barrier))
                }
            }
            // Every waiter has a timer of its own.
            await until { clock.sleeping == 32 }
            barrier.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 32 && results.allSatisfy { $0 == nil })
        #expect(started.current == ["a"])
        #expect(await refresher.underWay.isEmpty)
    }

    @Test func `all waiters hear of the failure`() async {
        let barrier = Barrier()
        async let first = refresher.refresh(
            key("a"), within: .fromNow(.seconds(9)), job("a", barrier, .source(.unreachable("no route"))))
        // Whoever comes first brings the job.
        await until { clock.sleeping == 1 }
        async let second = refresher.refresh(key("a"), within: .fromNow(.seconds(9)), job("a", barrier))
        await until { clock.sleeping == 2 }
        barrier.open()
        for result in await [first, second] {
            guard case .source(.unreachable) = result else {
                Issue.record("\(String(describing: result))")
                continue
            }
        }
    }

    @Test func `a bound from now counts the queue, a bound from the start does not`() async {
        let busy = Barrier()
        let barrier = Barrier()
        await occupy(busy)
        async let patient = refresher.refresh(key("a"), within: .fromStart(.seconds(30)), job("a", barrier))
        await until { await refresher.underWay.count == 5 }
        async let impatient = refresher.refresh(key("a"), within: .fromNow(.seconds(3)), job("a", barrier))
        await until { clock.sleeping == 1 }
        clock.advance(by: .seconds(3))
        #expect(isTimedOut(await impatient))
        clock.advance(by: .seconds(3600))
        busy.open()
        await until { barrier.arrivals == 1 && clock.sleeping == 1 }
        clock.advance(by: .seconds(30))
        #expect(isTimedOut(await patient))
        barrier.open()
    }

    @Test func `a waiter that leaves takes nothing from the others`() async {
        let barrier = Barrier()
        let leaving = Task { await refresher.refresh(key("a"), within: .fromNow(.seconds(9)), job("a", barrier)) }
        await until { clock.sleeping == 1 }
        async let staying = refresher.refresh(key("a"), within: .fromNow(.seconds(9)), job("a", barrier))
        await until { clock.sleeping == 2 }
        leaving.cancel()
        #expect(isInterrupted(await leaving.value))
        #expect(await refresher.isRefreshing(key("a")))
        barrier.open()
        #expect(await staying == nil)
    }

    @Test func `a job that nobody waits for any more goes on`() async {
        let barrier = Barrier()
        let done = Shared(false)
        let leaving = Task {
            await refresher.refresh(key("a"), within: .fromNow(.seconds(9))) {
                await barrier.pass()
                done.current = true
                return nil
            }
        }
        await until { barrier.arrivals == 1 && clock.sleeping == 1 }
        leaving.cancel()
        _ = await leaving.value
        barrier.open()
        await until { done.current }
    }

    @Test func `whoever is cancelled before it waits is told so`() async {
        let barrier = Barrier()
        let task = Task {
            await barrier.pass()
            return await refresher.refresh(key("a"), within: .fromNow(.seconds(9)), job("a", Barrier(isOpen: true)))
        }
        task.cancel()
        barrier.open()
        #expect(isInterrupted(await task.value))
    }

    @Test func `what somebody waits for goes first`() async {
        let busy = Barrier()
        let open = Barrier(isOpen: true)
        await occupy(busy)
        await refresher.refreshBehind(key("behind"), job("behind", open))
        await refresher.refreshBehind(key("promoted"), job("promoted", open))
        async let waiter = refresher.refresh(key("wanted"), within: .fromNow(.seconds(9)), job("wanted", open))
        await until { clock.sleeping == 1 }
        async let joiner = refresher.refresh(key("promoted"), within: .fromNow(.seconds(9)), job("promoted", open))
        await until { clock.sleeping == 2 }
        busy.open()
        _ = await (waiter, joiner)
        await until { started.current.count == 7 }
        let order = started.current.dropFirst(4)
        #expect(order.last == "behind", "\(order)")
    }

    @Test(.proves("A host is down"), arguments: [HTTPRequest.Priority.soon, .background])
    func `who waits never stands behind who does not`(priority: HTTPRequest.Priority) async {
        let parked = Barrier()
        await occupy(parked, priority)
        let error = await refresher.refresh(
            key("wanted"), within: .fromNow(.seconds(9)), job("wanted", Barrier(isOpen: true)))
        #expect(error == nil && started.current.last == "wanted")
        await refresher.refreshBehind(key("behind"), job("behind", parked))
        await rest()
        #expect(parked.arrivals == 4)
        parked.open()
        await until { started.current.count == 6 }
    }

    @Test func `no more than four run at a time`() async {
        let busy = Barrier()
        await occupy(busy)
        for number in 0..<20 {
            await refresher.refreshBehind(key("\(number)"), job("\(number)", busy))
        }
        await rest()
        #expect(busy.arrivals == 4)
        #expect(await refresher.underWay.count == 24)
        busy.open()
        await until { started.current.count == 24 }
    }

    @Test func `a shutdown ends every wait and takes no more`() async {
        let busy = Barrier()
        await occupy(busy)
        async let queued = refresher.refresh(key("a"), within: .fromStart(.seconds(9)), job("a", busy))
        async let joined = refresher.refresh(key("busy0"), within: .fromNow(.seconds(9)), job("busy0", busy))
        await until { await refresher.underWay.count >= 5 }
        await until { clock.sleeping == 1 }
        await refresher.shutdown()
        let ended = await [queued, joined]
        #expect(ended.allSatisfy { isInterrupted($0) })
        #expect(isInterrupted(await refresher.refresh(key("b"), within: .fromNow(.seconds(9)), job("b", busy))))
        busy.open()
        await rest()
        #expect(started.current.count == 4)
    }

    @Test func `of a crawler's folders the one asked for last goes first, and after all others`() async {
        let (busy, barrier) = (Barrier(), Barrier())
        await occupy(busy, .crawling)
        for name in ["a", "b", "c"] {
            await refresher.refreshBehind(key(name), priority: .crawling, job(name, barrier))
        }
        // Asked for again.
        await refresher.refreshBehind(key("b"), priority: .crawling, job("b", barrier))
        #expect(await refresher.queued == 3)
        barrier.open()
        await refresher.refreshBehind(key("person"), priority: .waiting, job("person", barrier))
        await until { started.current.contains("person") }
        busy.open()
        await until { started.current.count == 8 }
        #expect(Array(started.current.suffix(4)) == ["person", "b", "c", "a"])
        await refresher.shutdown()
    }

    private struct Nobody: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse { throw .failed("nobody") }
    }

    @Test func `listings that wait at the source count as queued`() async {
        let rateLimited = RateLimitedTransport(
            over: Nobody(),
            fallback: HostPolicy(rate: RateLimit(perHour: 60, burst: 1)), clock: clock, random: { 0.5 },
            wallClock: { 0 })
        // The bucket's only request.
        _ = try? await rateLimited.send(HTTPRequest(url: "https://api.test/", maximumBodyLength: 1))
        for name in ["a", "b", "c"] {
            await refresher.refreshBehind(key(name), priority: .crawling) {
                _ = try? await rateLimited.send(HTTPRequest(url: "https://api.test/\(name)", maximumBodyLength: 1))
                return nil
            }
        }
        await until { rateLimited.status().first?.queued == 3 }
        #expect(await refresher.queued == 3)
        await refresher.shutdown()
        await until { rateLimited.status().first?.queued == 0 }
    }

    @Test func `a person who wants what a crawler waits for does not wait as long`() async {
        let results = Shared<[Bool]>([])
        let job: DirectoryRefresher.Operation = { [started] in
            let isCrawl = HTTPRequest.Priority.current.isOfCrawler
            started.edit { $0.append(isCrawl ? "crawl" : "person") }
            guard isCrawl else { return nil }
            // Its turn at the source is far away.
            while !Task.isCancelled { await Task.yield() }
            return .interrupted
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                let error = await HTTPRequest.Priority.$current.withValue(.crawling) {
                    await refresher.refresh(key("a"), within: .fromNow(.seconds(600)), job)
                }
                results.edit { $0.append(error == nil) }
            }
            await until { started.current == ["crawl"] }
            group.addTask {
                let error = await refresher.refresh(key("a"), within: .fromStart(.seconds(30)), job)
                results.edit { $0.append(error == nil) }
            }
        }
        #expect(started.current == ["crawl", "person"])
        #expect(results.current == [true, true])
    }
}
