/// Files that placesfs writes itself.
public enum GeneratedFile: String, Hashable, Sendable, CaseIterable, Codable {
    case readme = "README.txt"
    case map = "map.geojson"
    /// The list on a map, for a browser.
    case mapPage = "map.html"
    case credits = "CREDITS.txt"
    /// The list as a table; found by name in folders of photos but unlisted.
    case photoTable = "photos.csv"
    case hidden = ".hidden"
    case noImages = "No Images"
    /// Describes a pin's collection; touching it brings another one.
    case newCollection = "New Collection.txt"
    /// Creating it brings another collection; it never exists.
    case collectionTrigger = ".new-collection"
    case status = "status"
    case statusJSON = "status.json"
    case metrics = "metrics"
    case version = "version"
    /// Found by name at the root but unlisted: tells backup programs, scanners and indexers to stay out.
    case cacheTag = "CACHEDIR.TAG"
    case noMedia = ".nomedia"
    case trackerIgnore = ".trackerignore"

    /// Whether it is written again at each open, so that the kernel's page cache must not keep it.
    public var isLive: Bool {
        switch self {
        case .readme, .photoTable, .status, .statusJSON, .metrics: true
        case .map, .mapPage, .credits, .hidden, .noImages, .newCollection, .collectionTrigger, .version, .cacheTag,
            .noMedia, .trackerIgnore:
            false
        }
    }
}
