internal import PhotoAPI
internal import PhotoTree

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
        let readable = percentEncoded(owner).replacingBytes(of: "%40", with: "@")
        return "\(base)\(readable)/\(percentEncoded(photo))/"
    }
}
