import HTTP
import PhotoCache
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PhotoFetch

/// Numbers from outside that no photo can have: they are no lengths, and nothing is computed from them.
@Suite("Lengths that no photo can have")
struct ImpossibleLengthTests {
    private let bytes: [UInt8] = jpeg(300_000)
    private static let lengths: [Int] = [
        67_108_865, 2_147_483_648, 9_007_199_254_740_992, Int.max - 511, Int.max, 0, -1, Int.min,
    ]

    @Test(.proves("Hostile heads: a megabyte"), arguments: lengths) func `a hint is not believed`(hint: Int)
        async throws
    {
        var image = HostedImage(bytes: bytes)
        (image.hasLength, image.hint) = (false, hint)
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let open = try await fixture.open()
        #expect(open.length == 300_000 && !open.isHinted)
        #expect(try await fixture.readAll(open) == bytes)
    }

    @Test(.proves("Hostile heads: a megabyte"), arguments: lengths, [8 << 20, 100_000] as [Int64])
    func `a total is not believed`(
        total: Int, cacheLimit: Int64
    ) async throws {
        let image = HostedImage(bytes: bytes)
        let fixture = try FetcherFixture(limit: cacheLimit) { request, number in
            var answer = image.answer(to: request, cutAt: number == 1 ? 100_000 : nil)
            if let offset = request.offset {
                answer.headers["content-range"] = "bytes \(offset)-299999/\(total)"
            }
            return answer
        }
        let open = try await fixture.open()
        #expect(try await fixture.inTime { try await fixture.readAll(open) } == bytes)
    }

    @Test(.proves("Hostile heads: a megabyte"))
    func `a length that a listing names can be read from at any place`() async throws {
        let image = HostedImage(bytes: bytes)
        let fixture = try FetcherFixture { request, _ in image.answer(to: request) }
        let named = Rendition(
            name: "b", width: nil, height: nil, url: rendition.url, byteCount: ImageLength.longest)
        let starts: [Int64] = [0, ImageLength.longest - 10, .max - 10]
        for range in starts.map({ $0..<$0 + 10 }) {
            let open = try await fixture.fetcher.open(photo, named, known: nil)
            #expect(open.length == ImageLength.longest)
            let error = try await fixture.inTime {
                await PhotoFetcherTests.outcome { _ = try await fixture.fetcher.read(open, range) }
            }
            let isOrderly = error == nil || error == .changed || error == .failed("the image keeps changing")
            #expect(isOrderly, "\(range): \(String(describing: error))")
            fixture.fetcher.close(open)
        }
    }
}
