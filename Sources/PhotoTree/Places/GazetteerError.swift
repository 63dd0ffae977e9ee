/// Why there is no gazetteer: files installed with the program are missing or changed.
public enum GazetteerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No such file, or it cannot be read; with its path.
    case missing(String)
    /// Not one of our tables, or cut short; with its path.
    case damaged(String)

    /// One line for the user.
    public var description: String {
        switch self {
        case .missing(let path): "the list of places cannot be read at \(path); install placesfs again"
        case .damaged(let path): "the list of places at \(path) is damaged; install placesfs again"
        }
    }
}
