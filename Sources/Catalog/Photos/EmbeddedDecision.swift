public import PhotoTree

/// Which bytes are inserted into an image when it is read.
public struct EmbeddedDecision: Hashable, Sendable {
    public var key: ImageKey
    public var segments: EmbeddedSegments
    /// What the decision was made by: what the user wants embedded, and how this version embeds it. Decisions by
    /// another rule are made anew.
    public var rule: String
    /// What was known of the file before the decision: copies made until then have the source's bytes, and are credited
    /// by their digest.
    public var before: LearntFile?

    public init(_ segments: EmbeddedSegments, in key: ImageKey, rule: String, before: LearntFile? = nil) {
        self.key = key
        self.segments = segments
        self.rule = rule
        self.before = before
    }
}
