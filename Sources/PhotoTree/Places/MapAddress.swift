/// Reads a point from the address of a map, or from any notation of a point that `pins/` takes.
public enum MapAddress {
    /// nil where there is no point, or none on Earth.
    public static func point(in text: String) -> Coordinate? {
        let text = TextCut.trimmed(TextCut.characters(text, maximumBytes: 4096)[...])
        if let point = typed(text) { return point }
        let plain = text.replacing("%2C", with: ",").replacing("%2c", with: ",").replacing("%20", with: " ")
        guard plain.contains("://") || plain.contains("/") || plain.contains("=") else { return nil }
        return marked(plain) ?? place(plain) ?? parameters(plain) ?? hash(plain)
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

    /// "/@48.8584,2.2945,17z"
    private static func place(_ text: String) -> Coordinate? {
        guard let at = text.firstRange(of: "/@") else { return nil }
        let rest = text[text.index(before: at.upperBound)...].prefix { $0 != "/" && $0 != "?" && !$0.isWhitespace }
        return typed(String(rest))
    }

    /// "?mlat=48.8584&mlon=2.2945", "?q=48.8584,2.2945", "?cp=48.8584~2.2945", "?coordinate=48.8584,2.2945"
    private static func parameters(_ text: String) -> Coordinate? {
        guard let start = text.firstIndex(of: "?") else { return nil }
        var values: [Substring: Substring] = [:]
        for pair in text[start...].dropFirst().prefix(while: { $0 != "#" }).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        for (north, east) in [("mlat", "mlon"), ("lat", "lon"), ("lat", "lng"), ("latitude", "longitude")] {
            if let latitude = values[Substring(north)].flatMap({ Double($0) }),
                let longitude = values[Substring(east)].flatMap({ Double($0) }),
                let point = Coordinate(latitude: latitude, longitude: longitude)
            {
                return point
            }
        }
        let isYandex = host(text).contains("yandex")
        for name in ["q", "query", "ll", "center", "coordinate", "destination", "daddr", "sll", "cp", "marker"] {
            guard let value = values[Substring(name)] else { continue }
            var numbers = String(value).replacing("~", with: ",").replacing("+", with: " ")
            // Yandex writes the longitude first.
            if isYandex, name == "ll" { numbers = numbers.split(separator: ",").reversed().joined(separator: ",") }
            if let point = typed(numbers) { return point }
        }
        return nil
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
