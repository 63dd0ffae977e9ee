/// The photos viewed last. Its idea: a view counts when it begins, in the order of beginnings, but may turn out to have
/// been none (a copy, say); so the views that are still open lie in one row with those that are settled, and what is shown
/// is read off that row. Of the settled ones no more than are shown are kept.
public struct RecentPhotos: Hashable, Sendable {
    private struct View: Hashable, Sendable {
        var photo: PhotoID
        /// Nil once it is settled.
        var viewing: Int?
    }

    /// Newest first.
    private var views: [View]

    /// From `photos`, newest first, as stored.
    public init(_ photos: [PhotoID]) {
        views = photos.map { View(photo: $0, viewing: nil) }
        settle()
    }

    /// Newest first, each once, at most `RankedName.capacity`.
    public var shown: [PhotoID] {
        var seen: Set<PhotoID> = []
        var shown: [PhotoID] = []
        for view in views where shown.count < RankedName.capacity && seen.insert(view.photo).inserted {
            shown.append(view.photo)
        }
        return shown
    }

    /// Counts a view of `photo` from now on. It can be taken back until `viewing`, which names this view, is confirmed.
    /// Several views, of one photo too, may be open at a time.
    public mutating func view(_ photo: PhotoID, by viewing: Int) {
        let view = View(photo: photo, viewing: viewing)
        views.removeAll { $0 == view }
        views.insert(view, at: 0)
    }

    /// Whether the view counts, and can still be taken back.
    public func isOpen(_ viewing: Int) -> Bool {
        views.contains { $0.viewing == viewing }
    }

    /// The view counts for good. Nothing happens if it is not open.
    public mutating func confirm(_ viewing: Int) {
        for index in views.indices where views[index].viewing == viewing {
            views[index].viewing = nil
        }
        settle()
    }

    /// As if that view had never been: what it pushed off comes back. Nothing happens if it is not open.
    public mutating func retract(_ viewing: Int) {
        views.removeAll { $0.viewing == viewing }
    }

    /// Takes a photo off the list, with its open views. What had been pushed off the list does not come up in its place:
    /// whoever removes all that is shown wants an empty list, not the next ones.
    public mutating func remove(_ photo: PhotoID) {
        let shown = shown
        let wasShown = shown.contains(photo)
        views.removeAll { $0.photo == photo || (wasShown && !shown.contains($0.photo)) }
    }

    /// Drops settled views that can never show again: repeated ones, and those behind as many others as are shown.
    private mutating func settle() {
        var seen: Set<PhotoID> = []
        views.removeAll { view in
            guard view.viewing == nil else { return false }
            return !seen.insert(view.photo).inserted || seen.count > RankedName.capacity
        }
    }
}
