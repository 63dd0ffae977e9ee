internal import CCurl

/// The sockets of libcurl's connections. Only the curl thread uses it.
///
/// Before libcurl 8 reuses a connection it looks for bytes that wait on it; libcurl 7 does not. Such bytes are the rest
/// of an answer that was longer than its Content-Length, or an answer that nobody asked for. The next request would
/// take them for its own answer.
final class OpenSockets {
    private var sockets: Set<CInt> = []

    func note(_ socket: CInt) {
        sockets.insert(socket)
    }

    /// Whether bytes wait on the connection that begins at this local port. libcurl does not tell which of the sockets
    /// belongs to a connection. If two have this port, to different hosts, both are looked at.
    func haveWaitingBytes(atLocalPort port: CInt) -> Bool {
        // libcurl has closed those that are no internet sockets any more.
        sockets = sockets.filter { ccurl_local_port($0) >= 0 }
        return sockets.contains { ccurl_local_port($0) == port && ccurl_has_waiting_bytes($0) != 0 }
    }
}
