public import HTTP
internal import PhotoTree
internal import Synchronization

/// Answers requests for photos that lie packed in a zip file, so that they take the way of all that is fetched: through
/// the cache. Nothing goes over a network.
public struct PackedFilesTransport: HTTPTransport {
    /// Runs work on a thread that may block, and waits for its end.
    public typealias Blocking = @Sendable (@escaping @Sendable () -> Void) async -> Void

    private let source: OwnPhotosSource
    private let blocking: Blocking

    public init(_ source: OwnPhotosSource, blocking: @escaping Blocking) {
        (self.source, self.blocking) = (source, blocking)
    }

    /// Answers 404 for what is in the zip no longer.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let found = await run { [source] () throws(DiskError) -> (stream: UnpackedStream, size: Int64)? in
            try source.packedFile(at: request.url)
        }
        switch found {
        case .success(nil), .failure(.absent), .failure(.other):
            return HTTPResponse(
                status: 404, url: request.url, headers: [:],
                body: HTTPBody(next: { () async throws(HTTPError) in nil }, cancel: {}))
        case .failure(let error): throw .unreachable(error.text)
        case .success(let packed?):
            guard packed.size <= request.maximumBodyLength else {
                throw .bodyTooLarge(limit: request.maximumBodyLength)
            }
            let stream = packed.stream
            return HTTPResponse(
                status: 200, url: request.url, headers: ["content-length": "\(packed.size)"],
                body: HTTPBody(
                    next: { () async throws(HTTPError) in
                        switch await run({ () throws(DiskError) in try stream.next() }) {
                        case .success(let bytes): return bytes
                        case .failure(let error): throw .failed(error.text)
                        }
                    }, cancel: {}))
        }
    }

    private func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(DiskError) -> Value
    ) async -> Result<Value, DiskError> {
        let box = Box<Result<Value, DiskError>>(.failure(.absent))
        await blocking {
            let result = Result { () throws(DiskError) in try work() }
            box.value.withLock { $0 = result }
        }
        return box.value.withLock(\.self)
    }

    private final class Box<Value: Sendable>: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }
}
