internal import Foundation

/// Reads files whose stated length is not their real one. Foundation's `String(contentsOfFile:)` reads a file of stated
/// length 0 in a single piece, and so cuts a table of /proc after its first page (3,937 of 4,270 bytes, measured).
enum WholeFile {
    /// - Throws: The system's error, or an error when the bytes are not UTF-8.
    static func text(_ path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let bytes = try file.readToEnd() ?? Data()
        guard let text = String(data: bytes, encoding: .utf8) else {
            throw CocoaError(.fileReadInapplicableStringEncoding)
        }
        return text
    }
}
