internal import PhotoAPI

/// Where Wikimedia Commons is: the real one, a simulator, or a mirror of it.
public struct CommonsEndpoints: Sendable, Hashable {
    /// The address of the Action API ("https://commons.wikimedia.org/w/api.php"). Given without a path, that path is meant.
    public var apiBase: String
    /// Takes the place of scheme and host of every image address, and stands before its path; nil leaves them be.
    public var imageBase: String?

    public init(apiBase: String = "https://commons.wikimedia.org/w/api.php", imageBase: String? = nil) {
        self.apiBase = apiBase
        self.imageBase = imageBase
    }

    public static let live = CommonsEndpoints()

    /// Without query, ready for "?".
    var apiAddress: String {
        guard let parts = WebAddress(apiBase), parts.path.isEmpty || parts.path == "/" else { return apiBase }
        return "\(parts.scheme)://\(parts.authority)/w/api.php"
    }

    /// A file's page as Commons names it; by its number where that is no address of the wiki, or so long that it would
    /// not fit an attribute (a title of 80 Chinese characters has 720 bytes in an address).
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
