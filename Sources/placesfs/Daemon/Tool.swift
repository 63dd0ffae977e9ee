internal import Foundation
internal import LinuxProcess

/// The result of a program that was run to its end.
struct Tool: Sendable {
    let status: Int32
    /// What the program wrote to its standard error, as one line.
    let complaint: String

    /// Runs `name`, found on the PATH or in the system's usual folders.
    ///
    /// - Returns: Nil when there is no such program, or when it cannot be started.
    static func run(_ name: String, _ arguments: [String]) -> Tool? {
        guard let (status, words) = result(of: name, arguments, .error) else { return nil }
        let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        return Tool(status: status, complaint: line)
    }

    /// Runs a program for what it writes to its standard output.
    ///
    /// - Returns: Nil also when the program fails.
    static func answer(_ name: String, _ arguments: [String]) -> String? {
        guard let (status, words) = result(of: name, arguments, .output), status == 0 else { return nil }
        return words
    }

    private static func result(
        of name: String, _ arguments: [String], _ stream: ChildProgram.Stream
    ) -> (status: Int32, words: String)? {
        guard let path = path(of: name), let (status, bytes) = try? ChildProgram.run(path, arguments, reading: stream)
        else { return nil }
        return (status, String(decoding: bytes, as: UTF8.self))
    }

    /// The path of the executable with this name. A service of systemd or cron may have a short PATH.
    static func path(of name: String) -> String? {
        let given = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        return (given + ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"])
            .filter { $0.hasPrefix("/") }
            .map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
