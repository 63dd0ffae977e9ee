/// The most recently viewed photos. A view counts when it begins, and views are ordered by their beginning, but a view
/// may turn out to be none (a copy, for example). So open views and confirmed views are in one list, and the photos
/// shown are read from that list. No more confirmed views are kept than photos are shown.
public struct RecentPhotos: Hashable, Sendable {
    private struct View: Hashable, Sendable {
        var photo: PhotoID
        /// nil once it is confirmed.
        var viewing: Int?
    }

    /// Newest first.
    private var views: [View]

    /// From stored `photos`, newest first.
    public init(_ photos: [PhotoID]) {
        views = photos.map { View(photo: $0, viewing: nil) }
        removeHidden()
    }

    /// Newest first, each photo once, at most `RankedName.capacity`.
    public var shown: [PhotoID] {
        var seen: Set<PhotoID> = []
        var shown: [PhotoID] = []
        for view in views where shown.count < RankedName.capacity && seen.insert(view.photo).inserted {
            shown.append(view.photo)
        }
        return shown
    }

    /// Counts a view of `photo` from now on. `viewing` identifies the view, which can be retracted until it is
    /// confirmed. Several views may be open at a time, of the same photo, too.
    public mutating func view(_ photo: PhotoID, by viewing: Int) {
        let view = View(photo: photo, viewing: viewing)
        views.removeAll { $0 == view }
        views.insert(view, at: 0)
    }

    /// Whether the view is counted and can still be retracted.
    public func isOpen(_ viewing: Int) -> Bool {
        views.contains { $0.viewing == viewing }
    }

    /// Confirms the view. Does nothing if it is not open.
    public mutating func confirm(_ viewing: Int) {
        for index in views.indices where views[index].viewing == viewing {
            views[index].viewing = nil
        }
        removeHidden()
    }

    /// Removes the view as if it had never been: the photo that it pushed off the list comes back. Does nothing if it
    /// is not open.
    public mutating func retract(_ viewing: Int) {
        views.removeAll { $0.viewing == viewing }
    }

    /// Removes a photo from the list, with its open views. Photos that were pushed off the list before do not come
    /// back: a user who removes all photos shown wants an empty list, not the next photos.
    public mutating func remove(_ photo: PhotoID) {
        let shown = shown
        let wasShown = shown.contains(photo)
        views.removeAll { $0.photo == photo || (wasShown && !shown.contains($0.photo)) }
    }

    /// Removes confirmed views that can never be shown again: repeated ones, and those behind as many others as are
    /// shown.
    private mutating func removeHidden() {
        var seen: Set<PhotoID> = []
        views.removeAll { view in
            guard view.viewing == nil else { return false }
            return !seen.insert(view.photo).inserted || seen.count > RankedName.capacity
        }
    }
}
