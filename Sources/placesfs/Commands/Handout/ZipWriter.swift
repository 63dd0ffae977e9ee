internal import LinuxProcess
internal import Zlib

/// Writes a zip archive into a file, entry after entry. What is in it is stored and not packed, because photos do not
/// get smaller. An entry's head is written again when its length and checksum are known.
///
/// Names are UTF-8. An archive or an entry that needs 64-bit fields (APPNOTE 4.5.3) has them, and no other has.
struct ZipWriter: Sendable {
    private struct Entry: Sendable {
        var name: [UInt8]
        var offset: Int64
        var length: Int64 = 0
        var checksum: UInt32 = 0
        /// Seconds since 1970.
        var modified: Int64
    }

    /// Where the bytes of an entry lie.
    struct Content: Sendable {
        fileprivate var offset: Int64
        fileprivate(set) var length: Int64
        fileprivate var modified: Int64
        fileprivate var isLarge: Bool
    }

    private var target: any ZipTarget
    private var entries: [Entry] = []
    /// Where the next bytes go.
    private(set) var end: Int64 = 0

    private static let piece: Int64 = 256 << 10
    private static let most32: Int64 = 0xFFFF_FFFF
    private static let most16 = 0xFFFF
    /// 1980-01-01, the earliest that DOS knows.
    private static let earliest: Int64 = 315_532_800

    init(_ target: any ZipTarget) {
        self.target = target
    }

    /// Begins an entry. Its bytes follow by `append`, then `finish` or `takeBack`.
    ///
    /// - Parameters:
    ///   - name: Its path with `/` between folders.
    ///   - modified: Its time, in seconds since 1970; one before 1980 becomes 1980-01-01.
    ///   - isLarge: Whether it may have 4 GiB or more.
    /// - Throws: Why the archive cannot be written.
    mutating func begin(_ name: String, modified: Int64, isLarge: Bool = false) throws(CommandFailure) {
        let entry = Entry(name: Array(name.utf8), offset: end, modified: max(Self.earliest, modified))
        entries.append(entry)
        try put(Self.localHead(of: entry, isLarge: isLarge))
    }

    mutating func append(_ bytes: [UInt8]) throws(CommandFailure) {
        guard let last = entries.indices.last else { return }
        entries[last].length += Int64(bytes.count)
        entries[last].checksum = Checksum.crc32(bytes, after: entries[last].checksum)
        try put(bytes)
    }

    /// The entry is whole.
    ///
    /// - Parameter isLarge: As at its beginning.
    /// - Returns: What is in it, for more entries of the same.
    /// - Throws: Why the archive cannot be written.
    @discardableResult
    mutating func finish(isLarge: Bool = false) throws(CommandFailure) -> Content? {
        guard let entry = entries.last else { return nil }
        let head = Self.localHead(of: entry, isLarge: isLarge)
        try target.write(head, at: entry.offset)
        return Content(
            offset: entry.offset + Int64(head.count), length: entry.length, modified: entry.modified, isLarge: isLarge)
    }

    /// Adds an entry that holds the same as another.
    mutating func add(_ name: String, as content: Content) throws(CommandFailure) {
        try begin(name, modified: content.modified, isLarge: content.isLarge)
        var copied: Int64 = 0
        while copied < content.length {
            let piece = try target.read(Int(min(Self.piece, content.length - copied)), at: content.offset + copied)
            try append(piece)
            copied += Int64(piece.count)
        }
        try finish(isLarge: content.isLarge)
    }

    /// The entry is not to be in the archive.
    mutating func takeBack() throws(CommandFailure) {
        guard let entry = entries.popLast() else { return }
        end = entry.offset
        try target.cut(to: end)
    }

    /// Writes the list of entries: the archive is whole then.
    mutating func close() throws(CommandFailure) {
        let start = end
        for entry in entries { try put(Self.centralHead(of: entry)) }
        let length = end - start
        var bytes: [UInt8] = []
        if entries.count >= Self.most16 || start >= Self.most32 || length >= Self.most32 {
            let record = end
            bytes.add(0x0606_4B50 as UInt32)
            bytes.add(44 as UInt64)
            bytes.add(0x032D as UInt16)  // made on Unix, by version 4.5
            bytes.add(45 as UInt16)
            bytes.add(0 as UInt32)
            bytes.add(0 as UInt32)
            bytes.add(UInt64(entries.count))
            bytes.add(UInt64(entries.count))
            bytes.add(UInt64(length))
            bytes.add(UInt64(start))
            bytes.add(0x0706_4B50 as UInt32)
            bytes.add(0 as UInt32)
            bytes.add(UInt64(record))
            bytes.add(1 as UInt32)
        }
        bytes.add(0x0605_4B50 as UInt32)
        bytes.add(0 as UInt16)
        bytes.add(0 as UInt16)
        bytes.add(UInt16(min(Self.most16, entries.count)))
        bytes.add(UInt16(min(Self.most16, entries.count)))
        bytes.add(UInt32(min(Self.most32, length)))
        bytes.add(UInt32(min(Self.most32, start)))
        bytes.add(0 as UInt16)
        try put(bytes)
    }

    private mutating func put(_ bytes: [UInt8]) throws(CommandFailure) {
        try target.write(bytes, at: end)
        end += Int64(bytes.count)
    }

    // MARK: Heads

    private static func localHead(of entry: Entry, isLarge: Bool) -> [UInt8] {
        var extra = times(of: entry)
        if isLarge {
            extra.add(1 as UInt16)
            extra.add(16 as UInt16)
            extra.add(UInt64(entry.length))
            extra.add(UInt64(entry.length))
        }
        var bytes: [UInt8] = []
        bytes.add(0x0403_4B50 as UInt32)
        bytes.add((isLarge ? 45 : 20) as UInt16)
        bytes += common(of: entry, length: isLarge ? most32 : entry.length)
        bytes.add(UInt16(entry.name.count))
        bytes.add(UInt16(extra.count))
        return bytes + entry.name + extra
    }

    private static func centralHead(of entry: Entry) -> [UInt8] {
        var extra = times(of: entry)
        let (isLarge, isFar) = (entry.length >= most32, entry.offset >= most32)
        if isLarge || isFar {
            extra.add(1 as UInt16)
            extra.add(UInt16((isLarge ? 16 : 0) + (isFar ? 8 : 0)))
            if isLarge {
                extra.add(UInt64(entry.length))
                extra.add(UInt64(entry.length))
            }
            if isFar { extra.add(UInt64(entry.offset)) }
        }
        var bytes: [UInt8] = []
        bytes.add(0x0201_4B50 as UInt32)
        bytes.add((isLarge || isFar ? 0x032D : 0x0314) as UInt16)
        bytes.add((isLarge || isFar ? 45 : 20) as UInt16)
        bytes += common(of: entry, length: isLarge ? most32 : entry.length)
        bytes.add(UInt16(entry.name.count))
        bytes.add(UInt16(extra.count))
        bytes.add(0 as UInt16)
        bytes.add(0 as UInt16)
        bytes.add(0 as UInt16)
        // An ordinary file with mode 0644.
        bytes.add((0o100644 << 16) as UInt32)
        bytes.add(UInt32(isFar ? most32 : entry.offset))
        return bytes + entry.name + extra
    }

    /// Flags, method, time, checksum and lengths.
    private static func common(of entry: Entry, length: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.add((1 << 11) as UInt16)  // names are UTF-8
        bytes.add(0 as UInt16)
        let (date, time) = DOSTime.of(entry.modified)
        bytes.add(time)
        bytes.add(date)
        bytes.add(entry.checksum)
        bytes.add(UInt32(length))
        bytes.add(UInt32(length))
        return bytes
    }

    /// The time in seconds since 1970, as Info-ZIP writes it ("UT"); none behind 2038, which the field cannot tell.
    private static func times(of entry: Entry) -> [UInt8] {
        guard let seconds = Int32(exactly: entry.modified) else { return [] }
        var bytes: [UInt8] = []
        bytes.add(0x5455 as UInt16)
        bytes.add(5 as UInt16)
        bytes.append(1)
        bytes.add(UInt32(bitPattern: seconds))
        return bytes
    }
}

extension [UInt8] {
    /// Little-endian, as zip has it.
    fileprivate mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}

/// Times as zip has them: the wall clock of whoever made the archive, from 1980 to 2107, to two seconds.
enum DOSTime {
    /// What a clock here shows at a moment.
    ///
    /// - Parameter seconds: Since 1970.
    /// - Returns: The two fields of an entry.
    static func of(_ seconds: Int64) -> (date: UInt16, time: UInt16) {
        guard let clock = LocalTime.date(seconds), clock.year >= 1980 else { return (0x0021, 0) }
        guard clock.year <= 2107 else { return (0xFF9F, 0xBF7D) }
        let date = (clock.year - 1980) << 9 | clock.month << 5 | clock.day
        let time = clock.hour << 11 | clock.minute << 5 | clock.second / 2
        return (UInt16(date), UInt16(time))
    }
}

/// Where an archive is written.
protocol ZipTarget: Sendable {
    mutating func write(_ bytes: [UInt8], at offset: Int64) throws(CommandFailure)
    /// Reads so many bytes that were written there.
    func read(_ count: Int, at offset: Int64) throws(CommandFailure) -> [UInt8]
    /// Cuts the file at its end.
    mutating func cut(to length: Int64) throws(CommandFailure)
}
