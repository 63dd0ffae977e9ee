internal import Foundation
internal import Logging
internal import PhotoTree

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
