import Foundation
public import HTTP
import Synchronization

/// Answers requests from a script and remembers them.
public final class ScriptedTransport: HTTPTransport {
    public struct Reply: Sendable {
        public var status = 200
        public var headers: [String: String] = [:]
        public var body: [UInt8]

        public init(_ text: String, status: Int = 200, headers: [String: String] = [:]) {
            self.init(Array(text.utf8), status: status, headers: headers)
        }

        public init(_ body: [UInt8], status: Int = 200, headers: [String: String] = [:]) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// What a request asks for, decoded.
    public struct Call: Sendable {
        public var request: HTTPRequest
        public var arguments: [String: String]

        public init(_ request: HTTPRequest) {
            self.request = request
            let query = request.url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            arguments = [:]
            for pair in query.split(separator: "&") {
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let decoded = halves.map { String($0).removingPercentEncoding ?? "<not encoded>" }
                arguments[decoded[0]] = decoded.count > 1 ? decoded[1] : ""
            }
        }

        public subscript(name: String) -> String? { arguments[name] }
    }

    private let script: @Sendable (Call) throws(HTTPError) -> Reply
    private let asked = Mutex<[HTTPRequest]>([])

    public init(_ script: @escaping @Sendable (Call) throws(HTTPError) -> Reply) {
        self.script = script
    }

    public var calls: [Call] { asked.withLock { $0.map(Call.init) } }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        let reply = try script(Call(request))
        // In two pieces, so that whoever reads only the first is found out.
        let half = reply.body.count / 2
        let pieces = Mutex([Array(reply.body[..<half]), Array(reply.body[half...])].filter { !$0.isEmpty })
        let next: @Sendable () async throws(HTTPError) -> [UInt8]? = {
            pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
        return HTTPResponse(
            status: reply.status, url: request.url, headers: reply.headers, body: HTTPBody(next: next, cancel: {}))
    }
}
