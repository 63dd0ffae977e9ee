internal import FUSE
internal import Glibc
internal import LinuxProcess
internal import Logging
internal import Synchronization

/// How far the start of a daemon has come, for whoever wants to end it: before there is a mount the process ends at
/// once, whatever it waits for; afterwards the mount has to be taken away first.
final class Start: Sendable {
    private enum Stage {
        case starting
        case mounting(isUnwanted: Bool)
        case mounted(Session, isEnding: Bool)
    }

    private struct State {
        var stage = Stage.starting
        var logger: Logger?
    }

    private let state = Mutex(State())

    /// Mounts, unless the process ends before.
    ///
    /// - Throws: What `mount` throws.
    func mounted(
        _ logger: Logger, by mount: () throws(CommandFailure) -> Session
    ) throws(CommandFailure) -> Session {
        state.withLock { $0 = State(stage: .mounting(isUnwanted: false), logger: logger) }
        let session = try mount()
        let isUnwanted = state.withLock { state in
            defer { state.stage = .mounted(session, isEnding: false) }
            if case .mounting(isUnwanted: true) = state.stage { return true }
            return false
        }
        if isUnwanted { end("as asked while it mounted") }
        return session
    }

    /// How long a mount(2) may take whose end was asked for, in milliseconds.
    private static let patience: Int32 = 2000

    /// Ends the start, or the mount. It may be asked for several times, by a signal to the whole process group and by
    /// the end of the command that started it: a process that ended before it has unmounted would leave a dead mount.
    ///
    /// - Parameters:
    ///   - cause: For the log: "on a signal".
    ///   - metadata: For the log.
    func end(_ cause: String, metadata: Logger.Metadata = [:]) {
        let (logger, session) = state.withLock { state -> (Logger?, Session?) in
            switch state.stage {
            case .mounting(isUnwanted: false):
                state.stage = .mounting(isUnwanted: true)
                try? NamedThread("start-end") { self.giveUp() }.detach()
                return (state.logger, nil)
            case .mounted(let session, isEnding: false):
                state.stage = .mounted(session, isEnding: true)
                return (state.logger, session)
            case .mounting, .mounted: return (nil, nil)
            case .starting: ExitStatus.success.end()
            }
        }
        logger?.info("ending \(cause)", metadata: metadata)
        session?.end()
    }

    /// Ends the process where mount(2) hangs.
    private func giveUp() {
        _ = poll(nil, 0, Self.patience)
        if state.withLock({ if case .mounting = $0.stage { true } else { false } }) { ExitStatus.success.end() }
    }
}

/// A mount that a privileged program has made for an unprivileged daemon: mount.fuse3(8) with `drop_privileges` passes
/// an open file of the FUSE device in place of the mountpoint.
enum HandedMount {
    /// The number in `/dev/fd/N`; nil for a directory.
    static func descriptor(in mountpoint: String) -> Int32? {
        let prefix = "/dev/fd/"
        guard mountpoint.hasPrefix(prefix) else { return nil }
        return Int32(mountpoint.dropFirst(prefix.count)).flatMap { $0 > 2 ? $0 : nil }
    }

    /// The path of that mount. It is not passed, but it is the mount of our type and of this user that was made last:
    /// mounts of other programs are made at the same time when the machine starts.
    static var path: String {
        let table = MountTable.now()
        return (table.ours.last ?? table.mounts.last { $0.isFuse })?.mountpoint ?? "/"
    }
}
