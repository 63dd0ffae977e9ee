/// Reads a point as programs and standards write it: ISO 6709, well-known text, GeoJSON, and the arguments of map
/// libraries.
enum StandardPoint {
    /// nil for any other text.
    static func read(_ text: String) -> PointReading? {
        let scalars = Array(text.unicodeScalars)
        return iso6709(scalars[...]) ?? call(scalars[...]) ?? named(scalars[...]) ?? geoJSON(text)
    }

    // MARK: ISO 6709

    /// "+48.8584+002.2945/", "+4851+00217", "+485130.2+0021740.2+35CRSWGS_84/", with words behind a blank.
    private static func iso6709(_ text: ArraySlice<Unicode.Scalar>) -> PointReading? {
        var rest = text
        guard let latitude = sexagesimal(&rest, degrees: 2), let longitude = sexagesimal(&rest, degrees: 3) else {
            return nil
        }
        // The height, the reference system and the end mark.
        while let next = rest.first, !next.properties.isWhitespace {
            guard next.isASCII, next != ",", next != ";" else { return nil }
            rest.removeFirst()
        }
        return reading(latitude, longitude, rest)
    }

    /// A sign, as many digits of degrees, and two of minutes and two of seconds if there are more.
    private static func sexagesimal(_ rest: inout ArraySlice<Unicode.Scalar>, degrees: Int) -> Double? {
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        rest.removeFirst()
        let whole = rest.prefix(while: isDigit)
        rest = rest[whole.endIndex...]
        var fraction = ""
        if rest.first == "." {
            let digits = rest.dropFirst().prefix(while: isDigit)
            fraction = "." + string(digits)
            rest = rest[digits.endIndex...]
        }
        let further = whole.count - degrees
        guard [0, 2, 4].contains(further),
            var value = Double(string(whole.prefix(degrees)) + (further == 0 ? fraction : ""))
        else { return nil }
        if further >= 2 {
            let minutes = string(whole.dropFirst(degrees).prefix(2)) + (further == 2 ? fraction : "")
            guard let part = Double(minutes), part < 60 else { return nil }
            value += part / 60
        }
        if further == 4 {
            guard let part = Double(string(whole.suffix(2)) + fraction), part < 60 else { return nil }
            value += part / 3600
        }
        return sign == "-" ? -value : value
    }

    // MARK: Programs

    /// "POINT(2.2945 48.8584)", "LatLng(48.8584, 2.2945)", "LngLat(2.2945, 48.8584)"
    private static func call(_ text: ArraySlice<Unicode.Scalar>) -> PointReading? {
        guard let open = text.firstIndex(of: "(") else { return nil }
        let head = string(text[..<open].filter { !$0.properties.isWhitespace }).lowercased()
        let name = head.split(separator: ";").last.map(String.init) ?? head
        guard let close = text[open...].firstIndex(of: ")") else { return nil }
        let inside = text[(open + 1)..<close]
        let rest = text[(close + 1)...]
        if name.hasSuffix("latlng") || name.hasSuffix("latlon") { return pair(inside, isSwapped: false, rest) }
        if name.hasSuffix("lnglat") || name.hasSuffix("lonlat") { return pair(inside, isSwapped: true, rest) }
        let isText = ["point", "pointz", "pointm", "pointzm"].contains(name)
        if isText, !inside.contains(",") { return pair(inside, isSwapped: true, rest) }
        return databasePoint(text[..<open], inside, rest)
    }

    /// "LatLng(lat: 48.8584, lng: 2.2945)", "CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)", "Eiffel
    /// Tower (lat: 48.8584, lng: 2.2945)"
    private static func named(_ text: ArraySlice<Unicode.Scalar>) -> PointReading? {
        for open in text.indices where "({[".unicodeScalars.contains(text[open]) {
            guard let close = text[open...].firstIndex(where: { ")}]".unicodeScalars.contains($0) }) else { return nil }
            let inside = text[(open + 1)..<close].drop(while: \.properties.isWhitespace)
            var found = PointNotation.labelled(inside)
            if found == .invalid {
                // A height may follow.
                let both = inside.split(separator: ",", maxSplits: 2)
                if both.count == 3 { found = PointNotation.labelled(inside[..<both[1].endIndex]) }
            }
            guard let found else { continue }
            let head = string(text[..<open])
            // What stands at the bracket may be the name of a type.
            let type = head.last?.isWhitespace == false ? head.split(whereSeparator: \.isWhitespace).last ?? "" : ""
            let isType = ["lat", "point", "coord", "location", "position", "geo"].contains(
                where: type.lowercased().contains)
            guard case .point(let point, words: "") = found else {
                guard isType else { continue }
                return .invalid
            }
            let words = [
                TextCut.trimmed(head.dropLast(isType ? type.count : 0)), TextCut.trimmed(string(text[(close + 1)...])),
            ]
            return .point(point, words: words.filter { !$0.isEmpty }.joined(separator: " "))
        }
        return nil
    }

    /// "Tower POINT(2.2945 48.8584)", "ST_Point(2.2945, 48.8584)", "MULTIPOINT((2.2945 48.8584))": as databases write
    /// them, which people do not: "View Point (48.8584, 2.2945)".
    private static func databasePoint(
        _ head: ArraySlice<Unicode.Scalar>, _ inside: ArraySlice<Unicode.Scalar>, _ rest: ArraySlice<Unicode.Scalar>
    ) -> PointReading? {
        let text = TextCut.trimmed(string(head))
        let name = text.split(whereSeparator: { $0.isWhitespace || $0 == ";" }).last ?? ""
        let words = TextCut.trimmed(text.dropLast(name.count))
        let isFunction = ["st_point", "st_makepoint", "makepoint"].contains(name.lowercased())
        guard isFunction || ["POINT", "MULTIPOINT", "Z"].contains(name) else { return nil }
        // Two points, or one whose order nobody knows.
        guard isFunction || !inside.contains(",") else { return name == "Z" ? nil : .invalid }
        let numbers = inside.drop { $0 == "(" || $0.properties.isWhitespace }
        let behind = rest.drop { $0 == ")" || $0 == "," || $0.properties.isWhitespace }
        if name == "MULTIPOINT", behind.contains("(") { return .invalid }
        guard case .point(let point, let after) = pair(numbers, isSwapped: true, behind) else { return .invalid }
        return .point(point, words: [words, after].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// {"type": "Point", "coordinates": [2.2945, 48.8584]}
    private static func geoJSON(_ text: String) -> PointReading? {
        guard let key = text.firstRange(of: "\"coordinates\"") else { return nil }
        let rest = text[key.upperBound...].unicodeScalars
        guard let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") else {
            return .invalid
        }
        return pair(Array(rest[open..<close].dropFirst())[...], isSwapped: true, []) ?? .invalid
    }

    private static func pair(
        _ inside: ArraySlice<Unicode.Scalar>, isSwapped: Bool, _ rest: ArraySlice<Unicode.Scalar>
    ) -> PointReading? {
        let numbers = inside.split { $0 == "," || $0.properties.isWhitespace }.map { Double(string($0)) }
        guard numbers.count >= 2, let first = numbers[0], let second = numbers[1] else { return nil }
        return isSwapped ? reading(second, first, rest) : reading(first, second, rest)
    }

    private static func reading(
        _ latitude: Double, _ longitude: Double, _ rest: ArraySlice<Unicode.Scalar>
    ) -> PointReading {
        guard let point = Coordinate(latitude: latitude, longitude: longitude) else { return .invalid }
        return .point(point, words: TextCut.trimmed(string(rest)))
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
