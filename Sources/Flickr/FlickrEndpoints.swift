internal import PhotoAPI
internal import PhotoTree

/// The addresses of Flickr, of a simulator, or of a mirror.
public struct FlickrEndpoints: Sendable, Hashable {
    /// The address of the REST API ("https://api.flickr.com/services/rest/"). If it has no path, that path is added.
    public var apiBase: String
    /// If set, replaces the scheme and host of every image address.
    public var imageBase: String?
    /// The beginning of the address of a photo's page: "https://www.flickr.com/photos/".
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

    /// Without a query; the caller appends "?" and the arguments.
    var apiAddress: String {
        guard let parts = WebAddress(apiBase), parts.path.isEmpty || parts.path == "/" else { return apiBase }
        return "\(parts.scheme)://\(parts.authority)/services/rest/"
    }

    /// The address of a photo's page. It contains the owner's identifier, which always works, unlike a path alias,
    /// which can change.
    func page(of photo: String, by owner: String) -> String {
        guard !owner.isEmpty else { return "https://www.flickr.com/photo.gne?id=\(percentEncoded(photo))" }
        let base = pageBase.hasSuffix("/") ? pageBase : pageBase + "/"
        let readable = percentEncoded(owner).replacingBytes(of: "%40", with: "@")
        return "\(base)\(readable)/\(percentEncoded(photo))/"
    }
}

extension ImageHosts {
    /// All hosts are listed, because a host list has no wildcards. There were few farms before 2019, but "farm66" has
    /// occurred.
    static let live =
        ["live.staticflickr.com", "combo.staticflickr.com"] + (1...8).map { "c\($0).staticflickr.com" }
        + (1...66).map { "farm\($0).staticflickr.com" } + (1...9).map { "farm\($0).static.flickr.com" }

    init(_ endpoints: FlickrEndpoints) {
        self.init(
            names: Self.live, apiBase: endpoints.apiBase, liveAPIBase: FlickrEndpoints.live.apiBase,
            imageBase: endpoints.imageBase)
    }
}
