import HTTP
import PhotoCache
import PhotoTree
import Synchronization
import TestClock
import Testing

@testable import PhotoFetch

@Suite("Bad transfers")
struct BadTransferTests {
    private let image = HostedImage(bytes: jpeg(300_000))
    private let key = FetcherFixture.key

    private func learnt(_ bytes: [UInt8]) -> KnownFile {
        KnownFile(length: Int64(bytes.count), digest: digest(bytes))
    }

    @Test(arguments: [true, false], ["\"1\"", "d30768ab1c", nil]) func `a cut transfer is taken up again without a mix`(
        takesRange: Bool, etag: String?
    ) async throws {
        var image = image
        (image.takesRange, image.etag) = (takesRange, etag)
        let fixture = try FetcherFixture { [image] request, number in
            image.answer(to: request, cutAt: number < 4 ? 70_000 * number : nil)
        }
        let open = try await fixture.open(length: 300_000)
        let bytes = try await fixture.inTime { try await fixture.readAll(open) }
        #expect(bytes == image.bytes)
        // Without a strong tag nothing vouches for a part: the whole is asked for and compared.
        let offsets = etag == nil ? [nil, nil, nil, nil] : [nil, 70_000, 140_000, 210_000]
        #expect(fixture.host.requests.map(\.offset) == offsets)
        #expect(await eventually { fixture.told.events == [.learned(key, learnt(image.bytes))] })
    }

    @Test func `a transfer that keeps breaking is an error, and tried again by a later read`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, cutAt: 100_000) }
        let open = try await fixture.open(length: 300_000)
        let error = try await fixture.inTime {
            await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 200_000..<210_000) }
        }
        #expect(error == .cutShort("cut"))
        let asked = fixture.host.requests.count
        #expect(asked == 4)
        #expect(fixture.fetcher.lastError(of: key)?.error == .cutShort("cut"))
        // What has arrived is there; the rest is not asked for at once.
        fixture.host.play { [image] request, _ in image.answer(to: request) }
        if fixture.fetcher.lastError(of: key).map({ $0.retryIn > .zero }) == true {
            #expect(
                await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 200_000..<210_000) } == error)
            #expect(fixture.host.requests.count == asked)
        }
        fixture.clock.advance(by: .seconds(2))
        #expect(try await fixture.readAll(open) == image.bytes)
        #expect(fixture.host.requests.last?.offset == 100_000)
        #expect(await eventually { fixture.fetcher.lastError(of: key) == nil })
    }

    @Test func `a body shorter than declared never becomes the photo`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in
            var answer = image.answer(to: request)
            answer.steps.removeLast(5)
            return answer
        }
        let error = try await fixture.inTime {
            let open = try await fixture.open()
            return await PhotoFetcherTests.outcome { try await fixture.readAll(open) }
        }
        #expect(error == .cutShort("250000 of 300000 bytes"))
        #expect(!fixture.cache.contains(key))
    }

    @Test(arguments: [true, false]) func `a photo's new length wins over the known one`(isDeclared: Bool) async throws {
        var image = image
        image.hasLength = isDeclared
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let old = try await fixture.open(length: 280_000)
        // Without a declared length only the end tells, perhaps after these bytes.
        let first = await PhotoFetcherTests.outcome { try await fixture.fetcher.read(old, 279_000..<280_000) }
        #expect(first == .changed || (first == nil && !isDeclared))
        #expect(await eventually { fixture.told.events.contains { if case .changed = $0 { true } else { false } } })
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(old, 0..<10) } == .changed)
        let new = try await fixture.open(length: 300_000)
        #expect(try await fixture.readAll(new) == image.bytes)
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(old, 0..<10) } == .changed)
        #expect(fixture.host.requests.count == 1)
        #expect(await eventually { fixture.told.events.contains(.learned(key, learnt(image.bytes))) })
    }

    @Test func `a wrong hint of the length voids the handles that trusted it`() async throws {
        var image = image
        (image.hasLength, image.hint) = (false, 310_000)
        let gate = Gate()
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request, gates: [50_000: gate]) }
        let open = try await fixture.open()
        #expect(open.length == 310_000)
        gate.open()
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 305_000..<310_000) } == .changed)
        // Nothing would mean that the photo ends there.
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(open, 310_000..<320_000) } == .changed)
        let again = try await fixture.open()
        #expect(again.length == 300_000)
        #expect(try await fixture.readAll(again) == image.bytes)
        #expect(fixture.told.events.last == .changed(photo.id, learnt(image.bytes)))
    }

    @Test(arguments: [true, false]) func `bytes that changed in the middle are never mixed with the old`(
        isTagged: Bool
    ) async throws {
        var (old, new) = (image, HostedImage(bytes: jpeg(300_000, seed: 1), etag: "\"2\""))
        if !isTagged { (old.etag, new.etag) = (nil, nil) }
        let gate = Gate()
        let fixture = try FetcherFixture { [old, new] request, number in
            number == 1 ? old.answer(to: request, cutAt: 100_000, gates: [100_000: gate]) : new.answer(to: request)
        }
        let served = try await fixture.open(length: 300_000)
        let fresh = try await fixture.open(length: 300_000)
        #expect(try await fixture.fetcher.read(served, 0..<50_000) == Array(old.bytes[..<50_000]))
        gate.open()
        let outcome = try await fixture.inTime {
            await PhotoFetcherTests.outcome { try await fixture.fetcher.read(served, 150_000..<160_000) }
        }
        #expect(outcome == .changed)
        // The kernel may have given its reader pages of the old image.
        #expect(await PhotoFetcherTests.outcome { try await fixture.fetcher.read(fresh, 0..<10) } == .changed)
        let again = try await fixture.open(length: 300_000)
        #expect(try await fixture.inTime { try await fixture.readAll(again) } == new.bytes)
        #expect(fixture.told.events.contains { if case .changed(photo.id, _) = $0 { true } else { false } })
    }

    @Test func `a page of text under the photo's address is no photo`() async throws {
        let fixture = try FetcherFixture { _, _ in
            ScriptedHost.Answer(
                headers: ["content-length": "117"], steps: [.bytes(Array("<html><body>Too many requests".utf8))])
        }
        #expect(await PhotoFetcherTests.outcome { try await fixture.open() } == .notAPhoto("a page of text"))
        #expect(fixture.told.events.isEmpty)
        #expect(fixture.fetcher.lastError(of: key)?.retryIn == .seconds(2))
        // Asked again at once, it is the same answer without a request.
        #expect(await PhotoFetcherTests.outcome { try await fixture.open() } == .notAPhoto("a page of text"))
        #expect(fixture.host.requests.count == 1)
    }

    @Test(arguments: [true, false]) func `a missing image is looked up once, and fetched from its new address`(
        isRedirected: Bool
    ) async throws {
        let fixture = try FetcherFixture { [image] request, _ throws(HTTPError) in
            if request.url.hasSuffix("new.jpg") { return image.answer(to: request) }
            if isRedirected { throw .redirectRefused(to: "https://elsewhere.test/photo_unavailable.png") }
            return ScriptedHost.Answer(status: 404, steps: [])
        }
        var moved = photo
        moved.renditions[0].url = "https://images.test/new.jpg"
        fixture.source.found.withLock { $0 = moved }
        let open = try await fixture.open()
        #expect(try await fixture.readAll(open) == image.bytes)
        #expect(fixture.told.events.first == .updated(photo.id))
        #expect(fixture.source.lookUps.withLock { $0 } == 1)
    }

    @Test func `a photo that the source does not know any more is gone`() async throws {
        let fixture = try FetcherFixture { _, _ in ScriptedHost.Answer(status: 404, steps: []) }
        #expect(await PhotoFetcherTests.outcome { try await fixture.open() } == .gone)
        #expect(fixture.told.events == [.gone(photo.id)])
    }

    @Test func `an image that is missing while its photo lives is an error, not an absence`() async throws {
        let fixture = try FetcherFixture { _, _ in ScriptedHost.Answer(status: 404, steps: []) }
        fixture.source.found.withLock { $0 = photo }
        #expect(
            await PhotoFetcherTests.outcome { try await fixture.open() }
                == .notAPhoto("the image host does not have it"))
        #expect(fixture.told.events.isEmpty)
    }

    @Test(arguments: [
        (HTTPError.unreachable("x"), FetchError.unreachable("x")), (.timedOut("x"), .timedOut("x")),
        (.backingOff(.seconds(9)), .backingOff(.seconds(9))), (.bodyTooLarge(limit: 9), .tooLarge(limit: 9)),
        (.redirectRefused(to: "https://elsewhere.test/x"), .notAPhoto("redirected to another host")),
    ]) func `a request that fails is that failure`(error: HTTPError, expected: FetchError) async throws {
        let fixture = try FetcherFixture { _, _ throws(HTTPError) in throw error }
        #expect(await PhotoFetcherTests.outcome { try await fixture.open() } == expected)
        #expect(fixture.host.requests.count == 1)
    }

    @Test func `an image larger than any photo is refused by its head`() async throws {
        let fixture = try FetcherFixture { _, _ in
            ScriptedHost.Answer(headers: ["content-length": "\((64 << 20) + 1)"], steps: [.bytes(jpeg(100))])
        }
        #expect(await PhotoFetcherTests.outcome { try await fixture.open() } == .tooLarge(limit: 64 << 20))
    }

    @Test func `a photo that outgrows the limit in several answers is refused`() async throws {
        var limits = FetchLimits.standard
        limits.maximumLength = 250_000
        var image = image
        image.hasLength = false
        let fixture = try FetcherFixture(limits: limits) { [image] request, number in
            var answer = image.answer(to: request, cutAt: number == 1 ? 100_000 : nil)
            // As if nobody knew where it ends.
            if number > 1 { answer.headers["content-range"] = "bytes 100000-299999/*" }
            return answer
        }
        let error = try await fixture.inTime { await PhotoFetcherTests.outcome { try await fixture.open() } }
        #expect(error == .tooLarge(limit: 250_000))
        #expect(!fixture.cache.contains(key))
    }

    @Test(arguments: ["bytes 0-9/300000", "bytes 100000-299999/300001", "nonsense", ""])
    func `a part that was not asked for is not taken`(contentRange: String) async throws {
        let fixture = try FetcherFixture { [image] request, number in
            if number == 1 { return image.answer(to: request, cutAt: 100_000) }
            if request.offset == nil { return image.answer(to: request) }
            return ScriptedHost.Answer(
                status: 206, headers: ["content-range": contentRange], steps: [.bytes(jpeg(200_000, seed: 3))])
        }
        let open = try await fixture.open(length: 300_000)
        #expect(try await fixture.inTime { try await fixture.readAll(open) } == image.bytes)
    }
}
