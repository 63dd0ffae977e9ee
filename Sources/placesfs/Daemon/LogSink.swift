internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import Synchronization

/// The open end of a log. A file is rotated once to `.1` at its bound, so the two together stay under twice that.
final class LogSink: Sendable {
    private let path: String?
    private let bound: UInt64
    private let takesStandardError: Bool
    private let state: Mutex<State>

    private struct State {
        var file: FileHandle
        var length: UInt64
    }

    /// Standard error.
    init() {
        path = nil
        bound = 0
        takesStandardError = false
        state = Mutex(State(file: .standardError, length: 0))
    }

    /// The file at `path`, begun or gone on with. With `takesStandardError`, what the process writes to standard error,
    /// the last words of a runtime that traps, lands there too. `bound` is in bytes.
    ///
    /// - Throws: `.logUnwritable`.
    init(file path: String, takesStandardError: Bool, bound: UInt64 = 1 << 20) throws(CommandFailure) {
        self.path = path
        self.takesStandardError = takesStandardError
        self.bound = bound
        do {
            try PrivateDirectory.checkFile(path)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            state = Mutex(try Self.open(path, takesStandardError))
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                .logUnwritable,
                "cannot write to the log \(path): \(SystemFailure(error).words); choose another with --log-file")
        }
    }

    /// A log that cannot be written (a full disk) is no reason to stop: the line is lost.
    func write(_ line: String) {
        let bytes = Data(line.utf8)
        state.withLock { state in
            if let path, state.length + UInt64(bytes.count) > bound, state.length > 0 { rotate(path, &state) }
            guard (try? state.file.write(contentsOf: bytes)) != nil else { return }
            state.length += UInt64(bytes.count)
        }
    }

    private static func open(_ path: String, _ takesStandardError: Bool) throws -> State {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let length = try file.seekToEnd()
        // The offset is shared by duplicates: what the runtime prints lands after our last line.
        if takesStandardError { dup2(file.fileDescriptor, STDERR_FILENO) }
        return State(file: file, length: length)
    }

    private func rotate(_ path: String, _ state: inout State) {
        do throws(Errno) {
            try FileRenaming.move(path, over: path + ".1")
        } catch {
            // A folder of somebody's bears that name, say. The bound holds all the same.
            try? state.file.truncate(atOffset: 0)
            state.length = 0
            return
        }
        // On a failure the old file goes on growing: better than none.
        guard let next = try? Self.open(path, takesStandardError) else { return }
        try? state.file.close()
        state = next
    }
}
