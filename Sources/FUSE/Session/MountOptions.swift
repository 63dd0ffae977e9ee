import Glibc

/// Where and how to mount. Anything not set here has libfuse's default (mount.fuse3(8)).
public struct MountOptions: Sendable {
    /// An existing directory; relative paths and symbolic links are resolved when mounting.
    public var mountpoint: String
    /// An open descriptor of /dev/fuse, if another program has mounted already and passed it on. Then `mountpoint` only
    /// says where the mount is seen. It is neither checked nor unmounted: the other program does that.
    public var descriptor: Int32?
    /// The source column of mount(8).
    public var fsname: String
    /// The mount's type is `fuse.` followed by this.
    public var subtype: String
    /// Other users may use the mount. For ordinary users this needs `user_allow_other` in /etc/fuse.conf.
    public var allowOther: Bool
    /// Root may use the mount, too. libfuse refuses the other users; what the kernel answers from its own copies it
    /// does not see. Not together with `allowOther`.
    public var allowRoot: Bool
    public var readOnly: Bool
    /// The kernel checks modes and owners itself before it sends a request.
    public var defaultPermissions: Bool
    /// A directory with entries may be mounted over, which hides them.
    public var allowNonEmpty: Bool
    /// Further `-o` words, one each. They override the options above.
    public var extra: [String]
    /// How many background requests (read-ahead for others, asynchronous direct I/O) may be under way in the whole
    /// mount. With libfuse's default of 12, a dozen stalled readers block all others (measured). The kernel caps the
    /// number for daemons without CAP_SYS_ADMIN.
    public var maximumBackground: Int
    /// How many `fuse-receive` threads take requests from the kernel. While no method blocks, several are no faster
    /// than one: an answer from memory costs a thread 5 us, nearly all of it in the kernel (measured with 1 and 4).
    public var receiveThreads: Int
    /// For tests: behave as if the kernel were older than Linux 6.2, and could not look a name up again without
    /// dropping its entry.
    public var hidesExpiry = false

    public init(
        mountpoint: String, fsname: String, subtype: String, allowOther: Bool = false, allowRoot: Bool = false,
        readOnly: Bool = false, defaultPermissions: Bool = true, allowNonEmpty: Bool = false, extra: [String] = [],
        maximumBackground: Int = 1000, receiveThreads: Int = 1
    ) {
        self.mountpoint = mountpoint
        self.fsname = fsname
        self.subtype = subtype
        self.allowOther = allowOther
        self.allowRoot = allowRoot
        self.readOnly = readOnly
        self.defaultPermissions = defaultPermissions
        self.allowNonEmpty = allowNonEmpty
        self.extra = extra
        self.maximumBackground = maximumBackground
        self.receiveThreads = receiveThreads
    }

    /// The words after `-o`, in order: if two of them contradict each other, libfuse takes the last.
    func words(asRoot: Bool) -> [String] {
        var words: [String] = []
        if !fsname.isEmpty { words.append("fsname=" + Self.escaped(fsname)) }
        if !subtype.isEmpty { words.append("subtype=" + Self.escaped(subtype)) }
        // fusermount3 forces nosuid and nodev on ordinary users; root has to ask for them.
        if asRoot { words += ["nosuid", "nodev"] }
        words.append("noexec")
        if allowOther { words.append("allow_other") }
        if allowRoot { words.append("allow_root") }
        if readOnly { words.append("ro") }
        if defaultPermissions { words.append("default_permissions") }
        return words + extra
    }

    /// libfuse splits option words at commas that no backslash precedes.
    private static func escaped(_ value: String) -> String {
        // By scalars: before a combining mark a comma is part of another character, and libfuse sees it all the same.
        var escaped = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            if scalar == "," || scalar == "\\" { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}
