/// The message to a user who typed an unknown name of a place or country: the most similar names, and how to see more.
public struct UnknownName: Sendable {
    /// One line, safe to print.
    public let sentence: String

    /// `directory` is `places/`, a country or `pins/`.
    public init(_ name: String, in directory: DirectoryKey, _ gazetteer: Gazetteer) {
        let shown = PlainText.oneLine(TextCut.characters(name, maximumBytes: 100))
        var near: [String]
        let what: String
        switch directory {
        case .places:
            near = gazetteer.countries(like: name, limit: 3)
            what = "no country is called \"\(shown)\""
            if near.isEmpty, let place = gazetteer.pinned(named: name) {
                near = ["\(place.country)/\(place.name)"]
            }
        case .country(let country):
            near = gazetteer.search(name, in: country, limit: 3).map(\.place.name)
            what = "no place of \(country) is called \"\(shown)\""
            if near.isEmpty {
                near = gazetteer.search(name, limit: 3).filter { $0.edits == 0 }.map {
                    "\($0.place.name), \($0.place.country)"
                }
            }
        default:
            near = gazetteer.search(name, limit: 3).map { "\($0.place.name), \($0.place.country)" }
            what = "nothing is known that is called \"\(shown)\""
        }
        let nearest = near.isEmpty ? "" : "; the nearest names: " + near.joined(separator: " \u{B7} ")
        sentence = "\(what)\(nearest); `placesfs places \(ShellWord.quoted(shown))` searches them all"
    }
}
