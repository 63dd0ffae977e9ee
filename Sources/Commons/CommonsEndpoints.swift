internal import PhotoAPI

/// The addresses of Wikimedia Commons, of a simulator, or of a mirror.
public struct CommonsEndpoints: Sendable, Hashable {
    /// The address of the Action API ("https://commons.wikimedia.org/w/api.php"). If it has no path, that path is
    /// added.
    public var apiBase: String
    /// If set, replaces the scheme and host of every image address.
    public var imageBase: String?

    public init(apiBase: String = "https://commons.wikimedia.org/w/api.php", imageBase: String? = nil) {
        self.apiBase = apiBase
        self.imageBase = imageBase
    }

    public static let live = CommonsEndpoints()

    /// Without a query; the caller appends "?" and the arguments.
    var apiAddress: String {
        guard let parts = WebAddress(apiBase), parts.path.isEmpty || parts.path == "/" else { return apiBase }
        return "\(parts.scheme)://\(parts.authority)/w/api.php"
    }

    /// The address of a file's page as Commons gives it. If that is not on the wiki, or too long for an attribute (a
    /// title of 80 Chinese characters takes 720 bytes in an address), an address with the page's number.
    func page(of id: Int, named url: String?) -> String {
        let own = WebAddress(apiAddress)
        if let url, url.utf8.count <= 400, let parts = WebAddress(url), !parts.path.isEmpty {
            if parts.scheme == "https", parts.authority == "commons.wikimedia.org" { return url }
            if parts.authority == own?.authority, parts.scheme == own?.scheme { return url }
        }
        let site = own.map { "\($0.scheme)://\($0.authority)" } ?? "https://commons.wikimedia.org"
        return "\(site)/w/index.php?curid=\(id)"
    }
}
