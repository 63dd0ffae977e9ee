import Flickr
import Foundation
import HTTP
import PhotoTree
import Synchronization
import Testing

/// Answers requests from a script and remembers them.
final class ScriptedTransport: HTTPTransport {
    struct Reply: Sendable {
        var status = 200
        var body: [UInt8]

        init(_ text: String, status: Int = 200) {
            self.init(Array(text.utf8), status: status)
        }

        init(_ body: [UInt8], status: Int = 200) {
            self.status = status
            self.body = body
        }
    }

    private let script: @Sendable (Call) throws(HTTPError) -> Reply
    private let asked = Mutex<[HTTPRequest]>([])

    /// What a request asks for, decoded.
    struct Call: Sendable {
        var request: HTTPRequest
        var arguments: [String: String]

        init(_ request: HTTPRequest) {
            self.request = request
            let query = request.url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            arguments = [:]
            for pair in query.split(separator: "&") {
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let decoded = halves.map { String($0).removingPercentEncoding ?? "<not encoded>" }
                arguments[decoded[0]] = decoded.count > 1 ? decoded[1] : ""
            }
        }

        var method: String { arguments["method"] ?? "" }
        var page: Int { arguments["page"].flatMap { Int($0) } ?? 0 }
    }

    init(_ script: @escaping @Sendable (Call) throws(HTTPError) -> Reply) {
        self.script = script
    }

    var calls: [Call] { asked.withLock { $0.map(Call.init) } }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        let reply = try script(Call(request))
        // In two pieces, so that whoever reads only the first is found out.
        let half = reply.body.count / 2
        let pieces = Mutex([Array(reply.body[..<half]), Array(reply.body[half...])].filter { !$0.isEmpty })
        let next: @Sendable () async throws(HTTPError) -> [UInt8]? = {
            pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
        return HTTPResponse(
            status: reply.status, url: request.url, headers: [:], body: HTTPBody(next: next, cancel: {}))
    }
}

extension FlickrSource {
    static let testKeyText = "5ec1e7c0ffee5ec1e7c0ffee5ec1e7c0"

    init(_ transport: ScriptedTransport, endpoints: FlickrEndpoints = .live) throws {
        self.init(transport: transport, key: try #require(APIKey(Self.testKeyText)), endpoints: endpoints)
    }

    /// A source that is told the same by every method.
    static func told(_ reply: ScriptedTransport.Reply) throws -> FlickrSource {
        try FlickrSource(ScriptedTransport { _ in reply })
    }
}

extension PhotoQuery {
    static func tag(_ tag: String, limit: Int = 50, page: Int = 1) -> PhotoQuery {
        PhotoQuery(subject: .tag(tag), limit: limit, page: page)
    }
}
