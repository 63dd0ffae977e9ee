internal import Foundation

/// The first 100 bytes of the catalog's file (sqlite.org/fileformat2.html, "The Database Header"). Most of them are the
/// same in every catalog, so that damage to them can be seen and mended.
struct CatalogHeader {
    static let length = 100
    static let pageSize = 4096

    private static let applicationID = 68..<72
    /// SQLite's name, pages of 4096 bytes, and how the payload of a page is divided.
    private static let constants: [(range: Range<Int>, bytes: [UInt8])] = [
        (0..<16, Array("SQLite format 3\0".utf8)), (16..<18, [0x10, 0]), (20..<24, [0, 64, 32, 32]),
        (44..<48, [0, 0, 0, 4]), (52..<56, [0, 0, 0, 0]), (56..<60, [0, 0, 0, 1]), (64..<68, [0, 0, 0, 0]),
        (applicationID, [0x50, 0x4C, 0x46, 0x53]),
    ]

    /// False for a file with our mark in which something that never changes is otherwise.
    static func isSound(at path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: length),
            data.count == length
        else { return true }
        let bytes = [UInt8](data)
        guard constants.contains(where: { $0.range == applicationID && Array(bytes[$0.range]) == $0.bytes }) else {
            return true
        }
        // SQLite tells of a wrong name itself.
        let isConstant = constants.allSatisfy { Array(bytes[$0.range]) == $0.bytes }
        return isConstant && bytes[18] == bytes[19] && (1...2).contains(bytes[18])
    }

    /// Mends the header of a file whose pages are to be read without a log.
    static func mend(_ page: inout [UInt8], pages: Int) {
        for (range, bytes) in constants { page.replaceSubrange(range, with: bytes) }
        page[18] = 1
        page[19] = 1
        let count = (0..<4).map { UInt8(truncatingIfNeeded: pages >> (24 - 8 * $0)) }
        page.replaceSubrange(28..<32, with: count)
        // The number of pages counts only if the file's version is the one that wrote it.
        page.replaceSubrange(92..<96, with: page[24..<28])
        // No free page is of interest.
        page.replaceSubrange(32..<40, with: repeatElement(0, count: 8))
    }
}
