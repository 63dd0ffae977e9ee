internal import Foundation
internal import LinuxProcess
internal import Logging
internal import PhotoTree
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
    /// there, too, with the last words of a runtime that traps. `bound` is in bytes. `isChosen`: the user named the
    /// file, which may be another program's.
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

/// Writes log lines to standard error, or to a file that never grows past its limit.
struct LogLines: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let label: String
    private let sink: LogSink
    /// In bytes.
    private static let maximumField = 1_000
    private static let maximumLine = 8_000

    init(_ label: String, level: Logger.Level, to sink: LogSink) {
        self.label = label
        logLevel = level
        self.sink = sink
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// One event, one line: `2026-11-21T08:00:00Z warning fuse: message key=value`.
    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }
            .map { " \($0.key)=\(Self.quoted($0.value.description))" }
            .joined()
        let cause = event.error.map { " error=\(Self.quoted(String(describing: $0)))" } ?? ""
        let text = "\(event.level) \(label): \(event.message)\(fields)\(cause)"
        sink.write("\(Self.moment(Date())) \(PrintableText.line(text, maximumBytes: Self.maximumLine))\n")
    }

    /// "2026-11-21T08:00:00.125Z". Made without Foundation's format styles: their first use takes 4 ms of every start.
    static func moment(_ date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded(.down))
        let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
        return "\(Timestamp(milliseconds / 1_000).iso8601.dropLast()).\(fraction)Z"
    }

    /// Titles and servers' messages are untrusted: they are cut to a number of bytes, and nothing in them may move a
    /// terminal's cursor.
    private static func quoted(_ value: String) -> String {
        let value = PrintableText.line(value, maximumBytes: maximumField)
        return value.isEmpty || value.utf8.contains { $0 == 0x20 || $0 == UInt8(ascii: "\"") }
            ? "\"" + value.replacingBytes(of: "\"", with: "\\\"") + "\"" : value
    }
}

/// Makes the loggers of all parts, with one sink and one level.
struct Logs: Sendable {
    private let sink: LogSink
    private let level: Logger.Level

    /// In the foreground logs go to standard error, unless a file was asked for.
    ///
    /// - Throws: `.logUnwritable`.
    init(_ plan: MountPlan, isDetached: Bool) throws(CommandFailure) {
        let isFile = isDetached || plan.configuration.files.logFile != nil
        sink =
            isFile
            ? try LogSink(
                file: plan.logFile, isChosen: plan.configuration.files.logFile != nil, takesStandardError: isDetached)
            : LogSink()
        level = plan.configuration.files.logLevel
    }

    func logger(_ label: String) -> Logger {
        Logger(label: label) { label in LogLines(label, level: level, to: sink) }
    }
}
