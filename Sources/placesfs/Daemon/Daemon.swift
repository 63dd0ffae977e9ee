internal import FUSE
internal import Foundation
internal import Glibc
internal import HTTPCurl
internal import LinuxProcess
internal import Logging

/// A mount's life: checked, locked, assembled, mounted, served until it is unmounted or a signal ends it.
struct Daemon: Sendable {
    /// What a detached daemon says on its standard output once the mount is there; anything else is why it is not.
    static let ready = "ready\n"
    /// From a signal, or an unmount by somebody else, to the end of the process, transfers under way included.
    private static let ending = Duration.milliseconds(1900)

    private let plan: MountPlan
    private let isDetached: Bool

    init(_ plan: MountPlan, isDetached: Bool) {
        self.plan = plan
        self.isDetached = isDetached
    }

    /// Returns when the mount has ended.
    ///
    /// - Throws: Why there was no mount.
    func run(at mountpoint: String) async throws(CommandFailure) {
        CoreFiles.forbid()
        let signals = try Self.signals()
        umask(0o077)
        let files = Self.files(plan)
        let descriptor = HandedMount.descriptor(in: mountpoint)
        let directory =
            if descriptor == nil { try await Self.directory(mountpoint, plan) } else {
                MountDirectory(of: HandedMount.path)
            }
        let logs = try Logs(plan, isDetached: isDetached)
        try PrivateDirectory.make(plan.directories.state, or: .stateUnwritable, remedy: "--state-dir")
        try PrivateDirectory.make(plan.directories.cache, or: .cacheUnwritable, remedy: "--cache-dir")
        let lock = try await DaemonLock(plan.directories, mountpoint: directory.path)
        defer { lock.release() }
        // Nothing that the user wants to unmount or remove is kept busy by a daemon that happened to start there.
        _ = FileManager.default.changeCurrentDirectoryPath("/")

        let logger = logs.logger("placesfs")
        logger.info(
            "starting",
            metadata: ["version": "\(Version.full)", "source": "\(plan.source.rawValue)", "pid": "\(getpid())"])
        if !plan.configuration.formerKeys.isEmpty {
            let keys = plan.configuration.formerKeys.joined(separator: " ")
            logger.notice("ignored: this version has no such options any more", metadata: ["options": "\(keys)"])
        }
        do throws(CommandFailure) {
            let assembly = try await Assembly(plan, mountpoint: directory.path, files: files, logs: logs)
            let session = try assembly.mount(through: descriptor)
            if isDetached {
                Self.report(Self.ready)
            } else {
                notify("READY=1\nSTATUS=\(plan.source.rawValue) at \(directory.path)", logger)
            }
            await Self.serve(session, assembly, signals, logger)
            if !isDetached { notify("STOPPING=1", logger) }
            await assembly.close()
        } catch {
            logger.error("no mount", metadata: ["cause": "\(error)"])
            throw error
        }
        logger.info("ended")
    }

    /// Reads what lies with the program, and loads libcurl, beside the checks of folders and the opening of the catalog: a
    /// second processor is idle then. Either leaves code behind that is not used again (5 MiB of the peak of a start).
    private static func files(_ plan: MountPlan) -> Task<Result<ProgramFiles, CommandFailure>, Never> {
        Task {
            // First, for the transport is the first to wait.
            if plan.source != .sample { CurlTransport.load() }
            ProgramPages.letGo()
            let files = Result { () throws(CommandFailure) in try ProgramFiles(plan) }
            ProgramPages.letGo()
            return files
        }
    }

    /// A daemon that was killed a moment ago has its mount until the last of its threads is gone.
    private static func directory(
        _ mountpoint: String, _ plan: MountPlan
    ) async throws(CommandFailure) -> MountDirectory {
        let clock = ContinuousClock()
        let start = clock.now
        while true {
            do throws(CommandFailure) {
                return try MountDirectory(mountpoint)
            } catch {
                let isDying = DaemonLock.isHolderDying(
                    at: plan.directories.stateLock, of: MountDirectory.resolved(mountpoint))
                // A moment for whatever is ending unseen.
                guard error.status == .alreadyMounted,
                    clock.now - start < (isDying ? .seconds(4) : .milliseconds(500)),
                    (try? await clock.sleep(for: .milliseconds(50))) != nil
                else { throw error }
            }
        }
    }

    /// Until the mount has ended, whoever ended it.
    private static func serve(
        _ session: Session, _ assembly: Assembly, _ signals: AsyncStream<Int32>, _ logger: Logger
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                async let _ = letGoOfStart()
                await assembly.run()
            }
            group.addTask {
                var isEnding = false
                for await signal in signals {
                    logger.info("ending on a signal", metadata: ["signal": "\(signal)"])
                    // Whoever insists does not want to wait; the kernel ends the mount with the process.
                    if isEnding { ExitStatus.success.end() }
                    isEnding = true
                    session.end()
                }
            }
            // No child of the group, which calls off its own when the mount has ended: what is closed after that is to be
            // in time, too.
            await session.run { Task { await endInTime(logger) } }
            group.cancelAll()
        }
    }

    /// Ends the process if nothing else has by then.
    private static func endInTime(_ logger: Logger) async {
        try? await ContinuousClock().sleep(for: ending)
        logger.warning("work under way did not end in time and is given up")
        ExitStatus.success.end()
    }

    /// The code that only a start needs, once whoever waited for the mount has looked at it.
    private static func letGoOfStart() async {
        guard (try? await ContinuousClock().sleep(for: .milliseconds(100))) != nil else { return }
        ProgramPages.letGo()
    }

    private static func signals() throws(CommandFailure) -> AsyncStream<Int32> {
        do throws(Errno) {
            return try TerminationSignals.received()
        } catch {
            throw CommandFailure(.failure, "cannot listen to signals: \(SystemFailure(error).words)")
        }
    }

    /// Says it to systemd, where that has started us and waits.
    private func notify(_ text: String, _ logger: Logger) {
        guard let socket = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], !socket.isEmpty else { return }
        do throws(Errno) {
            try ServiceNotice.send(text, to: socket)
        } catch {
            logger.warning("cannot notify systemd", metadata: ["cause": "\(SystemFailure(error).words)"])
        }
    }

    /// Says it to the waiting parent, and lets go of the pipe.
    static func report(_ text: String) {
        // A parent that was killed meanwhile is no reason to end.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        guard let null = FileHandle(forWritingAtPath: "/dev/null") else { return }
        dup2(null.fileDescriptor, STDOUT_FILENO)
    }
}
