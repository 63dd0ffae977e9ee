import Testing

@testable import HTTP

@Suite struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT
    let time: Int64 = 784_111_777

    @Test(arguments: [("0", 0), ("120", 120), (" 7", 7)])
    func `seconds are taken`(text: String, seconds: Int) {
        #expect(RetryAfter.parse(text, unixTime: time) == .seconds(seconds))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:50:37 GMT", "Sunday, 06-Nov-94 08:50:37 GMT", "Sun Nov  6 08:50:37 1994",
    ])
    func `a date in each of its forms is the time until it`(text: String) {
        #expect(RetryAfter.parse(text, unixTime: time) == .seconds(60))
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", Int64(0)), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Sat, 21 Nov 2026 08:00:00 GMT", 1_795_248_000), ("Thu, 31 Dec 2099 23:59:60 GMT", 4_102_444_800),
    ])
    func `dates count as everybody counts them`(text: String, seconds: Int64) {
        #expect(HTTPDate.parse(text) == seconds)
    }

    @Test func `a date gone by is now`() {
        #expect(RetryAfter.parse("Sun, 06 Nov 1994 08:40:00 GMT", unixTime: time) == .zero)
    }

    @Test(arguments: [
        "", "soon", "-5", "1.5", "99999999999999999999", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:00:00 GMT", "Sun, 99 Nov 1994 08:49:37 GMT", "06 Nov 99999999999 08:49:37", ":::", "1:2",
    ])
    func `what is neither is nothing`(text: String) {
        #expect(RetryAfter.parse(text, unixTime: time) == nil)
    }
}

@Suite struct HTTPRequestTests {
    @Test(arguments: [
        ("https://Live.staticflickr.com/1/2.jpg", "live.staticflickr.com"),
        ("http://127.0.0.1:8080?x=/", "127.0.0.1:8080"), ("http://[::1]:9/", "[::1]:9"),
        ("https://u:p@a.test/b@c", "a.test"), ("nonsense", ""),
    ])
    func `the host is the address's`(url: String, host: String) {
        #expect(HTTPRequest(url: url, maximumBodyLength: 1).host == host)
    }
}
