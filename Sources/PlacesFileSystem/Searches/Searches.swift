import Catalog
import FUSE
import PhotoTree
import Waiting

/// The folders of `search/`. A search shows what the source finds for its name, without the photos that the user
/// removed from it for good.
final class Searches: Sendable {
    /// What is shown first of a search for more.
    static let firstPhotos = 50
    /// A larger one is refreshed only once a day.
    private static let manyPhotos = 500
    private static let lifetimeOfMany = Duration.seconds(86_400)
    private static let mostDraws = 4

    let listings: Listings
    private let reader: SearchReader
    private let maker: FolderMaker<OpenSearch>

    init(_ reader: SearchReader, _ listings: Listings, changed: Timestamp) async throws(CatalogError) {
        self.listings = listings
        self.reader = reader
        var open: [OpenSearch] = []
        for saved in try await listings.catalog.searches() {
            open.append(OpenSearch(saved: saved, query: await reader.known(saved.name)))
        }
        maker = FolderMaker(open, in: .searches, listings, changed: changed)
    }

    var state: MadeFolders<OpenSearch> { maker.folders }
    private var catalog: Catalog { listings.catalog }
    private var tree: ShownTree { listings.tree }
    private var errors: ErrorLog { listings.errors }

    // MARK: Folders

    /// Asks the source about a place that only the source could know, within a time limit and interruptibly: the one
    /// wait of MKDIR in `search/`.
    func awaitMeaning(of name: String) async throws(Errno) {
        guard state.key(likeNamed: name) == nil, !FileName.isReserved(name), !NewFolderName.matches(name) else {
            return
        }
        try await reader.awaitMeaning(of: name)
    }

    /// The search that asks what a name asks, as far as that is known here.
    func key(meaning name: String) async -> DirectoryKey? {
        guard let identity = await reader.known(name)?.identity else { return nil }
        return state.items.first { $0.saved.identity == identity }.map { .search($0.number) }
    }

    /// Makes a search, which awaits its first photos, or a placeholder.
    func make(_ name: String) async throws(Errno) -> DirectoryKey {
        try check(name)
        try maker.checkFree(name)
        if NewFolderName.matches(name) { return try await maker.makePlaceholder(name) }
        let number = try await add(name, try await reader.query(name), reusing: nil)
        errors.forgetRefusal(in: .searches)
        return .search(number)
    }

    /// - Returns: The search that asks for other photos now; nil if none does.
    func rename(_ name: String, to newName: String) async throws(Errno) -> NodeNumber? {
        guard let number = state.number(named: name) else { throw .noEntry }
        try check(newName)
        try maker.checkFree(newName, besides: name)
        guard !NewFolderName.matches(newName) else {
            try maker.renamePlaceholder(number, to: newName)
            return nil
        }
        let query = try await reader.query(newName, asksBehind: true)
        guard let before = state[number] else { return try await add(newName, query, reusing: number) }
        let isOther = before.saved.identity != query.identity
        try await maker.rename(number, isOther: isOther) { () async throws(CatalogError) in
            try await catalog.renameSearch(number, to: newName, identity: query.identity)
                .map { OpenSearch(saved: $0, query: query) }
        }
        return isOther ? number : nil
    }

    /// - Returns: False if there is no search of this name.
    func remove(_ name: String) async throws(Errno) -> Bool {
        try await maker.remove(name) { number async throws(CatalogError) in
            try await catalog.removeSearch(number)
            return true
        }
    }

    private func check(_ name: String) throws(Errno) {
        guard !FileName.isReserved(name), !name.beginsWithBytes(of: ".") else { throw .invalid }
    }

    private func add(
        _ name: String, _ query: OpenQuery, reusing placeholder: NodeNumber?
    ) async throws(Errno) -> NodeNumber {
        try await maker.add(reusing: placeholder) { () async throws(CatalogError) in
            try await catalog.addSearch(named: name, identity: query.identity, reusing: placeholder)
                .map { OpenSearch(saved: $0, query: query) }
        }
    }

    // MARK: Photos

    /// Whether the search's photos are old enough to be asked for again. What was drawn by lot stays.
    func isDue(_ number: NodeNumber, at now: Timestamp) -> Bool {
        guard let search = state[number] else { return false }
        guard let summary = tree.directories.summary(of: .search(number)) else { return true }
        if search.isAwaitingCollection || summary.isOfOtherOptions { return true }
        // What found nothing here drew nothing.
        guard !search.isDrawn || search.isKnown && isNothing(summary) else { return false }
        // Whatever came into a list since may be found.
        if search.isKnown { return search.shown != tree.contentVersion }
        let age = now - summary.refreshed
        let lifetime =
            summary.count > Self.manyPhotos ? Self.lifetimeOfMany : listings.settings.timing.listingLifetime
        return age >= lifetime || age < .zero
    }

    /// Whether nothing was found, and not what was found is removed.
    private func isNothing(_ summary: DirectoryTable.Summary) -> Bool { summary.count == 0 && summary.total ?? 0 == 0 }

    /// Promises another draw, which replaces the present one as soon as it has arrived.
    ///
    /// - Throws: `.busy` while one is being loaded, EROFS for a search that draws nothing.
    func request(_ number: NodeNumber) async throws(Errno) {
        guard let search = state[number] else { throw .noEntry }
        guard search.isDrawn else { throw .readOnly }
        try await maker.promise(number) { () async throws(CatalogError) in try await catalog.awaitDraw(of: number) }
    }

    func beginLoading(_ number: NodeNumber) { maker.beginLoading(number) }
    func endLoading(_ number: NodeNumber) { maker.endLoading(number) }

    /// Removes a photo for good; nil when it had left already.
    func remove(_ photo: PhotoID, from number: NodeNumber) async throws(Errno) -> ListingUpdate? {
        try await errors.mapping("write", .search(number)) { () async throws(CatalogError) in
            try await maker.inOrder { [catalog] () async throws(CatalogError) in
                try await catalog.remove(photo, fromSearch: number)
            }
        }
    }

    /// How many photos it is to show.
    func wanted(_ search: OpenSearch) -> Int { search.query?.search.count ?? listings.settings.photosPerPin }

    func refresh(_ number: NodeNumber) async throws(RefreshError) {
        let key = DirectoryKey.search(number)
        // One that was renamed meanwhile needs the photos of its new query.
        while let search = state[number] {
            let query = try await openQuery(of: search)
            // A caller may have found no photos just before they arrived: its request must not draw others.
            if search.isDrawn, !isDue(number, at: listings.now()) { return }
            // Before the look: what comes into a list meanwhile may be missing in what is found.
            let shown = tree.contentVersion
            let (page, draw) = try await found(search, query, key)
            if search.isKnown, search.isDrawn, page.photos.isEmpty, !search.isAwaitingCollection,
                let before = tree.directories.summary(of: key), isNothing(before), !before.isOfOtherOptions
            {
                return state.update(number) { $0.shown = shown }
            }
            let isCurrent = try await listings.asCatalog { () async throws(CatalogError) in
                try await maker.inOrder { [self] () async throws(CatalogError) in
                    guard state[number]?.saved.identity == search.saved.identity else { return false }
                    let update = try await catalog.replaceSearch(number, with: page, draw: draw)
                    // It was removed: the catalog knows that before `state` does.
                    guard let update else { return true }
                    state.update(number) { current in
                        current.page = draw ?? 1
                        current.isAwaitingCollection = false
                    }
                    try await listings.apply(update, to: key)
                    return true
                }
            }
            guard isCurrent else { continue }
            state.update(number) { $0.shown = shown }
            return try listings.noteExtent(of: page, key)
        }
    }

    /// The query of a search that an earlier mount made, once its place is known again.
    private func openQuery(of search: OpenSearch) async throws(RefreshError) -> OpenQuery {
        if let query = search.query { return query }
        let query = try await reader.query(ofSaved: search.saved.name)
        state.update(search.number) { $0.query = query }
        return query
    }

    private func found(
        _ search: OpenSearch, _ query: OpenQuery, _ key: DirectoryKey
    ) async throws(RefreshError) -> (page: PhotoPage, draw: Int?) {
        if query.search.isKnown { return try await known(search, query, key) }
        let size = wanted(search)
        guard search.isDrawn else {
            guard size > Self.firstPhotos, tree.directories.summary(of: key) == nil else {
                return (try await listings.found(photoQuery(query, size, page: 1), for: key), nil)
            }
            // The first are shown at once, the others come behind them.
            var page = try await listings.found(photoQuery(query, Self.firstPhotos, page: 1), for: key)
            let isAll = page.photos.isEmpty || page.total.map { $0 <= page.photos.count } ?? false
            if page.extent == .whole, !isAll { page.extent = .begun }
            return (page, nil)
        }
        let removed = try await listings.asCatalog { () async throws(CatalogError) in
            try await catalog.removedPhotos(ofSearch: search.number)
        }
        let draw = try await listings.drawn(
            for: key, after: search.page, size: size, without: removed, isWhole: true
        ) { photoQuery(query, size, page: $0) }
        return (draw.page, draw.number)
    }

    /// What is found here, or the next draw of it. That shows other photos than now, if chance does not bring the same
    /// again and again.
    private func known(
        _ search: OpenSearch, _ query: OpenQuery, _ key: DirectoryKey
    ) async throws(RefreshError) -> (page: PhotoPage, draw: Int?) {
        try await listings.asCatalog { () async throws(CatalogError) -> (page: PhotoPage, draw: Int?) in
            let (size, license) = (wanted(search), listings.settings.license)
            guard search.isDrawn else {
                let page = try await catalog.knownPhotos(
                    query.search, near: query.place, license: license, limit: size)
                return (page, nil)
            }
            let removed = try await catalog.removedPhotos(ofSearch: search.number)
            let present = Set(try await catalog.listing(of: key)?.entries.map(\.photo.id) ?? [])
            var (page, draw) = (PhotoPage(photos: [], total: 0), search.page)
            repeat {
                draw += 1
                page = try await catalog.knownPhotos(
                    query.search, near: query.place, license: license, limit: size + removed.count, lot: draw)
                page.photos = Array(page.photos.filter { !removed.contains($0.id) }.prefix(size))
            } while !page.photos.isEmpty && Set(page.photos.map(\.id)) == present && draw < search.page + Self.mostDraws
            return (page, draw)
        }
    }

    private func photoQuery(_ query: OpenQuery, _ limit: Int, page: Int) -> PhotoQuery {
        PhotoQuery(
            subject: .search(query.search, near: query.place), limit: limit, order: listings.settings.order,
            license: listings.settings.license, page: page)
    }
}

/// A search with what its name means.
struct OpenSearch: MadeFolder {
    var saved: SavedSearch
    /// nil while its place is not known again in this mount.
    var query: OpenQuery?

    var number: NodeNumber { saved.number }
    var name: String { saved.name }
    var page: Int {
        get { saved.page }
        set { saved.page = newValue }
    }
    var isAwaitingCollection: Bool {
        get { saved.isAwaitingCollection }
        set { saved.isAwaitingCollection = newValue }
    }
    /// The version of all listings when its photos were looked for last.
    var shown: Int64?

    /// Whether only photos that are known here are looked for.
    var isKnown: Bool { query?.search.isKnown == true }
    /// Whether its photos are drawn by lot.
    var isDrawn: Bool { query?.search.order == .random }

    static func key(_ number: NodeNumber) -> DirectoryKey { .search(number) }
    static func placeholder(_ number: NodeNumber) -> DirectoryKey { .placeholder(.search, number) }
}
