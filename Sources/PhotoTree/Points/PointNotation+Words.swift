/// Points with words: before each number, or before the point.
extension PointNotation {
    /// "lat 48.8584 lon 2.2945", "Latitude: 48.8584, Longitude: 2.2945", {"lat": 48.8584, "lng": 2.2945}
    static func labelled(_ text: some Sequence<Unicode.Scalar>) -> PointReading? {
        var notation = PointNotation(text.drop { "{([\"'".unicodeScalars.contains($0) })
        guard let isLatitude = notation.label(), let first = notation.labelledAngle() else { return nil }
        notation.rest = notation.rest.drop { " ,;.&/|\"'".unicodeScalars.contains($0) || $0.properties.isWhitespace }
        guard notation.label() == !isLatitude, let second = notation.labelledAngle() else {
            return .invalid
        }
        notation.rest = notation.rest.drop { "})].\"'".unicodeScalars.contains($0) }
        let angles = isLatitude ? (first, second) : (second, first)
        guard notation.isAtEndOfWord, angles.0.hemisphere?.isLatitude != false, angles.1.hemisphere?.isLatitude != true
        else { return .invalid }
        return notation.finished(
            angles.0.degrees * (angles.0.hemisphere?.sign ?? 1), angles.1.degrees * (angles.1.hemisphere?.sign ?? 1))
    }

    /// Behind the name of its axis a decimal comma can be nothing else.
    private mutating func labelledAngle() -> Angle? {
        var ahead = self
        guard let degrees = ahead.commaNumber(), !(ahead.rest.first.map { ("0"..."9").contains($0) } ?? false) else {
            return angle(hemispheres: .either)
        }
        rest = ahead.rest
        return Angle(
            degrees: degrees, hasFraction: true, decimals: 3, hemisphere: nil, isPrefixed: false, isMarked: true,
            mayLackMinutes: false)
    }

    /// Reads the word that names an axis; true for latitude.
    private mutating func label() -> Bool? {
        let word = rest.prefix { $0.properties.isAlphabetic }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: word)
        let name = String(view).lowercased()
        guard let isLatitude = Self.labels[name] else { return nil }
        rest = rest[word.endIndex...].drop { ".:=\"'".unicodeScalars.contains($0) || $0.properties.isWhitespace }
        return isLatitude
    }

    private static let labels: [String: Bool] = {
        var labels: [String: Bool] = [:]
        for word in [
            "lat", "latitude", "latitud", "latitudine", "breite", "breitengrad", "breedtegraad", "szerokość",
            "широта", "纬度", "緯度", "위도",
        ] { labels[word] = true }
        for word in [
            "lon", "long", "lng", "longitude", "longitud", "longitudine", "länge", "längengrad", "lengtegraad",
            "długość", "долгота", "经度", "経度", "經度", "경도",
        ] { labels[word] = false }
        return labels
    }()

    /// "Eiffel Tower 48.8584, 2.2945", "Eiffel Tower (48.8584, 2.2945) by night": the first number that can be nothing
    /// but degrees begins the point.
    static func behindWords(_ text: Substring.UnicodeScalarView) -> PointReading? {
        let scalars = Array(text)
        guard let first = scalars.first, first.properties.isAlphabetic || !first.isASCII,
            var start = firstAngle(in: scalars)
        else { return nil }
        if start > 0, scalars[start - 1] == "-" || scalars[start - 1] == "+" { start -= 1 }
        // "Tower N48.8584 E2.2945"
        let compass = scalars[..<start].reversed().drop(while: \.properties.isWhitespace)
            .prefix { !$0.properties.isWhitespace && $0 != "(" }
        if compass.count == 1, let letter = compass.first, "NSEW".unicodeScalars.contains(letter) {
            start = scalars[..<start].lastIndex(of: letter) ?? start
        }
        guard start > 0 else { return nil }
        let before = scalars[..<start]
        let bracket = before.last.flatMap { brackets[$0] }
        guard bracket != nil || before.last?.properties.isWhitespace == true || before.last == ":" || before.last == "="
        else { return nil }
        var notation = PointNotation(scalars[start...])
        let reading =
            decimalCommas(scalars[start...])
            ?? notation.read(endingWith: bracket, isAddress: false, isBehindWords: true)
        guard case .point(let point, let behind) = reading else { return reading }
        var words = String.UnicodeScalarView()
        words.append(contentsOf: before)
        while let last = words.last, last.properties.isWhitespace || "([,:=".unicodeScalars.contains(last) {
            words.removeLast()
        }
        let name = TextCut.trimmed(String(words))
        return .point(point, words: [name, behind].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// The index of the first number with a fraction or a degree sign.
    private static func firstAngle(in scalars: [Unicode.Scalar]) -> Int? {
        var index = 0
        while index < scalars.count {
            let digits = scalars[index...].prefix { ("0"..."9").contains($0) }
            guard !digits.isEmpty else {
                index += 1
                continue
            }
            let behind = scalars[digits.endIndex...]
            let hasFraction =
                (behind.first == "." || behind.first == ",")
                && behind.dropFirst().first.map { ("0"..."9").contains($0) } == true
            let isMarked = behind.drop(while: \.properties.isWhitespace).first.map(degreeMarks.contains) == true
            if hasFraction || isMarked { return index }
            index = digits.endIndex
        }
        return nil
    }
}
