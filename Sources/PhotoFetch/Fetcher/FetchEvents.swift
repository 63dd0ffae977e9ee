package import PhotoTree

/// What `PhotoFetcher` reports while it works. It may call from any task, and calls before it answers those who wait.
package struct FetchEvents: Sendable {
    /// A length (digest nil), or a length and a digest, is now known; it replaces what was known of the key.
    package var learned: @Sendable (ImageKey, KnownFile) -> Void
    /// The length that `learned` told last came with a body that is no photo: it is unknown again.
    package var unlearned: @Sendable (ImageKey) -> Void
    /// The whole image arrived and is about to be kept; `learned` was called before if it brought anything new.
    package var fetched: @Sendable (ImageKey) -> Void
    /// The host has other bytes than were known, as `learned` has just reported: the kernel's cached data of the photo
    /// is void.
    package var lengthChanged: @Sendable (PhotoID, KnownFile) -> Void
    /// The source says that the photo is gone or private.
    package var gone: @Sendable (PhotoID) -> Void
    /// The photo was looked up and has another image address now.
    package var updated: @Sendable (Photo) -> Void

    package init(
        learned: @escaping @Sendable (ImageKey, KnownFile) -> Void = { _, _ in },
        unlearned: @escaping @Sendable (ImageKey) -> Void = { _ in },
        fetched: @escaping @Sendable (ImageKey) -> Void = { _ in },
        lengthChanged: @escaping @Sendable (PhotoID, KnownFile) -> Void = { _, _ in },
        gone: @escaping @Sendable (PhotoID) -> Void = { _ in },
        updated: @escaping @Sendable (Photo) -> Void = { _ in }
    ) {
        self.learned = learned
        self.unlearned = unlearned
        self.fetched = fetched
        self.lengthChanged = lengthChanged
        self.gone = gone
        self.updated = updated
    }
}
