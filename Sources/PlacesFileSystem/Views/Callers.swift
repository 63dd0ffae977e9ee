import FUSE
import LinuxProcess
import PhotoTree
import Synchronization
import Waiting

/// Who calls: the processes of the threads that requests come from. What is read of a process from /proc is read once,
/// not at each request.
final class Callers: Sendable {
    private struct Known: Sendable {
        var process: CallingProcess
        /// In clock ticks after boot. A later process with the same id has another value.
        var started: UInt64
        /// The path below the mountpoint of the one photo that it was started with.
        var photo: String?
    }

    private struct Table {
        var threads: [Int32: (process: CallingProcess, asked: Duration)] = [:]
        /// By id, as long as one of its threads is known.
        var processes: [Int32: Known] = [:]
    }

    /// After this time the process of a thread is looked up again; no thread id is reused so soon.
    private static let life = Duration.seconds(2)
    private static let mostProcesses = 256

    private let table = Mutex(Table())
    private let time: ElapsedClock
    private let mountpoint: String

    init(clock: any Clock<Duration>, mountpoint: String) {
        time = ElapsedClock(clock)
        self.mountpoint = mountpoint
    }

    /// The process of the caller. One that cannot be seen is identified by its thread.
    func process(of caller: Caller) -> CallingProcess {
        let now = time.elapsed
        let remembered = table.withLock { table in
            table.threads[caller.threadID].flatMap { now - $0.asked < Self.life ? $0.process : nil }
        }
        if let remembered { return remembered }
        let known = seen(caller.threadID)
        let process = known?.process ?? CallingProcess(id: -caller.threadID, program: "")
        table.withLock { table in
            table.threads = table.threads.filter { now - $0.value.asked < Self.life }
            table.threads[caller.threadID] = (process, now)
            // Processes without a known thread are kept up to `mostProcesses`, because they may come again.
            if table.processes.count > Self.mostProcesses {
                let alive = Set(table.threads.values.map(\.process.id))
                table.processes = table.processes.filter { alive.contains($0.key) }
            }
            if let known { table.processes[process.id] = known }
        }
        return process
    }

    /// The path below the mountpoint of the one photo that a process was started with; nil for all others.
    func photo(namedFor process: CallingProcess) -> String? {
        table.withLock { $0.processes[process.id]?.photo }
    }

    private func seen(_ thread: Int32) -> Known? {
        guard let id = CallingProcess.id(ofThread: thread), let started = CallingProcess.started(id) else { return nil }
        if let known = table.withLock({ $0.processes[id] }), known.started == started { return known }
        guard let process = CallingProcess(threadID: thread) else { return nil }
        let paths = NamedPhotos.paths(
            in: process.arguments, workingDirectory: process.workingDirectory, mountpoint: mountpoint)
        return Known(process: process, started: started, photo: paths.count == 1 ? paths.first : nil)
    }
}

/// The photos in the arguments that a process was started with, as far as they are files of the mount.
enum NamedPhotos {
    /// The paths of the photos relative to the mountpoint, each once. An argument is a path, which may be relative to
    /// the process's working directory, or a file: URI, as desktops pass a file that was clicked.
    static func paths(in arguments: [String], workingDirectory: String?, mountpoint: String) -> Set<String> {
        let root = PathText.components(mountpoint)
        var found: Set<String> = []
        for argument in arguments.dropFirst() where PhotoEnding.of(argument) != nil {
            guard let path = absolute(argument, workingDirectory) else { continue }
            let parts = PathText.components(path)
            guard parts.count > root.count, parts.starts(with: root) else { continue }
            found.insert(parts.dropFirst(root.count).joined(separator: "/"))
        }
        return found
    }

    private static func absolute(_ argument: String, _ workingDirectory: String?) -> String? {
        if argument.beginsWithBytes(of: "file:") {
            let path = argument.utf8.dropFirst("file:".utf8.count)
            // "file:///path" and "file:/path"; a file of another host is not ours.
            let local = path.starts(with: "//".utf8) ? path.dropFirst(2) : path
            guard local.first == UInt8(ascii: "/") else { return nil }
            return String(percentCode: local)
        }
        if argument.utf8.first == UInt8(ascii: "/") { return argument }
        if argument.contains("://") { return nil }
        return workingDirectory.map { $0 + "/" + argument }
    }
}

/// Paths as text: no file system is asked, and no link is followed.
enum PathText {
    /// The names of a path below `folder`, without "." and ".."; nil for a path that is not below it. Both are
    /// absolute.
    static func below(_ folder: String, _ path: String) -> [String]? {
        let (root, parts) = (components(folder), components(path))
        guard parts.count > root.count, zip(root, parts).allSatisfy({ $0.hasBytes(of: $1) }) else { return nil }
        return Array(parts.dropFirst(root.count))
    }

    /// The parts of an absolute path without "." and "..".
    static func components(_ path: String) -> [String] {
        var parts: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            switch String(Substring(part)) {
            case ".": break
            case "..": _ = parts.popLast()
            case let name: parts.append(name)
            }
        }
        return parts
    }
}
