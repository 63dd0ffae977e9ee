import Synchronization

/// The photos and places that both simulated services show; they may change while the simulator runs.
public final class Library: Sendable {
    struct State: Sendable {
        var photos: [String: SimulatedPhoto] = [:]
        var places: [SimulatedPlace] = []
        /// nil after a change, until it is needed again.
        var index: Index?
        var commons: CommonsIndex?
    }

    struct Index: Sendable {
        /// The photos that Flickr has.
        var newestFirst: [SimulatedPhoto]
        /// By the woeid of a locality, its region and its country.
        var byWoeid: [String: [SimulatedPhoto]]
    }

    private let state: Mutex<State>
    let images: ImageStore
    /// Digests of originals, by photo, version and pixels.
    let originals = Mutex<[String: CommonsOriginal]>([:])
    /// Pages of Commons whose texts were made already, by number and last change.
    let parsedPages = Mutex<Set<String>>([])

    init(photos: [SimulatedPhoto] = [], places: [SimulatedPlace] = [], images: ImageStore) {
        let byID = Dictionary(photos.map { ($0.id, $0) }) { _, last in last }
        state = Mutex(State(photos: byID, places: places))
        self.images = images
    }

    // MARK: Looking

    /// The photos that Flickr has, newest upload first. See `commonsFiles` for the others.
    public var photos: [SimulatedPhoto] {
        index.newestFirst
    }

    public var places: [SimulatedPlace] {
        state.withLock { $0.places }
    }

    public func photo(_ id: String) -> SimulatedPhoto? {
        state.withLock { $0.photos[id] }
    }

    /// The bytes that the image host has, to compare with those that arrived; nil without such an image. At Flickr the
    /// rendition is the letter of the image's address, "b" for 1024 px, "" for 500 px; at Commons it is the width of a
    /// thumbnail, "1280", or "o" for the original.
    public func imageBytes(of id: String, _ rendition: String = "b") -> [UInt8]? {
        guard let photo = photo(id) else { return nil }
        if let found = photo.renditions.first(where: { $0.suffix == rendition }) {
            return images.content(of: photo, found).bytes
        }
        return commonsFile(id).flatMap { content(of: $0, rendition) }?.bytes
    }

    /// A photo that Flickr has.
    func flickrPhoto(_ id: String) -> SimulatedPhoto? {
        photo(id).flatMap { $0.only == .commons ? nil : $0 }
    }

    /// Photos taken in a locality, region or country; newest first.
    func photos(inWoeid woeid: String) -> [SimulatedPhoto] {
        index.byWoeid[woeid] ?? []
    }

    func place(woeid: String) -> SimulatedPlace? {
        state.withLock { $0.places.first { $0.woeid == woeid } }
    }

    // MARK: Changing

    /// Adds photos, or replaces those of the same id.
    public func add(_ photos: SimulatedPhoto...) {
        change { state in
            for photo in photos { state.photos[photo.id] = photo }
        }
    }

    /// Acts as its owner deleting it or making it private: it leaves every list, and its page and images are not found.
    public func remove(_ id: String) {
        change { $0.photos[id] = nil }
    }

    /// Returns false where there is no such photo.
    @discardableResult
    public func edit(_ id: String, _ edit: (inout SimulatedPhoto) -> Void) -> Bool {
        change { state in
            guard var photo = state.photos[id] else { return false }
            edit(&photo)
            state.photos[id] = photo
            return true
        }
    }

    /// Acts as its owner replacing the image: other bytes, length and ETag at the same address.
    @discardableResult
    public func replaceImage(of id: String) -> Bool {
        edit(id) { $0.version += 1 }
    }

    /// Acts as its owner changing who may see it, or at Commons as a user renaming the file: the addresses so far stop
    /// working, and lists have new ones.
    @discardableResult
    public func changeSecret(of id: String) -> Bool {
        edit(id) { photo in
            var word = Noise.digest(photo.secret)
            let digits = String(Noise.mixed(&word), radix: 16)
            photo.secret = String((digits + "0000000000").prefix(10))
            var page = photo.commons ?? CommonsPage()
            page.name = "\((page.name ?? photo.title).prefix(100)), moved \(digits.prefix(6)).jpg"
            photo.commons = page
        }
    }

    /// Adds a place, or replaces the one of the same woeid.
    public func add(_ place: SimulatedPlace) {
        change { state in
            state.places.removeAll { $0.woeid == place.woeid }
            state.places.append(place)
        }
    }

    public func removePlace(woeid: String) {
        change { state in state.places.removeAll { $0.woeid == woeid } }
    }

    private func change<Result>(_ edit: (inout State) -> Result) -> Result {
        state.withLock { state in
            state.index = nil
            state.commons = nil
            return edit(&state)
        }
    }

    private var index: Index {
        state.withLock { state in
            if let index = state.index { return index }
            let newestFirst = Self.newestFirst(state.photos) { $0.only != .commons }
            let index = Index(newestFirst: newestFirst, byWoeid: Self.grouped(newestFirst, state.places))
            state.index = index
            return index
        }
    }

    /// Built separately, so that a test without Commons does not wait for it.
    var commonsIndex: CommonsIndex {
        state.withLock { state in
            if let index = state.commons { return index }
            let index = CommonsIndex(newestFirst: Self.newestFirst(state.photos) { $0.only != .flickr })
            state.commons = index
            return index
        }
    }

    private static func newestFirst(
        _ photos: [String: SimulatedPhoto], where isShown: (SimulatedPhoto) -> Bool
    ) -> [SimulatedPhoto] {
        photos.values.filter(isShown).sorted { ($0.uploaded, $0.id) > ($1.uploaded, $1.id) }
    }

    private static func grouped(
        _ photos: [SimulatedPhoto], _ places: [SimulatedPlace]
    ) -> [String: [SimulatedPhoto]] {
        let areas = Dictionary(places.map { ($0.woeid, [$0.region.woeid, $0.country.woeid]) }) { first, _ in first }
        var groups: [String: [SimulatedPhoto]] = [:]
        for photo in photos {
            guard let woeid = photo.woeid else { continue }
            for group in Set([woeid] + (areas[woeid] ?? [])) {
                groups[group, default: []].append(photo)
            }
        }
        return groups
    }
}
