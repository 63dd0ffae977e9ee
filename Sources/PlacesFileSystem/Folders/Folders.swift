import PhotoTree

/// Makes the folders, and holds the tables that they read.
final class Folders: Sendable {
    let places: PlacesState
    let topics: TopicsState
    let pins: PinsState
    let directories: DirectoryTable
    let settings: Settings
    /// How many topics a new `tags/` has.
    let firstTopics: Int
    let gazetteer: Gazetteer
    /// When this mount began: the time of what never changes.
    let started: Timestamp

    init(
        places: PlacesState, topics: TopicsState, pins: PinsState, directories: DirectoryTable, settings: Settings,
        gazetteer: Gazetteer, firstTopics: Int, started: Timestamp
    ) {
        self.places = places
        self.topics = topics
        self.pins = pins
        self.directories = directories
        self.settings = settings
        self.firstTopics = firstTopics
        self.gazetteer = gazetteer
        self.started = started
    }

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

    /// Twice the listing's, and one more while a pin's `New Collection.txt` is away.
    static func shownVersion(_ version: Int64, isLoading: Bool) -> Int64 {
        version * 2 + (isLoading ? 1 : 0)
    }
}
