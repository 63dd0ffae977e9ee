import PhotoTree

/// What a folder shows at one moment.
struct Page: Sendable {
    struct Version: Hashable, Sendable {
        /// Another number means another content. For a folder above listings it also changes with the content of those,
        /// so that the maps that show them get other numbers.
        var content: Int64
        /// The version of the names and of what they lead to, without the content of our own files.
        var names: Int64

        init(_ content: Int64, names: Int64? = nil) {
            self.content = content
            self.names = names ?? content
        }

        /// Twice the listing's version, plus one while another content is on its way.
        init(ofListing version: Int64, isMoreComing: Bool) {
            self.init(version * 2 + (isMoreComing ? 1 : 0))
        }
    }

    var version: Version
    /// The files that we write in it.
    var files: [GeneratedFile]
    /// What the folder lists, if it shows a listing.
    var listing: LoadedListing?
    /// Whether the photos' sidecars stand beside them, listed or not.
    var hasSidecars: Bool
    private let children: (@Sendable () -> [(name: String, key: DirectoryKey)])?

    /// `children` is called when somebody asks for them: who looks up a photo does not.
    init(
        version: Version, files: [GeneratedFile], listing: LoadedListing? = nil, hasSidecars: Bool = false,
        children: (@Sendable () -> [(name: String, key: DirectoryKey)])? = nil
    ) {
        self.version = version
        self.files = files
        self.listing = listing
        self.hasSidecars = hasSidecars
        self.children = children
    }

    /// The directories in it, without the fixed ones.
    var folders: [(name: String, key: DirectoryKey)] { children?() ?? [] }

    /// The one of them that has exactly this name, byte for byte.
    func folder(named name: String) -> DirectoryKey? { folders.first { $0.name.hasBytes(of: name) }?.key }
}

/// How long a caller waits for what a folder shows.
enum Patience: Sendable {
    /// Takes what memory and the catalog know, and asks nobody.
    case none
    /// Takes what is known, and has what is stale asked for behind it.
    case behind
    /// The few seconds that a LOOKUP or MKDIR may take, because the kernel holds the directory's lock meanwhile.
    case moment
    /// As long as a listing may take.
    case listing

    /// How long the source is waited for; nil when it is not.
    func bound(_ timing: Settings.Timing) -> WaitBound? {
        switch self {
        case .none, .behind: nil
        case .moment: .fromNow(timing.lookupWait)
        case .listing: .fromStart(timing.listingWait)
        }
    }
}
