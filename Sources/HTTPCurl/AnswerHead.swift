/// Reads an answer's head line by line, as libcurl delivers it; skips informational answers (1xx) before it.
struct AnswerHead {
    enum Progress {
        case more, complete, tooLong
    }

    private(set) var status = 0
    private(set) var headers: [String: String] = [:]
    private var length = 0

    private static let maximumLength = 256 * 1_024

    mutating func read(_ line: UnsafeRawBufferPointer) -> Progress {
        length += line.count
        guard length <= Self.maximumLength else { return .tooLong }
        let text = unsafe String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
            headers = [:]
            return .more
        }
        if text == "\r\n" || text == "\n" {
            return (100..<200).contains(status) ? .more : .complete
        }
        // By bytes: a colon with a combining accent is another `Character`. No header name that we use is longer than
        // 128 bytes.
        guard let colon = text.utf8.prefix(128).firstIndex(of: UInt8(ascii: ":")) else { return .more }
        let name = text[..<colon].lowercased()
        headers[name] = String(text[text.utf8.index(after: colon)...].trimmingBlanks())
        return .more
    }

    /// The Location of a redirect; nil for every other answer.
    var redirectLocation: String? {
        [301, 302, 303, 307, 308].contains(status) ? headers["location"].flatMap { $0.isEmpty ? nil : $0 } : nil
    }

    /// The declared length of the body, before decoding.
    var declaredLength: Int64? {
        headers["transfer-encoding"] == nil ? headers["content-length"].flatMap { Int64($0) } : nil
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        guard let end = lastIndex(where: { !isBlank($0) }) else { return "" }
        return self[...end].drop(while: isBlank)
    }
}
