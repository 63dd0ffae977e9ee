package import PhotoTree

/// What `PhotoFetcher` finds out on its way; called from any task, before those who wait for it go on.
package struct FetchEvents: Sendable {
    /// A length (digest nil) or a length and digest were learnt; replaces what was known of the key.
    package var learned: @Sendable (ImageKey, LearntFile) -> Void
    /// The whole image came and is about to be kept, after `learned` said what was new of it.
    package var fetched: @Sendable (ImageKey) -> Void
    /// The host has other bytes than were known, after `learned` said so: what the kernel holds of the photo is void.
    package var lengthChanged: @Sendable (PhotoID, LearntFile) -> Void
    /// The source says that the photo is gone or private.
    package var gone: @Sendable (PhotoID) -> Void
    /// The photo was looked up and has another image address now.
    package var updated: @Sendable (Photo) -> Void

    package init(
        learned: @escaping @Sendable (ImageKey, LearntFile) -> Void = { _, _ in },
        fetched: @escaping @Sendable (ImageKey) -> Void = { _ in },
        lengthChanged: @escaping @Sendable (PhotoID, LearntFile) -> Void = { _, _ in },
        gone: @escaping @Sendable (PhotoID) -> Void = { _ in },
        updated: @escaping @Sendable (Photo) -> Void = { _ in }
    ) {
        self.learned = learned
        self.fetched = fetched
        self.lengthChanged = lengthChanged
        self.gone = gone
        self.updated = updated
    }
}
