import PhotoTree
import TestClock
import Testing

@testable import PhotoFetch

/// What status and attributes tell of photos that are not kept.
@Suite struct PassthroughStatusTests {
    private static let length = 1_500_000
    private let image: HostedImage = {
        var image = HostedImage(bytes: jpeg(length))
        image.piece = 16 << 10
        return image
    }()

    private func fixture() throws -> FetcherFixture {
        try FetcherFixture(limit: 1 << 20) { [image] request, _ in image.answer(to: request) }
    }

    @Test func `a photo that is passed through is told as such, up to the furthest byte that was given out`()
        async throws
    {
        let fixture = try fixture()
        let open = try await fixture.open(length: Self.length)
        #expect(fixture.fetcher.downloads.isEmpty && fixture.fetcher.state(of: FetcherFixture.key) == .remote)
        for (range, received): (Range<Int64>, Int64) in [
            (0..<300_000, 300_000), (100_000..<200_000, 300_000), (300_000..<450_000, 450_000),
        ] {
            _ = try await fixture.fetcher.read(open, range)
            let told = try #require(fixture.fetcher.downloads.first)
            #expect(told.isPassedThrough && told.received == received && told.length == Int64(Self.length))
            #expect(told.handles == 1 && fixture.fetcher.downloads.count == 1)
            #expect(
                fixture.fetcher.state(of: FetcherFixture.key) == .downloading(Double(received) / Double(Self.length)))
        }
    }

    @Test func `an open photo that nobody reads is no download, and one again when it is read`() async throws {
        let fixture = try fixture()
        let open = try await fixture.open(length: Self.length)
        _ = try await fixture.fetcher.read(open, 0..<1000)
        #expect(try await fixture.inTime { await eventually { fixture.fetcher.downloads.isEmpty } })
        #expect(fixture.fetcher.state(of: FetcherFixture.key) == .remote)
        _ = try await fixture.fetcher.read(open, 700_000..<701_000)
        #expect(fixture.fetcher.downloads.map(\.received) == [701_000])
    }

    @Test func `a passed-through photo that was read to its end is no download any more`() async throws {
        let fixture = try fixture()
        let open = try await fixture.open(length: Self.length)
        _ = try await fixture.readAll(open)
        // On a clock that stands still, where no transfer idles for too long.
        #expect(await eventually { fixture.fetcher.downloads.isEmpty })
        fixture.fetcher.close(open)
    }

    @Test func `other bytes are counted from their start`() async throws {
        let other = HostedImage(bytes: jpeg(Self.length, seed: 2), etag: "\"2\"")
        let fixture = try FetcherFixture(limit: 1 << 20) { [image] request, number in
            number == 1 ? image.answer(to: request) : other.answer(to: request)
        }
        let open = try await fixture.open(length: Self.length)
        _ = try await fixture.fetcher.read(open, 0..<400_000)
        _ = await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 1_499_000..<1_500_000) }
        let again = try await fixture.open(length: Self.length)
        _ = try await fixture.fetcher.read(again, 0..<1000)
        #expect(fixture.fetcher.downloads.map(\.received) == [1000])
    }
}
