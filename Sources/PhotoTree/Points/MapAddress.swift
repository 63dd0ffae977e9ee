/// Reads a point from the address of a map, or from any notation of a point that `pins/` takes.
public enum MapAddress {
    /// nil where there is no point, or none on Earth.
    public static func point(in text: String) -> Coordinate? {
        let text = TextCut.trimmed(TextCut.characters(text, maximumBytes: 4096)[...])
        return typed(text) ?? pointOfAddress(text)
    }

    /// As `point(in:)`, but the whole is no notation of a point.
    static func pointOfAddress(_ text: String) -> Coordinate? {
        let plain = text.replacing("%2C", with: ",").replacing("%2c", with: ",").replacing("%20", with: " ")
        guard
            plain.contains("://") || plain.contains("/") || plain.contains("=") || plain.contains("!3d")
                || plain.contains(" @")
        else { return nil }
        return marked(plain) ?? place(plain) ?? geoHack(plain) ?? parameters(plain) ?? hash(plain) ?? path(plain)
    }

    private static func typed(_ text: String) -> Coordinate? {
        switch PinName(text) {
        case .point(let point, _): point
        case .nearby, .word, nil: nil
        }
    }

    /// "!3d48.8584!4d2.2945": the point that was chosen on the map, more exact than the map's middle.
    private static func marked(_ text: String) -> Coordinate? {
        guard let latitude = number(after: "!3d", in: text), let longitude = number(after: "!4d", in: text) else {
            return nil
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// "/@48.8584,2.2945,17z", "Eiffel Tower @48.8584,2.2945,17z"
    private static func place(_ text: String) -> Coordinate? {
        guard let at = text.firstRange(of: "/@") ?? text.firstRange(of: " @") else { return nil }
        let rest = text[text.index(before: at.upperBound)...].prefix { $0 != "/" && $0 != "?" && !$0.isWhitespace }
        return typed(String(rest))
    }

    /// "?mlat=48.8584&mlon=2.2945", "?q=48.8584,2.2945", "?cp=48.8584~2.2945", "?coordinate=48.8584,2.2945"
    private static func parameters(_ text: String) -> Coordinate? {
        // What was copied may begin behind the sign.
        let isBare = !text.contains("/")
        guard let start = text.firstIndex(of: "?").map({ text.index(after: $0) }) ?? (isBare ? text.startIndex : nil)
        else { return nil }
        var values: [Substring: Substring] = [:]
        for pair in text[start...].prefix(while: { $0 != "#" }).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        for (north, east) in [
            ("mlat", "mlon"), ("lat", "lon"), ("lat", "lng"), ("latitude", "longitude"), ("fLat", "fLon"), ("y", "x"),
        ] {
            if let latitude = values[Substring(north)].flatMap({ Double($0) }),
                let longitude = values[Substring(east)].flatMap({ Double($0) }),
                let point = Coordinate(latitude: latitude, longitude: longitude)
            {
                return point
            }
        }
        let isYandex = host(text).contains("yandex")
        for name in [
            "q", "query", "ll", "latlng", "to", "center", "coordinate", "destination", "daddr", "sll", "cp", "marker",
            "map",
        ] {
            guard let value = values[Substring(name)] else { continue }
            var numbers = String(value).replacing("~", with: ",").replacing("+", with: " ")
            // Waze: "to=ll.48.8584,2.2945"; HERE: "map=48.8584,2.2945,17,normal".
            if numbers.hasPrefix("ll.") { numbers.removeFirst(3) }
            if name == "map" { numbers = numbers.split(separator: ",").prefix(2).joined(separator: ",") }
            // Yandex writes the longitude first.
            if isYandex, name == "ll" { numbers = numbers.split(separator: ",").reversed().joined(separator: ",") }
            if let point = typed(numbers) { return point }
        }
        return nil
    }

    /// "params=48.8584_N_2.2945_E_type:landmark", "params=48_51_30_N_2_17_40_E": GeoHack, to which every page of
    /// Wikipedia and Commons links.
    private static func geoHack(_ text: String) -> Coordinate? {
        guard let start = text.firstRange(of: "params=") else { return nil }
        let parts = text[start.upperBound...].prefix { $0 != "&" && $0 != "#" }.split { $0 == "_" || $0 == ";" }
        func angle(_ letters: String, _ parts: ArraySlice<Substring>) -> (value: Double, rest: ArraySlice<Substring>)? {
            var value = 0.0
            var part = 1.0
            for (index, text) in zip(parts.indices, parts) {
                if let sign = [1.0, -1.0].first(where: {
                    String(text) == String($0 > 0 ? letters.prefix(1) : letters.suffix(1))
                }) {
                    return index > parts.startIndex ? (sign * value, parts[(index + 1)...]) : nil
                }
                guard let number = Double(text), part <= 3600 else { return nil }
                value += number / part
                part *= 60
            }
            return nil
        }
        guard let north = angle("NS", parts[...]), let east = angle("EW", north.rest) else {
            return parts.count >= 2 ? typed("\(parts[0]),\(parts[1])") : nil
        }
        return Coordinate(latitude: north.value, longitude: east.value)
    }

    /// "https://plus.codes/8FW4V75V+9Q", "https://osm.org/go/0BOdUnwx-"
    private static func path(_ text: String) -> Coordinate? {
        let host = host(text)
        let last = text.split { $0 == "/" || $0 == "?" }
        if host.hasSuffix("plus.codes"), let code = last.last { return typed(String(code).replacing("%2B", with: "+")) }
        guard host.contains("osm.org") || host.contains("openstreetmap.org"), let go = last.firstIndex(of: "go"),
            go + 1 < last.endIndex
        else { return nil }
        return shortCode(last[go + 1])
    }

    /// OpenStreetMap's short code: each letter is three bits of longitude and of latitude, in turn.
    private static func shortCode(_ code: Substring) -> Coordinate? {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~")
        var east = 0
        var north = 0
        var bits = 0
        for letter in code where letter != "-" && letter != "=" {
            guard bits < 30, let value = letters.firstIndex(of: letter == "@" ? "~" : letter) else { return nil }
            for shift in [4, 2, 0] {
                east = east << 1 | (value >> (shift + 1) & 1)
                north = north << 1 | (value >> shift & 1)
            }
            bits += 3
        }
        guard bits >= 9 else { return nil }
        let cells = Double(1 << bits)
        return Coordinate(
            latitude: (Double(north) + 0.5) / cells * 180 - 90, longitude: (Double(east) + 0.5) / cells * 360 - 180)
    }

    /// Of "https://yandex.com/maps/?ll=2.2945,48.8584".
    private static func host(_ address: String) -> Substring {
        let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
        return address[start...].prefix { $0 != "/" && $0 != "?" }
    }

    /// "#map=17/48.8584/2.2945", "#17/48.8584/2.2945"
    private static func hash(_ text: String) -> Coordinate? {
        guard let start = text.lastIndex(of: "#") else { return nil }
        let parts = text[start...].dropFirst().prefix { $0 != "&" }.split(separator: "/")
        guard parts.count >= 3, let latitude = Double(parts[1]), let longitude = Double(parts[2]) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func number(after mark: String, in text: String) -> Double? {
        guard let range = text.firstRange(of: mark) else { return nil }
        return Double(text[range.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "-" })
    }
}
