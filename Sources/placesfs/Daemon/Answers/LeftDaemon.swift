internal import Foundation
internal import LinuxProcess

/// A daemon that lives on though its mount is no longer seen where it was mounted.
struct LeftDaemon: Sendable {
    private let mount: MountTable.Mount
    private let daemon: ServingProcess
    /// Who still has the mount.
    private let others: [MountElsewhere]

    init(_ mount: MountTable.Mount, _ daemon: ServingProcess, others: [MountElsewhere]) {
        self.mount = mount
        self.daemon = daemon
        self.others = others
    }

    /// Waits until the daemon has ended: its files are closed only then, a cache may be removed, and a state mounted
    /// again.
    ///
    /// - Parameters:
    ///   - mount: What was unmounted.
    ///   - daemon: The process that served it.
    ///   - patience: How long its end may take.
    /// - Returns: Nil when it has ended; else why it does not. A daemon that is stopped is not waited for.
    static func afterUnmount(
        _ mount: MountTable.Mount, _ daemon: ServingProcess, within patience: Duration
    ) async -> LeftDaemon? {
        let clock = ContinuousClock()
        let begun = clock.now
        // A zombie has no open files, and not every init reaps one soon (1.5 s, measured).
        while CallingProcess.goesOn(daemon.id) {
            let waited = clock.now - begun
            let isStopped = waited > .milliseconds(300) && ServingProcess(daemon.id)?.state == .stopped
            guard !isStopped, waited < patience else {
                // Namespaces come and go: only one that still has the mount is worth a word.
                let others = isStopped ? [] : MountElsewhere.all { $0.device == mount.device }
                return LeftDaemon(mount, ServingProcess(daemon.id) ?? daemon, others: others)
            }
            // A cancelled wait ends with the process.
            try? await clock.sleep(for: .milliseconds(20))
        }
        return nil
    }

    /// What is left, and what ends it.
    var words: String {
        let who = "\(mount.mountpoint) is unmounted, but its daemon (\(daemon)) lives on"
        if daemon.state == .stopped { return "\(who); kill -CONT \(daemon.id) lets it end" }
        guard !others.isEmpty else { return "\(who); kill \(daemon.id) ends it" }
        return "\(who): \(MountElsewhere.words(others)); it ends with that, or: kill \(daemon.id)"
    }

    var failure: CommandFailure { CommandFailure(others.isEmpty ? .daemonSilent : .mountBusy, words) }
}

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
