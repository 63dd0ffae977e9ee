import Catalog
import FUSE
import PhotoTree
import Waiting

/// The pins and their collections. Each is a page of the photos taken near a pin's point, without those that the user
/// removed for good. It stays until another collection is asked for.
final class Pins: Sendable {
    /// How far from a pin its photos may have been taken, in metres.
    static let radius = 5_000

    let listings: Listings
    private let landmarks: Landmarks
    private let maker: FolderMaker<Pin>

    init(_ landmarks: Landmarks, _ listings: Listings, changed: Timestamp) async throws(CatalogError) {
        self.landmarks = landmarks
        self.listings = listings
        maker = FolderMaker(try await listings.catalog.pins(), in: .pins, listings, changed: changed)
    }

    var state: PinsState { maker.folders }
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
    func key(meaning name: String) async -> DirectoryKey? {
        guard let meaning = PinName(name), let spot = try? await landmarks.spot(meaning) else { return nil }
        return state.key(at: PinPoint(spot.point, area: spot.area))
    }

    /// Asks the source about a name that only the source could know, so that its meaning is known when the pin is made.
    /// This is the one wait of MKDIR in `pins/`: it has a time limit and can be interrupted.
    func awaitMeaning(of name: String) async throws(Errno) {
        guard state.key(likeNamed: name) == nil, !FileName.isReserved(name), let meaning = PinName(name) else { return }
        try await landmarks.awaitMeaning(of: meaning)
    }

    /// Makes a pin, which awaits its first collection, or a placeholder.
    func make(_ name: String) async throws(Errno) -> DirectoryKey {
        let meaning = try meaning(of: name)
        try maker.checkFree(name)
        if meaning.isPlaceholder { return try await maker.makePlaceholder(name) }
        if let refused = landmarks.refusedRadius(name, meaning) { throw refused }
        guard let spot = try await landmarks.spot(meaning) else { throw await landmarks.unknown(name) }
        let pin = try await makePin(name, at: spot, reusing: nil)
        errors.forgetRefusal(in: .pins)
        return .pin(pin)
    }

    private func meaning(of name: String) throws(Errno) -> PinName {
        guard !FileName.isReserved(name) else { throw .invalid }
        guard let meaning = PinName(name) else {
            guard !NewFolderName.isTriedByDesktops(name) else { throw .invalid }
            throw errors.refused(.invalid, name, in: .pins, PinRefusal.sentence(name))
        }
        return meaning
    }

    /// - Returns: The pin that awaits another collection now; nil if none does.
    func rename(_ name: String, to newName: String) async throws(Errno) -> NodeNumber? {
        guard let number = state.number(named: name) else { throw .noEntry }
        let meaning = try meaning(of: newName)
        try maker.checkFree(newName, besides: name)
        if meaning.isPlaceholder {
            try maker.renamePlaceholder(number, to: newName)
            return nil
        }
        if let refused = landmarks.refusedRadius(newName, meaning) { throw refused }
        guard let spot = try await landmarks.spot(meaning) else {
            throw await landmarks.unknownNow(newName, meaning)
        }
        guard let before = state.pin(number) else { return try await makePin(newName, at: spot, reusing: number) }
        let isMoved =
            before.point != PinPoint(spot.point, area: spot.area)
            || before.radius != PinName.radiusInMetres(in: newName)
        let subtitle = isMoved ? await landmarks.words(for: spot) : before.subtitle
        try await maker.rename(number, isOther: isMoved) { () async throws(CatalogError) in
            try await catalog.movePin(number, to: newName, at: spot.point, of: spot.area, subtitle: subtitle)
        }
        return isMoved ? number : nil
    }

    /// - Returns: False if there is no pin of this name.
    func remove(_ name: String) async throws(Errno) -> Bool {
        try await maker.remove(name) { number async throws(CatalogError) in
            try await catalog.removePin(number)
            return true
        }
    }

    /// Makes a pin; `placeholder` is the directory that becomes the pin.
    private func makePin(
        _ name: String, at spot: Landmarks.Spot, reusing placeholder: NodeNumber?
    ) async throws(Errno) -> NodeNumber {
        let subtitle = await landmarks.words(for: spot)
        return try await maker.add(reusing: placeholder) { () async throws(CatalogError) in
            try await catalog.addPin(
                named: name, at: spot.point, of: spot.area, subtitle: subtitle, reusing: placeholder)
        }
    }

    // MARK: Collections

    /// Promises another collection, which replaces the collection as soon as it has arrived.
    ///
    /// - Throws: `.busy` while one is being loaded.
    func request(_ number: NodeNumber) async throws(Errno) {
        try await maker.promise(number) { () async throws(CatalogError) in
            try await catalog.awaitCollection(of: number)
        }
    }

    func beginLoading(_ number: NodeNumber) { maker.beginLoading(number) }
    func endLoading(_ number: NodeNumber) { maker.endLoading(number) }

    /// Removes a photo for good; nil when it had left already.
    func remove(_ photo: PhotoID, from number: NodeNumber) async throws(Errno) -> ListingUpdate? {
        try await errors.mapping("write", .pin(number)) { () async throws(CatalogError) in
            try await maker.inOrder { [catalog, state] () async throws(CatalogError) in
                let update = try await catalog.removeFromCollection(photo, of: number)
                if update?.new.entries.isEmpty == true { state.setCollection(of: number, isAwaiting: true) }
                return update
            }
        }
    }

    func refresh(_ number: NodeNumber) async throws(RefreshError) {
        let key = DirectoryKey.pin(number)
        // A pin that was moved meanwhile needs the photos of its new point.
        while let pin = state.pin(number) {
            // A caller may have found no collection just before one arrived: its request must not fetch another.
            guard pin.isAwaitingCollection || tree.directories.summary(of: key) == nil else {
                try await complete(pin)
                // Another one may have been asked for meanwhile.
                if state.pin(number)?.isAwaitingCollection == true { continue }
                return
            }
            let (page, pageNumber) = try await collection(for: pin)
            if page.extent == .partial, page.photos.count < tree.directories.summary(of: key)?.count ?? 0 {
                throw .partialResults
            }
            let isMoved = try await listings.asCatalog { () async throws(CatalogError) in
                try await maker.inOrder { [self] () async throws(CatalogError) in
                    guard let current = state.pin(number), current.point == pin.point, current.radius == pin.radius
                    else {
                        return true
                    }
                    let update = try await catalog.replaceCollection(of: number, with: page, number: pageNumber)
                    // The pin was removed: the catalog knows that before `state` does.
                    guard let update else { return false }
                    state.setCollection(of: number, page: pageNumber, isAwaiting: false)
                    try await listings.apply(update, to: key)
                    guard page.extent == .partial else { return false }
                    // Another collection is due, as if a user had asked for it.
                    if try await catalog.awaitCollection(of: number) {
                        state.setCollection(of: number, isAwaiting: true)
                    }
                    return false
                }
            }
            guard isMoved else {
                return try listings.noteExtent(of: page, key)
            }
        }
    }

    /// Adds what did not come in time, or what the options of an earlier mount left out, and these want; a collection
    /// that lacks nothing is left alone.
    private func complete(_ pin: Pin) async throws(RefreshError) {
        let key = DirectoryKey.pin(pin.number)
        guard let summary = tree.directories.summary(of: key),
            summary.isOfOtherOptions || summary.isPart || listings.source.isComplete
        else { return }
        let continues = summary.isPart && !summary.isOfOtherOptions
        let lacking = settings.photosPerPin - summary.count
        let nothing = continues ? PhotoPage(photos: [], total: summary.total) : nil
        let page =
            lacking > 0 ? try await others(for: pin, page: continues ? pin.page : 1, atMost: lacking) : nothing
        let isCurrent = try await listings.asCatalog { () async throws(CatalogError) in
            try await maker.inOrder { [self] () async throws(CatalogError) in
                // A pin that was moved meanwhile awaits another collection.
                guard let current = state.pin(pin.number), !current.isAwaitingCollection, current.point == pin.point,
                    let update = try await catalog.extendCollection(of: pin.number, with: page, continues: continues)
                else { return false }
                if update.isChanged, !continues { state.setCollection(of: pin.number, page: 1, isAwaiting: false) }
                try await listings.apply(update, to: key)
                return true
            }
        }
        if let page, isCurrent { try listings.noteExtent(of: page, key) }
    }

    /// Photos that the collection does not show.
    private func others(for pin: Pin, page: Int, atMost count: Int) async throws(RefreshError) -> PhotoPage {
        let listed = try await listings.asCatalog { () async throws(CatalogError) in
            try await catalog.listing(of: .pin(pin.number))?.entries.map(\.photo.id)
        }
        let present = Set(listed ?? [])
        var page = try await listings.asSource { () async throws(PhotoSourceError) in
            try await listings.source.photos(query(for: pin, page: page))
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
        let removed = try await listings.asCatalog { () async throws(CatalogError) in
            try await catalog.removedPhotos(of: pin.number)
        }
        return try await listings.drawn(
            for: .pin(pin.number), after: pin.page, size: settings.photosPerPin, without: removed
        ) { query(for: pin, page: $0) }
    }
}

extension PinName {
    /// Whether this is a name that a file manager gives a new folder before the user names it.
    var isPlaceholder: Bool {
        if case .word(let name) = self { NewFolderName.matches(name) } else { false }
    }
}

/// The pins, and the directories that wait to become pins, as `pins/` shows them.
typealias PinsState = MadeFolders<Pin>

extension Pin: MadeFolder {
    static func key(_ number: NodeNumber) -> DirectoryKey { .pin(number) }
    static func placeholder(_ number: NodeNumber) -> DirectoryKey { .placeholder(.pin, number) }
}

extension MadeFolders<Pin> {
    func pin(_ number: NodeNumber) -> Pin? { self[number] }

    /// In alphabetical order.
    var pins: [Pin] { items.sorted { $0.name < $1.name } }

    /// The number of pins, and of those whose collection has not arrived yet.
    var counts: (pins: Int, awaiting: Int) {
        let items = self.items
        return (items.count, items.count(where: \.isAwaitingCollection))
    }

    func key(at point: PinPoint) -> DirectoryKey? {
        items.first { $0.point == point }.map { .pin($0.number) }
    }

    /// The pin shows, or awaits, another page now; its name and place stay.
    func setCollection(of number: NodeNumber, page: Int? = nil, isAwaiting: Bool) {
        update(number) { pin in
            if let page { pin.page = page }
            pin.isAwaitingCollection = isAwaiting
        }
    }
}
