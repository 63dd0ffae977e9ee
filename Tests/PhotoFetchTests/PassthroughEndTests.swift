import HTTP
import PhotoCache
import PhotoTree
import TestClock
import Testing
import Waiting

@testable import PhotoFetch

/// The last bytes of a photo that is passed through are given when it is known that they are: whoever has them takes
/// the photo for whole.
@Suite("The end of what is passed through")
struct PassthroughEndTests {
    /// Larger than the cache.
    private let whole = jpeg(1_500_000)
    private let limit: Int64 = 1 << 20

    private func fixture(_ image: HostedImage) throws -> FetcherFixture {
        try FetcherFixture(limit: limit) { request, _ in image.answer(to: request) }
    }

    private func hosted(_ bytes: [UInt8]) -> HostedImage {
        var image = HostedImage(bytes: bytes)
        image.piece = 16 << 10
        return image
    }

    @Test(arguments: [0, 1_390_000], [true, false]) func `a photo that grew is never read cut to the length it had`(
        start: Int64, takesRange: Bool
    ) async throws {
        var image = hosted(whole)
        (image.hasLength, image.takesRange) = (false, takesRange)
        let fixture = try fixture(image)
        let old = try await fixture.open(length: 1_400_000)
        let error = try await fixture.inTime {
            await PhotoFetcherTests.outcome {
                var start = start
                while start < old.length {
                    start += Int64(try await fixture.fetcher.read(old, start..<min(old.length, start + 65_536)).count)
                }
            }
        }
        #expect(error == .changed)
        let told = fixture.told.events.compactMap { event in
            if case .changed(_, let learnt) = event { learnt.length } else { nil }
        }
        #expect(told == [1_500_000])
        let new = try await fixture.open(length: 1_500_000)
        #expect(try await fixture.inTime { try await fixture.readAll(new) } == whole)
    }

    @Test func `a photo of which no length is told is read whole in one transfer`() async throws {
        var image = hosted(whole)
        image.hasLength = false
        let fixture = try fixture(image)
        let open = try await fixture.open(length: 1_500_000)
        #expect(try await fixture.readAll(open) == whole)
        // Both those who come when the end is known already and those far behind it.
        #expect(try await fixture.fetcher.read(open, 1_499_000..<1_500_000) == Array(whole[1_499_000...]))
        #expect(fixture.host.requests.count == 1)
        #expect(try await fixture.fetcher.read(open, 0..<1000) == Array(whole[..<1000]))
    }

    @Test(arguments: [0, 1_399_999]) func `the end of a cut image is not given`(start: Int64) async throws {
        var image = hosted(Array(whole[..<1_400_000]))
        image.hint = 1_500_000
        let fixture = try fixture(image)
        let open = try await fixture.open(length: 1_400_000)
        let error = try await fixture.inTime {
            await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, start..<1_400_000) }
        }
        #expect(error == .notAPhoto("1400000 bytes of 1500000, and not the end of an image"))
    }

    @Test(arguments: [0, 1_499_999]) func `a host that is wrong about a whole image is not believed`(
        start: Int64
    ) async throws {
        var image = hosted(whole)
        image.hint = 1_400_000
        let fixture = try fixture(image)
        let open = try await fixture.open(length: 1_500_000)
        let bytes = try await fixture.inTime { try await fixture.fetcher.read(open, start..<1_500_000) }
        #expect(bytes == Array(whole[Int(start)...]))
    }

    @Test func `who waits for an end that does not come holds no more than a window`() {
        let window: Int64 = 10_000
        let reply = Reply<PassthroughAnswer>()
        var cursor = PassthroughCursor(FetcherFixture.key, at: 0, now: .zero)
        cursor.isEndTold = false
        _ = cursor.add(PassthroughWaiter(range: 0..<5000, isEnd: true, reply: reply), 1, now: .zero)
        for turn in 0..<100 {
            let served = cursor.append([UInt8](repeating: 0, count: 1000), window: window, now: .zero)
            #expect(served.isEmpty && cursor.held <= window && cursor.wantsMore, "\(turn)")
        }
        let (served, others) = cursor.finish()
        #expect(served.isEmpty && others.count == 1 && others.first === reply)
    }
}
