public import PhotoTree

/// What is put into an image as it is read, as it was decided.
public struct EmbeddedDecision: Hashable, Sendable {
    public var key: ImageKey
    public var segments: EmbeddedSegments
    /// What the user wants embedded, by its name.
    public var choice: String
    /// What was known of the file already: copies made then are the source's bytes, and are credited by their digest.
    public var before: LearntFile?

    public init(_ segments: EmbeddedSegments, in key: ImageKey, choice: String, before: LearntFile? = nil) {
        self.key = key
        self.segments = segments
        self.choice = choice
        self.before = before
    }
}
