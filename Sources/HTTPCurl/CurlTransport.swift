internal import CCurl
public import HTTP
internal import Synchronization

/// HTTP over libcurl: connections kept and shared, bodies streamed, each transfer cancellable at any moment.
///
/// One thread owns libcurl's multi handle, so no lock guards that; nobody waits for the thread but for an answer.
public final class CurlTransport: HTTPTransport {
    private let thread: CurlThread
    private let configuration: CurlConfiguration

    /// Loads libcurl, which takes some milliseconds, so that `init` need not. Whether it is there `init` says.
    public static func load() {
        _ = ccurl_load()
    }

    /// - Throws: `HTTPError.failed` when there is no libcurl, no memory or no thread for it.
    public init(configuration: CurlConfiguration) throws(HTTPError) {
        self.configuration = configuration
        thread = try CurlThread(configuration: configuration)
        try thread.begin()
    }

    deinit {
        thread.stop()
    }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let transfer = try CurlTransfer(request, configuration: configuration, inbox: thread.inbox)
        guard thread.add(transfer) else { throw .cancelled }
        let head = try await transfer.head()
        // The body keeps the transport, and with it the thread, for as long as it is read.
        let body = HTTPBody(
            next: { [self] () async throws(HTTPError) in
                defer { withExtendedLifetime(self) {} }
                return try await transfer.next()
            }, cancel: { transfer.cancel() }, hasArrived: { transfer.hasArrived })
        return HTTPResponse(status: head.status, url: head.url, headers: head.headers, body: body)
    }

    /// Ends every transfer with `.cancelled` and closes its connection; later requests are refused the same way. The
    /// thread itself ends when nobody holds the transport or a body of it any more.
    public func shutdown() {
        thread.shutDown()
    }
}
