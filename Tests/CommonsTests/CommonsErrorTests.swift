import Commons
import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@Suite struct CommonsErrorTests {
    private func error(_ reply: ScriptedTransport.Reply) async -> PhotoSourceError? {
        await #expect(throws: PhotoSourceError.self) { try await CommonsSource.told(reply).photos(.inParis()) }
    }

    @Test(arguments: [
        "maxlag", "ratelimited", "readonly", "cirrussearch-too-busy-error", "pool-queuefull", "toomanyrequests",
    ])
    func `what passes by itself asks to be left alone, under HTTP 200`(code: String) async {
        let told = await error(.init(#"{"error":{"code":"\#(code)","info":"Waiting for db1: 6 s lagged"}}"#))
        #expect(told == .tooManyRequests("Wikimedia Commons says: Waiting for db1: 6 s lagged (\(code))"))
    }

    @Test(arguments: ["internal_api_error_DBQueryError", "badvalue", "toomanyvalues", "unknown_action", ""])
    func `every other refusal is a failure, in the service's words`(code: String) async {
        let told = await error(.init(#"{"error":{"code":"\#(code)","info":"No\nway","lag":"x"},"servedby":"mw1"}"#))
        #expect(told == .failed("Wikimedia Commons says: No way (\(code.isEmpty ? "unknown" : code))"))
    }

    @Test func `errors in the newer form are read too`() async {
        let told = await error(.init(#"{"errors":[{"code":"badvalue","text":"Unrecognized value"}]}"#))
        #expect(told == .failed("Wikimedia Commons says: Unrecognized value (badvalue)"))
        #expect(await error(.init(#"{"error":7}"#)) == .failed("Wikimedia Commons says: no reason given (unknown)"))
    }

    @Test func `who does not say who asks is told how to`() async {
        guard case .failed(let text)? = await error(.init("<html>Forbidden</html>", status: 403)) else {
            Issue.record("no failure")
            return
        }
        #expect(text.contains("--contact") && text.contains("403"))
    }

    @Test(arguments: [(429, true), (503, true), (500, false), (502, false), (404, false), (301, false)])
    func `a status is told, and whether to wait`(status: Int, waits: Bool) async {
        let told = await error(.init("<html>Wikimedia Error</html>", status: status))
        if waits, case .tooManyRequests = told { return }
        #expect(!waits && told == .failed("Wikimedia Commons answered HTTP \(status)"))
    }

    @Test(arguments: [
        ("<!DOCTYPE html><title>Error</title>", "HTML instead of JSON: Error"), ("", "nothing"),
        ("{\"query\":", "damaged JSON"), (String(repeating: "[", count: 100), "JSON nested deeper than 64 levels"),
    ])
    func `what is no answer is told in words`(body: String, words: String) async {
        #expect(await error(.init(body)) == .failed("Wikimedia Commons answered \(words)"))
    }

    @Test func `an answer of 64 MB is not read to its end`() async {
        let told = await error(.init([UInt8](repeating: 0x20, count: 64 << 20)))
        #expect(told == .failed("Wikimedia Commons's answer is larger than 8388608 bytes"))
    }

    @Test(arguments: [
        (HTTPError.unreachable("no route"), PhotoSourceError.unreachable("no route")),
        (.timedOut("in 10 s"), .timedOut("in 10 s")), (.cancelled, .cancelled),
        (.backingOff(.seconds(7)), .backingOff(.seconds(7))),
    ])
    func `a transport's failure stays what it is`(failure: HTTPError, expected: PhotoSourceError) async {
        let source = CommonsSource(ScriptedTransport { _ throws(HTTPError) in throw failure })
        await #expect(throws: expected) { try await source.photos(.inParis()) }
        await #expect(throws: expected) { try await source.photo(PhotoID("7")) }
    }

    @Test func `warnings harm nothing`() async throws {
        let file = FileFixture(7).json
        let body =
            #"{"warnings":{"main":{"warnings":"Old\n"},"query":{"*":"x"},"odd":[1]},"batchcomplete":true,"query":{"search":[{"pageid":7}],"pages":[\#(file)]}}"#
        #expect(try await CommonsSource.told(.init(body)).photos(.inParis()).photos.count == 1)
    }
}
