import Catalog
import FUSE
import PhotoTree

/// `pins/48.8584,2.2945 Eiffel Tower`: a collection of photos taken near a point, which stays until a user asks for
/// another.
struct PinFolder: Collecting, Refreshed, Keepable, TextWriting {
    let number: NodeNumber
    let pins: Pins

    var listings: Listings { pins.listings }
    var key: DirectoryKey { .pin(number) }
    var parent: DirectoryKey? { .pins }
    private var pin: Pin? { pins.state.pin(number) }
    var name: String { pin?.name ?? "" }
    var joined: Timestamp { pins.state.changed }
    var isMoreComing: Bool { pins.state.isLoading(number) }
    var heading: (title: String, subtitle: String) { pin.map { ($0.title, $0.subtitle) } ?? ("", "") }

    var shape: Shape {
        var shape = Shape.photos(key)
        shape.takesRemovals = true
        shape.isPrivate = true
        return shape
    }

    var attributes: [(name: String, value: String)] {
        guard let pin else { return [] }
        let summary = self.summary
        return DirectoryXattrs.listed(
            title: pin.title, subtitle: pin.subtitle, count: summary?.count, total: summary?.total,
            coordinate: pin.coordinate) + areaQuery(pins.area(of: pin))
    }

    var isThere: Bool { pin != nil }
    /// A pin is refreshed only when another collection was asked for, or to add what the options of an earlier mount
    /// left out.
    func isDue(at now: Timestamp) -> Bool {
        guard let pin, !isMoreComing else { return false }
        return pin.isAwaitingCollection || summary?.isOfOtherOptions == true || summary?.isPart == true
    }

    var givesAway: Bool { true }

    func remove(_ photo: PhotoID, announcing: () -> Void) async throws(Errno) -> Bool? {
        try await removed(pins.remove(photo, from: number), announcing: announcing)
    }

    func request(_ name: String) async throws(Errno) {
        guard [GeneratedFile.collectionTrigger, .newCollection].contains(where: { $0.rawValue == name }) else {
            throw .readOnly
        }
        try await requestAnother()
    }

    func requestAnother() async throws(Errno) {
        try await pins.request(number)
        await refreshSoon()
    }

    func becameEmpty() async {
        // Another collection may have arrived meanwhile.
        guard summary?.count == 0 else { return }
        pins.state.setCollection(of: number, isAwaiting: true)
        // The pause gives `rm -r` time to remove the pin as well.
        await refreshSoon(after: settings.timing.emptiedPause)
    }

    func refreshBegins() { pins.beginLoading(number) }
    func refreshEnded() { pins.endLoading(number) }
    func refresh() async throws(RefreshError) { try await pins.refresh(number) }

    func state() async -> String {
        if isMoreComing { return "downloading" }
        if let now = await stateOfRefresh() { return now }
        guard let summary, pin?.isAwaitingCollection == false else { return "stale" }
        return summary.isOfOtherOptions || summary.isPart ? "stale" : "fresh"
    }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        let area = pin.flatMap { pins.area(of: $0) }
        if file == .noImages { return area.flatMap { noImages(of: $0, listing) } }
        guard file == .newCollection, let listing else { return nil }
        let isArea = area != nil
        return NewCollection.text(
            of: isArea ? .area : .point, page: pin?.page ?? 1, total: listing.total, shown: listing.entries.count,
            size: settings.photosPerPin, maximumResults: listings.source.maximumResults, hidden: listing.hidden,
            by: settings.license)
    }
}
