/// A file in a zip file, as its central directory tells (APPNOTE.TXT, section 4.3.12). Untrusted.
struct ZipEntry: Hashable, Sendable {
    var name: [UInt8]
    var isPacked: Bool
    /// As the local header says it.
    var method: Int
    /// Of the packed bytes and of the file.
    var packedSize: Int64
    var size: Int64
    var checkSum: UInt32
    /// Of the local header.
    var offset: Int64
    /// Seconds since 1970, where the entry tells them; else the wall clock of the machine that packed it, as if in UTC.
    var modified: Int64
    var isExactTime: Bool
    var isLink: Bool
    var isFolder: Bool

    /// Of the entry that begins in `directory` at `position`, and where the next begins; nil for one that is cut or no
    /// entry.
    static func read(_ directory: ArraySlice<UInt8>, at position: Int) -> (entry: ZipEntry?, end: Int)? {
        let head = Fields(directory, position)
        guard head.number(0, 4) == 0x0201_4B50, let nameLength = head.number(28, 2), let extra = head.number(30, 2),
            let comment = head.number(32, 2), let name = head.bytes(46, nameLength),
            let fields = head.bytes(46 + nameLength, extra)
        else { return nil }
        let end = position + 46 + nameLength + extra + comment
        guard end <= directory.endIndex else { return nil }
        return (ZipEntry(head, Array(name), fields), end)
    }

    private init?(_ head: Fields, _ name: [UInt8], _ fields: ArraySlice<UInt8>) {
        guard let flags = head.number(8, 2), let method = head.number(10, 2), let time = head.number(12, 2),
            let date = head.number(14, 2), let sum = head.number(16, 4), var packed = head.number(20, 4),
            var size = head.number(24, 4), let attributes = head.number(38, 4), var offset = head.number(42, 4),
            let system = head.number(5, 1)
        else { return nil }
        var seconds = Self.wallClock(date: date, time: time)
        var isExact = false
        var rest = Fields(fields, fields.startIndex)
        while let kind = rest.number(0, 2), let length = rest.number(2, 2), let content = rest.bytes(4, length) {
            let content = Fields(content, content.startIndex)
            switch kind {
            case 1:
                // Of zip64: those that do not fit into four bytes, in this order.
                var place = 0
                func long(_ value: inout Int) {
                    guard value == 0xFFFF_FFFF, let number = content.number(place, 7) else { return }
                    (value, place) = (number, place + 8)
                }
                long(&size)
                long(&packed)
                long(&offset)
            case 0x5455:
                if let flags = content.number(0, 1), flags & 1 == 1, let number = content.number(1, 4) {
                    (seconds, isExact) = (Int(Int32(truncatingIfNeeded: number)), true)
                }
            default: break
            }
            rest = Fields(rest.source, rest.start + 4 + length)
        }
        // Encrypted, or packed in another way.
        guard flags & 0x41 == 0, method == 0 || method == 8, method == 8 || packed == size else { return nil }
        self.name = name
        self.method = method
        isPacked = method == 8
        packedSize = Int64(packed)
        self.size = Int64(size)
        checkSum = UInt32(truncatingIfNeeded: sum)
        self.offset = Int64(offset)
        modified = Int64(seconds)
        isExactTime = isExact
        // Of Unix.
        isLink = system == 3 && attributes >> 28 == 0xA
        isFolder = name.last == UInt8(ascii: "/")
    }

    /// Days since 1970 are counted with the year beginning in March.
    private static func wallClock(date: Int, time: Int) -> Int {
        let (year, month, day) = (1980 + date >> 9, max(1, date >> 5 & 15), max(1, date & 31))
        let march = month > 2 ? year : year - 1
        let days =
            march * 365 + march / 4 - march / 100 + march / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day - 719_469
        return days * 86_400 + (time >> 11) * 3600 + (time >> 5 & 63) * 60 + (time & 31) * 2
    }

    /// Why its name must not be followed; nil for one that leads into the zip alone.
    var isNameBad: Bool {
        let names = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let inner = isFolder ? names.dropLast() : names[...]
        return inner.isEmpty || name.contains(0) || name.contains(UInt8(ascii: "\\"))
            || inner.contains { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
            || name.count > 4096 || inner.count > FolderDepth.deepest
    }

    /// A file of so few bytes does not become one of so many.
    var isBomb: Bool { isPacked && size > max(1, packedSize).multipliedReportingOverflow(by: 1_000).partialValue }

    /// Numbers in bytes, little-endian.
    struct Fields {
        let source: ArraySlice<UInt8>
        let start: Int

        init(_ source: ArraySlice<UInt8>, _ start: Int) { (self.source, self.start) = (source, start) }

        func bytes(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
            let from = start + offset
            guard length >= 0, from >= source.startIndex, from <= source.endIndex, length <= source.endIndex - from
            else { return nil }
            return source[from..<from + length]
        }

        func number(_ offset: Int, _ length: Int) -> Int? {
            bytes(offset, length).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
        }
    }
}
