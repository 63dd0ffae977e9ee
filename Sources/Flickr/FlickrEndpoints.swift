/// Where Flickr is: the real one, a simulator, or a mirror of it.
public struct FlickrEndpoints: Sendable, Hashable {
    /// The address of the REST API ("https://api.flickr.com/services/rest/"). Given without a path, that path is meant.
    public var apiBase: String
    /// Takes the place of scheme and host of every image address, and stands before its path; nil leaves them be.
    public var imageBase: String?
    /// What a photo's page begins with: "https://www.flickr.com/photos/".
    public var pageBase: String

    public init(
        apiBase: String = "https://api.flickr.com/services/rest/", imageBase: String? = nil,
        pageBase: String = "https://www.flickr.com/photos/"
    ) {
        self.apiBase = apiBase
        self.imageBase = imageBase
        self.pageBase = pageBase
    }

    public static let live = FlickrEndpoints()

    /// Without query, ready for "?".
    var apiAddress: String {
        guard let parts = WebAddress(apiBase), parts.path.isEmpty || parts.path == "/" else { return apiBase }
        return "\(parts.scheme)://\(parts.authority)/services/rest/"
    }

    /// The page of a photo. The owner's identifier always works in it, unlike a path alias, which can change.
    func page(of photo: String, by owner: String) -> String {
        guard !owner.isEmpty else { return "https://www.flickr.com/photo.gne?id=\(percentEncoded(photo))" }
        let base = pageBase.hasSuffix("/") ? pageBase : pageBase + "/"
        let readable = percentEncoded(owner).replacing("%40", with: "@")
        return "\(base)\(readable)/\(percentEncoded(photo))/"
    }
}

/// An absolute http or https address in its parts, no more than is needed to compare hosts and to replace them.
struct WebAddress: Hashable, Sendable {
    /// Lower case.
    var scheme: String
    /// "host" or "host:port", lower case.
    var authority: String
    /// Path and query, from the first "/"; may be empty.
    var path: String

    /// Nil for anything with a user name, a blank or a character that is not ASCII in it.
    init?(_ text: String) {
        guard let mark = text.firstRange(of: "://"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        scheme = text[..<mark.lowerBound].lowercased()
        let rest = text[mark.upperBound...].prefix { $0 != "#" }
        let end = rest.firstIndex { "/?\\".contains($0) } ?? rest.endIndex
        authority = rest[..<end].lowercased()
        path = String(rest[end...])
        guard scheme == "https" || scheme == "http", !authority.isEmpty, !authority.contains("@"),
            path.isEmpty || path.hasPrefix("/")
        else { return nil }
    }

    var text: String { "\(scheme)://\(authority)\(path)" }
}
