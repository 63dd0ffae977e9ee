import PhotoTree

/// What holds of a folder whatever it lists at the moment.
struct Shape: Sendable {
    /// What the folder's entries are.
    enum Contents {
        /// Directories that memory knows.
        case folders
        /// Directories that divide a listing. They are known once the listing is.
        case parts
        /// Photos of a listing.
        case photos
        /// The small renditions of its photos.
        case small
    }

    var contents = Contents.folders
    /// The files that we write in it.
    var files: [GeneratedFile] = []
    /// Found by name, but absent from lists.
    var unlistedFiles: [GeneratedFile] = []
    /// An empty list says so with `No Images`.
    var saysWhenEmpty = true
    /// rm removes photos from it; for the files that we write, rm succeeds without an effect, so that `rm -r` ends
    /// without an error.
    var takesRemovals = false
    /// Programs that copy set times, modes and attributes behind what they copied: here that succeeds, without an
    /// effect.
    var ignoresAttributes = false
    /// Its photos are kept offline without being asked for.
    var isAlwaysKept = false
    /// It shows what the owner looked at, or where. On a mount with other users it is nobody else's business.
    var isPrivate = false
    /// Whether its files tell of this mount, and change as it does; others say the same for ever.
    var tellsOfMount = false
    /// Whether the kernel may keep what it has read of it. Not where entries come and go without a notice.
    var isCacheable = true

    /// Whether it shows a listing with a version, and files made from it.
    var hasListing: Bool { contents != .folders }

    static let plain = Shape()
    /// The unlisted directory of small renditions in each folder of photos.
    static let smallRenditions = ".small"

    /// Of a directory of photos.
    static func photos(_ key: DirectoryKey) -> Shape {
        Shape(contents: .photos, files: key.listing?.files ?? [])
    }
}
