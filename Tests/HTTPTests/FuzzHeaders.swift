import Foundation
import Fuzzing
import Testing

@testable import HTTP

@Suite struct FuzzHeaders {
    private let times = [
        "120", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", " 7",
        "-5",
        "99999999999999999999", "Sat, 31 Dec 9999 23:59:60 GMT",
    ]

    @Test func `any Retry-After is a pause of no negative length, or none`() async throws {
        try await Fuzz.run("RetryAfter", seeds: times, inputs: 5_000) { text, random in
            let now = Int64(random.upTo(253_402_300_799))
            guard let pause = RetryAfter.parse(text, unixTime: now) else { return }
            try Fuzz.demand(pause >= .zero, "\(pause)")
            var host = HostBackoff(HostBackoff.Policy())
            let longest = RetryPolicy().longestRetryAfter
            host.refused(at: .seconds(now), begun: .seconds(now)) { _ in min(pause, longest) }
            let left = host.remaining(at: .seconds(now)) ?? .zero
            try Fuzz.demand(left >= .zero && left <= longest, "the host is quiet for \(left)")
            // Even unbounded, the arithmetic holds.
            host.refused(at: .seconds(now), begun: .seconds(now)) { _ in pause }
            try Fuzz.demand((host.remaining(at: .seconds(now)) ?? .zero) >= pause, "quiet for less than \(pause)")
        }
    }

    @Test func `every date is read as everybody writes it`() async throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        try await Fuzz.run("HTTPDate", seeds: [""], inputs: 500) { _, random in
            // 1970 to 2069, which two digits can tell too.
            let time = Int64(random.upTo(3_155_759_999))
            for form in [
                "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
            ] {
                formatter.dateFormat = form
                let text = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(time)))
                try Fuzz.demand(HTTPDate.parse(text) == time, "\(text) is not \(time)")
            }
        }
    }

    @Test func `any header's length is a length or none`() async throws {
        try await Fuzz.run("ContentLength", seeds: ["0", "1234", "-1", "18446744073709551616", "gzip"], inputs: 3_000) {
            text, random in
            var headers = ["content-length": text]
            if random.upTo(9) == 0 { headers["content-encoding"] = text }
            let body = HTTPBody(next: { () throws(HTTPError) -> [UInt8]? in nil }, cancel: {})
            let response = HTTPResponse(status: 200, url: "", headers: headers, body: body)
            guard let length = response.contentLength else { return }
            try Fuzz.demand(length >= 0 && headers.count == 1, "\(length) bytes")
        }
    }

    @Test func `any address has a host that is only one, and a form without its secrets`() async throws {
        let seeds = [
            "https://api.flickr.com/services/rest/?api_key=secret", "http://u:p@[::1]:80/a#b", "//x", "https://É.test?",
            "https://a.test/\u{301}b?\u{301}api_key=secret", "https://a.test#\u{FE0F}",
        ]
        try await Fuzz.run("Address", seeds: seeds, inputs: 3_000) { url, _ in
            let request = HTTPRequest(url: url, maximumBodyLength: 1)
            let marks = Set("/?#@".unicodeScalars)
            let bad = request.host.unicodeScalars.first(where: marks.contains)
            try Fuzz.demand(bad == nil, "a mark in \(request.host.debugDescription)")
            let redacted = request.redactedURL.unicodeScalars
            try Fuzz.demand(!redacted.contains("?") && !redacted.contains("#"), "a query is shown")
            let signs = redacted.count { $0 == "/" }
            try Fuzz.demand(
                signs <= 2 || !url.utf8.contains(0x3A), "a path is shown: \(request.redactedURL.debugDescription)")
        }
    }
}
