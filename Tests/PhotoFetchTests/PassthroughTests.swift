import HTTP
import PhotoCache
import PhotoTree
import Synchronization
import TestClock
import Testing

@testable import PhotoFetch

@Suite("Passing through")
struct PassthroughTests {
    /// Larger than the cache.
    private let image: HostedImage = {
        var image = HostedImage(bytes: jpeg(1_500_000))
        image.piece = 16 << 10
        return image
    }()
    private let limit: Int64 = 1 << 20

    @Test func `a photo larger than the limit is read through, learnt and not kept`() async throws {
        let fixture = try FetcherFixture(limit: limit) { [image] request, _ in image.answer(to: request) }
        let open = try await fixture.open()
        #expect(open.length == 1_500_000)
        #expect(try await fixture.readAll(open) == image.bytes)
        #expect(fixture.host.requests.count == 1)
        let learnt = KnownFile(length: 1_500_000, digest: digest(image.bytes))
        #expect(await eventually { fixture.told.events.last == .learned(FetcherFixture.key, learnt) })
        #expect(!fixture.cache.contains(FetcherFixture.key))
        fixture.fetcher.close(open)
        #expect(await eventually { fixture.host.endings == 1 })
        #expect(fixture.fetcher.downloads.isEmpty)
    }

    @Test func `a photo that outgrows the cache is asked for once, however soon its readers come`() async throws {
        for _ in 0..<20 {
            let fixture = try FetcherFixture(limit: limit) { [image] request, _ in image.answer(to: request) }
            let open = try await fixture.open()
            let parts = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<4 { group.addTask { try await fixture.fetcher.read(open, 0..<1000) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(parts == Array(repeating: Array(image.bytes[..<1000]), count: 4))
            #expect(fixture.host.requests.count == 1)
        }
    }

    @Test func `other photos are not evicted for one that is too large anyway`() async throws {
        let small = HostedImage(bytes: jpeg(100_000))
        let fixture = try FetcherFixture(limit: limit) { [image] request, _ in
            request.url.hasSuffix("2.jpg") ? small.answer(to: request) : image.answer(to: request)
        }
        let other = Photo(id: PhotoID("2"))
        let otherImage = Rendition(name: "b", width: nil, height: nil, url: "https://images.test/2.jpg")
        let first = try await fixture.fetcher.open(other, otherImage, known: nil)
        #expect(try await fixture.readAll(first) == small.bytes)
        fixture.fetcher.close(first)
        let open = try await fixture.open()
        #expect(try await fixture.readAll(open) == image.bytes)
        #expect(fixture.cache.contains(ImageKey(photo: other.id, rendition: "b")))
    }

    @Test(arguments: [true, false], [true, false]) func `32 readers of it all get their bytes`(
        takesRange: Bool, isScattered: Bool
    ) async throws {
        var image = image
        image.takesRange = takesRange
        let fixture = try FetcherFixture(limit: limit) { [image] request, _ in image.answer(to: request) }
        let bytes = image.bytes
        let faults = try await fixture.inTime {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for reader in 0..<32 {
                    group.addTask {
                        let open = try await fixture.open(length: bytes.count)
                        defer { fixture.fetcher.close(open) }
                        guard isScattered else { return try await fixture.readAll(open) == bytes ? 0 : 1 }
                        var faults = 0
                        for turn in 0..<6 {
                            let start = (reader * 46_811 + turn * 611_953) % (bytes.count - 100_000)
                            let part = try await fixture.fetcher.read(open, Int64(start)..<Int64(start + 100_000))
                            faults += part == Array(bytes[start..<start + 100_000]) ? 0 : 1
                        }
                        return faults
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        #expect(faults == 0)
        #expect(await eventually { fixture.host.endings == fixture.host.requests.count })
    }

    @Test func `never more than eight transfers, each with a small window`() async throws {
        let gates = (0..<20).map { _ in Gate() }
        let fixture = try FetcherFixture(limit: 10) { [image] request, number in
            image.answer(to: request, gates: [(request.offset ?? 0) + 65_536: gates[number % 20]])
        }
        let opens = try await withThrowingTaskGroup(of: OpenPhoto.self) { group in
            for number in 0..<12 {
                group.addTask {
                    let photo = Photo(id: PhotoID("\(number)"))
                    return try await fixture.fetcher.open(
                        photo, rendition, known: KnownFile(length: 1_500_000, digest: nil))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let readers = opens.map { open in Task { try await fixture.fetcher.read(open, 0..<200_000) } }
        #expect(await eventually { gates.reduce(0) { $0 + $1.waiting } == 8 })
        #expect(await eventually { fixture.fetcher.pool.table.withLock { $0.turns.count } == 4 })
        #expect(fixture.host.requests.count == 8)
        // Those in turn are free at once when they are killed; the others follow when a photo is closed.
        for gate in gates {
            gate.open()
        }
        let bytes = image.bytes
        let parts = try await fixture.inTime {
            var parts = 0
            for reader in readers where try await reader.value == Array(bytes[..<200_000]) {
                parts += 1
            }
            return parts
        }
        #expect(parts == 12)
    }

    @Test func `transfers that lie still lend their places, and all readers get their bytes`() async throws {
        let gate = Gate()
        let fixture = try FetcherFixture(limit: 10) { [image] request, _ in
            request.url.hasSuffix("/20.jpg")
                ? image.answer(to: request) : image.answer(to: request, gates: [65_536: gate])
        }
        let bytes = image.bytes
        @Sendable func read(_ number: Int) async throws -> Bool {
            let photo = Photo(id: PhotoID("\(number)"))
            let image = Rendition(name: "b", width: nil, height: nil, url: "https://images.test/\(number).jpg")
            let known = KnownFile(length: Int64(bytes.count), digest: nil)
            let open = try await fixture.fetcher.open(photo, image, known: known)
            defer { fixture.fetcher.close(open) }
            return try await fixture.readAll(open) == bytes
        }
        let stalled = (0..<20).map { number in Task { try await read(number) } }
        let areRight = try await fixture.inTime {
            #expect(await eventually { gate.waiting == 20 })
            // Not kept waiting.
            var areRight = [try await read(20)]
            gate.open()
            for reader in stalled { areRight.append(try await reader.value) }
            return areRight
        }
        #expect(areRight == Array(repeating: true, count: 21))
    }

    @Test func `a killed reader is free at once, in a transfer and in the queue for one`() async throws {
        var limits = FetchLimits.standard
        limits.cursors = 1
        let gate = Gate()
        let fixture = try FetcherFixture(limit: limit, limits: limits) { [image] request, _ in
            image.answer(to: request, gates: [(request.offset ?? 0) + 50_000: gate])
        }
        let open = try await fixture.open(length: 1_500_000)
        let first = Task { await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 0..<100_000) } }
        #expect(await eventually { gate.waiting == 1 })
        let queued = Task {
            await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 1_400_000..<1_450_000) }
        }
        #expect(await eventually { fixture.fetcher.pool.table.withLock { $0.turns.count } == 1 })
        queued.cancel()
        #expect(await queued.value == .interrupted)
        #expect(fixture.fetcher.pool.table.withLock { $0.turns.isEmpty })
        first.cancel()
        #expect(await first.value == .interrupted)
    }

    @Test func `a transfer that nobody reads gives its connection back`() async throws {
        let fixture = try FetcherFixture(limit: limit) { [image] request, _ in image.answer(to: request) }
        let open = try await fixture.open(length: 1_500_000)
        #expect(try await fixture.fetcher.read(open, 0..<1000) == Array(image.bytes[..<1000]))
        let ended = try await fixture.inTime { await eventually { fixture.host.endings == 1 } }
        #expect(ended)
        #expect(try await fixture.fetcher.read(open, 500_000..<500_100) == Array(image.bytes[500_000..<500_100]))
        #expect(fixture.host.requests.last?.offset == 500_000)
    }

    @Test func `a photo of unknown length that outgrows the limit still gets its length`() async throws {
        var image = image
        image.hasLength = false
        let fixture = try FetcherFixture(limit: limit) { [image] request, _ in image.answer(to: request) }
        let open = try await fixture.open()
        #expect(open.length == 1_500_000)
        #expect(
            fixture.told.events == [
                .learned(FetcherFixture.key, KnownFile(length: 1_500_000, digest: digest(image.bytes)))
            ])
        #expect(try await fixture.readAll(open) == image.bytes)
    }

    @Test func `bytes that change between two transfers are not mixed`() async throws {
        let other = HostedImage(bytes: jpeg(1_500_000, seed: 2), etag: "\"2\"")
        let fixture = try FetcherFixture(limit: limit) { [image] request, number in
            number == 1 ? image.answer(to: request) : other.answer(to: request)
        }
        let open = try await fixture.open()
        _ = try await fixture.fetcher.read(open, 0..<1000)
        let far: Range<Int64> = 1_499_000..<1_500_000
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, far) } == .changed)
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 0..<1000) } == .changed)
        let again = try await fixture.open()
        #expect(try await fixture.readAll(again) == other.bytes)
    }

    @Test func `a broken transfer is an error for its readers and tried again later`() async throws {
        let fixture = try FetcherFixture(limit: limit) { [image] request, _ in
            image.answer(to: request, cutAt: (request.offset ?? 0) + 500)
        }
        let open = try await fixture.open(length: 1_500_000)
        let error = try await fixture.inTime {
            await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 0..<200_000) }
        }
        #expect(error == .cutShort("cut"))
        fixture.host.play { [image] request, _ in image.answer(to: request) }
        fixture.clock.advance(by: .seconds(2))
        #expect(try await fixture.readAll(open) == image.bytes)
    }

    @Test func `a cursor's failure is none of a photo that is passed through no more`() throws {
        let fixture = try FetcherFixture { request, _ in HostedImage(bytes: []).answer(to: request) }
        fixture.fetcher.report(FetcherFixture.key).failed(.failed("late"))
        #expect(fixture.fetcher.table.withLock { $0.failures.isEmpty })
    }
}
