/// What an inode means in our tree.
public enum Node: Hashable, Sendable {
    case directory(DirectoryKey)
    case photo(PhotoID)
    /// The small rendition of a photo, a file of its own.
    case smallRendition(PhotoID)
    /// The GeoJSON of one photo in a directory. `name` is the photo's name there.
    case sidecar(PhotoID, name: String, in: DirectoryKey)
    /// The XMP packet that credits a photo, as a file beside it that its directory does not list.
    case packet(PhotoID, in: DirectoryKey)
    case generated(GeneratedFile, in: DirectoryKey)
    /// A symbolic link from another name of a directory to its listed name, in the same folder.
    case link(to: DirectoryKey)
    /// A symbolic link that was made in an album a moment ago, with its text. Its name leads to a photo.
    case shortcut(String, in: DirectoryKey)
    /// What a program is copying into an album.
    case spool(in: DirectoryKey)
}

/// Files that placesfs writes itself.
public enum GeneratedFile: String, Hashable, Sendable, CaseIterable, Codable {
    case readme = "README.txt"
    case map = "map.geojson"
    /// The same list for a browser.
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
