internal import ArgumentParser
internal import Foundation
internal import LinuxProcess

/// `placesfs mount`: checks its arguments, starts the daemon, and returns when the mount answers.
struct MountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mount",
        abstract: "Mount photos as a folder.",
        discussion: """
            The command returns when the mount answers. To end it: placesfs unmount MOUNTPOINT
            A key comes from FLICKR_API_KEY or the configuration file. Sizes: K, M, G are powers of 1024, KB, MB, GB \
            of 1000. Times: seconds, or ms, s, m, h, d.
            """)

    @OptionGroup var options: MountArguments

    @Flag(name: [.short, .long], help: "Stay in the foreground and log to standard error (default: no).")
    var foreground = false

    @Flag(help: "Where the source is mounted already, let that be enough. Print where its mount is (default: no).")
    var reuse = false

    @Flag(help: "Make the mountpoint if it is missing, and remove what was made after the mount (default: no).")
    var make = false

    @Argument(help: "An empty directory.", completion: .directory)
    var mountpoint: String

    /// Whether this process is the daemon, which reports on its standard output that it is ready, or why it failed.
    private var isDaemon = false

    func validate() throws {
        guard !mountpoint.isEmpty else { throw ValidationError.emptyMountpoint }
    }

    /// Unless the command stays in the foreground, continues in a daemon; the process that was started ends here when
    /// the mount answers.
    ///
    /// - Throws: Why there is no mount.
    mutating func goToBackground() throws(CommandFailure) {
        guard !foreground else { return try ProcessLimits.checkThreads() }
        let daemon: DetachedProcess?
        do throws(Errno) {
            daemon = try DetachedProcess.fork(named: "placesfs", keeping: HandedMount.descriptor(in: mountpoint))
        } catch {
            throw CommandFailure(.failure, "cannot start the daemon: \(SystemFailure(error).words)")
        }
        guard let daemon else {
            isDaemon = true
            do throws(CommandFailure) {
                try ProcessLimits.checkThreads()
            } catch {
                Self.end(error)
            }
            return
        }
        try wait(for: daemon)
        Output.end(.success)
    }

    func run() async throws {
        do throws(CommandFailure) {
            try await serve()
        } catch {
            guard isDaemon else { throw error }
            Self.end(error)
        }
    }

    /// Ends a daemon that could not mount.
    private static func end(_ failure: CommandFailure) -> Never {
        Daemon.report(failure.description)
        failure.status.end()
    }

    private func serve() async throws(CommandFailure) {
        let start = Start()
        if isDaemon {
            do throws(Errno) {
                try WaitingParent.watch { start.end("with the command that started it") }
            } catch {
                throw CommandFailure(.failure, "no thread for the daemon: \(SystemFailure(error).words)")
            }
        }
        let base = BaseDirectories.ofThisProcess()
        let (configuration, kernelWords) = try options.configuration(
            environment: StartEnvironment.values, base: base)
        // It goes with the mount, or when there is none.
        let made = make ? MadeDirectory(at: mountpoint) : nil
        defer { made?.remove() }
        // Of a daemon that was killed, or of a start that still goes on: it goes only with a mount of ours.
        var found: MadeDirectory?
        // Before the network is asked: nobody waits for that to hear of a typing error.
        let free = await directory()
        if made == nil, let path = try? free.get().path, let left = MadeDirectory(leftAt: path) {
            if make { found = left } else { left.stay() }
        }
        if !reuse { _ = try free.get() }
        let choice = try await SourceChoice(configuration, base)
        let plan = MountPlan(
            configuration: configuration, source: choice.source, kernelWords: kernelWords,
            directories: SourceDirectories(configuration, source: choice.source, base: base), base: base,
            isStopgap: choice.isStopgap, options: try options.told(choice.source, configuration),
            isMountpointMade: made ?? found != nil)
        let isTold = FileManager.default.fileExists(atPath: plan.directories.contactTold)
        let warning = isTold ? nil : UserAgent.warning(choice.source, contact: configuration.sources.contact)
        if reuse, let there = try mountedElsewhere(plan) {
            if isDaemon { Daemon.report(Daemon.ready + there) } else { Output.text(there) }
            return
        }
        let directory = try free.get()
        for line in [ProcessLimits.raiseDescriptors(), choice.remark, warning].compactMap(\.self) {
            Output.complaint("placesfs: \(line)")
        }
        try await Daemon(plan, isDetached: isDaemon, start, made: made ?? found).run(at: directory)
        found?.remove()
    }

    private func directory() async -> Result<MountDirectory, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try await MountDirectory.whenFree(mountpoint))
        } catch {
            return .failure(error)
        }
    }

    /// Where the plan's source is mounted, with the same state and cache.
    ///
    /// - Throws: `.daemonSilent` when that mount does not answer.
    private func mountedElsewhere(_ plan: MountPlan) throws(CommandFailure) -> String? {
        guard let holder = DaemonLock.holder(at: plan.directories.stateLock),
            let mount = MountTable.now().top(at: holder.mountpoint), mount.isOurs
        else { return nil }
        switch MountAnswer.of(mount) {
        case .answers: return holder.mountpoint
        case .silent: throw CommandFailure(mount, .silent)
        case .dead: return nil
        }
    }

    private func wait(for daemon: DetachedProcess) throws(CommandFailure) {
        var report = daemon.readReport(endingWith: Daemon.end)[...]
        while report.hasPrefix(Daemon.warning) {
            let line = report.prefix { $0 != "\n" }
            Output.complaint("placesfs: \(line.dropFirst(Daemon.warning.count))")
            report = report.dropFirst(line.count + 1)
        }
        guard report.hasPrefix(Daemon.ready) else {
            let status = daemon.waitForExit()
            let words = report.trimmingCharacters(in: .whitespacesAndNewlines)
            guard words.isEmpty else { throw CommandFailure(ExitStatus(rawValue: status) ?? .failure, words) }
            throw CommandFailure(
                .failure, "the daemon ended with status \(status) before the mount was there; see \(log)")
        }
        // Only the daemon can answer this statfs(2), so the kernel holds it until the daemon does.
        let path = String(report.dropFirst(Daemon.ready.count))
        switch MountTable.now().top(at: path).map({ MountAnswer.of($0, within: Self.patience) }) {
        case .dead, nil:
            throw CommandFailure(.mountFailed, "the daemon ended as soon as the mount was there; see \(log)")
        case .silent:
            throw CommandFailure(.daemonSilent, "the daemon mounted \(path) and does not answer; see \(log)")
        case .answers:
            if reuse { Output.text(path) }
            daemon.release()
        }
    }

    /// How long the first answer may take: longer than any later one, for a machine that has just begun to start.
    private static let patience = Duration.seconds(30)

    /// Where the daemon writes its log.
    private var log: String {
        let base = BaseDirectories.ofThisProcess()
        let configuration = try? options.configuration(environment: StartEnvironment.values, base: base).0
        return configuration?.files.logFile ?? base.usualLog
    }
}
