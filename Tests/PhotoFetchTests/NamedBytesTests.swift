import HTTP
import PhotoCache
import PhotoTree
import Synchronization
import TestClock
import Testing

@testable import PhotoFetch

/// Photos whose length and digest their source's listing tells.
@Suite struct NamedBytesTests {
    private let image = HostedImage(bytes: jpeg(300_000))

    /// The original as a source names it whose file has `bytes`.
    private func original(_ bytes: [UInt8]) throws -> Photo {
        var named = try #require(NamedDigest(naming: "sha1:"))
        named.update(bytes)
        let rendition = Rendition(
            name: "b", width: nil, height: nil, url: rendition.url, byteCount: Int64(bytes.count), digest: named.text)
        return Photo(id: photo.id, renditions: [rendition])
    }

    @Test func `a SHA-1 is the one that everybody computes`() throws {
        var empty = try #require(NamedDigest(naming: "sha1:x"))
        #expect(empty.text == "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709")
        empty.update(Array("abc".utf8))
        #expect(empty.text == "sha1:a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(NamedDigest(naming: "md5:x") == nil && NamedDigest(naming: nil) == nil)
    }

    @Test func `a known length is settled without a request, and the bytes are what the source names`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let photo = try original(image.bytes)
        let open = try await fixture.fetcher.open(photo, photo.renditions[0], known: nil)
        #expect(open.length == 300_000 && fixture.host.requests.isEmpty)
        #expect(try await fixture.readAll(open) == image.bytes)
        #expect(await eventually { fixture.cache.keys().map(\.photo) == [photo.id] })
        #expect(fixture.source.lookUps.withLock { $0 } == 0)
    }

    @Test func `a transfer in two parts is checked as a whole`() async throws {
        var image = image
        (image.takesRange, image.etag) = (true, "\"1\"")
        let fixture = try FetcherFixture { [image] request, number in
            image.answer(to: request, cutAt: number == 1 ? 70_000 : nil)
        }
        let photo = try original(image.bytes)
        let open = try await fixture.fetcher.open(photo, photo.renditions[0], known: nil)
        #expect(try await fixture.inTime { try await fixture.readAll(open) } == image.bytes)
        #expect(await eventually { fixture.cache.keys().map(\.photo) == [photo.id] })
    }

    @Test func `other bytes of the same length are not kept as the photo`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let photo = try original(jpeg(300_000, seed: 1))
        fixture.source.found.withLock { $0 = photo }
        let open = try await fixture.fetcher.open(photo, photo.renditions[0], known: nil)
        _ = try? await fixture.readAll(open)
        #expect(
            await eventually {
                fixture.fetcher.lastError(of: FetcherFixture.key)?.error
                    == .notAPhoto("other bytes than the source names")
            })
        #expect(fixture.cache.keys().isEmpty)
        #expect(fixture.source.lookUps.withLock { $0 } == 1)
    }

    @Test func `bytes of a version newer than the listing are kept, once the source has named them`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let listed = try original(jpeg(300_000, seed: 1))
        fixture.source.found.withLock { [image] in $0 = try? original(image.bytes) }
        let open = try await fixture.fetcher.open(listed, listed.renditions[0], known: nil)
        #expect(try await fixture.readAll(open) == image.bytes)
        #expect(await eventually { fixture.cache.keys().map(\.photo) == [listed.id] })
        #expect(fixture.told.events.contains(.updated(listed.id)))
    }

    @Test func `bytes that nobody names any more are gone`() async throws {
        let fixture = try FetcherFixture { [image] request, _ in image.answer(to: request) }
        let listed = try original(jpeg(300_000, seed: 1))
        let open = try await fixture.fetcher.open(listed, listed.renditions[0], known: nil)
        _ = try? await fixture.readAll(open)
        #expect(await eventually { fixture.told.events.contains(.gone(listed.id)) })
        #expect(fixture.cache.keys().isEmpty)
    }
}
