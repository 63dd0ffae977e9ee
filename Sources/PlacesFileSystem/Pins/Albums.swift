import Catalog
import FUSE
import PhotoTree
import Waiting

/// The albums of pins. An album is a page of the photos taken near a pin's point, without those that the user removed
/// for good. It stays until another collection is asked for.
final class Albums: Sendable {
    /// How far from a pin its photos may have been taken, in metres.
    static let radius = 5_000

    let pins: PinsState
    let listings: Listings
    private let landmarks: Landmarks
    /// Makes changes of pins and their albums one at a time.
    private let order = AsyncMutex()

    init(_ landmarks: Landmarks, _ listings: Listings, changed: Timestamp) async throws(CatalogError) {
        self.landmarks = landmarks
        self.listings = listings
        pins = PinsState(try await listings.catalog.pins(), changed: changed)
    }

    private var catalog: Catalog { listings.catalog }
    private var tree: ShownTree { listings.tree }
    private var errors: ErrorLog { listings.errors }
    private var settings: Settings { listings.settings }

    func shutdown() async {
        await landmarks.shutdown()
    }

    /// The area that a pin was made of by its name; nil for a pin that is a point.
    func area(of pin: Pin) -> PhotoArea? { landmarks.area(of: pin) }

    // MARK: Pins

    /// The pin at what a name means, as far as that is known here.
    func key(meaning name: String) -> DirectoryKey? { landmarks.knownPoint(of: name).flatMap { pins.key(at: $0) } }

    /// Asks the source about a name that only the source could know, so that its meaning is known when the pin is made.
    /// This is the one wait of MKDIR in `pins/`: it has a time limit and can be interrupted.
    func learn(_ name: String) async throws(Errno) {
        guard pins.key(likeNamed: name) == nil, !FileName.isReserved(name), let meaning = PinName(name) else { return }
        try await landmarks.learn(meaning)
    }

    /// Makes a pin, which awaits its first collection, or a placeholder.
    func make(_ name: String) async throws(Errno) -> DirectoryKey {
        let meaning = try meaning(of: name)
        guard pins.key(likeNamed: name) == nil else { throw .exists }
        if meaning.isPlaceholder { return .placeholder(try await makePlaceholder(name)) }
        if let refused = landmarks.refusedRadius(name, meaning) { throw refused }
        guard let spot = try await landmarks.spot(meaning) else { throw await landmarks.unknown(name) }
        let pin = try await makePin(name, at: spot, reusing: nil)
        errors.forgetRefusal(in: .pins)
        return .pin(pin)
    }

    private func meaning(of name: String) throws(Errno) -> PinName {
        guard !FileName.isReserved(name) else { throw .invalid }
        guard let meaning = PinName(name) else {
            // Desktops try such names, people do not.
            guard !name.beginsWithBytes(of: ".") else { throw .invalid }
            throw errors.refused(.invalid, name, in: .pins, PinRefusal.sentence(name))
        }
        return meaning
    }

    /// - Returns: The pin that awaits another collection now; nil if none does.
    func rename(_ name: String, to newName: String) async throws(Errno) -> NodeNumber? {
        guard let number = pins.number(named: name) else { throw .noEntry }
        let isPlaceholder = pins.placeholder(number) != nil
        let meaning = try meaning(of: newName)
        if let other = pins.key(likeNamed: newName), other != pins.key(named: name) { throw .exists }
        if meaning.isPlaceholder {
            // A pin that became a placeholder would lose its album.
            guard isPlaceholder else { throw .invalid }
            pins.addPlaceholder(number, named: newName, now: listings.now())
            return nil
        }
        if let refused = landmarks.refusedRadius(newName, meaning) { throw refused }
        guard let spot = try await landmarks.spot(meaning) else {
            throw await landmarks.unknownNow(newName, meaning)
        }
        guard isPlaceholder else { return try await move(number, to: newName, at: spot) ? number : nil }
        return try await makePin(newName, at: spot, reusing: number)
    }

    /// - Returns: False if there is no pin of this name.
    func remove(_ name: String) async throws(Errno) -> Bool {
        guard let number = pins.number(named: name), let key = pins.key(named: name) else { return false }
        guard pins.placeholder(number) == nil else {
            pins.remove(number, now: listings.now())
            tree.publish(TreeChange(gone: [key]))
            return true
        }
        try await listings.removing(key) { () async throws(CatalogError) in
            try await order.run { [self] () async throws(CatalogError) in
                try await catalog.removePin(number)
                pins.remove(number, now: listings.now())
                tree.publish(TreeChange(gone: [key]))
            }
        }
        return true
    }

    private func makePlaceholder(_ name: String) async throws(Errno) -> NodeNumber {
        let number = try await errors.mapping("write", .pins) { () async throws(CatalogError) in
            try await tree.generated.newNumber()
        }
        pins.addPlaceholder(number, named: name, now: listings.now())
        tree.publish(TreeChange(came: [.placeholder(number): number]))
        return number
    }

    /// Makes a pin; `placeholder` is the directory that becomes the pin.
    private func makePin(
        _ name: String, at spot: Landmarks.Spot, reusing placeholder: NodeNumber?
    ) async throws(Errno) -> NodeNumber {
        let subtitle = await landmarks.words(for: spot)
        let pin = try await errors.mapping("write", .pins) { () async throws(CatalogError) in
            try await catalog.addPin(
                named: name, at: spot.point, of: spot.area, subtitle: subtitle, reusing: placeholder)
        }
        guard let pin else { throw .exists }
        pins.add(pin, now: listings.now())
        var change = TreeChange(came: [.pin(pin.number): pin.number])
        if let placeholder {
            // The kernel knows the directory by its inode number, and keeps it.
            change.gone = [.placeholder(placeholder)]
            change.turned = [placeholder: .pin(pin.number)]
            change.names = [.pin(pin.number): ListingChange(expired: [GeneratedFile.readme.rawValue])]
        }
        tree.publish(change)
        return pin.number
    }

    /// - Returns: Whether the pin is at another point now.
    private func move(_ number: NodeNumber, to name: String, at spot: Landmarks.Spot) async throws(Errno) -> Bool {
        guard let before = pins.pin(number) else { throw .noEntry }
        let key = DirectoryKey.pin(number)
        let isMoved =
            before.point != PinPoint(spot.point, area: spot.area) || before.radius != PinName.radiusInMetres(in: name)
        let shown = try await errors.mapping("list", key) { () async throws(CatalogError) in
            try await listings.kept(key)?.listing
        }
        let subtitle = isMoved ? await landmarks.words(for: spot) : before.subtitle
        let isDone = try await listings.removing(key) { () async throws(CatalogError) in
            try await order.run { [self] () async throws(CatalogError) in
                let pin = try await catalog.movePin(
                    number, to: name, at: spot.point, of: spot.area, subtitle: subtitle)
                guard let pin else { return false }
                pins.add(pin, now: listings.now())
                guard isMoved else {
                    if let update = try await listings.renamed(key) { try await listings.apply(update, to: key) }
                    return true
                }
                var names =
                    shown.map { ListingChange(from: nil, to: $0, sidecars: settings.sidecars) } ?? ListingChange()
                names.expired.append(GeneratedFile.noImages.rawValue)
                tree.publish(TreeChange(emptied: [key], names: [key: names]))
                return true
            }
        }
        guard isDone else { throw pins.pin(number) == nil ? .noEntry : .exists }
        return isMoved
    }

    // MARK: Collections

    /// Promises another collection, which replaces the album as soon as it has arrived.
    ///
    /// - Throws: `.busy` while one is being loaded.
    func request(_ number: NodeNumber) async throws(Errno) {
        guard pins.beginLoading(number) else { throw .busy }
        let isThere: Bool
        do throws(Errno) {
            // Written to the catalog first, so that the promise survives a crash.
            isThere = try await errors.mapping("write", .pin(number)) { () async throws(CatalogError) in
                try await order.run { [catalog, pins] () async throws(CatalogError) in
                    guard try await catalog.awaitCollection(of: number) else { return false }
                    pins.setCollection(of: number, isAwaiting: true)
                    return true
                }
            }
        } catch {
            pins.endLoading(number)
            throw error
        }
        guard isThere else {
            pins.endLoading(number)
            throw .noEntry
        }
        tree.publish(TreeChange(names: [.pin(number): ListingChange()]))
    }

    /// Until `endLoading` the album shows that another collection is on its way: `New Collection.txt` is hidden
    /// meanwhile.
    func beginLoading(_ number: NodeNumber) {
        if pins.beginLoading(number) { tree.publish(TreeChange(names: [.pin(number): ListingChange()])) }
    }

    func endLoading(_ number: NodeNumber) {
        pins.endLoading(number)
        tree.publish(TreeChange(names: [.pin(number): ListingChange()]))
    }

    /// Removes a photo for good; nil when it had left already.
    func remove(_ photo: PhotoID, from number: NodeNumber) async throws(Errno) -> ListingUpdate? {
        try await errors.mapping("write", .pin(number)) { () async throws(CatalogError) in
            try await order.run { [catalog, pins] () async throws(CatalogError) in
                let update = try await catalog.removeFromAlbum(photo, of: number)
                if update?.new.entries.isEmpty == true { pins.setCollection(of: number, isAwaiting: true) }
                return update
            }
        }
    }

    func refresh(_ number: NodeNumber) async throws(RefreshError) {
        let key = DirectoryKey.pin(number)
        // A pin that was moved meanwhile needs the photos of its new point.
        while let pin = pins.pin(number) {
            // A caller may have found no album just before one arrived: its request must not fetch another.
            guard pin.isAwaitingCollection || tree.directories.summary(of: key) == nil else {
                return try await complete(pin)
            }
            let (page, pageNumber) = try await collection(for: pin)
            if page.extent == .partial, page.photos.count < tree.directories.summary(of: key)?.count ?? 0 {
                throw .partialResults
            }
            let isMoved = try await listings.asCatalog { () async throws(CatalogError) in
                try await order.run { [self] () async throws(CatalogError) in
                    guard let current = pins.pin(number), current.point == pin.point, current.radius == pin.radius
                    else {
                        return true
                    }
                    let update = try await catalog.replaceAlbum(of: number, with: page, number: pageNumber)
                    // The pin was removed: the catalog knows that before `pins` does.
                    guard let update else { return false }
                    pins.setCollection(of: number, page: pageNumber, isAwaiting: false)
                    try await listings.apply(update, to: key)
                    guard page.extent == .partial else { return false }
                    // Another collection is due, as if a user had asked for it.
                    if try await catalog.awaitCollection(of: number) {
                        pins.setCollection(of: number, isAwaiting: true)
                    }
                    return false
                }
            }
            guard isMoved else {
                if page.extent == .partial { throw .partialResults }
                return
            }
        }
    }

    /// Adds what the options of an earlier mount left out, and these want; an album that lacks nothing is left alone.
    private func complete(_ pin: Pin) async throws(RefreshError) {
        let key = DirectoryKey.pin(pin.number)
        guard let summary = tree.directories.summary(of: key), summary.isOfOtherOptions else { return }
        let lacking = settings.photosPerPin - summary.count
        let page = lacking > 0 ? try await others(for: pin, atMost: lacking) : nil
        try await listings.asCatalog { () async throws(CatalogError) in
            try await order.run { [self] () async throws(CatalogError) in
                // A pin that was moved meanwhile awaits another collection.
                guard let current = pins.pin(pin.number), !current.isAwaitingCollection, current.point == pin.point,
                    let update = try await catalog.extendAlbum(of: pin.number, with: page)
                else { return }
                try await listings.apply(update, to: key)
            }
        }
    }

    /// Photos that the album does not show.
    private func others(for pin: Pin, atMost count: Int) async throws(RefreshError) -> PhotoPage {
        let listed = try await listings.asCatalog { () async throws(CatalogError) in
            try await catalog.listing(of: .pin(pin.number))?.entries.map(\.photo.id)
        }
        let present = Set(listed ?? [])
        var page = try await listings.asSource { () async throws(PhotoSourceError) in
            try await listings.source.photos(query(for: pin, page: 1))
        }
        page.photos.removeAll { listings.image(of: $0) == nil || present.contains($0.id) }
        page.photos = Array(page.photos.prefix(count))
        return page
    }

    private func query(for pin: Pin, page: Int) -> PhotoQuery {
        PhotoQuery(
            subject: area(of: pin).map { PhotoQuery.Subject.area($0) }
                ?? .point(pin.coordinate, radiusInMetres: pin.radius ?? Self.radius),
            limit: settings.photosPerPin, order: settings.order, license: settings.license, page: page)
    }

    /// Another page of results, and its number. It shows other photos than now, if there are others.
    private func collection(for pin: Pin) async throws(RefreshError) -> (PhotoPage, Int) {
        let source = listings.source
        let (removed, known) = try await listings.asCatalog { () async throws(CatalogError) in
            (
                try await catalog.removedPhotos(of: pin.number),
                // From the catalog, because it is not in memory if the collection was promised in an earlier mount.
                try await catalog.listing(of: .pin(pin.number))
            )
        }
        let present = Set(known?.entries.map(\.photo.id) ?? [])
        var pages = CollectionPages(
            current: pin.page, total: known?.total, size: settings.photosPerPin, maximumResults: source.maximumResults)
        var random = SystemRandomNumberGenerator()
        var fallback: (PhotoPage, Int)?
        while let number = pages.next(using: &random) {
            let query = query(for: pin, page: number)
            var page = try await listings.asSource { () async throws(PhotoSourceError) in
                try await source.photos(query)
            }
            pages.learn(total: page.total)
            if page.photos.isEmpty { pages.wasEmpty(number) }
            page.photos = page.photos.filter { listings.image(of: $0) != nil && !removed.contains($0.id) }
            if !page.photos.isEmpty, Set(page.photos.map(\.id)) != present { return (page, number) }
            if fallback == nil || fallback?.0.photos.isEmpty == true { fallback = (page, number) }
        }
        return fallback ?? (PhotoPage(photos: [], total: 0), 1)
    }
}

extension PinName {
    /// Whether this is a name that a file manager gives a new folder before the user names it.
    var isPlaceholder: Bool {
        if case .word(let name) = self { NewFolderName.matches(name) } else { false }
    }
}
