import FoundationEssentials
import PhotoTree

/// All names of all places and countries, folded by `SearchKey` and sorted by their bytes, in a file that is mapped,
/// not read. scripts/make-gazetteer describes its layout. In a damaged part no names are found.
struct GazetteerNames: Sendable {
    private let bytes: Data
    /// The offset of the index of blocks.
    private let index: Int
    private let blockCount: Int

    /// The lowest record of an area; an area's record is this plus the offset of its line in the table of areas.
    static let firstArea = 0xE00000
    /// The record of the first country; a country's record is this plus its index in the table of countries. Records
    /// below those of areas are offsets of lines in the full table.
    static let firstCountry = 0xF00000

    init(at file: String) throws(GazetteerError) {
        do {
            bytes = try Data(contentsOf: URL(filePath: file), options: .alwaysMapped)
        } catch {
            throw .missing(file)
        }
        let head = Array("#placesfs gazetteer 1 names:".utf8)
        let end = Array("\n#end\n".utf8)
        let last = bytes.count - end.count - 8
        guard last > head.count, bytes.starts(with: head), bytes.suffix(end.count).elementsEqual(end) else {
            throw .damaged(file)
        }
        blockCount = Self.number(bytes.span, at: last, bytes: 4)
        index = Self.number(bytes.span, at: last + 4, bytes: 4)
        guard blockCount > 0, index > head.count, index + 4 * blockCount == last else { throw .damaged(file) }
    }

    /// The records of exactly this key.
    func records(of key: String) -> [Int] {
        let wanted = Array(key.utf8)
        guard !wanted.isEmpty else { return [] }
        var found: [Int] = []
        each(from: wanted) { name, records in
            if name == wanted { found = records }
            return false
        }
        return found
    }

    /// Visits the names from `start` on in the order of their bytes until `visit` returns false.
    func each(from start: [UInt8], _ visit: ([UInt8], [Int]) -> Bool) {
        let span = bytes.span
        var low = 0
        var high = blockCount
        // Finds the last block whose first name is not after `start`.
        while high - low > 1 {
            let middle = (low + high) / 2
            if begins(span, block: middle, after: start) { high = middle } else { low = middle }
        }
        var name: [UInt8] = []
        for block in low..<blockCount {
            var position = Self.number(span, at: index + 4 * block, bytes: 4)
            let end = block + 1 < blockCount ? Self.number(span, at: index + 4 * (block + 1), bytes: 4) : index
            guard end <= index else { return }
            name.removeAll(keepingCapacity: true)
            while position < end {
                guard let records = entry(span, at: &position, before: end, into: &name) else { break }
                if !name.lexicographicallyPrecedes(start), !visit(name, records) { return }
            }
        }
    }

    private func begins(_ span: Span<UInt8>, block: Int, after key: [UInt8]) -> Bool {
        var begin = Self.number(span, at: index + 4 * block, bytes: 4)
        guard let head = head(span, at: &begin, before: index), begin + head.further <= index else { return true }
        for offset in 0..<min(head.further, key.count) where span[begin + offset] != key[offset] {
            return span[begin + offset] > key[offset]
        }
        return head.further > key.count
    }

    /// The head of an entry: how many bytes its name shares with the one before it, how many more follow, and whether
    /// it has several records.
    private func head(
        _ span: Span<UInt8>, at position: inout Int, before end: Int
    ) -> (shared: Int, further: Int, hasSeveral: Bool)? {
        guard position < end else { return nil }
        let first = span[position]
        position += 1
        if first & 0x7F != 0 { return (Int(first >> 3 & 0x0F), Int(first & 0x07), first & 0x80 != 0) }
        guard position + 2 <= end else { return nil }
        position += 2
        return (Int(span[position - 2]), Int(span[position - 1]), first & 0x80 != 0)
    }

    /// Reads the entry at `position` and moves `position` behind it; returns nil where there is none.
    private func entry(
        _ span: Span<UInt8>, at position: inout Int, before end: Int, into name: inout [UInt8]
    ) -> [Int]? {
        guard let (shared, further, hasSeveral) = head(span, at: &position, before: end) else { return nil }
        guard shared <= name.count, position + further + (hasSeveral ? 1 : 0) <= end else { return nil }
        name.removeSubrange(shared...)
        for offset in 0..<further {
            name.append(span[position + offset])
        }
        position += further
        var count = 1
        if hasSeveral {
            count = Int(span[position])
            position += 1
        }
        guard position + 3 * count <= end else { return nil }
        let first = position
        position += 3 * count
        return (0..<count).map { Self.number(span, at: first + 3 * $0, bytes: 3) }
    }

    /// Little-endian.
    private static func number(_ span: Span<UInt8>, at position: Int, bytes count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(span[position + $1]) << (8 * $1) }
    }
}
