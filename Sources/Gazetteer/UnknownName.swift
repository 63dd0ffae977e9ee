internal import PhotoTree

/// The message to a user who typed an unknown name of a place or country: where else it is, or the nearest names, and
/// how to see more.
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
            advice = Self.elsewhere(name, gazetteer) ?? Self.nearest(Self.near(name, gazetteer))
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
        let wayOut = Self.wayOut(name, shown, gazetteer) ?? (advice.isEmpty ? Self.point(for: sought) : "")
        sentence = "\(what)\(advice)\(wayOut)"
    }

    /// The search that finds what begins so, or is spelt nearly so; nil where it finds nothing.
    private static func wayOut(_ name: String, _ shown: String, _ gazetteer: Gazetteer) -> String? {
        guard !gazetteer.search(name, limit: 1).isEmpty else { return nil }
        return "; `placesfs places \(ShellWord.quoted(shown))` searches them all"
    }

    private static func point(for sought: Sought) -> String {
        let point =
            switch sought {
            case .country: ""
            case .search: ": give its point, as near 48.8584,2.2945"
            case .pin, .place: ": give its point, as pins/48.8584,2.2945"
            }
        return "; nothing is called nearly so\(point)"
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

    /// "Kyoto at dawn", and not "Salar de Atacama" or "Roma Norte".
    private static func missingComma(_ name: String, _ gazetteer: Gazetteer) -> String? {
        let words = name.split(separator: " ")
        guard
            let count = (1..<max(1, words.count)).reversed().first(where: {
                gazetteer.isSearchPlace(words.prefix($0).joined(separator: " "))
            })
        else { return nil }
        let place = words.prefix(count).joined(separator: " ")
        guard !(words[count].first?.isUppercase ?? true), !GenericNoun.joins(String(words[count])),
            count > 1 || !GenericNoun.isAlone(place)
        else { return nil }
        return "; perhaps a comma is missing behind \"\(PlainText.oneLine(place))\""
    }

    private static func nearest(_ names: [String]) -> String {
        names.isEmpty ? "" : "; the nearest names: " + names.joined(separator: " \u{B7} ")
    }

    /// The countries with the most similar names.
    private static func near(_ name: String, _ gazetteer: Gazetteer) -> [String] {
        gazetteer.countries(like: name).prefix(3).map { shown($0.name, $0.name, foundBy: $0.key, name) }
    }

    /// The name of a place, with the other name of it that is near, where it is another.
    private static func shown(_ text: String, _ own: String, foundBy key: String, _ typed: String) -> String {
        let ownKey = SearchKey.of(own)
        guard ownKey != key, !ownKey.hasPrefix(key) else { return text }
        return "\(text) (\"\(PlainText.oneLine(spelling(key, like: typed)))\")"
    }

    /// A name of which only the key is known, as the user would spell it: "riodejaneiro" like "Rio de Janero". Where
    /// the typed name is but its beginning, that.
    private static func spelling(_ key: String, like typed: String) -> String {
        for begun in [typed] + Gazetteer.splitAtCommas(typed).map(\.bare) where key.hasPrefix(SearchKey.of(begun)) {
            return SearchKey.of(begun) == key ? begun : TextCut.characters(begun, maximumBytes: 100) + "…"
        }
        let (letters, other) = (Array(key), Array(SearchKey.of(typed)))
        let isSame = zip(letters, other).prefix { $0 == $1 }.count
        var spelt = ""
        var place = 0
        var start = 0
        for word in typed.split(whereSeparator: \.isWhitespace) {
            let length = SearchKey.of(String(word)).count
            // Behind the wrong letter all others are as far from the end.
            let from = start <= isSame ? start : start + letters.count - other.count
            start += length
            guard length > 0, (place..<letters.count).contains(from), !spelt.isEmpty || from == 0 else { continue }
            if from > place { spelt += String(letters[place..<from]) + " " }
            let first = String(letters[from])
            spelt += word.first?.isUppercase == true ? first.uppercased() : first
            place = from + 1
        }
        return spelt + String(letters[min(place, letters.count)...])
    }

    /// Names that differ in one letter of four, or two of eight, or that the typed one begins.
    private static func near(_ name: String, in country: String?, _ gazetteer: Gazetteer) -> [String] {
        let length = SearchKey.of(name).unicodeScalars.reduce(0) { $0 + (Script.isWord($1) ? 2 : 1) }
        let bound = length < 4 ? 0 : length < 8 ? 1 : 2
        let found = gazetteer.search(name, in: country, limit: 3)
            .filter { $0.edits <= bound && (length > 3 || $0.isWhole) }
            .map {
                match in
                let place = match.place
                let isPlain = country != nil || place.name == place.country
                return shown(
                    isPlain ? place.name : "\(place.name), \(place.country)", place.name, foundBy: match.key, name)
            }
        // A city and the region around it may have one name.
        return found.enumerated().filter { !found[..<$0.offset].contains($0.element) }.map(\.element)
    }
}
