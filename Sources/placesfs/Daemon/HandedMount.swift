internal import LinuxProcess

/// A mount that a privileged program has made for an unprivileged daemon: mount.fuse3(8) with `drop_privileges` passes
/// an open file of the FUSE device in place of the mountpoint.
enum HandedMount {
    /// The number in `/dev/fd/N`; nil for a directory.
    static func descriptor(in mountpoint: String) -> Int32? {
        let prefix = "/dev/fd/"
        guard mountpoint.hasPrefix(prefix) else { return nil }
        return Int32(mountpoint.dropFirst(prefix.count)).flatMap { $0 > 2 ? $0 : nil }
    }

    /// The path of that mount. It is not passed, but it is the mount of our type and of this user that was made last: mounts
    /// of other programs are made at the same time when the machine starts.
    static var path: String {
        let table = MountTable.now()
        return (table.ours.last ?? table.mounts.last { $0.isFuse })?.mountpoint ?? "/"
    }
}
