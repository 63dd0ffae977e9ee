/// Why the sample's files cannot be used.
public enum SampleError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String)
    case damaged(path: String)

    public var description: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .damaged(let path): "\(path) is damaged"
        }
    }
}
