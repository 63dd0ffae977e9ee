internal import FUSE
internal import Foundation
internal import Glibc
internal import HTTPCurl
internal import LinuxProcess
internal import Logging
internal import PhotoTree

/// The life of a mount: checked, locked, assembled, mounted, and served until it is unmounted or a signal ends it.
struct Daemon: Sendable {
    /// What a detached daemon writes to its standard output once it is mounted, before the path; any other text says
    /// why it is not.
    static let ready = "ready "
    /// Before that there may be lines with this word, for the caller of `mount`.
    static let warning = "warning "
    /// What ends the report of a daemon that is mounted. No path has this byte.
    static let end: UInt8 = 0
    /// The longest time from a signal or an unmount to the end of the process, including transfers under way.
    private static let ending = Duration.milliseconds(1900)

    private let plan: MountPlan
    private let isDetached: Bool
    private let start: Start
    private let made: MadeDirectory?

    /// `made` is the mountpoint if it goes with the mount, also when that does not end in time.
    init(_ plan: MountPlan, isDetached: Bool, _ start: Start, made: MadeDirectory?) {
        self.plan = plan
        self.isDetached = isDetached
        self.start = start
        self.made = made
    }

    /// Returns when the mount has ended.
    ///
    /// - Throws: Why there was no mount.
    func run(at directory: MountDirectory) async throws(CommandFailure) {
        CoreFiles.forbid()
        LocalTime.readZone()
        try listen()
        umask(0o077)
        let files = Self.files(plan)
        try directory.checkOutside(plan, isLogged: isDetached)
        try plan.directories.checkApart()
        let logs = try Logs(plan, isDetached: isDetached)
        try Self.makeState(plan.directories.state)
        try PrivateDirectory.make(plan.directories.cache, or: .cacheUnwritable, remedy: "--cache-dir")
        let lock = try await DaemonLock(plan.directories, mountpoint: directory.path)
        defer { lock.release() }
        noteContact()
        // The daemon must not keep the folder that it was started in busy: the user may want to unmount or remove it.
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
            let session: Session
            do throws(CommandFailure) {
                session = try start.mounted(logger) { () throws(CommandFailure) in
                    try assembly.mount(through: directory.descriptor)
                }
            } catch {
                await assembly.close()
                throw error
            }
            if !isDetached { notify("READY=1\nSTATUS=\(plan.source.rawValue) at \(directory.path)", logger) }
            await serve(session, assembly, logger) {
                [isDetached, notice = assembly.notice, trouble = assembly.firstTrouble] in
                let lines = [notice, await trouble.line()].compactMap(\.self)
                if isDetached {
                    let warnings = lines.map { Self.warning + PrintableText.line($0) + "\n" }
                    Self.report(warnings.joined() + Self.ready + directory.path + "\0")
                } else {
                    for line in lines { Output.complaint("placesfs: \(PrintableText.line(line))") }
                }
            }
            if !isDetached { notify("STOPPING=1", logger) }
            await assembly.close()
            if let lacking = session.failure {
                throw CommandFailure(
                    .mountFailed,
                    "nobody could serve the mount (\(SystemFailure(lacking).words)); \(ProcessLimits.remedy)")
            }
        } catch {
            logger.error("no mount", metadata: ["cause": "\(error)"])
            throw error
        }
        logger.info("ended")
    }

    /// The caller of `mount` was told, if that is needed; once is enough. Where it cannot be noted it is told again.
    private func noteContact() {
        guard UserAgent.warning(plan.source, contact: plan.configuration.sources.contact) != nil else { return }
        _ = FileManager.default.createFile(atPath: plan.directories.contactTold, contents: nil)
    }

    /// A state that is there is shown, also where its disk takes nothing.
    private static func makeState(_ path: String) throws(CommandFailure) {
        do throws(CommandFailure) {
            try PrivateDirectory.make(path, or: .stateUnwritable, remedy: "--state-dir")
        } catch {
            guard FileManager.default.fileExists(atPath: path + "/catalog.sqlite") else { throw error }
            try PrivateDirectory.check(path, or: .stateUnwritable, remedy: "--state-dir")
        }
    }

    /// Reads the program's files and loads libcurl, in parallel with the checks of folders and the opening of the
    /// catalog: a second processor is idle then. The pages of code that each needs once are released afterwards (5 MiB
    /// of the peak of a start).
    private static func files(_ plan: MountPlan) -> Task<Result<ProgramFiles, CommandFailure>, Never> {
        Task {
            // First, because the transport is needed first.
            if plan.source != .sample, plan.source != .folder { CurlTransport.load() }
            ProgramPages.release()
            let files = Result { () throws(CommandFailure) in try ProgramFiles(plan) }
            ProgramPages.release()
            return files
        }
    }

    /// Serves until the mount has ended, for whatever reason.
    private func serve(
        _ session: Session, _ assembly: Assembly, _ logger: Logger, announcing: @escaping @Sendable () async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await announcing() }
            group.addTask {
                async let _ = Self.releaseStart()
                await assembly.run()
            }
            // This task is no child of the group, whose children are cancelled when the mount has ended: the time limit
            // also holds for what is closed after that.
            await session.run { Task { await Self.endInTime(made, logger) } }
            group.cancelAll()
        }
    }

    /// Ends the process if it still runs when the time is over.
    private static func endInTime(_ made: MadeDirectory?, _ logger: Logger) async {
        try? await ContinuousClock().sleep(for: ending)
        made?.remove()
        logger.warning("work under way did not end in time and is given up")
        ExitStatus.success.end()
    }

    /// Releases the pages of code that only a start needs, after the caller of mount had time for a first look at the
    /// mount.
    private static func releaseStart() async {
        guard (try? await ContinuousClock().sleep(for: .milliseconds(100))) != nil else { return }
        ProgramPages.release()
    }

    /// From now on a signal ends the start or the mount.
    private func listen() throws(CommandFailure) {
        do throws(Errno) {
            let signals = try TerminationSignals.received()
            Task { [start] in
                for await signal in signals { start.end("on a signal", metadata: ["signal": "\(signal)"]) }
            }
        } catch {
            throw CommandFailure(.failure, "cannot listen to signals: \(SystemFailure(error).words)")
        }
    }

    /// Sends `text` to systemd, if systemd has started us and waits for it.
    private func notify(_ text: String, _ logger: Logger) {
        guard let socket = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], !socket.isEmpty else { return }
        do throws(Errno) {
            try ServiceNotice.send(text, to: socket)
        } catch {
            logger.warning("cannot notify systemd", metadata: ["cause": "\(SystemFailure(error).words)"])
        }
    }

    /// Sends `text` to the waiting parent.
    static func report(_ text: String) {
        // If the parent has ended meanwhile, `WaitingParent` tells.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
