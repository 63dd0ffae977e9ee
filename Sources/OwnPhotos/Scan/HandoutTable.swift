internal import EmbeddedCredit
internal import PhotoTree

/// What a handout tells of the photos in one of its folders: the table beside them. It is read when the first of them
/// is looked at. Untrusted: what does not hold of a file is not told of it.
final class HandoutTable {
    static let fileName = Array(GeneratedFile.photoTable.rawValue.utf8)

    /// Distinguishes it from every other: when it changes, the photos are read again.
    let stamp: String
    private let folder: any PictureFolder
    private lazy var rows = read()
    /// Whether it is there, and could not be read.
    private(set) var isUnread = false

    /// In bytes: some 30,000 photos. A longer table is none.
    private static let longest: Int64 = 32 << 20

    /// Of a folder in which there is a file of this name.
    init(_ folder: any PictureFolder, _ status: PictureStatus) {
        self.folder = folder
        stamp = "\(GeneratedFile.photoTable.rawValue):\(status.stamp)"
    }

    /// What is told of a file, if the file is the one that it was told of. Reads the whole file.
    func photo(of file: any PictureFile, named name: [UInt8]) -> Photo? {
        guard let row = rows[name.pathText], row.bytes == file.status.size, !row.sha256.isEmpty,
            let digest = try? file.contentDigest(), row.sha256.lowercased().hasPrefix(digest)
        else { return nil }
        return row.photo
    }

    private func read() -> [String: PhotoSheet.ReadRow] {
        let text: [UInt8]
        do throws(DiskError) {
            let file = try folder.file(at: [Self.fileName])
            guard file.status.size <= Self.longest else { return [:] }
            text = try file.everything()
        } catch {
            isUnread = true
            return [:]
        }
        let table = CSVRows(text)
        guard Set(PhotoSheet.columns).isSubset(of: table.names) else { return [:] }
        let rows = table.lazy.compactMap(PhotoSheet.ReadRow.init).map { ($0.file, $0) }
        return Dictionary(rows) { first, _ in first }
    }
}

/// What a handout tells of a photo: that goes before all that is in the file and beside it.
struct HandoutPhoto: Sendable {
    var photo: Photo
    /// The folder that it lies in; nil where that is none of `places/`.
    var place: HandoutPlace?
}

/// A folder of `places/`, as a handout has it.
struct HandoutPlace: Sendable {
    /// The folder of a handout that has its photos; all else is its lists.
    static let shown = Array("data".utf8)

    var country: String
    var city: String

    /// Nil for a folder that is none: it lies as `data/<country>/<city>` in a bag, or as
    /// `data/places/<country>/<city>`.
    init?(_ path: [UInt8], in root: any PictureFolder) {
        let names = path.pathNames
        let inBag = names.indices.first { index in
            names[index] == Self.shown
                && (try? root.folder(at: Array(names[..<index])))?.isHandout == true
        }
        guard let inBag else { return nil }
        var below = names[(inBag + 1)...].map(\.pathText)
        if below.count == 3, below[0] == "places" { below.removeFirst() }
        guard below.count == 2 else { return nil }
        (country, city) = (below[0], below[1])
    }
}

extension PictureFile {
    /// All bytes, packed or not. Blocks.
    fileprivate func everything() throws(DiskError) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachPiece { bytes += $0 }
        return bytes
    }

    /// Of all bytes. Blocks.
    fileprivate func contentDigest() throws(DiskError) -> String {
        var digest = ContentDigest()
        try forEachPiece { digest.add($0) }
        return digest.text
    }

    private func forEachPiece(_ body: ([UInt8]) -> Void) throws(DiskError) {
        if isPacked, let stream = try (self as? ZipFile)?.unpack() {
            while let piece = try stream.next() { body(piece) }
            return
        }
        var position: Int64 = 0
        while position < status.size {
            let piece = try read(position..<min(status.size, position + 256 << 10))
            guard !piece.isEmpty else { return }
            body(piece)
            position += Int64(piece.count)
        }
    }
}

extension PictureFolder {
    /// Whether it is a handout, whose photos lie in its `data/`.
    var isHandout: Bool {
        status(of: Array("bagit.txt".utf8))?.kind == .file && status(of: HandoutPlace.shown)?.kind == .folder
    }

    /// Whether a folder at a path below this one lies in a handout, but not in its `data/`, which alone is shown.
    func hidesBesideHandout(_ path: [UInt8]) -> Bool {
        let names = path.pathNames
        return names.indices.contains { index in
            names[index] != HandoutPlace.shown && (try? folder(at: Array(names[..<index])))?.isHandout == true
        }
    }
}
