import Foundation
import TestSupport

/// A user's home for one test: the command run in it sees no other configuration, state, cache or log. Whatever a test
/// leaves mounted under it is taken away.
final class Home: Sendable {
    let path: String
    /// An empty directory to mount at.
    let mountpoint: String
    private let folder: TemporaryDirectory

    private init() throws {
        folder = try TemporaryDirectory()
        path = folder.path
        mountpoint = path + "/mnt"
        try FileManager.default.createDirectory(atPath: mountpoint, withIntermediateDirectories: true)
    }

    static func run(_ body: (Home) async throws -> Void) async throws {
        try await MountSlots.shared.take {
            let home = try Home()
            do {
                try await body(home)
            } catch {
                await home.unmountAll()
                throw error
            }
            await home.unmountAll()
        }
    }

    var environment: [String: String] {
        [
            "HOME": path, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "",
            "FLICKR_API_KEY": "", "LC_ALL": "C.UTF-8",
        ]
    }

    /// Options of a mount whose source cannot be reached: port 1 of loopback. Mounting needs no network.
    static let offline = ["--api-base", "http://127.0.0.1:1/"]
    static let key = ["FLICKR_API_KEY": "sesame0123456789abcdef0123456789"]

    func command(_ arguments: [String], _ more: [String: String] = [:]) async throws -> CommandResult {
        try await start(arguments, more).result()
    }

    func start(_ arguments: [String], _ more: [String: String] = [:]) throws -> ChildProcess {
        try ChildProcess(
            [Repository.placesfs] + arguments, environment: environment.merging(more) { $1 }, directory: path)
    }

    /// Mounts at the mountpoint without a reachable source.
    func mountOffline(_ more: [String] = []) async throws -> CommandResult {
        try await command(["mount"] + Self.offline + more + [mountpoint], Self.key)
    }

    func isMounted(_ path: String? = nil) -> Bool {
        mountTable.contains { $0.contains(" \(path ?? mountpoint) ") && $0.contains(" fuse.placesfs ") }
    }

    var log: String {
        (try? String(contentsOfFile: path + "/.local/state/placesfs/placesfs.log", encoding: .utf8)) ?? ""
    }

    /// There is no daemon that a lock names.
    struct NoDaemon: Error {
        var folder: String
    }

    /// The process id that the lock of the only source names. Without one it throws: signals to process -1 reach all.
    func daemon() throws -> Int32 {
        let folder = path + "/.local/share/placesfs"
        let locks = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".lock") }
        let text = try locks.first.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) } ?? ""
        guard let id = Int32(text.prefix { $0 != "\n" }), id > 1 else { throw NoDaemon(folder: folder) }
        return id
    }

    /// False for a zombie, which only waits for its parent to take notice.
    func isRunning(_ processID: Int32) -> Bool {
        let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
        return stat.map { !$0.contains(") Z ") } ?? false
    }

    /// Waits until the process is gone; false when it lives on for `limit`.
    func ends(_ processID: Int32, within limit: Duration = .seconds(20)) async throws -> Bool {
        let clock = ContinuousClock()
        let deadline = clock.now + limit
        while isRunning(processID) {
            guard clock.now < deadline else { return false }
            try await clock.sleep(for: .milliseconds(20))
        }
        return true
    }

    var mountTable: [String] {
        // Not String(contentsOfFile:), which cuts a table of /proc after its first page.
        let bytes = try? FileHandle(forReadingAtPath: "/proc/self/mountinfo")?.readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func unmountAll() async {
        let daemon = try? daemon()
        for line in mountTable.reversed() where line.contains(" \(path)/") {
            let words = line.split(separator: " ")
            _ = try? await TestSupport.run("fusermount3", "-uz", String(words[4]))
        }
        if let daemon { _ = try? await ends(daemon) }
    }
}
