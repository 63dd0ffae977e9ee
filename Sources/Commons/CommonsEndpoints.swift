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
}
