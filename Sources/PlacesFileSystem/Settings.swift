import PhotoFetch
public import PhotoTree

/// What a mount was asked to be, checked by the command.
public struct Settings: Sendable {
    /// Which sidecars a directory of photos shows.
    public enum Sidecars: String, Sendable, CaseIterable {
        case listed
        /// Opens by name, absent from listings.
        case unlisted
        case none
    }

    /// Which photos say in their files whose they are.
    public enum Embedding: String, Sendable, CaseIterable {
        /// All but originals, which are the source's bit for bit.
        case credit
        case all, none
    }

    public static let standardPhotoSizeLimit = ByteCount(FetchLimits.standard.maximumLength)

    /// The absolute path of the mountpoint, for the `file` of maps.
    public var mountpoint: String
    public var userID: UInt32
    public var groupID: UInt32
    /// The largest rendition wanted; nil is the source's own choice.
    public var rendition: String?
    /// A photo with more bytes is an error, and so is an answer that does not end by then.
    public var photoSizeLimit = standardPhotoSizeLimit
    public var photosPerPlace = 50
    /// How many photos an album shows at most: a page of the results near its pin.
    public var photosPerPin = 50
    public var order = PhotoQuery.Order.newest
    public var license = PhotoQuery.LicenseFilter.any
    public var sidecars = Sidecars.listed
    /// Others are let in: `recents/`, `pins/` and `.placesfs` are the owner's all the same.
    public var isShared = false
    /// Whether there are `recents/` and `pins/`: not where nobody owns what is looked at.
    public var hasCollections = true
    public var embedding = Embedding.credit
    /// Nothing can be made or removed, so maps offer no pins.
    public var isReadOnly = false
    public var version: String
    /// What status calls the source, where that is not its namespace.
    public var sourceName: String?
    /// A sentence for README.txt when photos come from somewhere a user would not expect.
    public var remark: String?
    /// For status: why it is not what a user would expect to see, and how to change over.
    public var wayOut: String?
    /// How often a photo whose transfer broke is taken up again.
    public var downloadRetries = 3
    /// How long a download whose connection goes to others for want of bytes is waited for.
    public var longestStill: Duration = .seconds(30)
    /// Programs that get a small rendition in place of a photo, and whose reading is no view.
    public var thumbnailers = ThumbnailerPolicy.standard
    public var timing = Timing()

    public init(mountpoint: String, userID: UInt32, groupID: UInt32, version: String) {
        self.mountpoint = mountpoint
        self.userID = userID
        self.groupID = groupID
        self.version = version
    }

    /// How long things are believed and waited for.
    public struct Timing: Sendable {
        /// A place's listing is refreshed at most this often.
        public var listingLifetime: Duration = .seconds(6 * 3600)
        /// The list of places is asked for at most this often.
        public var topPlacesLifetime: Duration = .seconds(24 * 3600)
        /// How long OPENDIR waits for a first listing.
        public var listingWait: Duration = .seconds(30)
        /// How long LOOKUP waits, because it holds its directory's lock in the kernel meanwhile.
        public var lookupWait: Duration = .seconds(3)
        /// How long an album that was emptied by hand stays so before another collection is fetched: `rm -r` removes its
        /// directory next.
        public var emptiedPause: Duration = .seconds(1)
        /// How often looks at photos are gone through, for those that nothing can take back any more.
        public var viewPause: Duration = .milliseconds(500)
        /// What is kept for longer is confirmed with its source before it is served.
        public var confirmAfter: Duration = .seconds(30 * 86_400)
        /// How long OPEN waits for that; then the photo is served as it is.
        public var confirmWait: Duration = .seconds(5)
        /// How long a failed refresh is not tried again while something is shown.
        public var refreshPause: Duration = .seconds(30)
        /// How long the kernel answers names and attributes by itself; changes invalidate them.
        public var kernelValidity: Duration = .seconds(3600)

        public init() {}
    }
}
