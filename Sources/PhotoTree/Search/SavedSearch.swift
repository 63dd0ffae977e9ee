/// A folder in `search/`.
public struct SavedSearch: Hashable, Sendable {
    /// The number of its directory, which it keeps when it is renamed.
    public var number: NodeNumber
    /// The query as it was typed.
    public var name: String
    /// The same for all spellings of the query: no two searches have the same.
    public var identity: String
    /// Which draw it shows, from 1, where photos are drawn by lot; 0 before the first.
    public var page: Int
    /// Whether photos were asked for and have not arrived yet.
    public var isAwaitingCollection: Bool

    public init(number: NodeNumber, name: String, identity: String, page: Int = 0, isAwaitingCollection: Bool = true) {
        self.number = number
        self.name = name
        self.identity = identity
        self.page = page
        self.isAwaitingCollection = isAwaitingCollection
    }
}
