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
