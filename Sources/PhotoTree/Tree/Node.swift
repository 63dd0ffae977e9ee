/// What an inode stands for in our tree.
public enum Node: Hashable, Sendable {
    case directory(DirectoryKey)
    case photo(PhotoID)
    /// The GeoJSON of one photo, as the directory shows it.
    /// `name` is the name of the photo it stands beside.
    case sidecar(PhotoID, name: String, in: DirectoryKey)
    /// The XMP packet that credits a photo, as a file beside it; the photo's folder does not list it.
    case packet(PhotoID, in: DirectoryKey)
    case generated(GeneratedFile, in: DirectoryKey)
    /// A symbolic link from another name of a directory to the name it is listed by, beside it.
    case link(to: DirectoryKey)
}

/// Files that placesfs writes itself.
public enum GeneratedFile: String, Hashable, Sendable, CaseIterable, Codable {
    case readme = "README.txt"
    case map = "map.geojson"
    /// The same list for a browser.
    case mapPage = "map.html"
    case credits = "CREDITS.txt"
    case hidden = ".hidden"
    case noImages = "No Images"
    /// Tells of an album's collection; touching it brings another one.
    case newCollection = "New Collection.txt"
    /// Made to bring another collection; it never exists.
    case collectionTrigger = ".new-collection"
    case status = "status"
    case statusJSON = "status.json"
    case metrics = "metrics"
    case version = "version"
    /// Answered at the root, unlisted: tells backup programs, scanners and indexers to stay out.
    case cacheTag = "CACHEDIR.TAG"
    case noMedia = ".nomedia"
    case trackerIgnore = ".trackerignore"
}
