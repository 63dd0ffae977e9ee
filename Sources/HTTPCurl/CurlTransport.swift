internal import CCurl
public import HTTP
internal import Synchronization

/// HTTP over libcurl: connections are kept and shared, bodies are streamed, and each transfer can be cancelled at any
/// moment.
///
/// One thread owns libcurl's multi handle, so it needs no lock. Callers wait for that thread only when they await an
/// answer.
public final class CurlTransport: HTTPTransport {
    private let thread: CurlThread
    private let configuration: CurlConfiguration

    /// Loads libcurl ahead of `init`, which takes some milliseconds. If libcurl is missing, `init` reports it.
    public static func load() {
        _ = ccurl_load()
    }

    /// - Throws: `HTTPError.failed` if libcurl is missing or too old, or there is no memory or thread for it.
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
        // The body keeps the transport, and so the thread, alive while it is read.
        let body = HTTPBody(
            next: { [self] () async throws(HTTPError) in
                defer { withExtendedLifetime(self) {} }
                return try await transfer.next()
            }, cancel: { transfer.cancel() }, hasArrived: { transfer.hasArrived })
        return HTTPResponse(status: head.status, url: head.url, headers: head.headers, body: body)
    }

    /// Looks the host of `url` up, connects to it and, over TLS, checks its certificate. Sends no request, and keeps no
    /// connection.
    ///
    /// - Throws: Why there is no connection.
    public func connect(to url: String) async throws(HTTPError) {
        guard !Task.isCancelled else { throw .cancelled }
        let request = HTTPRequest(url: url, maximumBodyLength: 0)
        let transfer = try CurlTransfer(request, isConnectOnly: true, configuration: configuration, inbox: thread.inbox)
        guard thread.add(transfer) else { throw .cancelled }
        do throws(HTTPError) {
            _ = try await transfer.head()
        } catch {
            // libcurl ends such a transfer when it is connected, before any answer.
            guard case .cutShort = error else { throw error }
        }
    }

    /// Ends every transfer with `.cancelled` and closes its connection; later requests fail the same way. The thread
    /// itself ends when the transport and all bodies that keep it alive have been released.
    public func shutdown() {
        thread.shutDown()
    }
}
