/// How much the catalog knows, for `status`.
public struct CatalogCounts: Hashable, Sendable {
    /// Photos of which more than the identity is known.
    public var photos: Int
    public var listings: Int
    /// Names that open a photo, listed or not any more.
    public var names: Int

    public var pins: Int
    public var topics: Int
    /// Photos listed in `recents`.
    public var recents: Int

    public init(photos: Int, listings: Int, names: Int, pins: Int, topics: Int, recents: Int) {
        self.photos = photos
        self.listings = listings
        self.names = names
        self.pins = pins
        self.topics = topics
        self.recents = recents
    }
}
