import FoundationEssentials

extension GazetteerTable {
    /// Calls `visit` with each place of the full table: where its line begins, latitude and longitude in
    /// ten-thousandths of a degree, and how many people live there, 0 where nobody says. Sights inside of places, and
    /// lines that are damaged, are skipped.
    func forEachPlace(_ visit: (_ line: Int, _ latitude: Int, _ longitude: Int, _ people: Int) -> Void) {
        let span = bytes.span
        var start = content.lowerBound
        while start < content.upperBound {
            var index = start
            // Where each field begins.
            var fields = [start]
            while index < content.upperBound, span[index] != Self.newline {
                if span[index] == UInt8(ascii: "\t") { fields.append(index + 1) }
                index += 1
            }
            fields.append(index + 1)
            func number(_ field: Int) -> Int? {
                guard field + 1 < fields.count else { return nil }
                var value = 0
                var place = fields[field]
                let end = fields[field + 1] - 1
                let isNegative = place < end && span[place] == UInt8(ascii: "-")
                if isNegative { place += 1 }
                guard place < end, end - place <= 9 else { return nil }
                while place < end {
                    guard (0x30...0x39).contains(span[place]) else { return nil }
                    value = value * 10 + Int(span[place] - 0x30)
                    place += 1
                }
                return isNegative ? -value : value
            }
            if fields.count >= 7, span[fields[5]] != UInt8(ascii: "~"), let latitude = number(3),
                let longitude = number(4), abs(latitude) <= 900_000, abs(longitude) <= 1_800_000
            {
                visit(start, latitude, longitude, number(6) ?? 0)
            }
            start = index + 1
        }
    }
}
