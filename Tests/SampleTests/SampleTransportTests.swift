import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Sample

@Suite("The sample's pictures") struct SampleTransportTests {
    private let transport = SampleTransport(folder: SampleSource.bundled) { read in read() }

    private func request(_ url: String, limit: Int64 = 1 << 20) -> HTTPRequest {
        HTTPRequest(url: url, maximumBodyLength: limit)
    }

    @Test func `every picture of every photo is there, as long as it says, and a JPEG`() async throws {
        let source = try SampleSource(folder: SampleSource.bundled)
        var count = 0
        for place in try await source.topPlaces() {
            for photo in try await source.photos(PhotoQuery(subject: .place(place), limit: 100)).photos {
                for rendition in photo.renditions {
                    let answer = try await transport.send(request(rendition.url))
                    let length = answer.contentLength
                    let bytes = try await answer.body.collect()
                    let head = ImageHead(status: answer.status, url: answer.url, headers: answer.headers)
                    #expect(source.judge(head, firstBytes: Array(bytes.prefix(16))) == .photo)
                    #expect(length == Int64(bytes.count) && bytes.suffix(2) == [0xFF, 0xD9])
                    count += 1
                }
            }
        }
        #expect(count == 61 * 4)
    }

    @Test func `the addresses of the time when it was a server still lead to the picture`() async throws {
        let now = try await transport.send(request("sample://sample/53900000000_b.jpg")).body.collect()
        let before = request("http://127.0.0.1:40002/4800/53900000000_02dfdc1c35_b.jpg")
        #expect(try await transport.send(before).body.collect() == now && now.count > 10_000)
    }

    @Test(
        arguments: [
            "sample://sample/1_b.jpg", "sample://sample/53900000000_x.jpg", "sample://sample/53900000000_b.png",
            "sample://sample/../../sample.json", "sample://sample/_b.jpg", "sample://sample/", "",
            "sample://sample/..%2F53900000000_b.jpg",
        ])
    func `what is no picture of the sample is not found`(url: String) async throws {
        let answer = try await transport.send(request(url))
        #expect(answer.status == 404)
        #expect(try await answer.body.next() == nil)
    }

    @Test func `no more is read than was asked for`() async throws {
        await #expect(throws: HTTPError.bodyTooLarge(limit: 100)) {
            try await transport.send(request("sample://sample/53900000000_b.jpg", limit: 100))
        }
    }
}
