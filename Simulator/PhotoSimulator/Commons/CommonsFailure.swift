/// The API's answer in place of a result, under HTTP 200.
struct CommonsFailure: Error, Sendable {
    var code: String
    var info: String
    var details = WikiMembers()
    var headers: [(name: String, value: String)] = []

    init(_ code: String, _ info: String, details: WikiMembers = WikiMembers(), retryAfter: String? = nil) {
        self.code = code
        self.info = info
        self.details = details
        headers = retryAfter.map { [("Retry-After", $0)] } ?? []
    }

    /// Failures made on demand; an empty `info` becomes the real API's text where the code is known.
    static func onDemand(_ code: String, _ info: String, retryAfter: String?) -> CommonsFailure {
        guard code != "maxlag" else { return lagged(6.2, retryAfter: retryAfter ?? "5") }
        let known = [
            "ratelimited": "You've exceeded your rate limit. Please wait some time and try again.",
            "readonly": "The wiki is currently in read-only mode.",
            "internal_api_error_DBQueryError": "[a1b2c3] Caught exception of type Wikimedia\\Rdbms\\DBQueryError",
            "cirrussearch-too-busy-error": "Search is currently too busy. Please try again later.",
            "search-backend-error": "An error has occurred while searching: Search is currently too busy.",
        ]
        return CommonsFailure(code, info.isEmpty ? known[code] ?? "The request failed." : info, retryAfter: retryAfter)
    }

    /// The databases lag behind by more than `maxlag` permits (mediawiki.org, Manual:Maxlag parameter).
    static func lagged(_ seconds: Double, retryAfter: String = "5") -> CommonsFailure {
        var failure = CommonsFailure(
            "maxlag", "Waiting for db1234: \(seconds) seconds lagged.",
            details: WikiMembers([("host", .text("db1234")), ("lag", .number(seconds)), ("type", .text("db"))]),
            retryAfter: retryAfter)
        failure.headers.append(("X-Database-Lag", String(Int(seconds))))
        return failure
    }

    static func unrecognized(_ parameter: String, _ value: String) -> CommonsFailure {
        CommonsFailure("badvalue", "Unrecognized value for parameter \"\(parameter)\": \(value).")
    }

    static func missing(_ parameter: String) -> CommonsFailure {
        CommonsFailure("missingparam", "The \"\(parameter)\" parameter must be set.")
    }

    static func noInteger(_ parameter: String, _ value: String) -> CommonsFailure {
        CommonsFailure("badinteger", "Invalid value \"\(value)\" for integer parameter \"\(parameter)\".")
    }

    static func outOfRange(_ parameter: String, _ value: Int, _ range: ClosedRange<Int>) -> CommonsFailure {
        CommonsFailure(
            "outofrange",
            "The value \"\(value)\" for parameter \"\(parameter)\" must be between \(grouped(range.lowerBound)) and "
                + "\(grouped(range.upperBound)).")
    }

    /// "10,000": the form of numbers in its messages.
    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        guard digits.count > 3 else { return digits }
        return "\(digits.dropLast(3)),\(digits.suffix(3))"
    }

    /// The call asks for a thumbnail of a file without pixels: the answer then has no pages at all (ApiQueryImageInfo,
    /// `checkParameterNormalise`).
    static func unmeasured(_ file: CommonsFile) -> CommonsFailure {
        CommonsFailure("urlparamnormal", "Could not normalize image parameters for \(file.key).")
    }

    static let badContinue = CommonsFailure(
        "badcontinue", "Invalid continue param. You should pass the original value returned by the previous query.")
    static let badCoordinate = CommonsFailure("invalid-coord", "Invalid coordinate provided.")
}
