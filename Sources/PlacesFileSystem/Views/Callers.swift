import FUSE
import LinuxProcess
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
