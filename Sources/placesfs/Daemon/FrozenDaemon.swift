internal import Foundation
internal import LinuxProcess

/// A daemon of ours that was killed and cannot end. One of its threads waits in the kernel for the lock of a directory,
/// and the process that holds the lock waits for the daemon's answer (measured: 1 of 200 kills amid mkdir and mv).
/// Every request to its mount then waits, too, until the connection is aborted (fuse(4)).
enum FrozenDaemon {
    /// Aborts the connection of `mount`, if its own daemon is stuck like that. From then on the mount is dead. Only
    /// commands that take a mount away or put another in its place may do this.
    ///
    /// - Returns: Whether it did.
    static func release(_ mount: MountTable.Mount) -> Bool {
        guard mount.isOurs, ServingProcess.of(mount)?.state == .ending else { return false }
        let connection = mount.device.split(separator: ":").last ?? ""
        let abort = "/sys/fs/fuse/connections/\(connection)/abort"
        if (try? Data("1".utf8).write(to: URL(fileURLWithPath: abort))) != nil { return true }
        // If /sys/fs/fuse/connections is not mounted; for root only.
        return Tool.run("umount", ["-f", "--", mount.mountpoint])?.status == 0
    }
}
