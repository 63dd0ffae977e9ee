internal import FoundationEssentials
internal import GRDB
internal import PhotoTree

/// What is known of a file that is a photo.
struct IndexedFile: Sendable {
    /// The row's number.
    var number: Int64
    /// Below the folder, as the disk has it.
    var path: [UInt8]
    var id: PhotoID
    var status: Stamp
    /// Of the files beside it that tell something of it.
    var besides: String
    /// Of its first bytes: two files of one size with the same are one.
    var digest: String
    var place: PlaceID
    var photo: Photo

    /// Tells whether a file is as it was.
    struct Stamp: Hashable, Sendable {
        var size: Int64
        var modified: Int64
        var inode: UInt64

        init(_ status: PictureStatus) {
            (size, modified, inode) = (status.size, status.modified, status.inode)
        }

        init(size: Int64, modified: Int64, inode: UInt64) {
            (self.size, self.modified, self.inode) = (size, modified, inode)
        }

        var text: String { "\(size)-\(modified)-\(inode)" }
    }
}

extension [UInt8] {
    /// The path as text; bytes that are no UTF-8 become what a file name never has.
    var pathText: String {
        if let text = String(validating: self, as: UTF8.self) { return text }
        var text = ""
        var rest = self[...]
        while !rest.isEmpty {
            let length = (1...4).first { length in
                rest.count >= length && String(validating: rest.prefix(length), as: UTF8.self) != nil
            }
            if let length {
                text += String(decoding: rest.prefix(length), as: UTF8.self)
                rest = rest.dropFirst(length)
            } else {
                let digits = String(rest.removeFirst(), radix: 16)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }

    /// The names in a path.
    var pathNames: [[UInt8]] { split(separator: UInt8(ascii: "/")).map { Array($0) } }

    /// The path of the folder that it lies in; empty at the top.
    var pathFolder: [UInt8] { lastIndex(of: UInt8(ascii: "/")).map { Array(self[..<$0]) } ?? [] }

    /// The path of a name in the folder.
    func appending(_ name: [UInt8]) -> [UInt8] { isEmpty ? name : self + [UInt8(ascii: "/")] + name }
}

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
