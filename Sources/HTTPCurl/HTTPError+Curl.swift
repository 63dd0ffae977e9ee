internal import CCurl
internal import Glibc
internal import HTTP

extension HTTPError {
    /// That no host was asked, because this process may open no more files; nil if `errno` says something else.
    static func lackOfDescriptors(_ errno: Int32, at host: String) -> HTTPError? {
        guard errno == EMFILE || errno == ENFILE else { return nil }
        return .failed("\(host): not asked, because too many files are open here (ulimit -n)")
    }

    /// Converts libcurl's error code, with its general text: the detailed one may quote the address, which may contain
    /// a secret.
    init(_ code: CURLcode, at host: String, isSent: Bool) {
        let text = unsafe "\(host): \(String(cString: curl_easy_strerror(code)))"
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION:
            self = .unreachable("\(host): its certificate is not trusted; check the clock and the CA certificates")
        case CURLE_SSL_CACERT_BADFILE:
            self = .unreachable("\(host): the file of CA certificates cannot be read")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
            CURLE_SSL_CERTPROBLEM, CURLE_PROXY:
            self = .unreachable(text)
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut(isSent ? text : "\(host): no connection in time")
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING:
            self = .cutShort(text)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            self = isSent ? .cutShort(text) : .unreachable(text)
        case CURLE_UNSUPPORTED_PROTOCOL where isSent:
            self = .failed("\(host): the answer is not HTTP")
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            self = .badURL(host)
        default:
            self = .failed(text)
        }
    }
}
