internal import Synchronization

/// A zip file, by its central directory alone. What is wrong with an entry leaves this entry out. The file is open only
/// while something is read from it: the stick that it lies on must be free to go.
final class ZipArchive: Sendable {
    /// What lies in it, by path; folders have none.
    private let entries: [[UInt8]: ZipEntry]
    /// The names in each folder.
    private let folders: [[UInt8]: [[UInt8]]]
    /// Entries that lead out of it, lie in another's bytes, have another's name, or unpack to far more than they are.
    let refused: Int
    /// Of the file, as it was read.
    let status: PictureStatus
    /// Where the files begin that were held to their check sums.
    private let checked = Mutex<Set<Int64>>([])

    /// In bytes.
    private static let longestDirectory: Int64 = 256 << 20
    private static let mostEntries = 1_000_000
    /// A short name can have many folders of its own.
    private static let mostFolders = 200_000

    /// - Throws: `failed` for a file that is no zip file, or not yet.
    init(_ file: DiskFile, largest: Int64) throws(DiskError) {
        status = file.status
        let (start, length) = try Self.directory(of: file)
        let directory = try file.read(start..<start + length)
        guard directory.count == length else { throw .failed(Self.broken) }
        var (found, refused, position) = ([ZipEntry](), 0, 0)
        while position < directory.count {
            guard found.count + refused < Self.mostEntries,
                let (entry, end) = ZipEntry.read(directory[...], at: position)
            else { throw .failed(Self.broken) }
            position = end
            if let entry, !entry.isNameBad, !entry.isBomb, entry.size <= largest {
                found.append(entry)
            } else {
                refused += 1
            }
        }
        let good = Self.withoutOverlaps(Self.withoutDoubles(found), before: start)
        refused += found.count - good.count
        let tree = Self.tree(good)
        (entries, folders) = (tree.files, tree.folders)
        self.refused = refused + tree.refused
    }

    func isChecked(_ entry: ZipEntry) -> Bool { checked.withLock { $0.contains(entry.offset) } }
    func noteChecked(_ entry: ZipEntry) { checked.withLock { _ = $0.insert(entry.offset) } }

    private static let broken = "it is no zip file, or one that is being written"

    /// Where the central directory lies.
    private static func directory(of file: DiskFile) throws(DiskError) -> (start: Int64, length: Int64) {
        let size = file.status.size
        let tail = try file.read(max(0, size - 65_557)..<size)
        // Behind it a comment of up to 65,535 bytes.
        let signature = Array("PK\u{5}\u{6}".utf8)
        var end: Int?
        for place in stride(from: tail.count - 22, through: 0, by: -1)
        where tail[place] == signature[0] && tail[place..<place + 4].elementsEqual(signature) {
            let fields = ZipEntry.Fields(tail[...], place)
            guard fields.number(20, 2) == tail.count - place - 22 else { continue }
            end = place
            break
        }
        guard let end else { throw .failed(broken) }
        let fields = ZipEntry.Fields(tail[...], end)
        var (length, start) = (fields.number(12, 4) ?? 0, fields.number(16, 4) ?? 0)
        let endOffset = size - Int64(tail.count - end)
        if start == 0xFFFF_FFFF || length == 0xFFFF_FFFF {
            let locator = ZipEntry.Fields(tail[...], end - 20)
            guard locator.number(0, 4) == 0x0706_4B50, let place = locator.number(8, 7), Int64(place) + 56 <= endOffset
            else { throw .failed(broken) }
            let bytes = try file.read(Int64(place)..<Int64(place) + 56)
            let long = ZipEntry.Fields(bytes[...], 0)
            guard long.number(0, 4) == 0x0606_4B50, let longLength = long.number(40, 7),
                let longStart = long.number(48, 7)
            else { throw .failed(broken) }
            (length, start) = (longLength, longStart)
        }
        guard Int64(length) <= longestDirectory, Int64(start) <= endOffset, Int64(length) <= endOffset - Int64(start)
        else { throw .failed(broken) }
        return (Int64(start), Int64(length))
    }

    /// Two entries with one name: nobody can tell which is meant.
    private static func withoutDoubles(_ entries: [ZipEntry]) -> [ZipEntry] {
        var counts: [[UInt8]: Int] = [:]
        for entry in entries { counts[entry.name, default: 0] += 1 }
        return entries.filter { counts[$0.name] == 1 }
    }

    /// Entries in the bytes of others are how a small file becomes an endless one.
    private static func withoutOverlaps(_ entries: [ZipEntry], before end: Int64) -> [ZipEntry] {
        let sorted = entries.sorted { $0.offset < $1.offset }
        var bad: Set<[UInt8]> = []
        var reached: (end: Int64, name: [UInt8]) = (0, [])
        for entry in sorted {
            let (last, isBeyond) = (entry.offset + 30 + Int64(entry.name.count)).addingReportingOverflow(
                entry.packedSize)
            if isBeyond || last > end { bad.insert(entry.name) }
            if entry.offset < reached.end { bad.formUnion([entry.name, reached.name]) }
            if !isBeyond, last > reached.end { reached = (last, entry.name) }
        }
        return entries.filter { !bad.contains($0.name) }
    }

    private static func tree(
        _ entries: [ZipEntry]
    ) -> (files: [[UInt8]: ZipEntry], folders: [[UInt8]: [[UInt8]]], refused: Int) {
        var files: [[UInt8]: ZipEntry] = [:]
        var folders: [[UInt8]: Set<[UInt8]>] = [[]: []]
        var refused = 0
        for entry in entries {
            var path = entry.isFolder ? Array(entry.name.dropLast()) : entry.name
            guard folders.count < mostFolders || folders[entry.isFolder ? path : path.pathFolder] != nil else {
                refused += 1
                continue
            }
            if entry.isFolder { folders[path, default: []].formUnion([]) } else { files[path] = entry }
            while !path.isEmpty {
                let folder = path.pathFolder
                let name = Array(path.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
                guard folders[folder, default: []].insert(name).inserted else { break }
                path = folder
            }
        }
        return (files, folders.mapValues { $0.sorted { $0.lexicographicallyPrecedes($1) } }, refused)
    }

    func names(in folder: [UInt8]) -> [[UInt8]]? { folders[folder] }

    func entry(_ path: [UInt8]) -> ZipEntry? { folders[path] == nil ? entries[path] : nil }
}
