/// Texts that anybody may write into a title or a description, and that cost whoever looks at their characters the
/// square of their length.
public enum HostileText {
    /// In bytes. Twenty seconds and more of work for a search, or a comparison, that is quadratic.
    public static let length = 400 << 10

    /// Letters of flags: where a character begins among them is known only from the first one on.
    public static let flags = String(repeating: "\u{1F1E6}", count: length / 4)
    /// Marks on one letter, in the order that takes most work to sort.
    public static let marks = "e" + String(repeating: "\u{301}\u{316}", count: length / 4)
    /// The same as HTML writes it.
    public static let entities = "e" + String(repeating: "&#x301;&#x316;", count: length / 14)

    public static let all = [flags, marks, entities]
}
