internal import PhotoTree

/// The message to a user who typed an unknown name of a place or country: where else it is, or the nearest names, and how
/// to see more.
public struct UnknownName: Sendable {
    /// What the name was to be of.
    public enum Sought: Hashable, Sendable {
        case country
        case place(of: String)
        case pin
        /// Of a search, whose parts stand between commas.
        case search
    }

    /// One line, safe to print.
    public let sentence: String

    public init(_ name: String, ofA sought: Sought, _ gazetteer: Gazetteer) {
        let shown = PlainText.oneLine(TextCut.characters(name, maximumBytes: 100))
        let advice: String
        let what: String
        switch sought {
        case .country:
            what = "no country is called \"\(shown)\""
            advice = Self.elsewhere(name, gazetteer) ?? Self.nearest(gazetteer.countries(like: name, limit: 3))
        case .place(let country):
            what = "no place of \(country) is called \"\(shown)\""
            advice =
                Self.country(name, gazetteer) ?? Self.elsewhere(name, gazetteer)
                ?? Self.nearest(Self.near(name, in: country, gazetteer))
        case .pin, .search:
            what = "nothing is known that is called \"\(shown)\""
            advice =
                UnreadPoint.explanation(name).map { "; it \($0)" }
                ?? (sought == .search ? Self.missingComma(name, gazetteer) : nil)
                ?? Self.nearest(Self.near(name, in: nil, gazetteer))
        }
        sentence = "\(what)\(advice); `placesfs places \(ShellWord.quoted(shown))` searches them all"
    }

    /// "Hong Kong" in China, "San Juan, Puerto Rico" in the United States.
    private static func country(_ name: String, _ gazetteer: Gazetteer) -> String? {
        for part in [name] + Gazetteer.splitAtCommas(name).map(\.rest) {
            guard let (code, _) = gazetteer.country(named: part), let shown = gazetteer.countries.name(of: code) else {
                continue
            }
            return "; \(shown) is a country here: places/\(shown)"
        }
        return nil
    }

    /// Where the place of exactly this name is.
    private static func elsewhere(_ name: String, _ gazetteer: Gazetteer) -> String? {
        guard let place = gazetteer.pinned(named: name), place.name != place.country else { return nil }
        return "; there is places/\(place.country)/\(place.name)"
    }

    /// "Kyoto at dawn"
    private static func missingComma(_ name: String, _ gazetteer: Gazetteer) -> String? {
        let words = name.split(separator: " ")
        guard
            let place = (1..<max(1, words.count)).reversed().map({ words.prefix($0).joined(separator: " ") })
                .first(where: gazetteer.isSearchPlace)
        else { return nil }
        return "; perhaps a comma is missing behind \"\(PlainText.oneLine(place))\""
    }

    private static func nearest(_ names: [String]) -> String {
        names.isEmpty ? "" : "; the nearest names: " + names.joined(separator: " \u{B7} ")
    }

    /// Names that differ in one letter of four, or two of eight, or that the typed one begins.
    private static func near(_ name: String, in country: String?, _ gazetteer: Gazetteer) -> [String] {
        let length = SearchKey.of(name).unicodeScalars.count
        let bound = length < 4 ? 0 : length < 8 ? 1 : 2
        let found = gazetteer.search(name, in: country, limit: 3)
            .filter { $0.edits <= bound && (length > 3 || $0.isWhole) }
            .map {
                match in
                let place = match.place
                // It is another name of the place that is near.
                let isOther = SearchKey.of(place.name) != match.key && !SearchKey.of(place.name).hasPrefix(match.key)
                let isPlain = country != nil || place.name == place.country
                let shown = isPlain ? place.name : "\(place.name), \(place.country)"
                return isOther ? "\(shown) (\"\(match.key)\")" : shown
            }
        // A city and the region around it may have one name.
        return found.enumerated().filter { !found[..<$0.offset].contains($0.element) }.map(\.element)
    }
}
