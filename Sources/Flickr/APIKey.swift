internal import HTTP
internal import PhotoAPI
internal import PhotoTree

/// The key with which a program identifies itself to Flickr; a secret. It always prints as "(hidden)". Only
/// `FlickrMethod.request` below reads it, to build a request's address.
public struct APIKey: Sendable, Hashable {
    fileprivate let secret: String

    /// Trims white space, so that a key read from a file works; nil if nothing is left.
    public init?(_ text: String) {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        secret = String(start[...last])
    }

    /// `text` with the key removed, for foreign messages. In the name of a host it is in lower case.
    public func hiding(in text: String) -> String {
        Set([secret, secret.lowercased(), percentEncoded(secret)]).reduce(text) { text, form in
            text.replacingBytes(of: form, with: "(hidden)")
        }
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(hidden)" }
    public var debugDescription: String { "(hidden)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension FlickrMethod {
    /// The request for this call. Its address contains the key.
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
