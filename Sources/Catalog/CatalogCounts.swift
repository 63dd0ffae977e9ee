/// How much the catalog knows, for `status`.
public struct CatalogCounts: Hashable, Sendable {
    /// Photos of which more than the identity is known.
    public var photos: Int
    public var listings: Int
    /// Names that open a photo, listed or not any more.
    public var names: Int

    public init(photos: Int, listings: Int, names: Int) {
        self.photos = photos
        self.listings = listings
        self.names = names
    }
}
