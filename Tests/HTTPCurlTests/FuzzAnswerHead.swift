import Fuzzing
import Testing

@testable import HTTPCurl

@Suite struct FuzzAnswerHead {
    @Test func `any lines are a head with a status, plain names and no negative length`() async throws {
        let seeds = [
            "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nETag: \"a\"\r\n\r\n",
            "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/2 404 \r\ncontent-type:text/html\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: \t/x?y#z \r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 99999999999999999999 X\r\nContent-Length: 99999999999999999999\r\n: empty\r\nno colon\r\n\r\n",
        ]
        try await Fuzz.run("AnswerHead", seeds: seeds.map { Array($0.utf8) }, inputs: 3_000) { input, _ in
            var head = AnswerHead()
            for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                let bytes = Array(line) + [UInt8(ascii: "\n")]
                _ = unsafe bytes.withUnsafeBytes { unsafe head.read($0) }
            }
            try Fuzz.demand((0...999).contains(head.status) || head.status < 0, "status \(head.status)")
            for (name, value) in head.headers {
                try Fuzz.demand(name == name.lowercased(), "not in lower case: \(name)")
                try Fuzz.demand(value.last.map { $0 != " " && !$0.isNewline } ?? true, "a blank at the end of \(name)")
            }
            try Fuzz.demand(head.redirectLocation.map { !$0.isEmpty } ?? true, "a redirect to nowhere")
        }
    }
}
