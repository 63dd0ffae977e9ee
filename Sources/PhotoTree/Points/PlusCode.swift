/// A plus code (Open Location Code): a point on Earth in letters and digits that cannot be mistaken for one another.
public struct PlusCode: Hashable, Sendable {
    /// How many first letters the code lacks; a place nearby replaces them ("V75V+8Q").
    private let missing: Int
    private let digits: [Int]

    /// The code at the beginning of `name`, full or short, up to the first blank; nil where there is none. A full code
    /// may end with zeros before the plus sign, a short one may not.
    init?(beginning name: String) {
        let word = name.unicodeScalars.prefix { !$0.properties.isWhitespace }
        let scalars = Array(String(String.UnicodeScalarView(word)).uppercased().unicodeScalars)
        guard let plus = scalars.firstIndex(of: "+"), [4, 6, 8].contains(plus), scalars.count <= 16 else { return nil }
        let before = scalars[..<plus]
        let behind = scalars[(plus + 1)...]
        var digits: [Int] = []
        var padding = 0
        for scalar in before {
            if scalar == "0", plus == 8, digits.count >= 2, digits.count.isMultiple(of: 2) || padding > 0 {
                padding += 1
                continue
            }
            guard padding == 0, let digit = Self.alphabet.firstIndex(of: scalar) else { return nil }
            digits.append(digit)
        }
        guard padding.isMultiple(of: 2), padding == 0 || behind.isEmpty, behind.count != 1 else { return nil }
        guard padding == 0 || digits.count >= 2 else { return nil }
        // A short code is distinguished from a word by letters behind the sign.
        guard plus == 8 || !behind.isEmpty else { return nil }
        for scalar in behind {
            guard let digit = Self.alphabet.firstIndex(of: scalar) else { return nil }
            digits.append(digit)
        }
        // The first pair could otherwise lie beyond the poles or the antimeridian.
        if plus == 8 {
            guard digits.count >= 2, digits[0] < 9, digits[1] < 18 else { return nil }
        }
        missing = 8 - plus
        self.digits = digits
    }

    /// The middle of its area; nil for a short code.
    var point: Coordinate? {
        missing == 0 ? Self.middle(of: digits).flatMap { Coordinate(latitude: $0.0, longitude: $0.1) } : nil
    }

    /// The middle of the matching area that is nearest to `reference`.
    public func point(near reference: Coordinate) -> Coordinate? {
        guard missing > 0 else { return point }
        let start = Self.digits(of: reference, count: missing)
        guard var (latitude, longitude) = Self.middle(of: start + digits) else { return nil }
        // The distance between areas that share the letters the code has.
        let width = missing == 2 ? 20.0 : 1.0
        if reference.latitude - latitude > width / 2, latitude + width < 90 { latitude += width }
        if latitude - reference.latitude > width / 2, latitude - width > -90 { latitude -= width }
        if reference.longitude - longitude > width / 2 { longitude += width }
        if longitude - reference.longitude > width / 2 { longitude -= width }
        let east = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        return Coordinate(latitude: latitude, longitude: east)
    }

    private static let alphabet = Array("23456789CFGHJMPQRVWX".unicodeScalars)

    private static func middle(of digits: [Int]) -> (Double, Double)? {
        var latitude = -90.0
        var longitude = -180.0
        var height = 400.0
        var width = 400.0
        var index = 0
        while index < min(digits.count, 10) {
            guard index + 1 < digits.count else { return nil }
            height /= 20
            width /= 20
            latitude += Double(digits[index]) * height
            longitude += Double(digits[index + 1]) * width
            index += 2
        }
        while index < digits.count {
            height /= 5
            width /= 4
            latitude += Double(digits[index] / 4) * height
            longitude += Double(digits[index] % 4) * width
            index += 1
        }
        return (min(90, latitude + height / 2), longitude + width / 2)
    }

    private static func digits(of point: Coordinate, count: Int) -> [Int] {
        var latitude = min(point.latitude, 89.999999) + 90
        var longitude = point.longitude == 180 ? 0 : point.longitude + 180
        var size = 20.0
        var digits: [Int] = []
        while digits.count < count {
            let north = min(19, Int(latitude / size))
            let east = min(19, Int(longitude / size))
            digits += [north, east]
            latitude -= Double(north) * size
            longitude -= Double(east) * size
            size /= 20
        }
        return digits
    }
}
