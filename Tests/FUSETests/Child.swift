import Foundation
import Synchronization

/// A program that a test runs beside itself: what would block must not block the threads that answer it.
final class Child: Sendable {
    struct Result: Sendable {
        /// The exit status, or minus the signal that ended it.
        var status: Int32
        var output: String
        var error: String
    }

    private let process: Mutex<Process>
    private let exit: AsyncStream<Int32>
    private let output: Task<String, Never>
    private let error: Task<String, Never>

    /// Starts a program found in PATH.
    init(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        let (exit, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.exit = exit
        process.terminationHandler = { ended in
            let bySignal = ended.terminationReason == .uncaughtSignal
            continuation.yield(bySignal ? -ended.terminationStatus : ended.terminationStatus)
            continuation.finish()
        }
        output = Self.text(from: process) { $0.standardOutput = $1 }
        error = Self.text(from: process) { $0.standardError = $1 }
        try process.run()
        self.process = Mutex(process)
    }

    var processID: Int32 { process.withLock { $0.processIdentifier } }

    func signal(_ number: Int32) {
        kill(processID, number)
    }

    func result() async -> Result {
        var status: Int32 = -1
        for await ended in exit { status = ended }
        return Result(status: status, output: await output.value, error: await error.value)
    }

    private static func text(from process: Process, attach: (Process, Pipe) -> Void) -> Task<String, Never> {
        let pipe = Pipe()
        attach(process, pipe)
        let (pieces, continuation) = AsyncStream.makeStream(of: Data.self)
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(data)
            }
        }
        return Task {
            var all = Data()
            for await piece in pieces { all += piece }
            return String(decoding: all, as: UTF8.self)
        }
    }
}

/// Runs a program to its end, for 20 s at most.
func run(_ words: String...) async throws -> Child.Result {
    try await Child(["timeout", "-s", "KILL", "20"] + words).result()
}

/// Runs a Python script to its end; its output without the last newline.
func python(_ script: String, _ arguments: String...) async throws -> String {
    let result = try await Child(["timeout", "-s", "KILL", "20", "python3", "-c", script] + arguments).result()
    guard result.status == 0 else { throw PythonFailure(error: result.error, status: result.status) }
    return String(result.output.reversed().drop { $0 == "\n" }.reversed())
}

struct PythonFailure: Error {
    var error: String
    var status: Int32
}
