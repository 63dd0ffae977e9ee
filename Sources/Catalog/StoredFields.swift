internal import Foundation
internal import GRDB
internal import PhotoTree

/// Lists of texts in one column: fields end at U+001F, records at U+001E. Decoding a photo from JSON takes longer than
/// all the rest of reading it, and `sqlite3` shows this form as text too.
///
/// `clean` removes both separators from untrusted text, and NUL, which ends SQLite's C strings.
enum StoredFields {
    static let fieldEnd = "\u{1F}"
    static let recordEnd = "\u{1E}"

    static func isClean(_ text: String) -> Bool {
        // A loop without an exit, so that the compiler compares many bytes at once.
        let bytes = text.utf8Span.span
        var separators: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            separators |= byte == 0 || byte & 0xFE == 0x1E ? 1 : 0
        }
        return separators == 0
    }

    static func clean(_ text: String) -> String {
        guard !isClean(text) else { return text }
        return String(text.unicodeScalars.filter { $0 != "\0" && $0 != "\u{1E}" && $0 != "\u{1F}" })
    }

    static func join(_ fields: [String]) -> String {
        fields.joined(separator: fieldEnd)
    }

    static func join(records: [[String]]) -> String {
        records.map { join($0) }.joined(separator: recordEnd)
    }

    static func join(_ pairs: [String: String]) -> String {
        // Sorted, so that the same dictionary is always the same text.
        join(records: pairs.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })
    }

    static func split(_ text: String) -> [String] {
        split(records: text).first ?? []
    }

    /// In one pass over the bytes: a listing has thousands of fields.
    static func split(records text: String) -> [[String]] {
        guard !text.isEmpty else { return [] }
        let bytes = Array(text.utf8)
        var records: [[String]] = []
        var fields: [String] = []
        fields.reserveCapacity(6)
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x1E || byte == 0x1F {
            fields.append(String(decoding: bytes[start..<index], as: UTF8.self))
            start = index + 1
            guard byte == 0x1E else { continue }
            records.append(fields)
            fields.removeAll(keepingCapacity: true)
        }
        fields.append(String(decoding: bytes[start...], as: UTF8.self))
        records.append(fields)
        return records
    }

    /// Records without exactly two fields are skipped, and the first of two with one key counts.
    static func split(pairs text: String) -> [String: String] {
        let pairs = split(records: text).filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        return Dictionary(pairs) { first, _ in first }
    }
}

/// A row read column by column, by position. A value of the wrong type reads as nil: a damaged page then costs one
/// photo, where GRDB's own subscripts would end the process.
struct CheckedRow {
    let row: Row

    /// Not by a subscript that is generic: GRDB makes no code of its own for a type of ours, and a listing of 500
    /// photos has 15,000 columns.
    private subscript(_ column: Int) -> DatabaseValue {
        let value: (any DatabaseValueConvertible)? = row[column]
        return value?.databaseValue ?? .null
    }

    func text(_ column: Int) -> String? { String.fromDatabaseValue(self[column]) }
    func integer(_ column: Int) -> Int64? { Int64.fromDatabaseValue(self[column]) }
    /// nil outside `range`, too: placesfs never writes such a number.
    func integer(_ column: Int, in range: ClosedRange<Int64>) -> Int64? {
        integer(column).flatMap { range.contains($0) ? $0 : nil }
    }
    func bytes(_ column: Int) -> [UInt8]? { Data.fromDatabaseValue(self[column]).map { Array($0) } }
    func real(_ column: Int) -> Double? { Double.fromDatabaseValue(self[column]) }
    func int(_ column: Int) -> Int? { integer(column).flatMap { Int(exactly: $0) } }
    func timestamp(_ column: Int) -> Timestamp? { integer(column).map { Timestamp($0) } }
    func number(_ column: Int) -> NodeNumber? {
        integer(column).flatMap { UInt64(exactly: $0) }.map { NodeNumber($0) }
    }

    func coordinate(latitude: Int, longitude: Int) -> Coordinate? {
        guard let latitude = real(latitude), let longitude = real(longitude) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
