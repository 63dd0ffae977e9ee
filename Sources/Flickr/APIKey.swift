internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// The secret that Flickr knows its callers by. It prints as "(hidden)" however it is printed; only the building of a
/// request's address, below, reads it.
public struct APIKey: Sendable, Hashable {
    fileprivate let secret: String

    /// Blanks and newlines at either end go, so that a key read from a file works; nil when nothing is left.
    public init?(_ text: String) {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        secret = String(start[...last])
    }

    /// `text` without the key in it, for messages that others wrote.
    func hiding(in text: String) -> String {
        text.replacingBytes(of: secret, with: "(hidden)")
            .replacingBytes(of: percentEncoded(secret), with: "(hidden)")
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(hidden)" }
    public var debugDescription: String { "(hidden)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension FlickrMethod {
    /// The request that makes this call. Its address holds the key.
    func request(to endpoints: FlickrEndpoints, key: APIKey) -> HTTPRequest {
        var all = arguments
        all["method"] = name
        all["api_key"] = key.secret
        all["format"] = "json"
        all["nojsoncallback"] = "1"
        return HTTPRequest(
            url: endpoints.apiAddress + "?" + queryText(all), maximumBodyLength: Self.maximumAnswerLength,
            acceptsEncoding: true)
    }
}
