internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import Synchronization

/// Ends a command whose mount answered when the command began, and whose daemon was stopped since: the call that waits
/// would wait until somebody lets the daemon go on.
enum StoppedDaemonWatch {
    /// The daemons that the command reads from; nil where nobody watches.
    private static let watched = Mutex<[MountTable.Mount]?>(nil)
    private static let hasThread = Mutex(false)
    private static let provisional = Mutex<String?>(nil)
    /// In milliseconds.
    private static let pause: Int32 = 1000

    /// Watches from now on which mounts the command comes by. Not for commands that outlive a stopped daemon.
    static func begin() {
        watched.withLock { $0 = [] }
    }

    /// Watches the daemon of a mount that has just answered.
    static func add(_ mount: MountTable.Mount) {
        guard mount.isOurs else { return }
        let isFirst = watched.withLock { mounts in
            guard let known = mounts, !known.contains(mount) else { return false }
            mounts = known + [mount]
            return true
        }
        // Without a thread a command waits for the daemon, as it would for any file system.
        if isFirst,
            hasThread.withLock({ has in
                defer { has = true }; return !has
            })
        {
            try? NamedThread("stopped-daemon", watch).detach()
        }
    }

    /// Lets go of all mounts: the command has had its answers, and goes on to what may lie elsewhere.
    static func leave() {
        watched.withLock { mounts in
            if mounts != nil { mounts = [] }
        }
    }

    /// Has a file removed that is not whole when the command ends so.
    static func discard(_ path: String) {
        provisional.withLock { $0 = path }
    }

    private static func watch() {
        var before: Set<ServingProcess> = []
        while true {
            _ = poll(nil, 0, pause)
            var now: Set<ServingProcess> = []
            for mount in watched.withLock({ $0 ?? [] }) {
                guard let daemon = ServingProcess.of(mount), daemon.state == .stopped else { continue }
                // A debugger stops a daemon for moments, too.
                guard before.contains(daemon) else {
                    now.insert(daemon)
                    continue
                }
                let failure = CommandFailure(mount, .silent)
                if let file = provisional.withLock(\.self) { try? FileManager.default.removeItem(atPath: file) }
                Output.complaint(failure.line)
                failure.status.end()
            }
            before = now
        }
    }
}
