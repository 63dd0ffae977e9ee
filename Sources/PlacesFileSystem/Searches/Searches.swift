import Catalog
import FUSE
import PhotoTree
import Waiting

/// The folders of `search/`. A search shows what the source finds for its name, without the photos that the user removed
/// from it for good.
final class Searches: Sendable {
    /// What is shown first of a search for more.
    static let firstPhotos = 50
    /// A larger one is refreshed only once a day.
    private static let manyPhotos = 500
    private static let lifetimeOfMany = Duration.seconds(86_400)

    let state: MadeFolders<OpenSearch>
    let listings: Listings
    private let reader: SearchReader
    /// Makes changes of searches one at a time.
    private let order = AsyncMutex()

    init(_ reader: SearchReader, _ listings: Listings, changed: Timestamp) async throws(CatalogError) {
        self.listings = listings
        self.reader = reader
        var open: [OpenSearch] = []
        for saved in try await listings.catalog.searches() {
            open.append(OpenSearch(saved: saved, query: await reader.known(saved.name)))
        }
        state = MadeFolders(open, changed: changed)
    }

    private var catalog: Catalog { listings.catalog }
    private var tree: ShownTree { listings.tree }
    private var errors: ErrorLog { listings.errors }

    // MARK: Folders

    /// Asks the source about a place that only the source could know, within a time limit and interruptibly: the one wait
    /// of MKDIR in `search/`.
    func learn(_ name: String) async throws(Errno) {
        guard state.key(likeNamed: name) == nil, !FileName.isReserved(name), !NewFolderName.matches(name) else {
            return
        }
        try await reader.learn(name)
    }

    /// Makes a search, which awaits its first photos, or a placeholder.
    func make(_ name: String) async throws(Errno) -> DirectoryKey {
        try check(name)
        guard state.key(likeNamed: name) == nil else { throw .exists }
        if NewFolderName.matches(name) { return .searchPlaceholder(try await makePlaceholder(name)) }
        let query = try await reader.query(name)
        let number = try await add(name, query, reusing: nil)
        errors.forgetRefusal(in: .searches)
        return .search(number)
    }

    /// - Returns: The search that asks for other photos now; nil if none does.
    func rename(_ name: String, to newName: String) async throws(Errno) -> NodeNumber? {
        guard let number = state.number(named: name) else { throw .noEntry }
        let isPlaceholder = state.placeholder(number) != nil
        try check(newName)
        if let other = state.key(likeNamed: newName), other != state.key(named: name) { throw .exists }
        guard !NewFolderName.matches(newName) else {
            // A search that became a placeholder would lose its photos.
            guard isPlaceholder else { throw .invalid }
            state.addPlaceholder(number, named: newName, now: listings.now())
            return nil
        }
        let query = try await reader.query(newName)
        guard isPlaceholder else { return try await move(number, to: newName, query) ? number : nil }
        return try await add(newName, query, reusing: number)
    }

    /// - Returns: False if there is no search of this name.
    func remove(_ name: String) async throws(Errno) -> Bool {
        guard let number = state.number(named: name), let key = state.key(named: name) else { return false }
        guard state.placeholder(number) == nil else {
            state.remove(number, now: listings.now())
            tree.publish(TreeChange(gone: [key]))
            return true
        }
        try await listings.removing(key) { () async throws(CatalogError) in
            try await order.run { [self] () async throws(CatalogError) in
                try await catalog.removeSearch(number)
                state.remove(number, now: listings.now())
                tree.publish(TreeChange(gone: [key]))
            }
        }
        return true
    }

    private func check(_ name: String) throws(Errno) {
        guard !FileName.isReserved(name), !name.beginsWithBytes(of: ".") else { throw .invalid }
    }

    private func makePlaceholder(_ name: String) async throws(Errno) -> NodeNumber {
        let number = try await errors.mapping("write", .searches) { () async throws(CatalogError) in
            try await tree.generated.newNumber()
        }
        state.addPlaceholder(number, named: name, now: listings.now())
        tree.publish(TreeChange(came: [.searchPlaceholder(number): number]))
        return number
    }

    private func add(
        _ name: String, _ query: OpenQuery, reusing placeholder: NodeNumber?
    ) async throws(Errno) -> NodeNumber {
        let saved = try await errors.mapping("write", .searches) { () async throws(CatalogError) in
            try await catalog.addSearch(named: name, identity: query.identity, reusing: placeholder)
        }
        guard let saved else { throw .exists }
        state.add(OpenSearch(saved: saved, query: query), now: listings.now())
        var change = TreeChange(came: [.search(saved.number): saved.number])
        if let placeholder {
            // The kernel knows the directory by its inode number, and keeps it.
            change.gone = [.searchPlaceholder(placeholder)]
            change.turned = [placeholder: .search(saved.number)]
            change.names = [.search(saved.number): ListingChange(expired: [GeneratedFile.readme.rawValue])]
        }
        tree.publish(change)
        return saved.number
    }

    /// - Returns: Whether the name is another query now.
    private func move(_ number: NodeNumber, to name: String, _ query: OpenQuery) async throws(Errno) -> Bool {
        guard let before = state[number] else { throw .noEntry }
        let key = DirectoryKey.search(number)
        let isOther = before.saved.identity != query.identity
        let shown = try await errors.mapping("list", key) { () async throws(CatalogError) in
            try await listings.kept(key)?.listing
        }
        let isDone = try await listings.removing(key) { () async throws(CatalogError) in
            try await order.run { [self] () async throws(CatalogError) in
                guard let saved = try await catalog.renameSearch(number, to: name, identity: query.identity) else {
                    return false
                }
                state.add(OpenSearch(saved: saved, query: query), now: listings.now())
                guard isOther else {
                    if let update = try await listings.renamed(key) { try await listings.apply(update, to: key) }
                    return true
                }
                var names =
                    shown.map { ListingChange(from: nil, to: $0, sidecars: listings.settings.sidecars) }
                    ?? ListingChange()
                names.expired.append(GeneratedFile.noImages.rawValue)
                tree.publish(TreeChange(emptied: [key], names: [key: names]))
                return true
            }
        }
        guard isDone else { throw state[number] == nil ? .noEntry : .exists }
        return isOther
    }

    // MARK: Photos

    /// Whether the search's photos are old enough to be asked for again. What was drawn by lot stays.
    func isDue(_ number: NodeNumber, at now: Timestamp) -> Bool {
        guard let search = state[number] else { return false }
        guard let summary = tree.directories.summary(of: .search(number)) else { return search.isAwaitingCollection }
        if search.isAwaitingCollection || summary.isOfOtherOptions { return true }
        guard !search.isDrawn else { return false }
        // Whatever came into a list since may be found.
        if search.isKnown { return search.shown != tree.directories.summaryVersion }
        let age = now - summary.refreshed
        let lifetime =
            summary.count > Self.manyPhotos ? Self.lifetimeOfMany : listings.settings.timing.listingLifetime
        return age >= lifetime || age < .zero
    }

    /// Promises another draw, which replaces the present one as soon as it has arrived.
    ///
    /// - Throws: `.busy` while one is being loaded, EROFS for a search that draws nothing.
    func request(_ number: NodeNumber) async throws(Errno) {
        guard let search = state[number] else { throw .noEntry }
        guard search.isDrawn else { throw .readOnly }
        guard state.beginLoading(number) else { throw .busy }
        let isThere: Bool
        do throws(Errno) {
            // Written to the catalog first, so that the promise survives a crash.
            isThere = try await errors.mapping("write", .search(number)) { () async throws(CatalogError) in
                try await catalog.awaitDraw(of: number)
            }
        } catch {
            state.endLoading(number)
            throw error
        }
        guard isThere else {
            state.endLoading(number)
            throw .noEntry
        }
        state.update(number) { $0.isAwaitingCollection = true }
        tree.publish(TreeChange(names: [.search(number): ListingChange()]))
    }

    func beginLoading(_ number: NodeNumber) {
        if state.beginLoading(number) { tree.publish(TreeChange(names: [.search(number): ListingChange()])) }
    }

    func endLoading(_ number: NodeNumber) {
        state.endLoading(number)
        tree.publish(TreeChange(names: [.search(number): ListingChange()]))
    }

    /// Removes a photo for good; nil when it had left already.
    func remove(_ photo: PhotoID, from number: NodeNumber) async throws(Errno) -> ListingUpdate? {
        try await errors.mapping("write", .search(number)) { () async throws(CatalogError) in
            try await order.run { [catalog] () async throws(CatalogError) in
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
            let (found, draw) = try await found(search, query, key)
            var page = found
            // The first are shown at once, the others come behind them.
            let isAsked = !query.search.isKnown && !search.isDrawn && page.extent == .whole
            let isPart = page.photos.count >= Self.firstPhotos && page.photos.count < wanted(search)
            let isBegun = isAsked && isPart && tree.directories.summary(of: key) == nil
            if isBegun { page.extent = .begun }
            let isCurrent = try await listings.asCatalog { [page] () async throws(CatalogError) in
                try await order.run { [self] () async throws(CatalogError) in
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
            let shown = tree.directories.summaryVersion
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
        if query.search.isKnown {
            let photos = try await listings.asCatalog { () async throws(CatalogError) in
                try await catalog.knownPhotos(
                    query.search, near: query.place, license: listings.settings.license, limit: wanted(search))
            }
            return (PhotoPage(photos: photos, total: nil), nil)
        }
        guard query.search.order == .random else {
            let isFirst = tree.directories.summary(of: key) == nil
            let limit = isFirst ? min(wanted(search), Self.firstPhotos) : wanted(search)
            return (try await listings.found(photoQuery(query, limit, page: 1), for: key), nil)
        }
        return try await drawn(search, query, key)
    }

    /// Another page of results, and its number. It shows other photos than now, if there are others.
    private func drawn(
        _ search: OpenSearch, _ query: OpenQuery, _ key: DirectoryKey
    ) async throws(RefreshError) -> (page: PhotoPage, draw: Int?) {
        let known = try await listings.asCatalog { () async throws(CatalogError) in try await catalog.listing(of: key) }
        let present = Set(known?.entries.map(\.photo.id) ?? [])
        let size = wanted(search)
        var pages = CollectionPages(
            current: search.page, total: known?.total, size: size, maximumResults: listings.source.maximumResults)
        var random = SystemRandomNumberGenerator()
        var fallback: (page: PhotoPage, draw: Int?)?
        while let number = pages.next(using: &random) {
            var page: PhotoPage
            repeat {
                // What takes longer than a listing may is continued by the same question.
                page = try await listings.asSource { () async throws(PhotoSourceError) in
                    try await listings.source.photos(photoQuery(query, size, page: number))
                }
            } while page.extent == .begun && page.photos.count < size && !Task.isCancelled
            pages.learn(total: page.total)
            if page.photos.isEmpty { pages.wasEmpty(number) }
            page.photos = page.photos.filter { listings.image(of: $0) != nil }
            if !page.photos.isEmpty, Set(page.photos.map(\.id)) != present { return (page, number) }
            if fallback == nil || fallback?.page.photos.isEmpty == true { fallback = (page, number) }
        }
        return fallback ?? (PhotoPage(photos: [], total: 0), 1)
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
    static func placeholder(_ number: NodeNumber) -> DirectoryKey { .searchPlaceholder(number) }
}
