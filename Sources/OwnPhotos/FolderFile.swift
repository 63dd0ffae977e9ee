internal import EmbeddedCredit
internal import PhotoTree

/// A file of the folder that is open.
struct FolderFile: PhotoFile {
    private let file: any PictureFile

    init(_ file: any PictureFile) { self.file = file }

    var length: Int64 { file.status.size }
    var version: String { file.status.stamp }
    var isRemoved: Bool { file.isRemoved }

    func read(_ range: Range<Int64>) throws(PhotoFileError) -> [UInt8] {
        let wanted = range.clamped(to: 0..<length)
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = wanted.isEmpty ? [] : try file.read(wanted)
        } catch {
            throw .unreadable(error.text)
        }
        // What was read while somebody wrote is neither the old file nor the new one.
        guard file.isUnchanged, bytes.count == wanted.count else { throw .changed }
        return bytes
    }
}

/// The small picture in a file of the folder.
struct ThumbnailFile: PhotoFile {
    private let file: FolderFile
    private let small: EmbeddedThumbnail

    init(_ file: FolderFile, _ small: EmbeddedThumbnail) { (self.file, self.small) = (file, small) }

    var length: Int64 { Int64(small.length) }
    var version: String { file.version }
    var isRemoved: Bool { file.isRemoved }

    func read(_ range: Range<Int64>) throws(PhotoFileError) -> [UInt8] {
        let first = Int64(small.offset)
        let last = first + Int64(small.inserted.count)
        let start = Int64(small.range.lowerBound)
        let wanted = range.clamped(to: 0..<length)
        let (before, behind) = (wanted.clamped(to: 0..<first), wanted.clamped(to: last..<length))
        var bytes: [UInt8] = []
        if !before.isEmpty { bytes += try file.read(before.lowerBound + start..<before.upperBound + start) }
        let between = wanted.clamped(to: first..<last)
        if !between.isEmpty {
            bytes += small.inserted[Int(between.lowerBound - first)..<Int(between.upperBound - first)]
        }
        let place = start - Int64(small.inserted.count)
        if !behind.isEmpty { bytes += try file.read(behind.lowerBound + place..<behind.upperBound + place) }
        return bytes
    }
}
