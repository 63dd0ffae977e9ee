import Catalog
import FUSE
import PhotoTree

/// `search/`: folders whose names are queries, and placeholders that become searches when they are renamed.
struct SearchesFolder: StandingFolder, FolderMaking, TextWriting {
    let searches: Searches

    var listings: Listings { searches.listings }
    var standing: StandingDirectory { .searches }
    var heading: (title: String, subtitle: String) { ("Searches", "") }
    private var state: MadeFolders<OpenSearch> { searches.state }

    /// While `search/` is empty, a README.txt says how to fill it.
    var shape: Shape {
        let isReadmeShown = !settings.isReadOnly && state.count == 0
        return Shape(files: isReadmeShown ? [.readme] : [], takesRemovals: true, isPrivate: true)
    }

    var children: [(name: String, key: DirectoryKey)] { state.sorted }
    func child(named name: String) -> DirectoryKey? { state.key(named: name) }
    var extent: Extent { Extent(count: state.count, modified: state.changed) }
    var attributes: [(name: String, value: String)] { counted("search", state.items.count) }
    var version: Page.Version? { Page.Version(state.version) }

    func awaitMeaning(of name: String) async throws(Errno) { try await searches.awaitMeaning(of: name) }

    func make(_ name: String) async throws(Errno) -> DirectoryKey {
        let made = try await searches.make(name)
        if case .numbered(.search, let number) = made {
            await SearchFolder(number: number, searches: searches).refreshSoon()
        }
        return made
    }

    func remove(_ name: String) async throws(Errno) -> Bool { try await searches.remove(name) }

    func rename(_ name: String, to newName: String) async throws(Errno) {
        let search = try await searches.rename(name, to: newName)
        // As after a mkdir: an earlier refusal no longer matters.
        listings.errors.forgetRefusal(in: key)
        guard let search else { return }
        await SearchFolder(number: search, searches: searches).refreshSoon()
    }

    func namesake(of name: String) async -> DirectoryKey? {
        if let key = state.key(likeNamed: name) { return key }
        return await searches.key(meaning: name)
    }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        guard file == .readme else { return nil }
        return """
            There is no search here yet. A search is a folder whose name says what to look for. It fills with photos.

            In a file manager: make a new folder here, and name it like one of these:
                lighthouse, in Brittany
                "red door", 2010-2020, landscape
                #sunset, in Iceland, cc, 20 photos
            In a shell, in this folder:
                mkdir 'lighthouse, in Brittany'

            Between commas stand: words (all must be there; -word must not); in PLACE; a year or years; cc, commercial or
            public-domain; landscape, portrait, square or panorama; 2000px; by NAME; #tag; newest, interesting, nearest or
            random; 500 photos; known (only photos that are known here already, without asking anybody).

            Rename the folder to look for something else, and delete it to end the search (in a shell: rmdir).
            `placesfs info` with the path of a search says how its name was understood. A name is refused?
            `placesfs info` with the path of this folder says why (so does getfattr -n user.places.error).
            This file goes when the first search comes.

            """
    }
}

/// `search/lighthouse, in Brittany`: what a source finds for a name.
struct SearchFolder: Collecting, Refreshed, Keepable, TextWriting {
    let number: NodeNumber
    let searches: Searches

    var listings: Listings { searches.listings }
    var key: DirectoryKey { .search(number) }
    var parent: DirectoryKey? { .searches }
    private var search: OpenSearch? { searches.state[number] }
    var name: String { search?.name ?? "" }
    var joined: Timestamp { searches.state.changed }
    var isMoreComing: Bool { searches.state.isLoading(number) }
    var heading: (title: String, subtitle: String) { (name, search?.query?.sentence ?? "") }
    var isThere: Bool { search != nil }
    /// Only what is drawn by lot has another draw.
    var shape: Shape {
        var shape = Shape.photos(key)
        if search?.isDrawn != true { shape.files.removeAll { $0 == .newCollection } }
        shape.takesRemovals = true
        shape.isPrivate = true
        return shape
    }

    var attributes: [(name: String, value: String)] {
        guard let search else { return [] }
        let summary = self.summary
        let understood = search.query.map { [(name: "user.places.query", value: $0.sentence)] } ?? []
        return DirectoryXattrs.listed(
            title: search.name, subtitle: nil, count: summary?.count, total: summary?.total,
            coordinate: search.query?.place?.middle) + understood
    }

    func isDue(at now: Timestamp) -> Bool { !isMoreComing && searches.isDue(number, at: now) }

    func remove(_ photo: PhotoID, announcing: () -> Void) async throws(Errno) -> Bool? {
        try await removed(searches.remove(photo, from: number), announcing: announcing)
    }

    func request(_ name: String) async throws(Errno) {
        switch name {
        case RefreshTrigger.name where search?.isDrawn != true: await refreshSoon()
        case GeneratedFile.collectionTrigger.rawValue, GeneratedFile.newCollection.rawValue: try await requestAnother()
        default: throw .readOnly
        }
    }

    func requestAnother() async throws(Errno) {
        try await searches.request(number)
        await refreshSoon()
    }

    /// What is known here is looked for before it is shown: nobody is asked.
    func awaitContents(_ patience: Patience) async throws(Errno) {
        guard patience == .listing, search?.isKnown == true, isDue(at: listings.now()) else { return }
        if case .interrupted = await refresh(within: .fromNow(settings.timing.lookupWait)) { throw .interrupted }
    }

    func refreshBegins() { searches.beginLoading(number) }
    func refreshEnded() { searches.endLoading(number) }
    func refresh() async throws(RefreshError) { try await searches.refresh(number) }

    func state() async -> String {
        let now = await stateOfRefresh()
        guard now == "downloading" || isMoreComing else {
            return now ?? (searches.isDue(number, at: listings.now()) ? "stale" : "fresh")
        }
        guard let search, let count = summary?.count, count > 0, count < searches.wanted(search) else {
            return "downloading"
        }
        return "downloading \(count) of \(searches.wanted(search))"
    }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        guard file == .newCollection, let search, let listing else { return nil }
        return NewCollection.text(
            of: .search, page: search.page, total: listing.total, shown: listing.entries.count,
            size: searches.wanted(search),
            maximumResults: listings.source.maximumResults, hidden: listing.hidden, by: settings.license)
    }
}

extension PlaceholderFolder {
    /// A directory in `search/` that becomes a search when it is renamed.
    init(_ number: NodeNumber, _ searches: Searches) {
        self.init(
            key: .placeholder(.search, number), listings: searches.listings,
            given: { searches.state.placeholder(number) },
            readme: """
                This folder becomes a search when you rename it to what you look for, like "lighthouse, in Brittany".
                Until then it is kept nowhere, and it is gone after the next mount.

                """)
    }
}
