public import HTTP
internal import Synchronization

/// HTTP over libcurl: connections kept and shared, bodies streamed, each transfer cancellable at any moment.
///
/// Its executor is the thread that owns libcurl's multi handle, so no lock guards that handle.
public actor CurlTransport: HTTPTransport {
    private let thread: CurlThread
    private let configuration: CurlConfiguration
    private var isShutDown = false

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe thread.asUnownedSerialExecutor()
    }

    /// - Throws: `HTTPError.failed` when there is no memory or no thread for libcurl.
    public init(configuration: CurlConfiguration) throws(HTTPError) {
        self.configuration = configuration
        thread = try CurlThread(configuration: configuration)
        try thread.begin()
    }

    deinit {
        thread.post(.stop)
    }

    /// Waits on the caller's executor, not on the thread's: what wakes it needs no hop through the thread.
    public nonisolated func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let transfer = try CurlTransfer(request, configuration: configuration, thread: thread)
        try await begin(transfer)
        let head = try await transfer.head()
        // The body keeps the transport, and with it the thread, for as long as it is read.
        let body = HTTPBody(
            next: { [self] () async throws(HTTPError) in
                defer { withExtendedLifetime(self) {} }
                return try await transfer.next()
            }, cancel: { transfer.cancel() })
        return HTTPResponse(status: head.status, url: head.url, headers: head.headers, body: body)
    }

    /// Ends every transfer with `.cancelled` and closes its connection; later requests are refused the same way. The
    /// thread itself ends when nobody holds the transport or a body of it any more.
    public func shutdown() {
        isShutDown = true
        thread.post(.removeAll)
    }

    private func begin(_ transfer: CurlTransfer) throws(HTTPError) {
        guard !isShutDown else { throw .cancelled }
        thread.add(transfer)
    }
}
