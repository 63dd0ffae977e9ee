/// The words after `-o`, in the style of mount(8) and sshfs: `allow_other,cache_size=20M,x-gvfs-hide`.
struct MountOptionWords: Hashable, Sendable {
    var assignments: [Assignment] = []
    /// `config=FILE`.
    var configurationFile: String?
    /// Words that are passed to the kernel unchanged.
    var kernel: [String] = []
    /// Options of earlier versions.
    var former: [String] = []

    /// Words of mount(8), systemd and fstab that are meant for other programs, not for a file system.
    private static let ignored: Set<String> = [
        "defaults", "auto", "noauto", "user", "users", "nouser", "owner", "group", "nofail", "_netdev", "rw", "dev",
        "suid", "exec", "async", "relatime", "norelatime", "atime", "strictatime", "nostrictatime", "diratime",
        "nodiratime", "lazytime", "nolazytime", "iversion", "noiversion", "nomand", "silent", "loud", "nonempty",
        "sync", "dirsync", "mand", "default_permissions", "auto_unmount", "intr",
    ]
    /// Restrictions that the kernel enforces, and that a FUSE mount has anyway or accepts.
    private static let kernelWords: Set<String> = ["nodev", "nosuid", "noexec", "noatime"]

    /// What to do about words that other file systems have.
    private static let hints: [String: String] = {
        let owner = "all files belong to whoever mounts, with modes 644 and 755, as copies need it; leave this out"
        let label = "labels of SELinux cannot be chosen for this mount; leave this out"
        let kernel = "placesfs settles this with the kernel itself; leave this out"
        var hints = [
            "remount": "a mount cannot be changed while it is there: placesfs unmount, then mount with other options",
            "bind": "mount --bind binds a mount; placesfs mounts only photos",
            "debug": "for more messages: -o log_level=debug, or placesfs mount -f --log-level debug",
            "password_stdin": "placesfs asks for no password; a key stands in the configuration file",
        ]
        for word in ["uid", "gid", "umask", "fmask", "dmask", "idmap"] { hints[word] = owner }
        for word in ["context", "fscontext", "defcontext", "rootcontext", "seclabel"] { hints[word] = label }
        for word in [
            "max_read", "max_write", "max_readahead", "max_background", "congestion_threshold", "attr_timeout",
            "entry_timeout", "negative_timeout", "ac_attr_timeout", "big_writes", "kernel_cache", "auto_cache",
            "direct_io", "async_read", "sync_read", "splice_read", "splice_write", "splice_move", "use_ino",
            "readdir_ino",
            "hard_remove", "blkdev", "blksize", "fd", "rootmode", "user_id", "group_id",
        ] { hints[word] = kernel }
        return hints
    }()

    /// - Parameters:
    ///   - lists: The arguments of each `-o`.
    ///   - formerKeys: The keys that no longer mean anything, and are no mistakes.
    /// - Throws: `.usage` for an unknown word, or a word without the value it needs.
    init(_ lists: [String], formerKeys: Set<String> = FormerKey.all) throws(CommandFailure) {
        for word in lists.flatMap(Self.words) { try take(word, formerKeys) }
    }

    private mutating func take(_ word: String, _ formerKeys: Set<String>) throws(CommandFailure) {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (name, value) = (halves[0], halves.count > 1 ? halves[1] : nil)
        if name.hasPrefix("x-") || name.hasPrefix("X-") || Self.ignored.contains(name) { return }
        if name == "comment" || name == "subtype" { return }
        if Self.kernelWords.contains(name), value == nil { return kernel.append(name) }
        if name == "config" {
            guard let value, !value.isEmpty else { throw CommandFailure(.usage, "-o config: needs a file") }
            configurationFile = AbsolutePath.of(value)
            return
        }
        guard let key = ConfigurationKey(word: name) else {
            if let key = FormerKey.named(name, among: formerKeys) { return former.append(key) }
            if let hint = Self.hints[name] { throw CommandFailure(.usage, "-o \(name): \(hint)") }
            let known = Configuration.rows.keys.map { $0.rawValue.replacing("-", with: "_") } + ["config", "ro"]
            let question = NearestWord.question(name, among: known)
            throw CommandFailure(
                .usage, "-o \(name): unknown option\(question.isEmpty ? ";" : question) see placesfs mount --help")
        }
        let assignment = Assignment(key: key, value: value, origin: .mountOption(name))
        guard value != nil || key.isSwitch else { throw assignment.reject("needs a value: \(name)=…") }
        assignments.append(assignment)
    }

    /// Splits at commas without a backslash before them, as libfuse does.
    private static func words(of list: String) -> [String] {
        var words = [""]
        var isEscaped = false
        for character in list {
            switch character {
            case _ where isEscaped:
                words[words.count - 1].append(character)
                isEscaped = false
            case "\\": isEscaped = true
            case ",": words.append("")
            default: words[words.count - 1].append(character)
            }
        }
        return words.filter { !$0.isEmpty }
    }
}
