import Foundation
import Glibc
import Synchronization

/// How a child process ended and what it wrote.
public struct CommandResult: Sendable {
    /// The exit status; 128 and the signal's number when a signal ended it; 124 when its time was up.
    public var status: Int32
    public var output: [UInt8]
    public var errors: String

    /// Standard output as text, without the last newline.
    public var text: String {
        let text = String(decoding: output, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    public var lines: [String] {
        text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// A process that a test started. It goes through files rather than pipes, which nobody need empty.
public final class ChildProcess: Sendable {
    private let process: SendableProcess
    private let end: Task<Int32, Never>
    private let folder: TemporaryDirectory

    /// Foundation's Process is used from one place at a time here.
    private struct SendableProcess: @unchecked Sendable {
        let process: Process
    }

    /// Starts `arguments[0]`, found in PATH, under timeout(1).
    public init(
        _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
        timeout: Duration = .seconds(60)
    ) throws {
        folder = try TemporaryDirectory()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["-k", "2", "\(timeout.components.seconds)"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        if let directory {
            process.currentDirectoryURL = URL(fileURLWithPath: directory)
        }
        process.standardInput = FileHandle.nullDevice
        let files = [try Self.file(folder.path + "/out"), try Self.file(folder.path + "/err")]
        // Process keeps them open for as long as it lives, which is long, and fails with a thousand open.
        defer { files.forEach { try? $0.close() } }
        process.standardOutput = files[0]
        process.standardError = files[1]
        let (ended, input) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            let bySignal = process.terminationReason == .uncaughtSignal
            input.yield(bySignal ? 128 + process.terminationStatus : process.terminationStatus)
            input.finish()
        }
        try Self.oneAtATime.withLock { _ in try Self.withoutBlockedSignals { try process.run() } }
        self.process = SendableProcess(process: process)
        end = Task { await ended.first { _ in true } ?? -1 }
    }

    /// The pid of timeout(1), which passes signals on.
    public var pid: Int32 { process.process.processIdentifier }

    public func signal(_ number: Int32) {
        kill(pid, number)
    }

    public func result() async -> CommandResult {
        let status = await end.value
        let output = (try? Data(contentsOf: URL(fileURLWithPath: folder.path + "/out"))) ?? Data()
        let errors = (try? Data(contentsOf: URL(fileURLWithPath: folder.path + "/err"))) ?? Data()
        return CommandResult(status: status, output: Array(output), errors: String(decoding: errors, as: UTF8.self))
    }

    /// Foundation learns of a child's end by a socket that closes with it; a second child started in the same moment may
    /// inherit that socket and keep the first one's end from being noticed.
    private static let oneAtATime = Mutex(())

    /// A child inherits which signals are blocked, and on a dispatch thread that is nearly all of them: nothing short of
    /// SIGKILL would end it.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    private static func file(_ path: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
}

/// Runs a program to its end.
public func run(
    _ arguments: String..., environment: [String: String] = [:], timeout: Duration = .seconds(60)
) async throws -> CommandResult {
    try await ChildProcess(arguments, environment: environment, timeout: timeout).result()
}
