import NIOCore
import NIOHTTP1

/// A request as read from a connection.
struct Request: Sendable {
    var verb: String
    /// The path with the query, without the folder of a mirror.
    var target: String
    /// By lower-case name; the last one of repeated headers.
    var headers: [String: String]
    var body = ByteBuffer()
    var keepsAlive: Bool
    var understandsChunks: Bool

    init(_ head: HTTPRequestHead) {
        verb = head.method.rawValue
        let folder = Self.mirrored.first { head.uri.hasPrefix($0 + "/") } ?? ""
        target = String(head.uri.dropFirst(folder.count))
        headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
        keepsAlive = head.isKeepAlive
        understandsChunks = head.version.minor >= 1 || head.version.major > 1
    }

    /// Stands for a request that could not be parsed.
    static let unreadable = Request(
        HTTPRequestHead(version: .http1_1, method: .GET, uri: "", headers: ["connection": "close"]))

    /// The folders below which a team's mirror shows Commons: the simulator answers as one, too.
    private static let mirrored = ["/commons/api", "/commons/images"]

    var path: Substring {
        target.prefix { $0 != "?" }
    }

    var query: Substring {
        target.dropFirst(path.count).dropFirst()
    }

    /// The target without the value of `api_key`.
    var loggedTarget: String {
        guard target.contains("api_key=") || target.contains("oauth_") else { return target }
        let kept = query.split(separator: "&").filter { !$0.hasPrefix("api_key=") && !$0.hasPrefix("oauth_") }
        return kept.isEmpty ? String(path) : path + "?" + kept.joined(separator: "&")
    }
}
