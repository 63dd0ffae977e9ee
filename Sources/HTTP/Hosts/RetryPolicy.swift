/// Which failures are worth another attempt, how many attempts, and after which pauses. Attempts count from 1.
public struct RetryPolicy: Sendable, Hashable {
    /// For 429 and 5xx.
    public var refusedAttempts: Int
    /// After a timeout; each attempt costs the full timeout of a connection or of a first byte.
    public var timeoutAttempts: Int
    /// When the connection broke before the answer's head was complete.
    public var cutAttempts: Int
    public var unreachableAttempts: Int
    /// The first pause is between one and two of these; each further pause is twice as long …
    public var basePause: Duration
    /// … but at most this long.
    public var longestPause: Duration
    /// A longer Retry-After is shortened to this.
    public var longestRetryAfter: Duration

    public init(
        refusedAttempts: Int = 4, timeoutAttempts: Int = 2, cutAttempts: Int = 3, unreachableAttempts: Int = 2,
        basePause: Duration = .seconds(1), longestPause: Duration = .seconds(30),
        longestRetryAfter: Duration = .seconds(600)
    ) {
        self.refusedAttempts = refusedAttempts
        self.timeoutAttempts = timeoutAttempts
        self.cutAttempts = cutAttempts
        self.unreachableAttempts = unreachableAttempts
        self.basePause = basePause
        self.longestPause = longestPause
        self.longestRetryAfter = longestRetryAfter
    }

    /// `retries` attempts after the first. Fewer after timeouts, broken and missing connections, where each attempt
    /// costs much time or would only fail again.
    public init(retries: Int) {
        let standard = RetryPolicy()
        self.init(
            refusedAttempts: retries + 1, timeoutAttempts: min(standard.timeoutAttempts, retries + 1),
            cutAttempts: min(standard.cutAttempts, retries + 1),
            unreachableAttempts: min(standard.unreachableAttempts, retries + 1))
    }

    public func isWorthAnother(_ error: HTTPError, attempt: Int) -> Bool {
        switch error {
        case .timedOut: attempt < timeoutAttempts
        case .cutShort: attempt < cutAttempts
        case .unreachable: attempt < unreachableAttempts
        case .bodyTooLarge, .redirectRefused, .badURL, .backingOff, .shareUsed, .cancelled, .displaced, .failed: false
        }
    }

    public func isWorthAnother(status: Int, attempt: Int) -> Bool {
        Self.refusals.contains(status) && attempt < refusedAttempts
    }

    /// The pause after the `attempt`-th failure in a row; `random` is from 0 up to 1.
    ///
    /// After a timeout the pause is halved: the timeout was a pause already, and somebody may still be waiting.
    public func pause(after attempt: Int, random: Double, isTimeout: Bool = false) -> Duration {
        let doublings = min(max(0, attempt - 1), 20)
        let pause = min(longestPause, basePause * (1 << doublings) * (1 + min(max(random, 0), 1)))
        return isTimeout ? pause / 2 : pause
    }

    private static let refusals: Set<Int> = [429, 500, 502, 503, 504]
}

/// The Retry-After header: seconds, or a date (RFC 9110 §10.2.3).
enum RetryAfter {
    /// `unixTime` is the wall clock in seconds. Nil if `text` is neither form; zero for a date that is past.
    static func parse(_ text: String, unixTime: Int64) -> Duration? {
        let text = String(text.drop { $0 == " " }.prefix(64))
        if let seconds = Int64(text) {
            return seconds >= 0 ? .seconds(seconds) : nil
        }
        return HTTPDate.parse(text).map { .seconds(max(0, $0 - unixTime)) }
    }
}

/// The date of HTTP headers in its three forms (RFC 9110 §5.6.7), as seconds since 1970.
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT" or "Sun Nov  6 08:49:37 1994".
    package static func parse(_ text: String) -> Int64? {
        var day: Int64?
        var month: Int64?
        var year: Int64?
        var time: Int64?
        // The three forms differ only in order and separators, so each word can be recognized by itself.
        for word in text.lowercased().split(whereSeparator: { " ,-".contains($0) }) {
            if word.contains(":") {
                time = seconds(word)
            } else if let index = months.firstIndex(of: String(word)) {
                month = Int64(index) + 1
            } else if let number = Int64(word), number >= 0 {
                if day == nil { day = number } else if year == nil { year = number }
            }
        }
        guard let day, let month, let time, var year, (1...31).contains(day), year < 10_000 else { return nil }
        if year < 100 { year += year < 70 ? 2_000 : 1_900 }
        return days(year: year, month: month, day: day) * 86_400 + time
    }

    private static func seconds(_ word: Substring) -> Int64? {
        let parts = word.split(separator: ":").map { Int64($0) ?? -1 }
        guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }

    /// Days since 1970 of a date after year 0. The year is taken to begin in March, so that the leap day comes last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let month = month > 2 ? month - 3 : month + 9
        return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468
    }
}
