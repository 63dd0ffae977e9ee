/// What a name that may be a point says.
enum PointReading: Equatable {
    /// A point, and the trimmed words behind it.
    case point(Coordinate, words: String)
    /// Looks like a point, but is not on Earth or is ambiguous.
    case invalid
    /// Something else.
    case other
}
