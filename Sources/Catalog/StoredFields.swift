/// Lists of texts in one column: fields end at U+001F, records at U+001E. A listing of 50 photos decodes in a third
/// of the time JSON takes, and `sqlite3` still shows it as text.
///
/// `clean` takes both separators out of untrusted text, and NUL, at which SQLite's C strings end.
enum StoredFields {
    static func clean(_ text: String) -> String {
        let isClean = text.utf8.allSatisfy { $0 != 0 && $0 != 0x1E && $0 != 0x1F }
        return isClean ? text : String(text.unicodeScalars.filter { $0 != "\0" && $0 != "\u{1E}" && $0 != "\u{1F}" })
    }

    static func join(_ fields: [String]) -> String {
        fields.joined(separator: "\u{1F}")
    }

    static func join(records: [[String]]) -> String {
        records.map { join($0) }.joined(separator: "\u{1E}")
    }

    static func join(_ pairs: [String: String]) -> String {
        // Sorted, so that the same dictionary is always the same text.
        join(records: pairs.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })
    }

    static func split(_ text: String) -> [String] {
        text.isEmpty ? [] : text.utf8.split(separator: 0x1F, omittingEmptySubsequences: false).map { String($0) ?? "" }
    }

    static func split(records text: String) -> [[String]] {
        text.utf8.split(separator: 0x1E).map { record in
            record.split(separator: 0x1F, omittingEmptySubsequences: false).map { String($0) ?? "" }
        }
    }

    /// Records without exactly two fields are skipped, and the first of two with one key counts.
    static func split(pairs text: String) -> [String: String] {
        let pairs = split(records: text).filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        return Dictionary(pairs) { first, _ in first }
    }
}
