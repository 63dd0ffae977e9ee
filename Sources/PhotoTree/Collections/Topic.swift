/// A tag whose photos are taken apart by their other tags.
public struct Topic: Hashable, Sendable {
    /// Of its directory; kept when it is renamed.
    public var number: NodeNumber
    /// As it was typed.
    public var name: String

    public init(number: NodeNumber, name: String) {
        self.number = number
        self.name = name
    }
}
