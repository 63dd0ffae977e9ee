import HTTP
import PhotoTree
import ScriptedHTTP
import Synchronization
import Testing

@testable import Flickr

@Suite struct FlickrErrorTests {
    private static func refusal(_ code: String, _ message: String) -> ScriptedTransport.Reply {
        .init(#"{"stat":"fail","code":\#(code),"message":"\#(message)"}"#)
    }

    /// What every method throws, which must be the same.
    private func error(_ transport: ScriptedTransport) async throws -> PhotoSourceError? {
        let source = try FlickrSource(transport)
        let first = await #expect(throws: PhotoSourceError.self) { try await source.topPlaces() }
        let second = await #expect(throws: PhotoSourceError.self) { try await source.photos(.tag("x")) }
        let third = await #expect(throws: PhotoSourceError.self) { try await source.photo(PhotoID("1")) }
        #expect(first == second && second == third)
        return first
    }

    @Test func `a key is checked by one call, and a refusal of it is told from other failures`() async throws {
        let transport = ScriptedTransport { _ in .init(#"{"method":{"_content":"x"},"stat":"ok"}"#) }
        try await FlickrSource(transport).checkKey()
        #expect(transport.calls.map(\.method) == ["flickr.test.echo"])
        let refused = await #expect(throws: PhotoSourceError.self) {
            try await FlickrSource.told(Self.refusal("100", "Invalid API Key (\(FlickrSource.testKeyText))")).checkKey()
        }
        #expect(refused == .credentialsRefused("Flickr says: Invalid API Key ((hidden)) (code 100)"))
        let busy = await #expect(throws: PhotoSourceError.self) {
            try await FlickrSource.told(Self.refusal("105", "Service currently unavailable")).checkKey()
        }
        #expect(busy == .tooManyRequests("Flickr says: Service currently unavailable (code 105)"))
    }

    @Test(arguments: [
        (HTTPError.unreachable("no route"), PhotoSourceError.unreachable("no route")),
        (.timedOut("15 s"), .timedOut("15 s")),
        (.cutShort("100 of 200 bytes"), .failed("Flickr's answer was cut short: 100 of 200 bytes")),
        (.bodyTooLarge(limit: 5), .failed("Flickr's answer is larger than 5 bytes")),
        (.redirectRefused(to: "http://x/"), .failed("Flickr's API redirects elsewhere, to http://x")),
        (.badURL("x"), .failed("no address that can be asked: x")),
        (.backingOff(.seconds(30)), .backingOff(.seconds(30))),
        (.cancelled, .cancelled),
        (.failed("odd"), .failed("odd")),
    ])
    func `a transport's error becomes what a caller can act on`(
        _ thrown: HTTPError, _ expected: PhotoSourceError
    ) async throws {
        #expect(try await error(ScriptedTransport { _ throws(HTTPError) in throw thrown }) == expected)
    }

    @Test(arguments: [
        ("100", "Invalid API Key", PhotoSourceError.credentialsRefused("Flickr says: Invalid API Key (code 100)")),
        ("\"100\"", "k", .credentialsRefused("Flickr says: k (code 100)")),
        ("99", "Insufficient", .credentialsRefused("Flickr says: Insufficient (code 99)")),
        ("105", "down", .tooManyRequests("Flickr says: down (code 105)")),
        ("201", "down", .tooManyRequests("Flickr says: down (code 201)")),
        ("0", "down", .tooManyRequests("Flickr says: down (code 0)")),
        ("10", "down", .tooManyRequests("Flickr says: down (code 10)")),
        ("112", "Method not found", .failed("Flickr says: Method not found (code 112)")),
        ("1", "Required parameter missing", .failed("Flickr says: Required parameter missing (code 1)")),
        ("[1]", "a\\n\\u0000b", .failed("Flickr says: a b (code -1)")),
    ])
    func `a refusal under HTTP 200 is told by its code`(
        _ code: String, _ message: String, _ expected: PhotoSourceError
    ) async throws {
        #expect(try await error(ScriptedTransport { _ in Self.refusal(code, message) }) == expected)
    }

    @Test(arguments: [401, 403, 404, 418, 429, 500, 503, 302])
    func `an answer with another status than 200 is an error that names it`(_ status: Int) async throws {
        let error = try await error(ScriptedTransport { _ in .init("{}", status: status) })
        let text = "Flickr answered HTTP \(status)"
        switch status {
        case 401: #expect(error == .credentialsRefused(text))
        case 418, 429, 503: #expect(error == .tooManyRequests(text))
        default: #expect(error == .failed(text))
        }
    }

    @Test func `a refusal counts under any status`() async throws {
        let error = try await error(
            ScriptedTransport { _ in .init(#"{"stat":"fail","code":100,"message":"k"}"#, status: 403) })
        #expect(error == .credentialsRefused("Flickr says: k (code 100)"))
    }

    @Test(arguments: [
        "", " \n", "<html><body>Hello", "<?xml version=\"1.0\"?><rsp/>", "{\"stat\":", "nonsense", "{}", "[]", "3",
    ])
    func `what is no answer is an error`(_ body: String) async throws {
        guard case .failed(let text) = try await error(ScriptedTransport { _ in .init(body) }) else {
            Issue.record("another case")
            return
        }
        #expect(text.hasPrefix("Flickr answered ") && text.count < 200)
    }

    @Test func `an answer that never ends is cut off`() async throws {
        final class Endless: HTTPTransport {
            let pulls = Atomic(0)
            func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
                let next: @Sendable () async throws(HTTPError) -> [UInt8]? = { [self] in
                    pulls.add(1, ordering: .relaxed)
                    return [UInt8](repeating: 0x20, count: 8 << 20)
                }
                return HTTPResponse(
                    status: 200, url: request.url, headers: [:], body: HTTPBody(next: next, cancel: {}))
            }
        }
        let transport = Endless()
        let source = FlickrSource(transport: transport, key: try #require(APIKey("k")))
        await #expect(throws: PhotoSourceError.failed("Flickr's answer is larger than 8388608 bytes")) {
            _ = try await source.topPlaces()
        }
        #expect(transport.pulls.load(ordering: .relaxed) == 2)
    }

    @Test func `nobody's error carries the key`() async throws {
        let key = FlickrSource.testKeyText
        let url = "https://api.flickr.com/services/rest/?api_key=\(key)&x=1"
        let thrown: [HTTPError] = [
            .unreachable(url), .timedOut(url), .cutShort(url), .redirectRefused(to: RedirectTarget(url)), .badURL(url),
            .failed(url),
        ]
        for each in thrown {
            let error = try await error(ScriptedTransport { _ throws(HTTPError) in throw each })
            #expect(!String(reflecting: error).contains(key))
            guard case .redirectRefused = each else {
                #expect(String(reflecting: error).contains("(hidden)"))
                continue
            }
        }
        for reply in [Self.refusal("100", "bad key \(key)"), .init("bad key \(key)"), .init("<p>\(key)")] {
            let error = try await error(ScriptedTransport { _ in reply })
            #expect(!String(reflecting: error).contains(key))
        }
        // Wherever a cut falls, no part of the key stands before it.
        for length in 0..<260 {
            let text = String(repeating: "x", count: length) + key
            let replies: [ScriptedTransport.Reply] = [Self.refusal("1", text), .init(text), .init("<p>" + text)]
            for reply in replies {
                let error = try await error(ScriptedTransport { _ in reply })
                #expect(!String(reflecting: error).contains(key.prefix(6)), "\(String(reflecting: error))")
            }
        }
        var dumped = ""
        dump(try FlickrSource.told(.init("")), to: &dumped)
        #expect(!dumped.contains(key) && dumped.contains("(hidden)"))
    }
}
