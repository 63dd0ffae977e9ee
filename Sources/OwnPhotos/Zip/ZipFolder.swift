internal import Foundation
internal import Synchronization
internal import Zlib

/// A folder in a zip file.
struct ZipFolder: PictureFolder {
    let archive: ZipArchive
    let file: DiskFile
    let path: [UInt8]

    var status: PictureStatus? { PictureStatus(folderIn: file.status) }
    var refused: Int { path.isEmpty ? archive.refused : 0 }

    func names() throws(DiskError) -> [[UInt8]] {
        guard let names = archive.names(in: path) else { throw .absent }
        return names
    }

    func status(of name: [UInt8]) -> PictureStatus? {
        let whole = path.appending(name)
        if archive.names(in: whole) != nil { return PictureStatus(folderIn: file.status) }
        return archive.entry(whole).map { PictureStatus($0, in: file.status) }
    }

    func folder(at path: [[UInt8]]) throws(DiskError) -> any PictureFolder {
        let whole = path.reduce(self.path) { $0.appending($1) }
        guard archive.names(in: whole) != nil else { throw .absent }
        return ZipFolder(archive: archive, file: file, path: whole)
    }

    func file(at path: [[UInt8]]) throws(DiskError) -> any PictureFile {
        guard let entry = archive.entry(path.reduce(self.path) { $0.appending($1) }) else { throw .absent }
        return try ZipFile(entry, in: archive, file)
    }
}

extension PictureStatus {
    /// The device and the time are the zip file's.
    fileprivate init(folderIn zip: PictureStatus) {
        self = zip
        kind = .folder
        size = 0
    }

    fileprivate init(_ entry: ZipEntry, in zip: PictureStatus) {
        self = zip
        kind = entry.isLink ? .link : .file
        size = entry.size
        let moment = Date(timeIntervalSince1970: Double(entry.modified))
        let zone = entry.isExactTime ? 0 : Int64(TimeZone.current.secondsFromGMT(for: moment))
        modified = (entry.modified - zone) * 1_000_000_000
        // What is in it tells it from another.
        inode = UInt64(entry.checkSum) << 32 | UInt64(truncatingIfNeeded: entry.size & 0xFFFF_FFFF)
    }
}

/// A file in a zip file: read where it lies, or unpacked from its beginning on.
final class ZipFile: PictureFile {
    let status: PictureStatus
    private let entry: ZipEntry
    private let archive: ZipArchive
    private let zip: DiskFile
    /// Of the first byte.
    private let start: Int64
    private let unpacked = Mutex<UnpackedBeginning?>(nil)

    /// How much is unpacked to look at a file, in bytes.
    private static let longestLook: Int64 = 8 << 20
    /// How much is read at once to check a file, in bytes.
    private static let piece: Int64 = 1 << 20

    /// - Throws: `other` where the header in front of the file says something else than the directory.
    init(_ entry: ZipEntry, in archive: ZipArchive, _ zip: DiskFile) throws(DiskError) {
        let head = try zip.read(entry.offset..<entry.offset + 30 + Int64(entry.name.count))
        let fields = ZipEntry.Fields(head[...], 0)
        guard fields.number(0, 4) == 0x0403_4B50, fields.number(8, 2) == entry.method,
            fields.number(26, 2) == entry.name.count, let extra = fields.number(28, 2),
            fields.bytes(30, entry.name.count)?.elementsEqual(entry.name) == true, let flags = fields.number(6, 2),
            let packed = fields.number(18, 4), let size = fields.number(22, 4)
        else { throw .other }
        // Lengths stand behind the file, or in an extra field.
        let isElsewhere = flags & 8 != 0 || packed == 0xFFFF_FFFF || size == 0xFFFF_FFFF
        guard isElsewhere || Int64(packed) == entry.packedSize && Int64(size) == entry.size else { throw .other }
        self.entry = entry
        self.archive = archive
        self.zip = zip
        start = entry.offset + 30 + Int64(entry.name.count) + Int64(extra)
        guard start + entry.packedSize <= zip.status.size else { throw .other }
        status = PictureStatus(entry, in: zip.status)
    }

    var isPacked: Bool { entry.isPacked }
    var isUnchanged: Bool { zip.isUnchanged }
    var isRemoved: Bool { zip.isRemoved }

    func read(_ range: Range<Int64>) throws(DiskError) -> [UInt8] {
        let range = range.clamped(to: 0..<entry.size)
        guard entry.isPacked else { return try zip.read(start + range.lowerBound..<start + range.upperBound) }
        guard range.upperBound <= Self.longestLook else { throw .failed("it is packed") }
        return try unpacked.withLock { beginning throws(DiskError) in
            var now: UnpackedBeginning
            if let known = beginning { now = known } else { now = UnpackedBeginning(stream: try unpack()) }
            try now.reach(range.upperBound)
            beginning = now
            return Array(now.bytes.dropFirst(Int(range.lowerBound)).prefix(range.count))
        }
    }

    /// Holds a file that is not packed to its check sum, once while the zip file stays the same: it is read to its end.
    /// Blocks.
    ///
    /// - Throws: `failed` for one that is damaged.
    func check() throws(DiskError) {
        guard !entry.isPacked, !archive.isChecked(entry) else { return }
        var (sum, position) = (UInt32(0), start)
        while position < start + entry.size {
            let bytes = try zip.read(position..<min(position + Self.piece, start + entry.size))
            guard !bytes.isEmpty else { throw .failed("it is cut short") }
            sum = Checksum.crc32(bytes, after: sum)
            position += Int64(bytes.count)
        }
        guard sum == entry.checkSum, zip.isUnchanged else { throw .damaged }
        archive.noteChecked(entry)
    }

    /// The file from its beginning to its end.
    func unpack() throws(DiskError) -> UnpackedStream {
        try UnpackedStream(zip, start..<start + entry.packedSize, size: entry.size, checkSum: entry.checkSum)
    }
}

/// What was unpacked of a file to look at it.
private struct UnpackedBeginning {
    let stream: UnpackedStream
    var bytes: [UInt8] = []

    init(stream: UnpackedStream) { self.stream = stream }

    mutating func reach(_ end: Int64) throws(DiskError) {
        while bytes.count < end, let more = try stream.next() { bytes += more }
    }
}

/// Unpacks a file piece by piece, and holds it to its length and check sum. For one thread at a time.
final class UnpackedStream: Sendable {
    private struct State: ~Copyable {
        var inflater: Inflater
        var input: ArraySlice<UInt8> = []
        var position: Int64
        var count: Int64 = 0
        var sum: UInt32 = 0
    }

    private let zip: DiskFile
    private let packed: Range<Int64>
    private let size: Int64
    private let checkSum: UInt32
    private let state: Mutex<State>

    private static let piece = 64 << 10

    fileprivate init(_ zip: DiskFile, _ packed: Range<Int64>, size: Int64, checkSum: UInt32) throws(DiskError) {
        (self.zip, self.packed, self.size, self.checkSum) = (zip, packed, size, checkSum)
        do throws(Inflater.Failure) {
            state = Mutex(State(inflater: try Inflater(), position: packed.lowerBound))
        } catch {
            throw .failed("there is no memory to unpack it")
        }
    }

    /// The next bytes; nil at the end.
    func next() throws(DiskError) -> [UInt8]? {
        try state.withLock { state throws(DiskError) in
            while !state.inflater.isAtEnd {
                if state.input.isEmpty {
                    let end = min(state.position + Int64(Self.piece), packed.upperBound)
                    guard end > state.position else { throw .failed("it is cut short") }
                    state.input = try zip.read(state.position..<end)[...]
                    state.position = end
                }
                var input = state.input
                let bytes: [UInt8]
                do throws(Inflater.Failure) {
                    bytes = try state.inflater.unpack(&input, most: Self.piece)
                } catch {
                    throw .damaged
                }
                state.input = input
                state.count += Int64(bytes.count)
                guard state.count <= size else { throw .failed("it is longer than the zip file says") }
                state.sum = Checksum.crc32(bytes, after: state.sum)
                // Whoever has as many bytes as were announced asks for no more: the last ones must be right.
                guard state.count < size || state.sum == checkSum else { throw .damaged }
                if !bytes.isEmpty { return bytes }
            }
            guard state.count == size, state.sum == checkSum, zip.isUnchanged else { throw .damaged }
            return nil
        }
    }
}

extension DiskError {
    fileprivate static let damaged = DiskError.failed("it is damaged in the zip file")
}
