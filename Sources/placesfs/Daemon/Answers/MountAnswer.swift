internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import Synchronization

/// Whether the program behind a mount answers.
enum MountAnswer: Hashable, Sendable {
    case answers
    /// The program has died, and the kernel answers ENOTCONN in its place.
    case dead
    /// No answer came in time.
    case silent

    /// The longest wait of a command for a daemon.
    static let patience = Duration.seconds(5)
    /// After this time it is worth finding out whether the daemon can answer at all.
    static let usual = Duration.milliseconds(500)

    /// The mounts that were silent when this process asked. None is waited for twice: a command may come by it again.
    private static let silentMounts = Mutex<Set<String>>([])

    /// Asks with statfs(2), which always goes to the daemon: the kernel answers stat(2) of the root from its own copy
    /// for an hour.
    static func of(_ mount: MountTable.Mount, within patience: Duration = patience) -> MountAnswer {
        // Without a process or a descriptor for the look nothing is known; the call that follows tells what is wrong.
        guard let look = try? BoundedLook.statistics(of: mount.mountpoint) else { return .answers }
        if let outcome = look.outcome(within: usual) { return MountAnswer(outcome, of: mount) }
        if mount.isOurs, let daemon = ServingProcess.of(mount), daemon.state != .running { return .silent }
        guard silentMounts.withLock({ $0.insert(mount.device).inserted }) else { return .silent }
        guard let outcome = look.outcome(within: patience - usual) else { return .silent }
        silentMounts.withLock { _ = $0.remove(mount.device) }
        return MountAnswer(outcome, of: mount)
    }

    private init(_ outcome: Errno, of mount: MountTable.Mount) {
        self = SystemFailure(outcome).isOfDeadMount ? .dead : .answers
        if self == .answers { StoppedDaemonWatch.add(mount) }
    }
}

extension MountTable.Mount {
    /// Whether a look at it may wait for a program or another machine.
    var mayHang: Bool { isFuse || ["nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "lustre"].contains(type) }

    /// What ended a call into this mount, if that was the mount's end: its daemon died since the mount was asked, or it
    /// was unmounted.
    func end(told cause: SystemFailure) -> CommandFailure? {
        guard isOurs, cause.isOfDeadMount else { return nil }
        // Another may be there by now.
        let isThere = MountTable.now().mounts.contains { $0.device == device && $0.mountpoint == mountpoint }
        return isThere ? CommandFailure(self, .dead) : CommandFailure.notMounted(at: mountpoint)
    }
}

extension CommandFailure {
    /// Says where the user's mounts are, or how to mount one.
    static func notMounted(at path: String) -> CommandFailure {
        let ours = MountTable.now().ours.map(\.mountpoint)
        let remedy =
            switch ours.count {
            case 0: "to mount it there: placesfs mount \(path.shellWord)"
            case 1: "yours is at \(ours[0])"
            default: "yours are at \(ours.joined(separator: ", "))"
            }
        return CommandFailure(.notMounted, "no placesfs is mounted at \(path); \(remedy)")
    }

    /// - Parameters:
    ///   - mount: A mount that is in the way.
    ///   - answer: Not `.answers`.
    init(_ mount: MountTable.Mount, _ answer: MountAnswer) {
        let (path, word) = (mount.mountpoint, mount.mountpoint.shellWord)
        switch answer {
        case .silent where mount.isOurs: self = Self.silent(mount, ServingProcess.of(mount))
        case .silent:
            self.init(
                .daemonSilent,
                "the \(mount.type) mount at \(path) does not answer, and what lies in it cannot be reached; "
                    + (mount.isFuse ? "to take it away: fusermount3 -uz \(word)" : "as root: umount -l \(word)"))
        case .dead where mount.isOurs:
            self.init(
                .deadMount, "the daemon behind \(path) has died; mount it again, or: placesfs unmount \(word)")
        case .dead, .answers:
            self.init(
                .deadMount,
                "a \(mount.type) mount whose program has died is at \(path); first: fusermount3 -uz \(word)")
        }
    }

    private static func silent(_ mount: MountTable.Mount, _ daemon: ServingProcess?) -> CommandFailure {
        let whose = mount.owner.map { $0 == geteuid() ? "" : " of uid \($0)" } ?? ""
        let who = "the daemon\(whose) behind \(mount.mountpoint)" + (daemon.map { " (\($0))" } ?? "")
        let frees = "placesfs unmount -z \(mount.mountpoint.shellWord) frees the folder"
        switch (daemon, daemon?.state) {
        case (let daemon?, .stopped):
            return CommandFailure(
                .daemonSilent, "\(who) does not answer; kill -CONT \(daemon.id) lets it go on, \(frees)")
        case (_, .ending):
            return CommandFailure(
                .daemonSilent,
                "\(who) cannot end, because programs wait for it; placesfs unmount \(mount.mountpoint.shellWord) ends it"
            )
        case (let daemon?, _):
            return CommandFailure(.daemonSilent, "\(who) does not answer; \(frees), kill \(daemon.id) ends it")
        case (nil, _): return CommandFailure(.daemonSilent, "\(who) does not answer; \(frees)")
        }
    }
}
