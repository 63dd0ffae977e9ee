/// The extended attributes that a directory lists. Absent values are absent, not empty.
public enum DirectoryXattrs {
    /// `title` is the full name of what the directory shows, `subtitle` says where that is. `count` is how many entries
    /// the directory lists, `total` how many its source has, `standing` what a place is among those where people
    /// photograph now. Returns names with their namespace and values, in a fixed order.
    public static func listed(
        title: String, subtitle: String?, count: Int?, total: Int?, coordinate: Coordinate?,
        standing: PopularPlaces.Standing? = nil
    ) -> [(name: String, value: String)] {
        let values: [(name: String, value: String?)] = [
            ("user.places.title", TextCut.words(PlainText.oneLine(title), maximumBytes: 1000)),
            ("user.places.subtitle", subtitle.map { TextCut.words(PlainText.oneLine($0), maximumBytes: 1000) }),
            ("user.places.count", count.map { String($0) }),
            ("user.places.total", total.map { String($0) }),
            ("user.places.latitude", coordinate.map { DecimalText.of($0.latitude) }),
            ("user.places.longitude", coordinate.map { DecimalText.of($0.longitude) }),
            ("user.places.rank", standing.map { String($0.rank) }),
            ("user.places.count_now", standing.map { String($0.people) }),
        ]
        return values.compactMap { name, value in
            guard let value, !value.isEmpty else { return nil }
            return (name, value)
        }
    }
}

/// What the command asks before a folder is kept, as an attribute of the folder tells it.
public struct KeptFacts: Hashable, Sendable {
    /// Answered by name; for the command, and of no use to others.
    public static let attribute = "user.places.keeping"

    /// The photos that are listed.
    public var photos = 0
    /// What is missing of them, in bytes; partly an estimate.
    public var bytes: Int64 = 0
    /// How many may be kept for a month only without the source's confirmation.
    public var reserved = 0
    /// What the budget has left, in bytes.
    public var left: Int64 = 0
    /// How many lists of photos it has that nobody has listed yet.
    public var unlisted = 0

    public init() {}

    public init?(_ text: String) {
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 5 else { return nil }
        photos = Int(clamping: numbers[0])
        bytes = numbers[1]
        reserved = Int(clamping: numbers[2])
        left = numbers[3]
        unlisted = Int(clamping: numbers[4])
    }

    public var text: String { "\(photos) \(bytes) \(reserved) \(left) \(unlisted)" }
}
