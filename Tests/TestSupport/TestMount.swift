import Foundation
public import PhotoSimulator
import Testing

/// A real mount of the real command on a simulated source, each with a state, cache and log of its own. Several at once
/// do not know of one another.
public final class TestMount: Sendable {
    public let simulator: Simulator
    /// The mountpoint.
    public let path: String
    /// A folder outside the mount, gone after the test.
    public let scratch: String
    public let options: [String]
    private let source: TestSource
    private let folder: TemporaryDirectory
    /// What comes before each command: becoming another user, say.
    private let prefix: [String]

    private init(simulator: Simulator, source: TestSource, options: [String], asOrdinaryUser: Bool) throws {
        prefix = asOrdinaryUser ? OrdinaryUser.prefix : []
        self.simulator = simulator
        self.source = source
        // Most tests compare with the bytes that the simulated host sends.
        self.options = options.contains("--embed") ? options : ["--embed", "none"] + options
        folder = try TemporaryDirectory()
        path = folder.path + "/mnt"
        scratch = folder.path + "/scratch"
        for name in ["mnt", "scratch", "home"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: true)
        }
        if asOrdinaryUser { try OrdinaryUser.own(folder.path) }
    }

    /// Mounts, runs `body`, and unmounts whatever happened. As an ordinary user the daemon and all commands run so.
    /// Waits for its turn where many mount; see `MountSlots`.
    @discardableResult
    public static func run<Result>(
        _ configuration: Simulator.Configuration = Simulator.Configuration(), source: TestSource = .current,
        options: [String] = [], asOrdinaryUser: Bool = false, _ body: (TestMount) async throws -> Result
    ) async throws -> Result {
        try await MountSlots.shared.take {
            try await Simulator.run(configuration) { simulator in
                let mount = try TestMount(
                    simulator: simulator, source: source, options: options, asOrdinaryUser: asOrdinaryUser)
                do {
                    try await mount.mount()
                    let result = try await body(mount)
                    await mount.end()
                    return result
                } catch {
                    await mount.end()
                    throw error
                }
            }
        }
    }

    /// What `ls` shows of a mount with collections, as the locale C sorts it.
    public static let rootNames = ["README.txt", "albums", "pins", "places", "recents", "search", "tags"]

    /// What the daemon and every shell of this test see.
    public var environment: [String: String] {
        let home = folder.path + "/home"
        return [
            "HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data",
            "XDG_CACHE_HOME": home + "/cache", "XDG_STATE_HOME": home + "/state", "FLICKR_API_KEY": "test-key",
            "M": path, "T": scratch, "LC_ALL": "C.UTF-8", "TZ": "UTC",
        ]
    }

    /// `XDG_STATE_HOME/placesfs/placesfs.log`, as far as it is written.
    public var log: String {
        let file = folder.path + "/home/state/placesfs/placesfs.log"
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            Issue.record("the log cannot be read")
            return ""
        }
        return text
    }

    /// What `mount(_:)` runs, for scripts that mount again themselves.
    public func mountCommand(_ more: [String] = []) -> [String] {
        [
            Repository.placesfs, "mount",
        ] + source.arguments(simulator) + options + more + [path]
    }

    @discardableResult
    public func mount(_ more: [String] = []) async throws -> CommandResult {
        let result = try await ChildProcess(prefix + mountCommand(more), environment: environment).result()
        guard result.status == 0 else { throw MountFailure(text: "\(result.status): \(result.errors)") }
        return result
    }

    public func unmount() async throws {
        let daemons = daemons
        // A reader that was killed closes what it had open a moment after whoever waited for it goes on.
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            let result = try await ChildProcess(["fusermount3", "-u", path]).result()
            if result.status == 0 { break }
            guard result.errors.contains("busy"), ContinuousClock.now < deadline else {
                throw MountFailure(text: "\(result.errors) held by \(holders)")
            }
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
        guard await Self.haveEnded(daemons) else { throw MountFailure(text: "unmounted, and its daemon lives on") }
    }

    /// The daemon's pid, as its status tells.
    public func daemon() async throws -> Int32 {
        let result = try await shell("cat \"$M/.placesfs/status.json\"")
        let status = try? JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
        guard let pid = status?["pid"] as? Int else {
            throw MountFailure(text: "no pid: \(result.text)\(result.errors)")
        }
        return Int32(pid)
    }

    /// Runs a bash script in which `$M` is the mountpoint and `$T` the scratch folder.
    public func shell(_ script: String, timeout: Duration = .seconds(180)) async throws -> CommandResult {
        try await start(script, timeout: timeout).result()
    }

    public func start(_ script: String, timeout: Duration = .seconds(180)) throws -> ChildProcess {
        try ChildProcess(
            prefix + ["bash", "-c", script], environment: environment, directory: scratch, timeout: timeout)
    }

    /// Writes a file into the scratch folder, over one that may be there.
    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: scratch + "/" + name))
    }

    private func end() async {
        let daemons = daemons
        _ = try? await ChildProcess(["fusermount3", "-uz", path]).result()
        _ = await Self.haveEnded(daemons)
    }

    private var daemons: [String] { Self.daemons(of: path) }

    /// The processes that serve a mount, or mount it.
    public static func daemons(of path: String) -> [String] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.filter { process in
            guard process.first?.isNumber == true else { return false }
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))) ?? Data()
            let words = bytes.split(separator: 0)
            return words.last.map(Array.init) == Array(path.utf8) && words.contains(Data("mount".utf8))
        }
    }

    /// Who has something of the mount open, or works in it.
    private var holders: [String] {
        let files = FileManager.default
        let processes = (try? files.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.filter { process in
            guard process.first?.isNumber == true else { return false }
            let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
            return (descriptors.map { "fd/" + $0 } + ["cwd"]).contains { link in
                (try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/\(link)"))?.hasPrefix(path) == true
            }
        }.map { process in
            let words = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
            return "\(process) \(words.replacing("\0", with: " "))"
        }
    }

    /// An unmounted daemon writes down what it learnt before it ends; a remount must not meet its lock.
    private static func haveEnded(_ daemons: [String]) async -> Bool {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(30)
        for daemon in daemons {
            while isRunning(daemon) {
                guard clock.now < deadline, (try? await clock.sleep(for: .milliseconds(10))) != nil else {
                    return false
                }
            }
        }
        return true
    }

    /// False for a zombie, which only waits for its parent to take notice.
    private static func isRunning(_ process: String) -> Bool {
        let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return stat.map { !$0.contains(") Z ") } ?? false
    }

    public struct MountFailure: Error, CustomStringConvertible {
        public var text: String
        public var description: String { text }
    }
}
