/// Why a name that is typed under `pins/` is no point and no name, and what to do.
public enum PinRefusal {
    /// One line, safe to print; `name` is one that `PinName` refuses.
    public static func sentence(_ name: String) -> String {
        let shown = PrintableText.line(name, maximumBytes: 100)
        return "\"\(shown)\" \(reason(name, shown))"
    }

    private static func reason(_ name: String, _ shown: String) -> String {
        if let fault = NameRules.fault(of: name) {
            let whole = SearchPoint.withZero(name)
            let isPoint = if case .point? = PinName(whole) { true } else { false }
            return "cannot be a name here: \(fault)" + (isPoint ? "; write \(whole)" : "")
        }
        if let known = UnreadPoint.explanation(name) { return known }
        if PinName.hasRadiusOutOfRange(name) { return "has a radius that is not from r10m to r32km" }
        if let length = PinName.bareLength(in: name) {
            return "ends with a length; a radius is written with an r: r\(length)"
        }
        let plain = PointText(name).plain
        if let swapped = swapped(plain) { return "is not on Earth; is \(swapped) meant? Latitude stands first" }
        if isNumeric(plain) {
            if plain.contains(",") && !plain.contains(".") && plain.count(where: { $0 == "," }) > 1 {
                return "could be several points; " + UnreadPoint.wanted("write decimal points, like")
            }
            return "is no point on Earth, or could be several; "
                + UnreadPoint.wanted("write latitude, comma, longitude, like")
        }
        return "is neither a point nor a name; " + UnreadPoint.wanted("a point looks like")
    }

    /// "151.21,-33.87", as GeoJSON has it, is the point -33.87,151.21.
    private static func swapped(_ name: String) -> String? {
        let parts = name.split(separator: ",", maxSplits: 1).map { TextCut.trimmed($0) }
        guard parts.count == 2, let first = Double(parts[0]), abs(first) > 90, let second = Double(parts[1]),
            Coordinate(latitude: second, longitude: first) != nil
        else { return nil }
        return "\(parts[1]),\(parts[0])"
    }

    private static func isNumeric(_ name: String) -> Bool {
        let first = name.unicodeScalars.first { $0 != "(" && $0 != "[" && $0 != "-" && $0 != "+" }
        return first.map { ("0"..."9").contains($0) } ?? false || name.contains("°")
    }
}
