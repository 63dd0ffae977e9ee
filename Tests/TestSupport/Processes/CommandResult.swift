/// How a child process ended and what it wrote.
public struct CommandResult: Sendable {
    /// The exit status; 128 and the signal's number when a signal ended it; 124 when its time was up.
    public var status: Int32
    public var output: [UInt8]
    public var errors: String

    /// Standard output as text, without the last newline.
    public var text: String {
        let text = String(decoding: output, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Status and complaints; empty where it succeeded and complained of nothing.
    public var failure: String { status == 0 && errors.isEmpty ? "" : "\(status): \(errors)" }

    public var lines: [String] {
        text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
