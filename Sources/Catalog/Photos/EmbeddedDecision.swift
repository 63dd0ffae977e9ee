public import PhotoTree

/// Which bytes are inserted into an image when it is read.
public struct EmbeddedDecision: Hashable, Sendable {
    public var key: ImageKey
    public var segments: EmbeddedSegments
    /// The name of what the user wants embedded.
    public var choice: String
    /// What was known of the file before the decision: copies made until then have the source's bytes, and are credited
    /// by their digest.
    public var before: LearntFile?

    public init(_ segments: EmbeddedSegments, in key: ImageKey, choice: String, before: LearntFile? = nil) {
        self.key = key
        self.segments = segments
        self.choice = choice
        self.before = before
    }
}
