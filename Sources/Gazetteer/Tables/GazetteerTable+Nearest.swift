import FoundationEssentials
import PhotoTree

extension GazetteerTable {
    /// The line of the place nearest to `point`, as `read` converts its fields, with its distance. The lines' fourth
    /// and fifth fields must be latitude and longitude in ten-thousandths of a degree. Lines without them, and lines
    /// that `read` refuses, are skipped.
    ///
    /// Reads the bytes of every line, which takes a few milliseconds. Where the latitude alone is farther than the best
    /// place so far, it computes no distance. `read` gets only the few lines that are nearer than all before them.
    func nearest<Found>(to point: Coordinate, read: ([Substring]) -> Found?) -> (found: Found, metres: Double)? {
        var best: (found: Found, metres: Double)?
        scan(near: point) { line, metres in
            if metres < best?.metres ?? .infinity,
                let found = read(Self.fields(String(decoding: bytes[line], as: UTF8.self)[...]))
            {
                best = (found, metres)
            }
            return best?.metres ?? .infinity
        }
        return best
    }

    /// The fields of the `limit` lines nearest to `point`, nearest first.
    func records(near point: Coordinate, limit: Int) -> [[Substring]] {
        var best: [(start: Int, metres: Double)] = []
        scan(near: point) { line, metres in
            if best.count < limit || metres < best[best.count - 1].metres {
                best.insert((line.lowerBound, metres), at: best.firstIndex { $0.metres > metres } ?? best.count)
                if best.count > limit { best.removeLast() }
            }
            return best.count == limit ? best[limit - 1].metres : .infinity
        }
        return best.compactMap { record(at: $0.start) }
    }

    /// Calls `visit` with each line within reach by its latitude alone, and with its distance; `visit` returns the
    /// reach for the next lines, in metres.
    private func scan(near point: Coordinate, _ visit: (_ line: Range<Int>, _ metres: Double) -> Double) {
        let span = bytes.span
        // In degrees of latitude, which all have the same length on the sphere.
        var reach = Double.infinity
        var start = content.lowerBound
        while start < content.upperBound {
            var index = start
            let position = Self.position(span, at: &index)
            while index < content.upperBound, span[index] != Self.newline {
                index += 1
            }
            if let position, abs(position.latitude - point.latitude) < reach,
                let place = Coordinate(latitude: position.latitude, longitude: position.longitude)
            {
                reach = visit(start..<index, place.metres(to: point)) / Coordinate.metresPerDegree
            }
            start = index + 1
        }
    }

    /// Reads the position in the line that begins at `index`, in degrees, and moves `index` behind it, never past a
    /// newline.
    private static func position(
        _ span: Span<UInt8>, at index: inout Int
    ) -> (latitude: Double, longitude: Double)? {
        for _ in 0..<3 {
            while span[index] != tab {
                guard span[index] != newline else { return nil }
                index += 1
            }
            index += 1
        }
        guard let latitude = number(span, at: &index), let longitude = number(span, at: &index) else { return nil }
        return (Double(latitude) / 10_000, Double(longitude) / 10_000)
    }

    /// Reads the number at `index` and moves `index` behind the tab that must follow.
    private static func number(_ span: Span<UInt8>, at index: inout Int) -> Int? {
        let isNegative = span[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let first = index
        var value = 0
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(span[index]) {
            // 180 degrees have seven digits.
            guard index - first < 7 else { return nil }
            value = value * 10 + Int(span[index] - UInt8(ascii: "0"))
            index += 1
        }
        guard index > first, span[index] == tab else { return nil }
        index += 1
        return isNegative ? -value : value
    }

    private static let tab = UInt8(ascii: "\t")
}
