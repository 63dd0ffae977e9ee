import HTTP
import PhotoTree
import Testing

@testable import PhotoFetch

/// The first bytes of an image, asked for to learn its length.
@Suite struct BeginningTests {
    @Test func `a request that is displaced again and again ends, and says that it came to nothing`() async throws {
        let fixture = try FetcherFixture { _, _ throws(HTTPError) in throw .displaced }
        let error = await PhotoFetcherTests.outcome {
            _ = try await fixture.fetcher.beginning(of: photo, rendition, 16_384)
        }
        #expect(error == .timedOut("nothing came, and others waited"))
        #expect(fixture.host.requests.map(\.displacements) == [0, 1, 2, 3])
    }

    @Test func `one that is displaced once is sent again, behind others`() async throws {
        let bytes = jpeg(30_000)
        let fixture = try FetcherFixture { request, number throws(HTTPError) in
            guard number > 1 else { throw .displaced }
            return HostedImage(bytes: bytes).answer(to: request)
        }
        let beginning = try await fixture.fetcher.beginning(of: photo, rendition, 16_384)
        #expect(beginning?.length == 30_000 && beginning?.bytes == Array(bytes.prefix(16_384)))
        #expect(fixture.host.requests.count == 2)
    }

    @Test func `an answer that tells no length is none, and no reason to wait`() async throws {
        var image = HostedImage(bytes: jpeg(30_000))
        image.hasLength = false
        let fixture = try FetcherFixture { [image] request, _ in
            var request = request
            request.headers = []
            return image.answer(to: request)
        }
        #expect(try await fixture.fetcher.beginning(of: photo, rendition, 16_384) == nil)
    }
}
