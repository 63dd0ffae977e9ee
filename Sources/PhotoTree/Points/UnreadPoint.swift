/// A text that names a point in a way that is recognized and not read: a grid reference, a short link, three words.
public enum UnreadPoint {
    /// What such a text is, and what to type instead; nil for any other text.
    public static func explanation(_ text: String) -> String? {
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

    /// Whether the text is nothing else than such a point. Three words may be a name, too.
    static func isCertain(_ text: String) -> Bool { isShortLink(text) || GridReference(text) != nil }

    /// What to do, with an example of a point behind it.
    static func wanted(_ words: String) -> String { "\(words) 48.8584,2.2945" }

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
}

/// A point in a notation that is recognized and not read.
public enum GridReference: String, Sendable {
    case mgrs = "MGRS reference"
    case utm = "UTM coordinate"
    case geohash
    case maidenhead = "Maidenhead locator"

    /// nil where the whole of `name` is nothing of the kind.
    init?(_ name: String) {
        let text = TextCut.trimmed(PointText(name).plain)
        guard text.utf8.count <= 40, text.hasDigit, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let upper = text.uppercased()
        if upper.wholeMatch(of: Self.grid) != nil {
            self = .mgrs
        } else if upper.wholeMatch(of: Self.metres) != nil {
            self = .utm
        } else if upper.wholeMatch(of: Self.locator) != nil, text.count > 6 || text.prefix(2) == upper.prefix(2) {
            self = .maidenhead
        } else if text.wholeMatch(of: Self.hash) != nil, Self.hasDigitsInside(text) {
            self = .geohash
        } else {
            return nil
        }
    }

    // MARK: Patterns

    private static var grid: Regex<Substring> {
        /(?:MGRS:? ?)?[0-9]{1,2} ?[C-HJ-NP-X] ?[A-HJ-NP-Z]{2} ?(?:[0-9]{2} ?){1,5}|(?:MGRS:? ?)?[0-9]{1,2} ?[C-HJ-NP-X] ?[A-HJ-NP-Z]{2} ?[0-9]{1,5} [0-9]{1,5}/
    }
    private static var metres: Regex<Substring> {
        /(?:UTM:? ?)?(?:ZONE )?[0-9]{1,2} ?[C-HJ-NP-X],? ?[0-9]{6}(?:\.[0-9]+)? ?M?E?,? [0-9]{5,8}(?:\.[0-9]+)? ?M?N?/
    }
    private static var locator: Regex<Substring> {
        /[A-R]{2}[0-9]{2}[A-X]{2}(?:[0-9]{2}(?:[A-X]{2})?)?/
    }
    private static var hash: Regex<Substring> {
        /[0-9b-hjkmnp-z]{6,12}/
    }

    /// A name may end with a number ("sky2024"); letters behind digits are no name's.
    private static func hasDigitsInside(_ text: String) -> Bool {
        let kinds = text.utf8.map { (0x30...0x39).contains($0) }
        let turns = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
        return kinds.count { $0 } >= 2 && turns >= 2
    }
}
