/// The content of a directory of photos as far as it is known, with the names it shows.
public struct Listing: Hashable, Sendable {
    public var directory: DirectoryKey
    /// Grows with every change of what is listed or of what is shown of it.
    public var version: Int64
    public var entries: [ListingEntry]
    /// How many photos the source says it has.
    public var total: Int?
    /// When the source last answered.
    public var refreshed: Timestamp
    /// When the entries last changed: the directory's mtime.
    public var changed: Timestamp
    /// Numbers of the generated files of this version.
    public var generated: [GeneratedFile: NodeNumber]
    /// How many photos more are known here, which the options of the mount exclude.
    public var hidden: Int
    /// Whether the source was asked under other options: it may have what these lack.
    public var isOfOtherOptions: Bool

    public init(
        directory: DirectoryKey, version: Int64, entries: [ListingEntry], total: Int?, refreshed: Timestamp,
        changed: Timestamp, generated: [GeneratedFile: NodeNumber], hidden: Int = 0, isOfOtherOptions: Bool = false
    ) {
        self.directory = directory
        self.version = version
        self.entries = entries
        self.total = total
        self.refreshed = refreshed
        self.changed = changed
        self.generated = generated
        self.hidden = hidden
        self.isOfOtherOptions = isOfOtherOptions
    }
}

/// A photo with its name in one directory.
public struct ListingEntry: Hashable, Sendable {
    /// Unique in its directory in NFC without case. A service's ends in `.jpg`, that of one's own as its file does.
    public var name: String
    public var photo: Photo
    /// The photo's number, the same in every directory.
    public var number: NodeNumber
    public var sidecarNumber: NodeNumber
    /// How many directories list the photo.
    public var directoryCount: Int
    /// When the photo was last viewed, in any directory.
    public var viewed: Timestamp?
    /// When the sidecar became what it is; nil where nobody knows.
    public var sidecarChanged: Timestamp?

    public init(
        name: String, photo: Photo, number: NodeNumber, sidecarNumber: NodeNumber, directoryCount: Int,
        viewed: Timestamp? = nil, sidecarChanged: Timestamp? = nil
    ) {
        self.name = name
        self.photo = photo
        self.number = number
        self.sidecarNumber = sidecarNumber
        self.directoryCount = directoryCount
        self.viewed = viewed
        self.sidecarChanged = sidecarChanged
    }
}

extension Listing {
    public var shape: ListingShape { directory.listing ?? ListingShape() }
}
