internal import CCurl
internal import Glibc
internal import HTTP
internal import Synchronization

/// The thread "curl", the only one that uses the multi handle.
///
/// It carries out the orders of other threads, runs libcurl, and sleeps in `curl_multi_poll`.
/// Nothing slow may run here, because every transfer would wait for it.
@safe final class CurlThread: @unchecked Sendable {
    // Sendable: only this thread uses `multi`, `transfers`, `trust` and `sockets`; all threads may use `inbox` and
    // `coming`.

    private static let keptConnections = 32

    private let multi: UnsafeMutableRawPointer
    let inbox: CurlInbox
    /// The transfers whose `add` order the thread has not read yet.
    private let coming = Mutex<[UInt64: CurlTransfer]>([:])
    private var transfers: [UInt64: CurlTransfer] = [:]
    private var isStopping = false
    private var trust = ConnectionTrust()
    private let sockets = OpenSockets()
    private let start = (awake: SuspendingClock.now, elapsed: ContinuousClock.now)

    init(configuration: CurlConfiguration) throws(HTTPError) {
        guard ccurl_load() != 0 else { throw .failed("libcurl.so.4 is missing or too old") }
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = unsafe curl_multi_init() else {
            throw .failed("libcurl does not start")
        }
        unsafe self.multi = multi
        inbox = unsafe CurlInbox(multi: multi)
        unsafe ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumHostConnections)
        unsafe ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumConnections)
        // libcurl's default, four for each transfer under way, would close the connections of a burst just when it
        // ends.
        unsafe ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        unsafe ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    /// Starts the thread, which keeps this object alive until it is told to stop.
    func begin() throws(HTTPError) {
        let own = unsafe Unmanaged.passRetained(self)
        var id = pthread_t()
        let code = unsafe pthread_create(
            &id, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<CurlThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, own.toOpaque())
        guard code == 0 else {
            unsafe own.release()
            unsafe curl_multi_cleanup(multi)
            throw .failed("no thread for libcurl: error \(code)")
        }
        pthread_detach(id)
    }

    /// Starts the transfer; false after `shutDown`. May be called on any thread.
    func add(_ transfer: CurlTransfer) -> Bool {
        coming.withLock { $0[transfer.number] = transfer }
        if inbox.add(transfer.number) { return true }
        coming.withLock { $0[transfer.number] = nil }
        return false
    }

    /// Cancels every transfer and refuses later ones. May be called on any thread.
    func shutDown() {
        inbox.shutDown(.removeAll)
    }

    /// Like `shutDown`, and ends the thread.
    func stop() {
        inbox.shutDown(.stop)
    }

    // MARK: On the thread

    private func open(_ transfer: CurlTransfer) {
        let awake = start.awake.duration(to: .now)
        trust.noteTime(awake: awake, elapsed: start.elapsed.duration(to: .now))
        transfers[transfer.number] = transfer
        let code = unsafe transfer.open(in: multi, sockets, connectionLifetime: trust.lifetime(at: awake))
        if code != CURLM_OK {
            end(transfer, .failed("libcurl: \(unsafe String(cString: curl_multi_strerror(code)))"))
        }
    }

    private func run() {
        blockSignals()
        unsafe ccurl_name_thread("curl")
        var nextCheck = SuspendingClock.now
        while true {
            obeyInbox()
            if isStopping { break }
            var running: CInt = 0
            unsafe curl_multi_perform(multi, &running)
            reap()
            let now = SuspendingClock.now
            if now >= nextCheck {
                checkTimes(now)
                nextCheck = now + CurlTransfer.checkInterval
            }
            flush()
            guard inbox.beginPolling() else { continue }
            // libcurl shortens this to its own next timeout.
            let patience: CInt = transfers.isEmpty ? 3_600_000 : CurlTransfer.checkMilliseconds
            unsafe curl_multi_poll(multi, nil, 0, patience, nil)
        }
        inbox.end()
        obeyInbox()
        unsafe curl_multi_cleanup(multi)
    }

    private func obeyInbox() {
        for order in inbox.takeOrders() {
            switch order {
            case .add(let number):
                if let transfer = coming.withLock({ $0.removeValue(forKey: number) }) { open(transfer) }
            case .remove(let number): if let transfer = transfers[number] { remove(transfer) }
            case .resume(let number): transfers[number]?.resume()
            case .removeAll: removeAll()
            case .stop:
                removeAll()
                isStopping = true
            }
        }
    }

    private func reap() {
        var left: CInt = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle,
                let transfer = unsafe CurlTransfer.of(easy)
            else { continue }
            let code = unsafe message.pointee.data.result
            switch transfer.conclude(code) {
            case .again:
                unsafe transfer.close(in: multi)
                open(transfer)
            case .ended(let error): end(transfer, error)
            }
        }
    }

    private func checkTimes(_ now: SuspendingClock.Instant) {
        for transfer in transfers.values {
            guard let error = transfer.overdue(at: now) else { continue }
            if transfer.isWaitingOnUsedConnection {
                trust.distrust(at: start.awake.duration(to: now))
            }
            end(transfer, error)
        }
    }

    /// Called after libcurl has returned, so that a reader gets all pieces that arrived together at once.
    private func flush() {
        for transfer in transfers.values where transfer.isTouched {
            transfer.flushTouched()
        }
    }

    private func end(_ transfer: CurlTransfer, _ error: HTTPError?) {
        remove(transfer)
        transfer.end(error)
    }

    /// In the middle of a body, this closes the connection, because libcurl cannot know where the next answer would
    /// begin.
    private func remove(_ transfer: CurlTransfer) {
        guard transfers.removeValue(forKey: transfer.number) != nil else { return }
        unsafe transfer.close(in: multi)
    }

    private func removeAll() {
        for transfer in transfers.values {
            end(transfer, .cancelled)
        }
    }

    /// Other threads handle signals. SIGPIPE in particular must not arrive here: OpenSSL writes to sockets without
    /// MSG_NOSIGNAL.
    private func blockSignals() {
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
    }
}
