/// Reads a table of RFC 4180: rows of cells by the names of the first row.
struct CSVRows {
    let rows: [[String: String]]

    init(_ text: String) {
        var cells: [[String]] = [[]]
        var cell: [UInt8] = []
        var isQuoted = false
        var bytes = Array(text.utf8)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
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
                cells[cells.count - 1].append(String(decoding: cell, as: UTF8.self))
                cell = []
            case UInt8(ascii: "\r") where !isQuoted: continue
            case UInt8(ascii: "\n") where !isQuoted:
                cells[cells.count - 1].append(String(decoding: cell, as: UTF8.self))
                cell = []
                cells.append([])
            default: cell.append(byte)
            }
        }
        let names = cells.first ?? []
        rows = cells.dropFirst().filter { $0.count == names.count && $0 != [""] }.map { row in
            Dictionary(zip(names, row)) { first, _ in first }
        }
    }
}
