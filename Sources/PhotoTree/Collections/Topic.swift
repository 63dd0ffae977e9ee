/// A tag whose photos are sorted by their other tags.
public struct Topic: Hashable, Sendable {
    /// The number of its directory, which it keeps when it is renamed.
    public var number: NodeNumber
    /// The name as it was typed.
    public var name: String

    public init(number: NodeNumber, name: String) {
        self.number = number
        self.name = name
    }
}
