/// A category that a search looks through with all below it, in place of a typed tag.
struct DeepCategory: Hashable, Sendable {
    /// Which of the search's tags.
    var place: Int
    /// As it may stand in a search.
    var name: String
}
