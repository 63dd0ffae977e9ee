internal import Glibc
internal import LinuxProcess

extension MountTable {
    /// The placesfs mounts of this user. What another user has mounted under that name is asked for nothing.
    var ours: [Mount] { mounts.filter { $0.isOurs && $0.owner == geteuid() } }

    /// The mounts of other users that have our type.
    var others: [Mount] { mounts.filter { $0.isOurs && $0.owner != geteuid() } }
}

extension MountTable.Mount {
    var isOurs: Bool { type == "fuse.placesfs" }

    /// Whether the program behind it is run by this user or by root.
    var isTrusted: Bool { isOurs && (owner == geteuid() || owner == 0) }

    var strangerWords: String { "\(mountpoint) is mounted by another user" + (owner.map { " (uid \($0))" } ?? "") }
}
