internal import Foundation
internal import LinuxProcess

/// A daemon of ours that was killed and cannot end. One of its threads waits in the kernel for the lock of a directory,
/// and the process that holds the lock waits for the daemon's answer (measured: 1 of 200 kills amid mkdir and mv).
/// Every request to its mount then waits, too, until the connection is aborted (fuse(4)).
enum FrozenDaemon {
    /// Aborts the connection of the mount at `path`, if its daemon is stuck like that. From then on the mount is dead.
    static func release(at path: String) {
        guard let mount = MountTable.now().top(at: path), mount.isOurs, isAny, !answers(path) else { return }
        let connection = mount.device.split(separator: ":").last ?? ""
        let abort = "/sys/fs/fuse/connections/\(connection)/abort"
        guard (try? Data("1".utf8).write(to: URL(fileURLWithPath: abort))) == nil else { return }
        // If /sys/fs/fuse/connections is not mounted; for root only.
        _ = Tool.run("umount", ["-f", "--", path])
    }

    /// Whether there is a placesfs process that is dead and still has threads.
    private static var isAny: Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { process in
            guard Int32(process) != nil, let stat = try? WholeFile.text("/proc/\(process)/stat"),
                stat.contains("(placesfs) Z")
            else { return false }
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
            return threads.count > 1
        }
    }

    /// Whether the mount answers statfs(2). Another process asks, because a request to a stuck mount may wait for ever.
    /// Our running daemons answer at once, and for daemons that have ended the kernel does. A timeout shows as status
    /// 124, or as SIGKILL in one of two ways.
    private static func answers(_ path: String) -> Bool {
        guard let tool = Tool.run("timeout", ["-s", "KILL", "5", "stat", "-f", "--", path]) else { return true }
        return ![124, 128 + 9, 9].contains(tool.status)
    }
}
