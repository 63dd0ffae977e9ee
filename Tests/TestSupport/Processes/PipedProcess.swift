public import Foundation
import Glibc
import Synchronization

/// A program that a test talks with by pipes: a server that says its port, say. It finds the end of its input when the
/// last holder lets go of it, and should end then.
public final class PipedProcess: Sendable {
    private let process: SpawnedProcess
    private let pipes: Pipes

    private struct Pipes {
        let input: FileHandle
        let output: FileHandle
    }

    /// Starts `arguments[0]`, found in PATH.
    public init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let (input, output) = (Pipe(), Pipe())
        process = try SpawnedProcess(
            arguments, environment: environment,
            streams: [
                .descriptor(input.fileHandleForReading.fileDescriptor),
                .descriptor(output.fileHandleForWriting.fileDescriptor), .writing("/dev/null"),
            ])
        pipes = Pipes(input: input.fileHandleForWriting, output: output.fileHandleForReading)
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
    }

    deinit {
        try? pipes.input.close()
    }

    /// Where its standard input comes from.
    public var input: FileHandle { pipes.input }

    /// What it writes.
    public var output: FileHandle { pipes.output }

    /// Reads to the next newline; nil at the end. Blocks.
    public func line() throws -> String? {
        var line = Data()
        while let byte = try pipes.output.read(upToCount: 1), !byte.isEmpty {
            if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
            line += byte
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    public func end() async -> Int32 { await process.end() }
}
