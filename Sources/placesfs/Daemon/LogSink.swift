internal import Foundation
internal import LinuxProcess
internal import Synchronization

/// The open end of a log. A file is rotated once to `.1` at its bound, so the two together stay under twice that.
///
/// Daemons of several sources share one file: each appends whole lines, and goes on in the new file when another has rotated.
final class LogSink: Sendable {
    private let path: String?
    private let bound: Int64
    private let takesStandardError: Bool
    private let file: Mutex<AppendedFile>

    /// Standard error.
    init() {
        path = nil
        bound = 0
        takesStandardError = false
        file = Mutex(.standardError)
    }

    /// The file at `path`, begun or gone on with. With `takesStandardError`, what the process writes to standard error,
    /// the last words of a runtime that traps, lands there too. `bound` is in bytes.
    ///
    /// - Throws: `.logUnwritable`.
    init(file path: String, takesStandardError: Bool, bound: Int64 = 1 << 20) throws(CommandFailure) {
        self.path = path
        self.takesStandardError = takesStandardError
        self.bound = bound
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            file = Mutex(try Self.open(path, takesStandardError))
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
        let bytes = Array(line.utf8)
        file.withLock { file in
            guard let path else { return _ = file.append(bytes) }
            // A new file may be full or gone by the time that it is locked: with others at it, not for ever.
            for _ in 0..<Self.maximumTurns {
                if file.locked({ append(bytes, to: file, path) }) { return }
                guard let next = try? Self.open(path, takesStandardError) else { break }
                file = next
            }
            // Better there than nowhere.
            file.append(bytes)
        }
    }

    private static let maximumTurns = 8

    /// False when another file is to be opened first.
    private func append(_ bytes: [UInt8], to file: AppendedFile, _ path: String) -> Bool {
        guard file.isAt(path) else { return false }
        let length = file.length
        if length > 0, length + Int64(bytes.count) > bound {
            do throws(Errno) {
                try FileRenaming.move(path, over: path + ".1")
                return false
            } catch {
                // A folder of somebody's bears that name, say. The bound holds all the same.
                file.empty()
            }
        }
        file.append(bytes)
        return true
    }

    private static func open(_ path: String, _ takesStandardError: Bool) throws -> AppendedFile {
        try PrivateDirectory.checkFile(path)
        let file = try AppendedFile(path)
        if takesStandardError { file.takeStandardError() }
        return file
    }
}
