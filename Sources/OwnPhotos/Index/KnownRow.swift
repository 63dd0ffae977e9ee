internal import FoundationEssentials
internal import GRDB
internal import PhotoTree

/// A row of the index without the photo.
struct KnownRow: Sendable {
    var number: Int64
    var path: [UInt8]
    var id: PhotoID
    var stamp: IndexedFile.Stamp
    var besides: String
    var place: PlaceID

    init(_ row: Row) {
        number = row[0]
        path = [UInt8](row[1] as Data)
        id = PhotoID(row[2] as String)
        stamp = IndexedFile.Stamp(size: row[3], modified: row[4], inode: UInt64(bitPattern: row[5] as Int64))
        besides = row[6]
        place = PlaceID(row[7] as String)
    }
}
