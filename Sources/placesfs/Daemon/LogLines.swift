internal import Foundation
internal import Logging

/// Where log lines go: to standard error, or to a file that never grows past its bound.
struct LogLines: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let label: String
    private let sink: LogSink
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

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
        sink.write("\(Date().ISO8601Format(Self.style)) \(Self.oneLine(text))\n")
    }

    private static func quoted(_ value: String) -> String {
        value.contains(where: { $0.isWhitespace || $0 == "\"" }) || value.isEmpty
            ? "\"" + value.replacing("\"", with: "\\\"") + "\"" : value
    }

    /// Titles and servers' messages are untrusted: no line break and no terminal escape of theirs gets into a log.
    private static func oneLine(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }
}
