public import PhotoTree

/// What a source's answer did to a listing.
public struct ListingUpdate: Hashable, Sendable {
    /// As it was known before; nil for a directory never listed.
    public var old: Listing?
    public var new: Listing
    /// Whether something shown changed: names, their order, or what a sidecar says. Never for views, the total or the
    /// time of the refresh alone.
    public var isChanged: Bool

    public init(old: Listing?, new: Listing, isChanged: Bool) {
        self.old = old
        self.new = new
        self.isChanged = isChanged
    }
}
