/// Why there are no map pages: files installed with the program are missing or changed.
public enum MapAssetsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No such file, or it cannot be read; with its path.
    case missing(String)
    /// Not one of our files, or cut short; with its path.
    case damaged(String)

    /// One line for the user.
    public var description: String {
        switch self {
        case .missing(let path): "the page of maps cannot be read at \(path); install placesfs again"
        case .damaged(let path): "the page of maps at \(path) is damaged; install placesfs again"
        }
    }
}
