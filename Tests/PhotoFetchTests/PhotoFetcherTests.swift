import HTTP
import PhotoCache
import PhotoTree
import Synchronization
import TestClock
import Testing

@testable import PhotoFetch

@Suite("PhotoFetcher")
struct PhotoFetcherTests {
    private let image = HostedImage(bytes: jpeg(300_000))

    private func learnt(_ bytes: [UInt8]) -> KnownFile {
        KnownFile(length: Int64(bytes.count), digest: digest(bytes))
    }

    @Test func `32 readers at any offset are served by one request`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let bytes = image.bytes
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for reader in 0..<32 {
                group.addTask {
                    let open = try await fixture.open()
                    defer { fixture.fetcher.close(open) }
                    let start = Int64(reader * 9000)
                    let part = try await fixture.fetcher.read(open, start..<start + 20_000)
                    let whole = try await fixture.readAll(open)
                    return part != Array(bytes[Int(start)..<Int(start) + 20_000]) || whole != bytes
                }
            }
            return try await group.reduce(false) { $0 || $1 }
        }
        #expect(!wrong)
        #expect(fixture.host.requests.count == 1)
        #expect(await eventually { fixture.fetcher.state(of: FetcherFixture.key) == .cached })
        #expect(await eventually { fixture.told.events.last == .learned(FetcherFixture.key, learnt(bytes)) })
    }

    @Test func `a photo in the cache costs no request`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        for _ in 0..<3 {
            let open = try await fixture.open(learnt(image.bytes))
            #expect(try await fixture.readAll(open) == image.bytes)
            fixture.fetcher.close(open)
        }
        #expect(fixture.host.requests.count == 1)
    }

    @Test func `a photo that is opened again before anybody wrote down its size costs no request`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let first = try await fixture.open()
        _ = try await fixture.readAll(first)
        fixture.fetcher.close(first)
        await until { fixture.cache.contains(FetcherFixture.key) && fixture.fetcher.downloads.isEmpty }
        let second = try await fixture.open()
        #expect(second.length == Int64(image.bytes.count))
        #expect(try await fixture.readAll(second) == image.bytes)
        #expect(fixture.host.requests.count == 1)
    }

    @Test func `an open of known size starts nothing`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let open = try await fixture.open(length: 300_000)
        #expect(open.length == 300_000)
        #expect(fixture.host.requests.isEmpty)
        #expect(fixture.fetcher.state(of: FetcherFixture.key) == .remote)
        fixture.fetcher.close(open)
    }

    enum Length: CaseIterable { case declared, hinted, nowhere }

    @Test(arguments: Length.allCases) func `an open of unknown size returns as soon as the size is told`(
        length: Length
    ) async throws {
        var image = image
        image.hasLength = length == .declared
        image.hint = length == .hinted ? 300_000 : nil
        let gate = Gate()
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, gates: [50_000: gate]) }
        let opening = Task { try await fixture.open() }
        if length == .nowhere {
            #expect(await eventually { gate.waiting == 1 })
            gate.open()
        }
        let open = try await opening.value
        #expect(open.length == 300_000)
        gate.open()
        #expect(try await fixture.readAll(open) == image.bytes)
        #expect(fixture.host.requests.count == 1)
    }

    @Test func `an open whose caller wants the head of the file returns with it, and a short photo with all of it`()
        async throws
    {
        let gate = Gate()
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, gates: [50_000: gate]) }
        let (fetcher, key) = (fixture.fetcher, FetcherFixture.key)
        let opening = Task { try await fetcher.open(photo, rendition, known: nil, head: 60_000) }
        // The size is known by then, and the opener waits on.
        let waits = await eventually {
            gate.waiting == 1 && fetcher.table.withLock { $0.records[key]?.waiters.count } == 1
        }
        #expect(waits)
        gate.open()
        #expect(try await opening.value.length == 300_000)

        let small = try FetcherFixture { request, _ in HostedImage(bytes: jpeg(4_000)).answer(to: request) }
        #expect(try await small.fetcher.open(photo, rendition, known: nil, head: 60_000).length == 4_000)
    }

    @Test func `the first who waits for a photo's size has something done meanwhile, others have not`() async throws {
        let gate = Gate()
        var image = image
        image.hasLength = false
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, gates: [50_000: gate]) }
        let (fetcher, key) = (fixture.fetcher, FetcherFixture.key)
        let calls = Mutex(0)
        let open: @Sendable @concurrent () async throws -> OpenPhoto = {
            try await fetcher.open(photo, rendition, known: nil, head: 60_000) { calls.withLock { $0 += 1 } }
        }
        let first = Task { try await open() }
        #expect(await eventually { fetcher.table.withLock { $0.records[key]?.waiters.count } == 1 })
        #expect(calls.withLock { $0 } == 1)
        let second = Task { try await open() }
        #expect(await eventually { fetcher.table.withLock { $0.records[key]?.waiters.count } == 2 })
        gate.open()
        _ = (try await first.value, try await second.value, try await open())
        #expect(calls.withLock { $0 } == 1)
    }

    /// Small photos come faster than some openers get to wait for them.
    @Test func `however soon it comes, a photo of unknown size is asked for once`() async throws {
        let small = jpeg(4_000)
        let fixture = try FetcherFixture { _, _ in ScriptedHost.Answer(steps: [.bytes(small)]) }
        let number = 1_000
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<number {
                group.addTask {
                    let photo = Photo(id: PhotoID("\(id)"), title: "Small", renditions: [rendition])
                    let open = try await fixture.fetcher.open(photo, rendition, known: nil)
                    #expect(try await fixture.readAll(open) == small)
                    fixture.fetcher.close(open)
                }
            }
            try await group.waitForAll()
        }
        #expect(fixture.host.requests.count == number)
    }

    @Test func `a reader waits for its own bytes only`() async throws {
        let (middle, end) = (Gate(), Gate())
        let fixture = try FetcherFixture { [image] request, _ in
            image.answer(to: request, gates: [100_000: middle, 290_000: end])
        }
        let open = try await fixture.open(length: 300_000)
        #expect(try await fixture.fetcher.read(open, 0..<100_000) == Array(image.bytes[..<100_000]))
        let last = Task { try await fixture.fetcher.read(open, 295_000..<400_000) }
        middle.open()
        #expect(try await fixture.fetcher.read(open, 200_000..<290_000) == Array(image.bytes[200_000..<290_000]))
        end.open()
        #expect(try await last.value == Array(image.bytes[295_000...]))
        #expect(fixture.host.requests.count == 1)
    }

    @Test func `a reader that is killed is free at once, and the others get their bytes`() async throws {
        let gate = Gate()
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, gates: [100_000: gate]) }
        let open = try await fixture.open(length: 300_000)
        let killed = Task { await Self.outcome { try await fixture.fetcher.read(open, 150_000..<160_000) } }
        let other = Task { try await fixture.fetcher.read(open, 150_000..<160_000) }
        #expect(await eventually { fixture.fetcher.downloads.first?.waiting == 2 })
        killed.cancel()
        #expect(await killed.value == .interrupted)
        gate.open()
        #expect(try await other.value == Array(image.bytes[150_000..<160_000]))
    }

    @Test func `an opener that is killed before the size is known is free at once`() async throws {
        let gate = Gate()
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, gates: [0: gate]) }
        let opening = Task { await Self.outcome { try await fixture.open() } }
        #expect(await eventually { gate.waiting == 1 })
        opening.cancel()
        #expect(await opening.value == .interrupted)
        #expect(await eventually { fixture.clock.sleeping == 1 })
        fixture.clock.advance(by: .seconds(2))
        #expect(await eventually { fixture.fetcher.downloads.isEmpty })
    }

    @Test(arguments: [true, false]) func `what nobody has open ends after a grace and goes on where it was`(
        takesRange: Bool
    ) async throws {
        var image = image
        image.takesRange = takesRange
        let gate = Gate()
        let fixture = try FetcherFixture { [image] request, number in
            image.answer(to: request, gates: number == 1 ? [100_000: gate] : [:])
        }
        let open = try await fixture.open(length: 300_000)
        _ = try await fixture.fetcher.read(open, 0..<100_000)
        fixture.fetcher.close(open)
        #expect(await eventually { fixture.clock.sleeping == 1 })
        fixture.clock.advance(by: .milliseconds(1900))
        #expect(fixture.fetcher.downloads.count == 1 && fixture.clock.sleeping == 1)
        fixture.clock.advance(by: .milliseconds(100))
        #expect(await eventually { fixture.fetcher.downloads.isEmpty && fixture.host.endings == 1 })
        let again = try await fixture.open(length: 300_000)
        #expect(try await fixture.readAll(again) == image.bytes)
        #expect(fixture.host.requests.map(\.offset) == [nil, 100_000])
        #expect(fixture.host.requests[1].header("if-range") == "\"1\"")
        #expect(await eventually { fixture.fetcher.state(of: FetcherFixture.key) == .cached })
    }

    @Test func `a photo that is opened again within the grace goes on undisturbed`() async throws {
        let gate = Gate()
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, gates: [100_000: gate]) }
        let open = try await fixture.open(length: 300_000)
        _ = try await fixture.fetcher.read(open, 0..<100_000)
        fixture.fetcher.close(open)
        #expect(await eventually { fixture.clock.sleeping == 1 })
        let again = try await fixture.open(length: 300_000)
        fixture.clock.advance(by: .seconds(5))
        gate.open()
        #expect(try await fixture.readAll(again) == image.bytes)
        #expect(fixture.host.requests.count == 1)
    }

    @Test func `shutting down ends every wait and transfer`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, gates: [100_000: Gate()]) }
        let open = try await fixture.open(length: 300_000)
        let reading = Task { await Self.outcome { try await fixture.readAll(open) } }
        #expect(await eventually { fixture.fetcher.downloads.first?.received == 100_000 })
        await fixture.fetcher.shutdown()
        #expect(await reading.value == .shutDown)
        #expect(await Self.outcome { try await fixture.open() } == .shutDown)
        #expect(fixture.host.endings == 1)
    }

    /// The error that `work` ends with.
    static func outcome<Value>(_ work: () async throws -> Value) async -> FetchError? {
        do {
            _ = try await work()
            return nil
        } catch {
            return error as? FetchError
        }
    }
}
