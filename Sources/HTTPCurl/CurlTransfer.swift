internal import CCurl
internal import HTTP
internal import Synchronization

/// A request under way: an easy handle on the curl thread, and the state that its reader waits on.
@safe final class CurlTransfer: @unchecked Sendable {
    // Sendable: `state` has a lock; only the curl thread uses all other variables.

    enum Conclusion {
        /// Follow a redirect, or send the request over another connection.
        case again
        case ended(HTTPError?)
    }

    static let checkInterval = Duration.milliseconds(Int64(checkMilliseconds))
    static let checkMilliseconds: CInt = 100

    let request: HTTPRequest
    /// It ends when it is connected.
    let isConnectOnly: Bool
    let configuration: CurlConfiguration
    let number: UInt64
    private let inbox: CurlInbox
    private let state = Mutex(TransferState())

    private let origin: CurlAddress
    private var address: CurlAddress
    private var redirects = 0
    private var easy: UnsafeMutableRawPointer?
    private var headerList: UnsafeMutablePointer<curl_slist>?

    /// The request goes over a connection of its own, because a kept one brought no answer.
    private(set) var needsNewConnection = false
    /// Bytes waited on the kept connection that libcurl chose, so nothing was sent.
    private var isConnectionDirty = false
    private var sockets: OpenSockets?
    /// When the request was sent, on a new or a kept connection.
    private var sentAt: SuspendingClock.Instant?
    /// When the answer's head was complete.
    private var answeredAt: SuspendingClock.Instant?
    private var answer = AnswerHead()
    private var watch: SpeedWatch?
    private var bodyLength: Int64 = 0
    /// From when the sender is held back until libcurl goes on: the reader's word comes earlier than that.
    private var isPaused = false
    private var redirectTarget: CurlAddress?
    /// Why one of our callbacks broke off the transfer.
    private var failure: HTTPError?
    /// The errno of the last socket that could not be had; 0 if all could.
    private var lacking: CInt = 0
    /// Whether something has arrived that the reader has not been told of.
    private(set) var isTouched = false

    init(
        _ request: HTTPRequest, isConnectOnly: Bool = false, configuration: CurlConfiguration, inbox: CurlInbox
    ) throws(HTTPError) {
        self.request = request
        self.isConnectOnly = isConnectOnly
        self.configuration = configuration
        self.inbox = inbox
        number = inbox.nextNumber()
        origin = try CurlPolicy(plainHTTPHosts: configuration.plainHTTPHosts).address(of: request)
        address = origin
        guard request.headers.allSatisfy({ Self.isSendable($0.name) && Self.isSendable($0.value) }) else {
            throw .failed("\(request.redactedURL): a header with a control character")
        }
    }

    // MARK: For the reader, on any thread

    func head() async throws(HTTPError) -> TransferState.Head {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                state.withLock { $0.waitForHead(waiter) }?()
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    func next() async throws(HTTPError) -> [UInt8]? {
        guard !Task.isCancelled else {
            cancel()
            throw .cancelled
        }
        let ready = state.withLock { ($0.take(), $0.mayRefill()) }
        if ready.1 { inbox.post(.resume(number)) }
        if let result = ready.0 { return try result.get() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                state.withLock { $0.waitForPiece(waiter) }?()
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Resumes the reader at once; the curl thread removes the transfer, and closes its connection, soon after.
    func cancel() {
        let hadEnded = state.withLock { state in
            defer { state.end(.failed(.cancelled)) }
            return state.ending != nil
        }
        guard !hadEnded else { return }
        inbox.post(.remove(number))
        flush()
    }

    var hasArrived: Bool {
        state.withLock { state in
            if case .whole = state.ending { true } else { false }
        }
    }

    func flush() {
        let answers = state.withLock { state in
            let answers = (state.answerHead(), state.answerBody())
            return (answers.0, answers.1, state.mayRefill())
        }
        answers.0?()
        answers.1?()
        if answers.2 { inbox.post(.resume(number)) }
    }

    // MARK: On the curl thread

    static func of(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? {
        var pointer: UnsafeMutablePointer<CChar>?
        guard unsafe ccurl_info_string(easy, CURLINFO_PRIVATE, &pointer) == CURLE_OK,
            let pointer = unsafe pointer
        else { return nil }
        return unsafe Unmanaged<CurlTransfer>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The handle does not retain this transfer; the thread's table does, until `close`.
    func open(in multi: UnsafeMutableRawPointer, _ sockets: OpenSockets, connectionLifetime: Int?) -> CURLMcode {
        guard let easy = unsafe curl_easy_init() else { return CURLM_OUT_OF_MEMORY }
        unsafe self.easy = easy
        self.sockets = sockets
        isPaused = false
        (sentAt, answeredAt, watch, answer, lacking) = (nil, nil, nil, AnswerHead(), 0)
        var options = unsafe CurlOptions(easy)
        options.describe(self, to: address, connectionLifetime: connectionLifetime)
        for header in request.headers where address == origin || !Self.isCredential(header.name) {
            unsafe headerList = curl_slist_append(headerList, "\(header.name): \(header.value)")
        }
        // Without a word of it the host may encode the answer as it likes (RFC 9110, 12.5.3), and no length is known.
        if !request.acceptsEncoding {
            unsafe headerList = curl_slist_append(headerList, "Accept-Encoding: identity")
        }
        if let list = unsafe headerList {
            unsafe options.set(CURLOPT_HTTPHEADER, list: list)
        }
        guard options.firstRefusal == CURLE_OK else { return CURLM_UNKNOWN_OPTION }
        return unsafe curl_multi_add_handle(multi, easy)
    }

    func close(in multi: UnsafeMutableRawPointer) {
        guard let easy = unsafe easy else { return }
        unsafe curl_multi_remove_handle(multi, easy)
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(headerList)
        unsafe (self.easy, headerList) = (nil, nil)
    }

    func resume() {
        guard let easy = unsafe easy else { return }
        isPaused = false
        watch?.restart(at: .now, bytes: bodyLength)
        unsafe curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    func flushTouched() {
        isTouched = false
        flush()
    }

    func conclude(_ code: CURLcode) -> Conclusion {
        if [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST].contains(code),
            let lack = HTTPError.lackOfDescriptors(lacking == 0 ? systemError : lacking, at: address.authority)
        {
            return .ended(lack)
        }
        if let failure { return .ended(failure) }
        if let target = redirectTarget {
            redirectTarget = nil
            redirects += 1
            address = target
            return .again
        }
        if isConnectionDirty {
            // libcurl has closed that connection, so this ends at a clean or a new one.
            isConnectionDirty = false
            return .again
        }
        guard code != CURLE_OK else { return .ended(nil) }
        if [CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY].contains(code), isWaitingOnUsedConnection,
            !needsNewConnection
        {
            // No HTTP answer, but perhaps the rest of the one before it, which came late.
            needsNewConnection = true
            return .again
        }
        return .ended(HTTPError(code, at: address.authority, isSent: sentAt != nil))
    }

    /// The errno of the last connection that failed; 0 if none did.
    private var systemError: Int32 {
        guard let easy = unsafe easy else { return 0 }
        var code = 0
        return unsafe ccurl_info_long(easy, CURLINFO_OS_ERRNO, &code) == CURLE_OK ? Int32(clamping: code) : 0
    }

    func end(_ error: HTTPError?) {
        state.withLock { $0.end(error.map { .failed($0) } ?? .whole) }
        flush()
    }

    private var firstByteTimeout: Duration { request.firstByteTimeout ?? configuration.firstByteTimeout }

    func overdue(at now: SuspendingClock.Instant) -> HTTPError? {
        if let answeredAt, bodyLength == 0, answer.declaredLength ?? 1 > 0,
            answeredAt.duration(to: now) >= firstByteTimeout
        {
            return .timedOut("\(address.authority): a head, and no byte in \(firstByteTimeout)")
        }
        if watch != nil {
            guard !isPaused, watch?.hasStalled(at: now, bytes: bodyLength) == true else { return nil }
            let limit = configuration.lowSpeedLimit
            return .timedOut("\(address.authority): under \(limit) B/s for \(configuration.lowSpeedPeriod)")
        }
        guard let sentAt, sentAt.duration(to: now) >= firstByteTimeout else { return nil }
        return .timedOut("\(address.authority): no answer in \(firstByteTimeout)")
    }

    var isWaitingOnUsedConnection: Bool { sentAt != nil && watch == nil && isConnectionUsed }

    private var isConnectionUsed: Bool {
        guard let easy = unsafe easy else { return false }
        var made = 1
        return unsafe ccurl_info_long(easy, CURLINFO_NUM_CONNECTS, &made) == CURLE_OK && made == 0
    }

    // MARK: From libcurl's callbacks

    /// How long sent data may stay unacknowledged, in milliseconds: at most half of the first-byte timeout, so that the
    /// other half is left to send the request again.
    var acknowledgementTimeout: UInt32 {
        let parts = min(.seconds(8), firstByteTimeout / 2).components
        return UInt32(max(100, parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000))
    }

    /// There is no socket for the connection.
    func lacks(errno code: CInt) {
        lacking = code
    }

    func opened(socket: CInt) {
        sockets?.note(socket)
    }

    /// False if the request must not go over this connection.
    func willSend(fromLocalPort port: CInt) -> Bool {
        if let easy = unsafe easy, isConnectionUsed {
            isConnectionDirty =
                unsafe ccurl_has_decrypted_bytes(easy) != 0 || sockets?.haveWaitingBytes(atLocalPort: port) == true
        }
        guard !isConnectionDirty else { return false }
        sentAt = .now
        return true
    }

    /// Receives a line of the head, or a trailer. False breaks the transfer off.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
        guard watch == nil else { return true }
        switch unsafe answer.read(line) {
        case .more: return true
        case .tooLong:
            failure = .failed("\(address.authority): an endless head")
            return false
        case .complete:
            answeredAt = .now
            watch = SpeedWatch(limit: configuration.lowSpeedLimit, period: configuration.lowSpeedPeriod, now: .now)
            return accept()
        }
    }

    /// Receives a part of the body. False breaks the transfer off; nil holds the sender back.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool? {
        let length = Int64(bytes.count)
        guard redirectTarget == nil else {
            // Reading a redirect's short body to its end keeps the connection; a long body is not worth it.
            bodyLength += length
            return bodyLength <= Int64(TransferState.pieceLength)
        }
        guard bodyLength + length <= request.maximumBodyLength else {
            failure = .bodyTooLarge(limit: request.maximumBodyLength)
            return false
        }
        guard state.withLock({ unsafe $0.append(bytes) }) else {
            isPaused = true
            return nil
        }
        bodyLength += length
        // The reader gets the first bytes at once, because it waits for them; later pieces are delivered together.
        if bodyLength == length { flush() } else { isTouched = true }
        return true
    }

    /// Acts on the complete head: follows a redirect, refuses a body that is too long, or passes the head to the
    /// reader.
    private func accept() -> Bool {
        bodyLength = 0
        do throws(HTTPError) {
            if let location = answer.redirectLocation {
                redirectTarget = try follow(location)
                return true
            }
            if let length = answer.declaredLength, length > request.maximumBodyLength {
                throw .bodyTooLarge(limit: request.maximumBodyLength)
            }
        } catch {
            failure = error
            return false
        }
        let head = TransferState.Head(status: answer.status, url: address.url, headers: answer.headers)
        state.withLock { $0.begin(with: head) }
        isTouched = true
        return true
    }

    private func follow(_ location: String) throws(HTTPError) -> CurlAddress {
        guard redirects < CurlPolicy.maximumRedirects else {
            throw .failed("\(request.redactedURL): more than \(CurlPolicy.maximumRedirects) redirects")
        }
        guard let target = address.resolving(location) else {
            throw .failed("\(request.redactedURL): a redirect to no address")
        }
        let policy = CurlPolicy(plainHTTPHosts: configuration.plainHTTPHosts)
        return try policy.redirect(of: request, at: origin, to: target)
    }

    private static func isSendable(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func isCredential(_ name: String) -> Bool {
        ["authorization", "cookie", "proxy-authorization"].contains(name.lowercased())
    }
}
