internal import ArgumentParser
internal import Foundation
internal import LinuxProcess

/// `placesfs mount`: checks what was asked, starts the daemon, and returns when the mount answers.
struct MountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mount",
        abstract: "Mount photos as a folder.",
        discussion: """
            Returns when the mount answers; it ends with: placesfs unmount MOUNTPOINT
            A key comes from FLICKR_API_KEY or the configuration file. Sizes: K, M, G are powers of 1024, KB, MB, GB \
            of 1000. Times: seconds, or ms, s, m, h.
            """)

    @OptionGroup var options: MountArguments

    @Flag(name: [.short, .long], help: "Stay in the foreground and log to standard error (default: no).")
    var foreground = false

    /// How `mount` starts itself: the daemon that says on its standard output when it is ready, or why not.
    @Flag(name: .customLong("report-when-ready"), help: .private)
    var reportsWhenReady = false

    /// How `mount` tells the daemon that its source is only what there is without a network.
    @Flag(name: .customLong("for-want-of-network"), help: .private)
    var isStopgap = false

    @Argument(help: "An empty directory.", completion: .directory)
    var mountpoint: String

    func run() async throws {
        let base = BaseDirectories.ofThisProcess()
        let (configuration, kernelWords) = try options.configuration(
            environment: reportsWhenReady ? StartEnvironment.handedOver() : StartEnvironment.values, base: base)
        let choice = try await SourceChoice(configuration, base)
        let plan = MountPlan(
            configuration: configuration, source: choice.source, kernelWords: kernelWords,
            directories: SourceDirectories(configuration, source: choice.source, base: base), base: base,
            isStopgap: isStopgap || choice.isStopgap)
        let warning = UserAgent.warning(choice.source, contact: configuration.contact)
        for line in [choice.remark, reportsWhenReady ? nil : warning].compactMap(\.self) {
            Output.complaint("placesfs: \(line)")
        }
        if foreground || reportsWhenReady {
            let daemon = Daemon(plan, isDetached: reportsWhenReady)
            try await daemon.run(at: mountpoint)
        } else {
            try startDetached(plan)
        }
    }

    private func startDetached(_ plan: MountPlan) throws(CommandFailure) {
        let log = plan.logFile
        let descriptor = HandedMount.descriptor(in: mountpoint)
        let path = descriptor == nil ? MountDirectory.resolved(mountpoint) : HandedMount.path
        let report: String
        let status: Int32
        do throws(Errno) {
            let daemon = try DetachedProcess(
                executable: Self.ownPath, arguments: Self.daemonArguments(plan),
                input: StartEnvironment.toHandOver, inheriting: descriptor)
            report = daemon.readReport()
            status = report == Daemon.ready ? 0 : daemon.waitForExit()
        } catch {
            throw CommandFailure(.failure, "cannot start the daemon: \(SystemFailure(error).words)")
        }
        guard report == Daemon.ready else {
            let words = report.trimmingCharacters(in: .whitespacesAndNewlines)
            guard words.isEmpty else { throw CommandFailure(ExitStatus(rawValue: status) ?? .failure, words) }
            throw CommandFailure(
                .failure, "the daemon ended with status \(status) before the mount was there; see \(log)")
        }
        // A question that only the daemon can answer; the kernel holds it until the daemon does.
        guard !MountDirectory.isAbandoned(path) else {
            throw CommandFailure(.mountFailed, "the daemon ended as soon as the mount was there; see \(log)")
        }
    }

    /// The arguments this process was started with, in the form of `placesfs mount`, and the source that was chosen: asked
    /// a second time, the network might answer otherwise.
    private static func daemonArguments(_ plan: MountPlan) -> [String] {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first != Self._commandName {
            arguments = HelperForm.mountArguments(arguments, commands: []) ?? arguments
        }
        let stopgap = plan.isStopgap ? ["--for-want-of-network"] : []
        return [Self._commandName, "--report-when-ready", "--source", plan.source.rawValue] + stopgap
            + arguments.dropFirst()
    }

    /// The running program, also after an update has replaced its file.
    private static var ownPath: String {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return link.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? "/proc/self/exe"
    }
}
