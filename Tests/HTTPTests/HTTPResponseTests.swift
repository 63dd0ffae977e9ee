import HTTP
import Testing

@Suite struct HTTPResponseTests {
    private func length(_ headers: [String: String]) -> Int64? {
        let body = HTTPBody(next: { () async throws(HTTPError) in nil }, cancel: {})
        return HTTPResponse(status: 200, url: "", headers: headers, body: body).contentLength
    }

    @Test func `a declared length is the body's`() {
        #expect(length(["content-length": "12"]) == 12)
        #expect(length(["content-length": "0"]) == 0)
    }

    @Test(arguments: [
        [:], ["content-length": "12", "content-encoding": "gzip"],
        ["content-length": "12", "transfer-encoding": "chunked"], ["content-length": "-1"],
        ["content-length": "twelve"], ["content-length": "99999999999999999999"],
    ])
    func `a length that is not the body's own is none`(headers: [String: String]) {
        #expect(length(headers) == nil)
    }
}
