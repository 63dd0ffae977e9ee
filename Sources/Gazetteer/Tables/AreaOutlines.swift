import FoundationEssentials
import PhotoTree

/// The polygons of areas, in a file that is mapped, not read. scripts/gazetteer/areas.py describes its layout. A
/// damaged part holds no point.
struct AreaOutlines: Sendable {
    private let bytes: Data
    /// The number of polygons in the index, and where it begins.
    private let count: Int
    private let index: Int

    private static let entryLength = 14

    init(at file: String) throws(GazetteerError) {
        do {
            bytes = try Data(contentsOf: URL(filePath: file), options: .alwaysMapped)
        } catch {
            throw .missing(file)
        }
        let end = Array("\n#end\n".utf8)
        let last = bytes.count - end.count - 8
        guard last > 0, bytes.starts(with: Array("#placesfs gazetteer 1 outlines:".utf8)),
            bytes.suffix(end.count).elementsEqual(end)
        else { throw .damaged(file) }
        count = Self.number(bytes.span, at: last, bytes: 4)
        index = Self.number(bytes.span, at: last + 4, bytes: 4)
        guard count > 0, index > 0, index + count * Self.entryLength == last else { throw .damaged(file) }
    }

    /// Whether the point lies in the polygon that begins at `place`.
    func holds(_ point: Coordinate, at place: Int) -> Bool {
        let span = bytes.span
        var position = place
        guard let steps = number(span, &position), steps > 0, let rings = number(span, &position) else { return false }
        let x = point.longitude * Double(steps)
        let y = point.latitude * Double(steps)
        var isInside = false
        for _ in 0..<rings {
            guard let points = number(span, &position), points > 0, let first = step(span, &position, from: (0, 0))
            else {
                return false
            }
            var last = first
            for _ in 1..<max(1, points) {
                guard let next = step(span, &position, from: last) else { return false }
                if Self.crosses(last, next, x, y) { isInside.toggle() }
                last = next
            }
            if Self.crosses(last, first, x, y) { isInside.toggle() }
        }
        return isInside
    }

    /// The region that the point lies in: its country's code, and where its polygon begins. nil at sea.
    func region(at point: Coordinate) -> (country: String, polygon: Int)? {
        let span = bytes.span
        let x = Int((point.longitude * 100).rounded())
        let y = Int((point.latitude * 100).rounded())
        for entry in 0..<count {
            let place = index + entry * Self.entryLength
            guard Self.hundredths(span, at: place) <= x, x <= Self.hundredths(span, at: place + 4),
                Self.hundredths(span, at: place + 2) <= y, y <= Self.hundredths(span, at: place + 6)
            else { continue }
            let polygon = Self.number(span, at: place + 10, bytes: 4)
            guard holds(point, at: polygon) else { continue }
            return (String(decoding: [span[place + 8], span[place + 9]], as: UTF8.self), polygon)
        }
        return nil
    }

    private static func crosses(_ one: (x: Int, y: Int), _ other: (x: Int, y: Int), _ x: Double, _ y: Double) -> Bool {
        let (y1, y2) = (Double(one.y), Double(other.y))
        guard (y1 > y) != (y2 > y) else { return false }
        return x < Double(other.x - one.x) * (y - y1) / (y2 - y1) + Double(one.x)
    }

    private static func hundredths(_ span: Span<UInt8>, at position: Int) -> Int {
        Int(Int16(truncatingIfNeeded: number(span, at: position, bytes: 2)))
    }

    /// Little-endian.
    private static func number(_ span: Span<UInt8>, at position: Int, bytes count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(span[position + $1]) << (8 * $1) }
    }

    /// A number of seven bits a byte, the least first; `position` moves behind it.
    private func number(_ span: Span<UInt8>, _ position: inout Int) -> Int? {
        var value = 0
        var shift = 0
        while position >= 0, position < index, shift < 35 {
            let byte = span[position]
            position += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    /// The point that follows `last`.
    private func step(_ span: Span<UInt8>, _ position: inout Int, from last: (x: Int, y: Int)) -> (x: Int, y: Int)? {
        guard let x = number(span, &position), let y = number(span, &position) else { return nil }
        return (last.x + Self.signed(x), last.y + Self.signed(y))
    }

    private static func signed(_ value: Int) -> Int { value & 1 == 0 ? value / 2 : -(value + 1) / 2 }
}
