internal import Foundation
internal import LinuxProcess
internal import Synchronization

/// The destination of a log. A file at its limit is renamed to `.1`, so the two files together stay under twice the
/// limit.
///
/// Daemons of several sources share one file: each appends whole lines, and opens the new file when another daemon has
/// renamed it.
final class LogSink: Sendable {
    private let path: String?
    private let bound: Int64
    private let takesStandardError: Bool
    private let file: Mutex<AppendedFile>

    /// Writes to standard error.
    init() {
        path = nil
        bound = 0
        takesStandardError = false
        file = Mutex(.standardError)
    }

    /// Writes to the file at `path`, new or existing. With `takesStandardError`, the process's standard error goes
    /// there, too, with the last words of a runtime that traps. `bound` is in bytes. `isChosen`: the user named the file,
    /// which may be another program's.
    ///
    /// - Throws: `.logUnwritable`.
    init(
        file path: String, isChosen: Bool = false, takesStandardError: Bool, bound: Int64 = 1 << 20
    ) throws(CommandFailure) {
        self.path = path
        self.takesStandardError = takesStandardError
        self.bound = bound
        for file in isChosen ? [path, path + ".1"] : [] where Self.isForeign(file) {
            throw CommandFailure(
                .logUnwritable, "\(file) is no log of placesfs, and stays as it is; choose another name with --log-file"
            )
        }
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            if let flaw = PrivateDirectory.flaw(of: folder, for: .log) {
                throw CommandFailure(.logUnwritable, "\(flaw); choose another with --log-file")
            }
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

    /// Whether something else than our lines, or nothing, is in a file that was there before.
    private static func isForeign(_ path: String) -> Bool {
        guard let bytes = RegularFile.beginning(of: path, count: 25), !bytes.isEmpty else { return false }
        // "2026-11-21T08:00:00.125Z "
        return zip("dddd-dd-ddTdd:dd:dd.dddZ ".utf8, bytes).contains { form, byte in
            form == UInt8(ascii: "d") ? !(0x30...0x39).contains(byte) : form != byte
        }
    }

    /// If the log cannot be written (a full disk), the line is lost and the program goes on.
    func write(_ line: String) {
        let bytes = Array(line.utf8)
        file.withLock { file in
            guard let path else { return _ = file.append(bytes) }
            // A new file may be full or gone by the time it is locked, if other daemons write to it: so there is a
            // limit to the turns.
            for _ in 0..<Self.maximumTurns {
                if file.locked({ append(bytes, to: file, path) }) { return }
                guard let next = try? Self.open(path, takesStandardError) else { break }
                file = next
            }
            // A line in an old file is better than none.
            file.append(bytes)
        }
    }

    private static let maximumTurns = 8

    /// False when the file at `path` must be opened first.
    private func append(_ bytes: [UInt8], to file: AppendedFile, _ path: String) -> Bool {
        guard file.isAt(path) else { return false }
        let length = file.length
        if length > 0, length + Int64(bytes.count) > bound {
            do throws(Errno) {
                try FileRenaming.move(path, over: path + ".1")
                return false
            } catch {
                // The name may be that of a folder, for example. The limit holds nevertheless.
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
