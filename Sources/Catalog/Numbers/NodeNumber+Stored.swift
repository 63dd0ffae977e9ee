internal import PhotoTree

extension NodeNumber {
    /// As SQLite stores it; a number that no node can have matches no row.
    var stored: Int64 { Int64(clamping: rawValue) }
}

extension DirectoryKey {
    /// The number that is part of the key itself.
    var ownNumber: NodeNumber? {
        switch self {
        case .root: .root
        case .topic(let number), .pin(let number), .placeholder(let number), .search(let number),
            .searchPlaceholder(let number):
            number
        default: nil
        }
    }
}
