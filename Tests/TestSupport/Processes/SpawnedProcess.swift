import Foundation
import Glibc
import Synchronization

/// A child process, started by posix_spawn(3). Foundation's Process is not used: with it a child inherits descriptors
/// of another one that starts in the same moment, and its end goes unnoticed.
final class SpawnedProcess: Sendable {
    /// What stands behind one of the standard streams.
    enum Stream: Sendable {
        case reading(String)
        /// A file that is made, or emptied.
        case writing(String)
        /// A descriptor of ours.
        case descriptor(Int32)
    }

    let pid: pid_t
    private let state = Mutex(State())

    private struct State {
        var isGone = false
        var status: Int32?
        var waiting: [CheckedContinuation<Int32, Never>] = []
    }

    /// As the tests were started with it: some change theirs while they run. The distribution's programs come first,
    /// for these are what the tests install; a version manager's python3 is a shell script that takes 150 ms to find
    /// its own.
    private static let inherited = {
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin" + (environment["PATH"].map { ":" + $0 } ?? "")
        return environment
    }()

    /// Starts `arguments[0]`, found in PATH, in a process group of its own, with the standard streams and no other
    /// descriptor.
    init(
        _ arguments: [String], environment: [String: String] = [:], directory: String? = nil, streams: [Stream]
    ) throws(SpawnFailure) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in zip(Int32(0)..., streams) {
            switch stream {
            case .reading(let path): unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
            case .writing(let path):
                unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            case .descriptor(let descriptor): unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            }
        }
        _ = unsafe Extensions.closeFrom(&actions, Int32(streams.count))
        if let directory { _ = unsafe Extensions.changeDirectory(&actions, directory) }

        // Signals as a shell would leave them: a dispatch thread blocks nearly all, and nothing short of SIGKILL would
        // end the child.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let words = unsafe Self.copies(of: arguments)
        let variables = unsafe Self.copies(
            of: Self.inherited.merging(environment) { _, new in new }.map { "\($0)=\($1)" })
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var pid = pid_t()
        let code = unsafe posix_spawnp(&pid, arguments[0], &actions, &attributes, words, variables)
        guard code == 0 else { throw SpawnFailure(arguments: arguments, code: code) }
        self.pid = pid
        // On a thread of its own: waitid(2) blocks.
        Thread.detachNewThread { self.reap() }
    }

    /// To it and all that it started in its process group; does nothing when it has ended: its number may be another's
    /// by then.
    func signal(_ number: Int32) {
        state.withLock { state in
            if !state.isGone { _ = kill(-pid, number) }
        }
    }

    /// Waits for the end. The exit status; 128 and the signal's number when a signal ended it.
    func end() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state in
                if state.status == nil { state.waiting.append(continuation) }
                return state.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    private func reap() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        let (status, waiting) = state.withLock { state in
            var word: Int32 = 0
            while unsafe waitpid(pid, &word, 0) < 0 && errno == EINTR {}
            let signal = word & 0x7f
            let status = signal == 0 ? word >> 8 & 0xff : 128 + signal
            state.isGone = true
            state.status = status
            defer { state.waiting = [] }
            return (status, state.waiting)
        }
        for continuation in waiting { continuation.resume(returning: status) }
    }

    /// Ended by a null pointer; the caller frees them.
    private static func copies(of words: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe words.map { unsafe strdup($0) } + [nil]
    }
}

/// Of glibc (2.34), by name: its header hides them from Swift.
private enum Extensions {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    static let closeFrom = unsafe function(
        "posix_spawn_file_actions_addclosefrom_np", as: (@convention(c) (Actions, Int32) -> Int32).self)
    static let changeDirectory = unsafe function(
        "posix_spawn_file_actions_addchdir_np", as: (@convention(c) (Actions, UnsafePointer<CChar>) -> Int32).self)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
        guard let address = unsafe dlsym(nil, name) else { preconditionFailure("glibc 2.34 or newer has \(name)") }
        return unsafe unsafeBitCast(address, to: type)
    }
}

/// A program that did not start.
struct SpawnFailure: Error, CustomStringConvertible {
    var arguments: [String]
    /// As errno.
    var code: Int32

    var description: String { "\(arguments.joined(separator: " ")): \(unsafe String(cString: strerror(code)))" }
}
