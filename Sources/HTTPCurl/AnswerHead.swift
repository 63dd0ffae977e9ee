internal import CCurl
internal import Glibc
internal import HTTP

/// Reads an answer's head line by line, as libcurl delivers it; skips informational answers (1xx) before it.
struct AnswerHead {
    enum Progress {
        case more, complete, tooLong
    }

    private(set) var status = 0
    private(set) var headers: [String: String] = [:]
    private var length = 0

    private static let maximumLength = 256 * 1_024

    mutating func read(_ line: UnsafeRawBufferPointer) -> Progress {
        length += line.count
        guard length <= Self.maximumLength else { return .tooLong }
        let text = unsafe String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
            headers = [:]
            return .more
        }
        if text == "\r\n" || text == "\n" {
            return (100..<200).contains(status) ? .more : .complete
        }
        // By bytes: a colon with a combining accent is another `Character`. No header name that we use is longer than
        // 128 bytes.
        guard let colon = text.utf8.prefix(128).firstIndex(of: UInt8(ascii: ":")) else { return .more }
        let name = text[..<colon].lowercased()
        headers[name] = String(text[text.utf8.index(after: colon)...].trimmingBlanks())
        return .more
    }

    /// The Location of a redirect; nil for every other answer.
    var redirectLocation: String? {
        [301, 302, 303, 307, 308].contains(status) ? headers["location"].flatMap { $0.isEmpty ? nil : $0 } : nil
    }

    /// The declared length of the body, before decoding.
    var declaredLength: Int64? {
        headers["transfer-encoding"] == nil ? headers["content-length"].flatMap { Int64($0) } : nil
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        guard let end = lastIndex(where: { !isBlank($0) }) else { return "" }
        return self[...end].drop(while: isBlank)
    }
}

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
