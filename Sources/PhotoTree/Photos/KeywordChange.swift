/// Which topics a source's own keywords are to become, and which they were.
public struct KeywordChange: Hashable, Sendable {
    /// New keywords, as they are written, by what identifies their topics.
    public var added: [String: String]
    /// What identifies the topics whose keywords no photo bears any more.
    public var removed: [String]

    public init(added: [String: String] = [:], removed: [String] = []) {
        self.added = added
        self.removed = removed
    }

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
