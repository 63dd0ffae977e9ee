import Catalog
import PhotoFetch
import PhotoTree

/// Makes the folders, and holds the parts that they are made of.
final class Folders: Sendable {
    let tree: ShownTree
    let listings: Listings
    let places: Places
    let topics: Topics
    let albums: Albums
    let recents: Recents
    let engines: PhotoEngines
    let mapPage: MapPage
    /// When this mount began.
    let started: Timestamp
    /// When the first mount of this state began: the time of what never changes.
    let began: Timestamp

    init(
        _ tree: ShownTree, _ listings: Listings, _ places: Places, _ topics: Topics, _ albums: Albums,
        _ recents: Recents, _ engines: PhotoEngines, _ mapPage: MapPage, started: Timestamp,
        began: Timestamp
    ) {
        self.tree = tree
        self.listings = listings
        self.places = places
        self.topics = topics
        self.albums = albums
        self.recents = recents
        self.engines = engines
        self.mapPage = mapPage
        self.started = started
        self.began = began
    }

    var settings: Settings { listings.settings }
    var directories: DirectoryTable { tree.directories }

    /// The one place that tells the kinds of directories apart.
    func folder(_ key: DirectoryKey) -> any Folder {
        switch key {
        case .root: RootFolder(folders: self)
        case .places: PlacesFolder(folders: self)
        case .country(let name): CountryFolder(name: name, folders: self)
        case .place(let id): PlaceFolder(place: id, folders: self)
        case .tags: TopicsFolder(folders: self)
        case .topic(let number): TopicFolder(number: number, folders: self)
        case .tag(let tag, let topic): TagFolder(tag: tag, topic: topic, folders: self)
        case .recents: RecentsFolder(folders: self)
        case .pins: PinsFolder(folders: self)
        case .pin(let number): AlbumFolder(number: number, folders: self)
        case .placeholder(let number): PlaceholderFolder(number: number, folders: self)
        case .state: StateFolder(folders: self)
        case .cached: CachedFolder(folders: self)
        }
    }

    /// The directory at a path below the mountpoint, if memory knows it.
    func directory(at names: some Sequence<String>) -> DirectoryKey? {
        var key = DirectoryKey.root
        for name in names {
            let folder = folder(key)
            let fixed = folder.shape.directories + folder.shape.unlistedDirectories
            guard let below = fixed.first(where: { $0.name == name })?.key ?? folder.subfolder(named: name) else {
                return nil
            }
            key = below
        }
        return key
    }

    /// The photo at a path below the mountpoint, if the listing that has it is in memory: nothing is waited for.
    func knownPhoto(at path: String) -> PhotoID? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard let name = parts.last, let key = directory(at: parts.dropLast()),
            // A tag's photos bear the same names in all of its topic.
            let listing = directories.loaded(key.listingKey).listing,
            let index = listing.index(named: name) ?? listing.index(formerlyNamed: name)
        else { return nil }
        return listing.listing.entries[index].photo.id
    }

    /// What the source calls gone or private, and what the user wants forgotten, leaves everything at once: the caches, every
    /// listing, the pages that the kernel holds. The one home of that, however it was found out.
    ///
    /// - Returns: False when nobody ever heard of the photo.
    @discardableResult
    func depart(_ photo: PhotoID, as departure: Departure) async throws(CatalogError) -> Bool {
        listings.shelf.remove(photo)
        // Before the listings: what is written down last must not be what is lost by a crash.
        await engines.letGo(of: photo, as: departure)
        let updates = try await recents.drop(photo, as: departure)
        for update in updates ?? [] {
            let folder = folder(update.new.directory)
            try await folder.show(update)
            if departure == .forgotten, update.new.entries.isEmpty { await folder.becameEmpty() }
        }
        // Who opened it meanwhile may have begun anew.
        await engines.letGo(of: photo, as: departure)
        return updates != nil
    }

    /// Asks for the collections that were promised in an earlier mount.
    func collectAwaited() async {
        for pin in albums.pins.awaiting {
            await folder(.pin(pin)).refreshBehind()
        }
    }

    /// Twice the listing's, and one more while a pin's `New Collection.txt` is away.
    static func shownVersion(_ version: Int64, isLoading: Bool) -> Int64 {
        version * 2 + (isLoading ? 1 : 0)
    }
}
