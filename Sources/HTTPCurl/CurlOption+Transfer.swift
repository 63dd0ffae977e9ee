internal import CCurl
internal import Glibc
internal import HTTP

extension CurlOptions {
    /// Sets all options of `transfer`, except its headers.
    mutating func describe(_ transfer: CurlTransfer, to address: CurlAddress, connectionLifetime: Int?) {
        let configuration = transfer.configuration
        let userdata = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        set(CURLOPT_URL, address.url)
        unsafe set(CURLOPT_PRIVATE, pointer: userdata)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_USERAGENT, configuration.userAgent)
        // HTTP/1.1: each transfer has its own connection, so a held-back or stalled one shares no flow-control window
        // with another.
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        if transfer.request.acceptsEncoding {
            set(CURLOPT_ACCEPT_ENCODING, "gzip")
        }
        // We follow redirects ourselves, after checking their targets.
        set(CURLOPT_FOLLOWLOCATION, false)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        setSecurity(configuration)
        setConnection(transfer, address: address, lifetime: connectionLifetime)
        unsafe setCallbacks(userdata)
    }

    private mutating func setSecurity(_ configuration: CurlConfiguration) {
        set(CURLOPT_SSL_VERIFYPEER, true)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let file = configuration.authorityFile {
            set(CURLOPT_CAINFO, file)
        }
    }

    private mutating func setConnection(_ transfer: CurlTransfer, address: CurlAddress, lifetime: Int?) {
        let configuration = transfer.configuration
        set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout)
        set(CURLOPT_NOSIGNAL, true)
        // Without this, cancelling a request during its name lookup waits for the lookup, and blocks every other
        // transfer as well (lib/asyn-thread.c).
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_TCP_KEEPALIVE, true)
        set(CURLOPT_FRESH_CONNECT, transfer.needsNewConnection)
        set(CURLOPT_CONNECT_ONLY, transfer.isConnectOnly)
        set(CURLOPT_BUFFERSIZE, 32 * 1_024)
        if address.isLoopback {
            set(CURLOPT_PROXY, "")
        } else if let proxy = configuration.proxy {
            set(CURLOPT_PROXY, proxy)
        }
        if let lifetime {
            set(CURLOPT_MAXLIFETIME_CONN, lifetime)
        }
    }

    private mutating func setCallbacks(_ userdata: UnsafeMutableRawPointer) {
        unsafe set(CURLOPT_WRITEDATA, pointer: userdata)
        unsafe set(CURLOPT_WRITEFUNCTION) { bytes, size, count, userdata in
            guard let bytes = unsafe bytes, let transfer = unsafe CurlTransfer.unretained(userdata) else { return 0 }
            let length = size * count
            switch unsafe transfer.receive(body: UnsafeRawBufferPointer(start: bytes, count: length)) {
            case true?: return length
            case false?: return Int(CURL_WRITEFUNC_ERROR)
            case nil: return Int(CURL_WRITEFUNC_PAUSE)
            }
        }
        unsafe set(CURLOPT_HEADERDATA, pointer: userdata)
        unsafe set(CURLOPT_HEADERFUNCTION) { bytes, size, count, userdata in
            guard let bytes = unsafe bytes, let transfer = unsafe CurlTransfer.unretained(userdata) else { return 0 }
            let length = size * count
            return unsafe transfer.receive(line: UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
        }
        unsafe set(CURLOPT_PREREQDATA, pointer: userdata)
        unsafe set(prereq: { userdata, _, _, _, localPort in
            guard let transfer = unsafe CurlTransfer.unretained(userdata) else { return CURL_PREREQFUNC_OK }
            return transfer.willSend(fromLocalPort: localPort) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        })
        // libcurl does not tell why it has no socket, and calls the host unreachable then.
        unsafe set(CURLOPT_OPENSOCKETDATA, pointer: userdata)
        unsafe set(opensocket: { userdata, _, address in
            guard let address = unsafe address?.pointee else { return CURL_SOCKET_BAD }
            let kind = address.socktype | CInt(bitPattern: SOCK_CLOEXEC.rawValue)
            let socket = socket(address.family, kind, address.protocol)
            if socket < 0 { unsafe CurlTransfer.unretained(userdata)?.lacks(errno: errno) }
            return socket
        })
        // If the other end of a kept connection disappeared silently, the kernel gives the connection up well before
        // the first-byte timeout (tcp(7), TCP_USER_TIMEOUT). libcurl then sends the request again over a new one.
        unsafe set(CURLOPT_SOCKOPTDATA, pointer: userdata)
        unsafe set(sockopt: { userdata, socket, _ in
            let transfer = unsafe CurlTransfer.unretained(userdata)
            transfer?.opened(socket: socket)
            var patience = transfer?.acknowledgementTimeout ?? 8_000
            unsafe setsockopt(socket, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience, socklen_t(4))
            return CURL_SOCKOPT_OK
        })
    }
}

extension CurlTransfer {
    fileprivate static func unretained(_ userdata: UnsafeMutableRawPointer?) -> CurlTransfer? {
        guard let userdata = unsafe userdata else { return nil }
        return unsafe Unmanaged<CurlTransfer>.fromOpaque(userdata).takeUnretainedValue()
    }
}
