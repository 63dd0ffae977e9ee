import PhotoCache
import PhotoTree
import TestClock
import Testing

@testable import PhotoFetch

/// The host has another image than the one that is known.
@Suite("A photo that is replaced at the source", .timeLimit(.minutes(1)))
struct ReplacedPhotoTests {
    private static let length = 1_500_000
    private let old = HostedImage(bytes: jpeg(length, seed: 1), etag: "\"1\"")
    private let new = HostedImage(bytes: jpeg(length, seed: 2), etag: "\"2\"")

    /// In the cache, and passed through.
    private static let limits: [Int64] = [8 << 20, 1 << 20]

    private static func learnt(_ image: HostedImage) -> KnownFile {
        KnownFile(length: Int64(image.bytes.count), digest: digest(image.bytes))
    }

    @Test(arguments: limits) func `one of the same length is never read whole by who opened the other`(
        limit: Int64
    ) async throws {
        let fixture = try FetcherFixture(limit: limit) { [new] request, _ in new.answer(to: request) }
        let open = try await fixture.open(Self.learnt(old))
        let unread = try await fixture.open(Self.learnt(old))
        #expect(await PhotoFetcherTests.outcome { try await fixture.readAll(open) } == .changed)
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(unread, 0..<10) } == .changed)
        #expect(fixture.told.events.contains(.changed(photo.id, Self.learnt(new))))
        let again = try await fixture.open(Self.learnt(new))
        #expect(try await fixture.readAll(again) == new.bytes)
    }

    @Test(arguments: limits) func `the one that is known is read whole`(limit: Int64) async throws {
        let fixture = try FetcherFixture(limit: limit) { [old] request, _ in old.answer(to: request) }
        let open = try await fixture.open(Self.learnt(old))
        #expect(try await fixture.readAll(open) == old.bytes)
        #expect(fixture.host.requests.count == 1)
    }

    @Test func `a handle that was served one of them gets nothing of the other before that is known`() async throws {
        let gate = Gate()
        let fixture = try FetcherFixture { [old, new] request, number in
            number == 1 ? old.answer(to: request) : new.answer(to: request, gates: [1_000_000: gate])
        }
        let open = try await fixture.open(Self.learnt(old))
        #expect(try await fixture.readAll(open) == old.bytes)
        fixture.cache.remove(FetcherFixture.key)
        let reading = Task { await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 0..<1000) } }
        #expect(await eventually { fixture.host.requests.count == 2 })
        gate.open()
        #expect(await reading.value == .changed)
    }

    /// The older handle is still open.
    @Test func `pages of the former one are not kept for who opens the new one`() async throws {
        let fixture = try FetcherFixture(limit: 1 << 20) { [old, new] request, number in
            number == 1 ? old.answer(to: request) : new.answer(to: request)
        }
        let open = try await fixture.open(length: Self.length)
        _ = try await fixture.fetcher.read(open, 0..<1000)
        #expect(fixture.fetcher.continues(FetcherFixture.key))
        let far: Range<Int64> = 1_499_000..<1_500_000
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, far) } == .changed)
        #expect(!fixture.fetcher.continues(FetcherFixture.key))
        let changes = fixture.told.events.count { if case .changed = $0 { true } else { false } }
        #expect(changes == 1)
        let again = try await fixture.open(length: Self.length)
        #expect(fixture.fetcher.continues(FetcherFixture.key))
        #expect(try await fixture.readAll(again) == new.bytes)
    }

    @Test(arguments: [true, false]) func `one of another length costs who opened the other no more than a request`(
        hasLength: Bool
    ) async throws {
        var longer = HostedImage(bytes: jpeg(Self.length + 50_000, seed: 2), etag: "\"2\"")
        (longer.hasLength, longer.hint) = (hasLength, hasLength ? nil : Self.length + 50_000)
        let fixture = try FetcherFixture(limit: 1 << 20) { [old, longer] request, number in
            number == 1 ? old.answer(to: request) : longer.answer(to: request)
        }
        let open = try await fixture.open(length: Self.length)
        _ = try await fixture.fetcher.read(open, 0..<1000)
        let late = try await fixture.open(length: Self.length)
        let far: Range<Int64> = 1_499_000..<1_500_000
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, far) } == .changed)
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(late, 0..<1000) } == .changed)
        #expect(fixture.host.requests.count == 2)
        let again = try await fixture.open(length: Self.length)
        #expect(again.length == Int64(longer.bytes.count))
        #expect(try await fixture.inTime { try await fixture.readAll(again) } == longer.bytes)
        #expect(fixture.host.requests.count == 3)
    }
}
