internal import LinuxProcess

/// A mount that somebody with the right to has made, for a daemon without: mount.fuse3(8) with `drop_privileges` gives the
/// FUSE device's open file in the mountpoint's place.
enum HandedMount {
    /// The number in `/dev/fd/N`; nil for a directory.
    static func descriptor(in mountpoint: String) -> Int32? {
        let prefix = "/dev/fd/"
        guard mountpoint.hasPrefix(prefix) else { return nil }
        return Int32(mountpoint.dropFirst(prefix.count)).flatMap { $0 > 2 ? $0 : nil }
    }

    /// Where it is seen: nobody says so, but it was made last.
    static var path: String {
        MountTable.now().mounts.last { $0.isFuse }?.mountpoint ?? "/"
    }
}
