import FoundationEssentials

/// Why there is no gazetteer: files installed with the program are missing or changed.
public enum GazetteerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No such file, or it cannot be read; with its path.
    case missing(String)
    /// Not one of our tables, or cut short; with its path.
    case damaged(String)

    /// One line for the user.
    public var description: String {
        switch self {
        case .missing(let path): "the list of places cannot be read at \(path); install placesfs again"
        case .damaged(let path): "the list of places at \(path) is damaged; install placesfs again"
        }
    }
}

/// A file of the gazetteer: a head line, lines of tab-separated fields, an end line. It is mapped, not read: pages that
/// no lookup touches are never in memory.
struct GazetteerTable: Sendable {
    let bytes: Data
    /// The range of the lines between head and end.
    let content: Range<Int>

    /// Opens the table in `file`, whose head line must name the same `kind`.
    init(kind: String, at file: String) throws(GazetteerError) {
        do {
            bytes = try Data(contentsOf: URL(filePath: file), options: .alwaysMapped)
        } catch {
            throw .missing(file)
        }
        let head = Array("#placesfs gazetteer 1 \(kind):".utf8)
        let end = Array("\n#end\n".utf8)
        guard bytes.starts(with: head), bytes.suffix(end.count).elementsEqual(end),
            let first = bytes.firstIndex(of: Self.newline)
        else { throw .damaged(file) }
        content = (first + 1)..<(bytes.count - end.count + 1)
    }

    /// The fields of every line.
    func records() -> [[Substring]] {
        let bytes = Array(bytes[content])
        var records: [[Substring]] = []
        var fields: [Substring] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == Self.tab || byte == Self.newline {
            fields.append(Substring(decoding: bytes[start..<index], as: UTF8.self))
            start = index + 1
            guard byte == Self.newline else { continue }
            // An empty line is not a record.
            if fields.count > 1 || fields[0] != "" { records.append(fields) }
            fields.removeAll(keepingCapacity: true)
        }
        return records
    }

    /// The fields of all lines whose first field has `key`, in their order. The lines must be sorted by `keyOf` of
    /// their first field, so that equal keys are together.
    func records(withKey key: String, by keyOf: (String) -> String) -> [[Substring]] {
        var low = content.lowerBound
        var high = content.upperBound
        while low < high {
            let line = line(around: low + (high - low) / 2)
            if keyOf(firstField(of: line)) < key {
                low = line.upperBound
            } else {
                high = line.lowerBound
            }
        }
        var found: [[Substring]] = []
        while low < content.upperBound {
            let line = line(around: low)
            guard keyOf(firstField(of: line)) == key else { break }
            found.append(Self.fields(text(line)))
            low = line.upperBound
        }
        return found
    }

    /// The fields of the line that begins at `position`; nil where none does.
    func record(at position: Int) -> [Substring]? {
        guard content.contains(position), position == 0 || bytes[position - 1] == Self.newline else { return nil }
        return Self.fields(text(line(around: position)))
    }

    /// The line that contains the byte at `index`, with its newline.
    private func line(around index: Int) -> Range<Int> {
        var start = index
        while start > content.lowerBound, bytes[start - 1] != Self.newline {
            start -= 1
        }
        var end = index
        while end < content.upperBound - 1, bytes[end] != Self.newline {
            end += 1
        }
        return start..<(end + 1)
    }

    /// The other fields may be long, and a search reads a dozen lines.
    private func firstField(of line: Range<Int>) -> String {
        String(decoding: bytes[line].prefix { $0 != Self.tab && $0 != Self.newline }, as: UTF8.self)
    }

    private func text(_ line: Range<Int>) -> Substring {
        String(decoding: bytes[line.lowerBound..<(line.upperBound - 1)], as: UTF8.self)[...]
    }

    /// The fields of a line without its newline.
    static func fields(_ line: Substring) -> [Substring] {
        // By bytes: a search for characters would read every grapheme cluster.
        line.utf8.split(separator: tab, omittingEmptySubsequences: false).map { Substring($0) }
    }

    static let newline = UInt8(ascii: "\n")
    private static let tab = UInt8(ascii: "\t")
}
