internal import CCurl

/// Sets the options of one easy handle, by type. The first refused option is remembered, so that not every line can
/// throw.
@safe struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    private(set) var firstRefusal: CURLcode = CURLE_OK

    @unsafe init(_ easy: UnsafeMutableRawPointer) {
        unsafe self.easy = easy
    }

    mutating func set(_ option: CURLoption, _ value: Int) {
        note(unsafe ccurl_set_long(easy, option, value))
    }

    mutating func set(_ option: CURLoption, _ value: Bool) {
        set(option, value ? 1 : 0)
    }

    /// libcurl copies the text.
    mutating func set(_ option: CURLoption, _ value: String) {
        note(unsafe ccurl_set_string(easy, option, value))
    }

    /// In whole milliseconds, and at least one, because zero means libcurl's default.
    mutating func set(_ option: CURLoption, _ value: Duration) {
        let parts = value.components
        set(option, max(1, Int(clamping: parts.seconds) * 1_000 + Int(parts.attoseconds / 1_000_000_000_000_000)))
    }

    /// libcurl does not copy the list: it must outlive the handle.
    @unsafe mutating func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>) {
        note(unsafe ccurl_set_list(easy, option, list))
    }

    @unsafe mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) {
        note(unsafe ccurl_set_pointer(easy, option, pointer))
    }

    @unsafe mutating func set(_ option: CURLoption, callback: ccurl_bytes_callback) {
        note(unsafe ccurl_set_bytes_callback(easy, option, callback))
    }

    @unsafe mutating func set(prereq callback: curl_prereq_callback) {
        note(unsafe ccurl_set_prereq_callback(easy, callback))
    }

    @unsafe mutating func set(opensocket callback: curl_opensocket_callback) {
        note(unsafe ccurl_set_opensocket_callback(easy, callback))
    }

    @unsafe mutating func set(sockopt callback: curl_sockopt_callback) {
        note(unsafe ccurl_set_sockopt_callback(easy, callback))
    }

    private mutating func note(_ code: CURLcode) {
        if firstRefusal == CURLE_OK {
            firstRefusal = code
        }
    }
}
