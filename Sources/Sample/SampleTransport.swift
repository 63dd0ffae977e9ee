internal import FoundationEssentials
public import HTTP
import Synchronization

/// Answers requests for the sample's images from their files, so that the sample's photos take the same path as all
/// others. It uses no server and no connection.
public struct SampleTransport: HTTPTransport {
    /// Runs a read on a thread that may block, and waits for its result.
    public typealias Reading = @Sendable (@escaping @Sendable () -> [UInt8]?) async -> [UInt8]?

    private let images: String
    private let reading: Reading

    /// - Parameters:
    ///   - folder: The folder of the files, with the images in `images`.
    ///   - reading: Runs a read.
    public init(folder: String, reading: @escaping Reading) {
        images = folder + "/images"
        self.reading = reading
    }

    /// Answers 404 if the address is not that of an image of the sample.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard let name = Self.fileName(of: request.url), let bytes = await bytes(of: images + "/" + name) else {
            return HTTPResponse(status: 404, url: request.url, headers: [:], body: Self.body([]))
        }
        guard bytes.count <= request.maximumBodyLength else {
            throw .bodyTooLarge(limit: request.maximumBodyLength)
        }
        return HTTPResponse(
            status: 200, url: request.url,
            headers: ["content-type": "image/jpeg", "content-length": "\(bytes.count)"], body: Self.body(bytes))
    }

    /// The name of the image file for an address. Catalogs from when the sample was a server on this machine have
    /// addresses like "http://127.0.0.1:40002/65535/53900000000_0123456789_b.jpg".
    static func fileName(of url: String) -> String? {
        guard let last = url.split(separator: "/").last, last.hasSuffix(".jpg") else { return nil }
        let words = last.dropLast(4).split(separator: "_", omittingEmptySubsequences: false)
        guard words.count == 2 || words.count == 3, let id = words.first, let size = words.last,
            !id.isEmpty, id.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            SampleSource.sizes.contains(String(size))
        else { return nil }
        return "\(id)_\(size).jpg"
    }

    private func bytes(of path: String) async -> [UInt8]? {
        await reading { FileManager.default.contents(atPath: path).map { Array($0) } }
    }

    private static func body(_ bytes: [UInt8]) -> HTTPBody {
        let rest = Rest(bytes)
        return HTTPBody(next: { () async throws(HTTPError) in rest.take() }, cancel: {})
    }

    private final class Rest: Sendable {
        private let bytes: Mutex<[UInt8]>

        init(_ bytes: [UInt8]) {
            self.bytes = Mutex(bytes)
        }

        func take() -> [UInt8]? {
            bytes.withLock { bytes in
                defer { bytes = [] }
                return bytes.isEmpty ? nil : bytes
            }
        }
    }
}
