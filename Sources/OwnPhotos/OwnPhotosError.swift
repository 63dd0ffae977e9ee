/// Why a folder cannot be shown: one line.
public struct OwnPhotosError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// Whether another process holds what is known of the folder.
    public let isLocked: Bool

    init(_ description: String, isLocked: Bool = false) {
        (self.description, self.isLocked) = (description, isLocked)
    }
}
