/// Why a name that is typed under `pins/` is no point and no name, and what to do.
public enum PinRefusal {
    /// One line, safe to print; `name` is one that `PinName` refuses.
    public static func sentence(_ name: String) -> String {
        let shown = PrintableText.line(name, maximumBytes: 100)
        return "\"\(shown)\" \(reason(name, shown))"
    }

    /// What a text is that can be no pin; nil where nothing of that kind is recognized.
    public static func known(_ text: String) -> String? {
        if isShortLink(text) {
            return "is a short link; open it in a browser, and copy the address that the browser shows then"
        }
        if let grid = GridReference(text) {
            return "is a \(grid.rawValue), which is not read; " + wanted("copy the point in degrees, like")
        }
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        if words.count == 3, words.allSatisfy({ $0.count > 2 && $0.allSatisfy(\.isLowercase) }) {
            return "may be an address of what3words, which is not read; " + wanted("copy the point in degrees, like")
        }
        return nil
    }

    /// Whether the name is none of the kinds that are named and refused.
    static func isReadable(_ name: String) -> Bool { !isShortLink(name) && GridReference(name) == nil }

    private static func reason(_ name: String, _ shown: String) -> String {
        if let known = known(name) { return known }
        if PinName.hasRadiusOutOfRange(name) { return "has a radius that is not from r10m to r32km" }
        if let length = PinName.bareLength(in: name) {
            return "ends with a length; a radius is written with an r: r\(length)"
        }
        let plain = PointText(name).plain
        if let swapped = swapped(plain) { return "is not on Earth; is \(swapped) meant? Latitude stands first" }
        if isNumeric(plain) {
            if plain.contains(",") && !plain.contains(".") && plain.count(where: { $0 == "," }) > 1 {
                return "could be several points; " + wanted("write decimal points, like")
            }
            return "is no point on Earth, or could be several; " + wanted("write latitude, comma, longitude, like")
        }
        if !NameRules.mayBeTyped(name) {
            return "cannot be a name here: a name begins with a letter or digit and has at most 255 bytes"
        }
        return "is neither a point nor a name; " + wanted("a point looks like")
    }

    private static func wanted(_ words: String) -> String { "\(words) 48.8584,2.2945" }

    private static func isShortLink(_ text: String) -> Bool {
        let text = text.lowercased()
        let bare = ["https://", "http://", "https:", "http:"].first(where: text.hasPrefix).map {
            text.dropFirst($0.count)
        }
        return shorteners.contains { (bare ?? text[...]).hasPrefix($0) }
    }

    private static let shorteners = [
        "maps.app.goo.gl", "goo.gl", "g.co/", "bit.ly/", "tinyurl.com/", "t.co/", "maps.apple/", "w3w.co/", "flic.kr/",
        "her.is/", "ow.ly/", "is.gd/",
    ]

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
