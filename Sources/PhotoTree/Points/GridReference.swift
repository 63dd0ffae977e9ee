/// A point in a notation that is recognized and not read.
public enum GridReference: String, Sendable {
    case mgrs = "MGRS reference"
    case utm = "UTM coordinate"
    case geohash
    case maidenhead = "Maidenhead locator"

    /// nil where the whole of `name` is nothing of the kind.
    init?(_ name: String) {
        let text = TextCut.trimmed(PointText(name).plain)
        guard text.utf8.count <= 40, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
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
