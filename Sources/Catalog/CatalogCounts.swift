/// How many things the catalog stores, for `status`.
public struct CatalogCounts: Hashable, Sendable {
    /// Photos with more than their identity known.
    public var photos: Int
    public var listings: Int
    /// Names that open a photo, listed now or until lately.
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
