/// Reads a table of RFC 4180: rows of cells by the names of the first row, one after the other. Rows of another number
/// of cells are passed over.
package struct CSVRows: Sequence, IteratorProtocol {
    /// The cells of the first row.
    package let names: [String]
    private var bytes: ArraySlice<UInt8>

    package init(_ text: some Sequence<UInt8>) {
        bytes = Array(text)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        names = Self.cells(&bytes) ?? []
    }

    package init(_ text: String) { self.init(text.utf8) }

    package mutating func next() -> [String: String]? {
        while let cells = Self.cells(&bytes) {
            guard cells.count == names.count, cells != [""] else { continue }
            return Dictionary(zip(names, cells)) { first, _ in first }
        }
        return nil
    }

    /// The cells of the next row; nil behind the last.
    private static func cells(_ bytes: inout ArraySlice<UInt8>) -> [String]? {
        guard !bytes.isEmpty else { return nil }
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                if isQuoted, bytes.first == byte {
                    cell.append(byte)
                    bytes = bytes.dropFirst()
                } else {
                    isQuoted.toggle()
                }
            case UInt8(ascii: ",") where !isQuoted:
                cells.append(String(decoding: cell, as: UTF8.self))
                cell = []
            case UInt8(ascii: "\r") where !isQuoted: continue
            case UInt8(ascii: "\n") where !isQuoted:
                return cells + [String(decoding: cell, as: UTF8.self)]
            default: cell.append(byte)
            }
        }
        // A row that no line end closes may have lost some of its last cell.
        return []
    }
}
