import PhotoFetch
public import PhotoTree

/// The settings of a mount, checked by the command.
public struct Settings: Sendable {
    /// Which sidecars a directory of photos shows.
    public enum Sidecars: String, Sendable, CaseIterable {
        case listed
        /// They open by name, but listings do not show them.
        case unlisted
        case none
    }

    /// Which photos carry their credit inside the file.
    public enum Embedding: String, Sendable, CaseIterable {
        /// All but originals, which stay bit for bit as the source has them.
        case credit
        case all, none
    }

    /// What stat(2) tells of a photo that was never read.
    public enum Sizes: String, Sendable, CaseIterable {
        /// An estimate, to all but the programs that rely on sizes.
        case estimated
        case exact
    }

    public static let standardPhotoSizeLimit = ByteCount(FetchLimits.standard.maximumLength)

    /// The absolute path of the mountpoint; no map tells it.
    public var mountpoint: String
    public var userID: UInt32
    public var groupID: UInt32
    /// The largest rendition to serve; nil leaves the choice to the source.
    public var rendition: String?
    /// A photo with more bytes is an error, and so is a response that does not end within this many bytes.
    public var photoSizeLimit = standardPhotoSizeLimit
    /// A folder for what programs write into albums, until it is known which photo it is; nil where no bytes are taken.
    public var spoolDirectory: String?
    /// A folder for one's own photos that were removed right after they were copied into an album; nil for none.
    public var rescueDirectory: String?
    public var photosPerPlace = ListingOptions().photosPerPlace
    /// How many photos a collection shows at most: a page of the results near its pin.
    public var photosPerPin = ListingOptions().photosPerPin
    public var order = PhotoQuery.Order.newest
    public var license = LicenseFilter.any
    public var sidecars = Sidecars.listed
    /// Other users may use the mount; `recents/`, `pins/`, `search/`, `albums/` and `.placesfs` stay the owner's alone,
    /// by modes that the kernel checks (`default_permissions`).
    public var isShared = false
    /// The root's mode lets only its owner and root in.
    public var isRootPrivate = false
    /// Whether there are `recents/`, `pins/`, `search/` and `albums/`: a mount that belongs to no single user has none.
    public var hasPersonalFolders = true
    public var embedding = Embedding.credit
    /// Users can make and remove nothing, so maps offer no pins.
    public var isReadOnly = false
    public var version: String
    /// The name of the source in the status, if that is not its namespace.
    public var sourceName: String?
    /// What the mount's command line said, by key, for commands that somebody runs in the mount.
    public var options: [String: String] = [:]
    /// A sentence for README.txt when photos come from somewhere a user would not expect.
    public var remark: String?
    /// For the status: why the photos are not those that a user would expect, and how to change that.
    public var wayOut: String?
    /// The sentence of a mount that is read-only though nobody asked for that; nil of any other.
    public var whyReadOnly: String?
    /// Whether photos come from other machines.
    public var needsNetwork = true
    /// How often the transfer of a photo is resumed after it broke.
    public var downloadRetries = FetchLimits.standard.retries
    /// How many connections one image host gets at most.
    public var connections = 8
    /// Who would wait longer for a host, or for the owner's half of it, gets an error.
    public var hostWait: Duration = .seconds(20)
    /// How many listings the source may be asked for in any hour; nil if there is no limit.
    public var listingsPerHour: Int?
    /// A download that gives up its connection to others again and again fails when no byte came for so long.
    public var longestStill = FetchLimits.standard.longestStill
    /// A download that breaks is given up if its tries so far have together brought less than this many bytes a second
    /// …
    public var slowestRate = FetchLimits.standard.slowestRate
    /// … for this long.
    public var slowestPeriod = FetchLimits.standard.slowestPeriod
    /// Programs that get a small rendition in place of a photo, and whose reading is no view.
    public var thumbnailers = ThumbnailerPolicy.standard
    /// Whether they do get it. If not they read the photos themselves, and that is no view either.
    public var servesThumbnailers = true
    public var sizes = Sizes.estimated
    /// Programs that are told exact sizes in any case, as far as these are known in time.
    public var exactSizePrograms = ExactSizePolicy.standard
    public var timing = Timing()

    public init(mountpoint: String, userID: UInt32, groupID: UInt32, version: String) {
        self.mountpoint = mountpoint
        self.userID = userID
        self.groupID = groupID
        self.version = version
    }

    /// What folders show of what is known.
    var listingOptions: ListingOptions {
        ListingOptions(
            license: license, order: order, photosPerPlace: photosPerPlace, photosPerPin: photosPerPin)
    }

    /// How long data stay valid, and how long requests wait.
    public struct Timing: Sendable {
        /// A place's listing is refreshed at most this often.
        public var listingLifetime: Duration = .seconds(6 * 3600)
        /// The list of places is refreshed at most this often.
        public var topPlacesLifetime: Duration = .seconds(24 * 3600)
        /// How long OPENDIR waits for a first listing.
        public var listingWait: Duration = .seconds(30)
        /// How long OPENDIR of a crawler waits for one.
        public var crawlWait: Duration = .seconds(600)
        /// How long LOOKUP waits: no longer, because the kernel holds the directory's lock meanwhile.
        public var lookupWait: Duration = .seconds(3)
        /// How long OPENDIR waits for the sizes of a list.
        public var sizesWait: Duration = .seconds(10)
        /// After a user removed the last photo of a pin, it stays empty for so long before another collection
        /// is fetched: `rm -r` removes the directory next.
        public var emptiedPause: Duration = .seconds(1)
        /// After the last photo came into an album, it shows the files that tell of its photos so much later: a program
        /// that copies a whole folder brings such files itself.
        public var albumPause: Duration = .seconds(2)
        /// Work that nobody asked for begins so long after a start: a user has a first look at the mount then.
        public var startPause: Duration = .seconds(2)
        /// How often the looks at photos are checked for those that nothing can take back any more.
        public var viewPause: Duration = .milliseconds(500)
        /// A photo that was kept for longer is confirmed with its source before it is served.
        public var confirmAfter: Duration = .seconds(30 * 86_400)
        /// How long OPEN waits for that confirmation; then it serves the photo as it is.
        public var confirmWait: Duration = .seconds(5)
        /// After a failed refresh of a directory that shows something, the next one is not tried for so long.
        public var refreshPause: Duration = .seconds(30)
        /// How long the kernel may answer names and attributes from its own cache; changes invalidate them.
        public var kernelValidity: Duration = .seconds(3600)

        public init() {}
    }
}
