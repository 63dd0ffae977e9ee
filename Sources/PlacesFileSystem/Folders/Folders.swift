import Catalog
import FUSE
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

/// Makes the folders, and holds the parts that they share.
final class Folders: Sendable {
    let tree: ShownTree
    let listings: Listings
    let places: Places
    let topics: Topics
    let pins: Pins
    let searches: Searches
    let albums: Albums
    let recents: Recents
    let engines: PhotoEngines
    let keeping: Keeping
    let mapPage: MapPage
    /// When this mount began.
    let started: Timestamp
    /// Replaces the text of the settings.
    private let newWayOut = Mutex<String?>(nil)

    /// Where photos stood that are gone.
    let formerPaths = Mutex(RecentlyUsed<PhotoID, String>(capacity: rememberedPaths))
    private static let rememberedPaths = 100

    init(
        _ tree: ShownTree, _ listings: Listings, _ places: Places, _ topics: Topics, _ pins: Pins,
        _ searches: Searches, _ albums: Albums, _ recents: Recents, _ engines: PhotoEngines, _ keeping: Keeping,
        _ mapPage: MapPage, started: Timestamp
    ) {
        self.tree = tree
        self.listings = listings
        self.places = places
        self.topics = topics
        self.pins = pins
        self.searches = searches
        self.albums = albums
        self.recents = recents
        self.engines = engines
        self.keeping = keeping
        self.mapPage = mapPage
        self.started = started
    }

    var settings: Settings { listings.settings }

    /// Why the photos are not those that a user would expect, and how to change that; nil if they are.
    var wayOut: String? {
        get { newWayOut.withLock(\.self) ?? settings.wayOut }
        set { newWayOut.withLock { $0 = newValue } }
    }

    var directories: DirectoryTable { tree.directories }
    /// When the first mount of this state began: the time of everything that never changes.
    var began: Timestamp { tree.began }

    /// The one place that makes folders.
    func folder(_ key: DirectoryKey) -> any Folder {
        switch key {
        case .root: RootFolder(listings: listings)
        case .standing(.places): PlacesFolder(places: places, rewriteFiles: rewriteFiles(of:))
        case .country(let name): CountryFolder(name: name, places: places)
        case .place(let id): PlaceFolder(place: id, places: places)
        case .standing(.tags): TopicsFolder(topics: topics)
        case .numbered(.topic, let number): TopicFolder(number: number, topics: topics)
        case .tag(let tag, let topic): TagFolder(tag: tag, topic: topic, topics: topics)
        // tags/ makes its folders at once.
        case .placeholder(.topic, _): PlaceholderFolder(key: key, listings: listings)
        case .standing(.recents): RecentsFolder(recents: recents)
        case .standing(.pins): PinsFolder(pins: pins)
        case .numbered(.pin, let number): PinFolder(number: number, pins: pins)
        case .placeholder(.pin, let number): PlaceholderFolder(number, pins)
        case .standing(.searches): SearchesFolder(searches: searches)
        case .numbered(.search, let number): SearchFolder(number: number, searches: searches)
        case .placeholder(.search, let number): PlaceholderFolder(number, searches)
        case .standing(.albums): AlbumsFolder(albums: albums)
        case .numbered(.album, let number): AlbumFolder(number: number, albums: albums)
        case .placeholder(.album, let number): PlaceholderFolder(number, albums)
        case .standing(.state):
            StateFolder(listings: listings) { photo async throws(CatalogError) in
                try await self.withdraw(photo, as: .forgotten)
            }
        case .standing(.cached): CachedFolder(cache: engines.cache, keeping: keeping, listings: listings)
        case .smallRenditions(let list): SmallFolder(key: key, list: folder(list))
        }
    }

    /// The folders of photos that are kept with one; none for one that cannot be kept.
    func keptLists(of key: DirectoryKey) -> [DirectoryKey] { (folder(key) as? any Keepable)?.keptLists ?? [] }

    /// The directory at a path below the mountpoint, if memory knows it.
    func directory(at names: some Sequence<String>) -> DirectoryKey? {
        var key = DirectoryKey.root
        for name in names {
            let folder = folder(key)
            guard let below = folder.fixed(named: name) ?? folder.child(named: name) else { return nil }
            key = below
        }
        return key
    }

    /// The path of a directory below the mountpoint, empty for the mountpoint itself: what a copy may tell.
    func way(to key: DirectoryKey) -> String {
        guard !key.isRoot else { return "" }
        let folder = folder(key)
        let above = folder.parent.map(way) ?? ""
        return above.isEmpty ? folder.name : above + "/" + folder.name
    }

    /// The photo at a path below the mountpoint, if its listing is in memory; never waits.
    func knownPhoto(at path: String) -> PhotoID? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard let name = parts.last, let key = directory(at: parts.dropLast()),
            // A photo has the same name in all tags of a topic.
            let listing = directories.loaded(key.listingKey).listing,
            let index = listing.index(named: name) ?? listing.index(formerlyNamed: name)
        else { return nil }
        return listing.listing.entries[index].photo.id
    }

    /// Removes a photo that the source calls gone or private, or that the user wants forgotten, from everything at
    /// once: the caches, every listing, and the pages that the kernel holds. Every such removal goes through here.
    ///
    /// - Returns: False when the photo was never known.
    @discardableResult
    func withdraw(_ photo: PhotoID, as withdrawal: Withdrawal) async throws(CatalogError) -> Bool {
        try await withdraw([photo], as: withdrawal)
    }

    /// The same of many photos: each list that has some of them is shown again once.
    @discardableResult
    func withdraw(_ photos: [PhotoID], as withdrawal: Withdrawal) async throws(CatalogError) -> Bool {
        if withdrawal == .gone {
            // More would not be remembered.
            for photo in photos.suffix(Self.rememberedPaths) {
                if let path = await shownPath(of: photo) { formerPaths.withLock { $0[photo] = path } }
            }
        }
        for photo in photos {
            listings.shelf.remove(photo)
            // Before the listings: the catalog is written last, so that a crash in between cannot leave bytes of a
            // photo that it no longer knows.
            await engines.evict(photo, as: withdrawal)
        }
        let updates = try await recents.withdraw(photos, as: withdrawal)
        var failure: CatalogError?
        for update in updates ?? [] {
            let folder = folder(update.new.directory)
            do throws(CatalogError) {
                try await (folder as? any Listed)?.show(update)
            } catch {
                // The others are shown all the same.
                failure = error
                continue
            }
            if withdrawal == .gone, folder is any PhotoTaking {
                let gone = Set(photos)
                for entry in update.old?.entries ?? [] where gone.contains(entry.photo.id) {
                    _ = listings.errors.refused(
                        .noEntry, entry.name, in: folder.key, "\"\(entry.name)\" left: its source says that it is gone")
                }
            }
            if withdrawal == .forgotten, update.new.entries.isEmpty {
                await (folder as? any PhotoRemoving)?.becameEmpty()
            }
        }
        // A process that opened a photo meanwhile may have started a new download.
        for photo in photos { await engines.evict(photo, as: withdrawal) }
        if let failure { throw failure }
        return updates != nil
    }

    /// What users made here, with the numbers of its directories.
    var numbered: [(DirectoryKey, NodeNumber)] {
        var numbered = pins.state.pins.map { (DirectoryKey.pin($0.number), $0.number) }
        numbered += searches.state.items.map { (.search($0.number), $0.number) }
        numbered += albums.state.items.map { (.album($0.number), $0.number) }
        numbered += topics.state.sorted.map { (.topic($0.number), $0.number) }
        return numbered
    }

    /// Asks for the collections that were promised in an earlier mount.
    func collectAwaited() async {
        for key in pins.state.awaiting.map(DirectoryKey.pin) + searches.state.awaiting.map(DirectoryKey.search) {
            await (folder(key) as? any Refreshed)?.refreshBehind()
        }
    }
}
