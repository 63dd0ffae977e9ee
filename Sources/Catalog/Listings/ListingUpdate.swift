public import PhotoTree

/// What a source's answer changed in a listing.
public struct ListingUpdate: Hashable, Sendable {
    /// The listing before; nil for a directory that was never listed.
    public var old: Listing?
    public var new: Listing
    /// Whether something shown changed: names, their order, or a sidecar's content. False when only views, the total or
    /// the time of the refresh changed.
    public var isChanged: Bool
    /// Whether the catalog knew none of the photos before, so that nothing was learnt of any.
    public var isUnknown: Bool

    public init(old: Listing?, new: Listing, isChanged: Bool, isUnknown: Bool = false) {
        self.old = old
        self.new = new
        self.isChanged = isChanged
        self.isUnknown = isUnknown
    }
}
