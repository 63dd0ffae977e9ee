internal import Foundation
internal import GRDB
internal import PhotoTree

/// A row read column by column, by position. A value of the wrong type reads as nil: a damaged page then costs one
/// photo, where GRDB's own subscripts would end the process.
struct CheckedRow {
    let row: Row

    func text(_ column: Int) -> String? { String.fromDatabaseValue(row[column]) }
    func integer(_ column: Int) -> Int64? { Int64.fromDatabaseValue(row[column]) }
    /// nil outside `range`, too: placesfs never writes such a number.
    func integer(_ column: Int, in range: ClosedRange<Int64>) -> Int64? {
        integer(column).flatMap { range.contains($0) ? $0 : nil }
    }
    func bytes(_ column: Int) -> [UInt8]? { Data.fromDatabaseValue(row[column]).map { Array($0) } }
    func real(_ column: Int) -> Double? { Double.fromDatabaseValue(row[column]) }
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
