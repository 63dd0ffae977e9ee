internal import Glibc
internal import LinuxProcess

extension MountTable {
    /// Those of this user: what somebody else has mounted, and calls placesfs, is not asked for anything.
    var ours: [Mount] { mounts.filter { $0.isOurs && $0.owner == geteuid() } }

    /// Of other users, as far as they call themselves so.
    var others: [Mount] { mounts.filter { $0.isOurs && $0.owner != geteuid() } }
}

extension MountTable.Mount {
    var isOurs: Bool { type == "fuse.placesfs" }

    /// Whether what is asked of it is answered by a program of this user's, or of root's.
    var isTrusted: Bool { isOurs && (owner == geteuid() || owner == 0) }

    var strangerWords: String { "\(mountpoint) is mounted by another user" + (owner.map { " (uid \($0))" } ?? "") }
}
