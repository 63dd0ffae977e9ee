import Foundation
import Glibc

/// A program that a test runs beside itself: what would block must not block the threads that answer it. Its output
/// goes to files, so that it never waits for us.
final class Child: Sendable {
    struct Result: Sendable {
        /// The exit status, or minus the signal that ended it.
        var status: Int32
        var output: String
        var error: String
    }

    let processID: pid_t
    private let folder: String
    private let ended = Mutexed<Int32>()

    /// Starts a program found in PATH.
    init(_ words: [String]) throws {
        folder = try temporaryFolder()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, folder + "/output", O_WRONLY | O_CREAT, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, folder + "/error", O_WRONLY | O_CREAT, 0o600)
        // Signals as a shell would leave them: threads of ours may block what a test wants to send.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = unsafe words.map { unsafe strdup($0) }
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawnp(&process, words[0], &actions, &attributes, arguments + [nil], environ)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        processID = process
        // On a thread of its own: waitpid(2) blocks.
        Thread.detachNewThread { [ended, processID] in
            var status: Int32 = 0
            while unsafe waitpid(processID, &status, 0) < 0 && errno == EINTR {}
            let signal = status & 0x7f
            ended.value = signal == 0 ? status >> 8 & 0xff : -signal
        }
    }

    func signal(_ number: Int32) {
        kill(processID, number)
    }

    /// What it has written so far.
    var output: String { text("output") }

    /// Waits for the end, for a minute and a half at most: a program that hangs is what a test is to find, not to do.
    func result(within limit: Duration = .seconds(90)) async -> Result {
        let hasEnded = await eventually(within: limit) { ended.value != nil }
        if !hasEnded { signal(SIGKILL) }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return Result(status: ended.value ?? Self.hanging, output: text("output"), error: text("error"))
    }

    /// The status of a program that has not ended.
    static let hanging = Int32.max

    private func text(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: URL(filePath: folder + "/" + name))) ?? Data(), as: UTF8.self)
    }
}

/// Debian's own, where there are several: it starts in 20 ms, without a shell script before it.
let pythonPath = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") ? "/usr/bin/python3" : "python3"

/// Runs a program to its end, for a minute at most.
func run(_ words: String...) async throws -> Child.Result {
    try await Child(["timeout", "-s", "KILL", "60"] + words).result()
}

/// Runs a Python script to its end; its output without the last newline.
func python(_ script: String, _ arguments: String...) async throws -> String {
    let result = try await Child(["timeout", "-s", "KILL", "60", pythonPath, "-c", script] + arguments).result()
    guard result.status == 0 else { throw PythonFailure(error: result.error, status: result.status) }
    return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
}

struct PythonFailure: Error {
    var error: String
    var status: Int32
}
