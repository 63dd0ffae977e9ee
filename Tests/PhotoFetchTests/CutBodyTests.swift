import HTTP
import PhotoCache
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PhotoFetch

/// Bodies that end in order, but too early: only the image's own end tells.
@Suite("Bodies cut without a sign")
struct CutBodyTests {
    private let whole = jpeg(300_000)
    private let key = FetcherFixture.key

    @Test(.proves("A body is cut, and"), arguments: [true, false], [8 << 20, 100_000] as [Int64])
    func `a body that says nothing of its length must hold the end of the image`(
        isCut: Bool, cacheLimit: Int64
    ) async throws {
        var image = HostedImage(bytes: isCut ? Array(whole[..<150_000]) : whole)
        image.hasLength = false
        let fixture = try FetcherFixture(limit: cacheLimit) { [image] request, _ in image.answer(to: request) }
        let error = try await fixture.inTime {
            await PhotoFetcherTests.outcome {
                let open = try await fixture.open()
                #expect(try await fixture.readAll(open) == whole)
            }
        }
        #expect(error == (isCut ? .cutShort("150000 bytes, and not the end of an image") : nil))
        #expect(fixture.cache.contains(key) == (!isCut && cacheLimit > 300_000))
    }

    @Test(.proves("A body is cut, and"), arguments: [8 << 20, 100_000] as [Int64])
    func `the last bytes before a length that nothing confirms wait for the end of the image`(
        cacheLimit: Int64
    ) async throws {
        // The host was cut off itself, or names 1,000 bytes fewer than there are.
        let image = HostedImage(bytes: Array(whole[..<299_000]))
        let fixture = try FetcherFixture(limit: cacheLimit) { request, _ in image.answer(to: request) }
        let open = try await fixture.open()
        #expect(open.length == 299_000)
        let error = try await fixture.inTime {
            await PhotoFetcherTests.outcome { try await fixture.readAll(open) }
        }
        #expect(error == .notAPhoto("299000 bytes, and not the end of an image"))
        #expect(!fixture.cache.contains(key))
        let wrong = KnownFile(length: 299_000, digest: nil)
        #expect(fixture.told.events == [.learned(key, wrong), .unlearned(key)], "its length is none of the photo's")
        fixture.fetcher.close(open)
        fixture.clock.advance(by: .seconds(3))
        let now = HostedImage(bytes: whole)
        fixture.host.play { request, _ in now.answer(to: request) }
        let error2 = await PhotoFetcherTests.outcome { _ = try await fixture.readAll(try await fixture.open()) }
        #expect(error2 == nil || error2 == .changed)
        #expect(try await fixture.readAll(try await fixture.open()) == whole, "as soon as the host has it")
    }

    @Test func `a length that the host's hint or the listing confirms needs no end of an image`() async throws {
        var image = HostedImage(bytes: Array(whole[..<200_000]))
        image.hint = 200_000
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        #expect(try await fixture.readAll(try await fixture.open()) == image.bytes)
        image.hint = nil
        let listed = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let named = Rendition(name: "b", width: nil, height: nil, url: rendition.url, byteCount: 200_000)
        let open = try await listed.fetcher.open(photo, named, known: nil)
        #expect(try await listed.readAll(open) == image.bytes)
    }

    @Test(.proves("A body is cut, and")) func `what a program left behind the end is no cut`() async throws {
        let scan = whole[10..<200_000].map { $0 == 0xFF ? 0xFE : $0 }
        var image = HostedImage(
            bytes: [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + scan + [0xFF, 0xD9] + [UInt8](repeating: 7, count: 60_000))
        image.hasLength = false
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        #expect(try await fixture.readAll(try await fixture.open()) == image.bytes)
    }

    /// A motion photo: a film behind the image, longer than what programs leave there.
    @Test(.proves("A body is cut, and"), arguments: [nil, 90_000, 350_000])
    func `what stands behind an image's own end is no cut where the told length is there`(cut: Int?) async throws {
        let scan = whole[10..<100_000].map { $0 == 0xFF ? 0xFE : $0 }
        let motion = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + scan + [0xFF, 0xD9] + [UInt8](repeating: 7, count: 300_000)
        let image = HostedImage(bytes: cut.map { Array(motion[..<$0]) } ?? motion)
        let fixture = try FetcherFixture { request, _ in image.answer(to: request) }
        // A short body may have ended before it is open.
        let error = try await fixture.inTime {
            await PhotoFetcherTests.outcome { try await fixture.readAll(try await fixture.open()) }
        }
        #expect(error == (cut == 90_000 ? .notAPhoto("90000 bytes, and not the end of an image") : nil))
    }

    @Test(.proves("200 with HTML or"), arguments: [0, 70_000])
    func `a part that nobody asked for is not the photo`(start: Int) async throws {
        let image = HostedImage(bytes: whole)
        let fixture = try FetcherFixture { [whole] request, number in
            guard number == 1 else { return image.answer(to: request) }
            return ScriptedHost.Answer(
                status: 206,
                headers: ["content-range": "bytes \(start)-\(start + 4999)/300000", "content-length": "5000"],
                steps: [.bytes(Array(whole[start..<start + 5000]))])
        }
        #expect(await PhotoFetcherTests.outcome { _ = try await fixture.open() } != nil)
        #expect(!fixture.cache.contains(key) && fixture.told.events.isEmpty)
        fixture.clock.advance(by: .seconds(3))
        #expect(try await fixture.readAll(try await fixture.open()) == image.bytes)
    }

    @Test(.proves("A line breaks again"), arguments: [true, false])
    func `breaks without number end no transfer that makes progress`(
        takesRange: Bool
    ) async throws {
        var image = HostedImage(bytes: whole)
        image.takesRange = takesRange
        let fixture = try FetcherFixture { [image] request, number in
            image.answer(to: request, cutAt: number * 12_345 < 300_000 ? number * 12_345 : nil)
        }
        let open = try await fixture.open()
        #expect(try await fixture.inTime { try await fixture.readAll(open) } == image.bytes)
        #expect(fixture.host.requests.count == 25)
    }

    @Test(.proves("A line breaks again")) func `a host that brings a little and breaks is given up after a minute`()
        async throws
    {
        let image = HostedImage(bytes: whole)
        var limits = FetchLimits.standard
        limits.firstRetryDelay = .seconds(2)
        let fixture = try FetcherFixture(limits: limits) { request, _ in
            image.answer(to: request, cutAt: (request.offset ?? 0) + 1_100)
        }
        let open = try await fixture.open()
        let error = try await fixture.inTime { await PhotoFetcherTests.outcome { try await fixture.readAll(open) } }
        guard case .timedOut(let text) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.hasPrefix("under 1000 B/s for 6"))
        // Of two seconds each, give or take a quarter.
        #expect((24...42).contains(fixture.host.requests.count))
    }

    @Test(.proves("A line breaks again")) func `a drop at a time is no progress`() async throws {
        let image = HostedImage(bytes: whole)
        let fixture = try FetcherFixture { request, number in
            image.answer(to: request, cutAt: 100_000 + number * 100)
        }
        let open = try await fixture.open()
        let error = try await fixture.inTime { await PhotoFetcherTests.outcome { try await fixture.readAll(open) } }
        #expect(error == .cutShort("cut"))
        #expect(fixture.host.requests.count == 4)
    }
}
