internal import Foundation
internal import Glibc
internal import LinuxProcess

/// The process that serves a mount of ours, found without asking the mount: by the lock of its state, which names
/// process and mountpoint.
struct ServingProcess: Hashable, Sendable, CustomStringConvertible {
    enum State: Hashable, Sendable {
        case running
        /// By a signal or a debugger.
        case stopped
        /// Killed, though some of its threads may still wait in the kernel.
        case ending
    }

    let id: Int32
    let state: State

    /// "process 123" or "process 123, stopped".
    var description: String {
        switch state {
        case .running: "process \(id)"
        case .stopped: "process \(id), stopped"
        case .ending: "process \(id), killed"
        }
    }

    /// Nil when no process can be found that belongs to the mount's owner and says that it serves this mountpoint.
    static func of(_ mount: MountTable.Mount) -> ServingProcess? {
        func isServing(_ holder: DaemonLock.Holder) -> ServingProcess? {
            guard holder.mountpoint == mount.mountpoint, let facts = ProcessFacts(of: holder.processID),
                facts.name == "placesfs", mount.owner == nil || facts.user == mount.owner
            else { return nil }
            return ServingProcess(id: holder.processID, state: facts.state)
        }
        func serving(by lock: String) -> ServingProcess? { DaemonLock.Holder(at: lock).flatMap(isServing) }
        // Each is looked at once: a lazy collection looks twice, and ends the process where the second look finds less.
        let usual = BaseDirectories.ofThisProcess().state
        // A home in the very mount that does not answer has no locks to look at.
        for lock in PathWalk.leadsToOurs(usual) ? [] : locks(in: usual) {
            if let process = serving(by: lock) { return process }
        }
        // Its state may be anywhere; then its open lock leads there, if we may look.
        for process in processes {
            for lock in openLocks(of: process) {
                if let process = serving(by: lock) { return process }
            }
        }
        return nil
    }

    /// The daemon that has the same lock open as this process has at `descriptor`, as its own state's lock names it:
    /// that of a cache is empty.
    static func holder(ofLock descriptor: Int32) -> DaemonLock.Holder? {
        func target(_ link: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: link) }
        guard let lock = target("/proc/self/fd/\(descriptor)") else { return nil }
        for process in processes where process != getpid() {
            let open = openLocks(of: process)
            guard open.contains(where: { target($0) == lock }) else { continue }
            let holders = open.compactMap { DaemonLock.Holder(at: $0) }
            if let holder = holders.first(where: { $0.processID == process }) { return holder }
        }
        return nil
    }

    /// The process with this id, if it is a daemon of ours.
    init?(_ id: Int32) {
        guard let facts = ProcessFacts(of: id), facts.name == "placesfs" else { return nil }
        self.init(id: id, state: facts.state)
    }

    private init(id: Int32, state: State) {
        self.id = id
        self.state = state
    }

    private static func locks(in folder: String) -> [String] {
        names(in: folder).filter { $0.hasSuffix(".lock") }.map { "\(folder)/\($0)" }
    }

    private static var processes: [Int32] {
        names(in: "/proc").compactMap { Int32($0) }.filter { ProcessFacts(of: $0)?.name == "placesfs" }
    }

    private static func openLocks(of process: Int32) -> [String] {
        names(in: "/proc/\(process)/fd").map { "/proc/\(process)/fd/\($0)" }.filter { link in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: link))?.hasSuffix(".lock") == true
        }
    }

    /// Empty if the folder cannot be read.
    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// What /proc/PID/status tells (proc(5)).
    private struct ProcessFacts {
        var name = ""
        var state = State.running
        /// The effective user id.
        var user: UInt32?

        /// Nil when there is no such process.
        init?(of process: Int32) {
            guard let text = try? WholeFile.text("/proc/\(process)/status") else { return nil }
            for line in text.split(separator: "\n") {
                let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
                guard words.count > 1 else { continue }
                switch words[0] {
                case "Name:": name = String(words[1])
                case "State:" where "Tt".contains(words[1]): state = .stopped
                case "State:" where "ZX".contains(words[1]): state = .ending
                case "Uid:" where words.count > 2: user = UInt32(words[2])
                case "SigPnd:", "ShdPnd:":
                    if let signals = UInt64(words[1], radix: 16), signals & 1 << UInt64(SIGKILL - 1) != 0 {
                        state = .ending
                    }
                default: break
                }
            }
        }
    }
}
