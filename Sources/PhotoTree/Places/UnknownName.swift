/// What to tell somebody who typed the name of a place or country that nobody knows: the nearest names, and how to see
/// more.
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
        sentence = "\(what)\(nearest); `placesfs places \(Self.quoted(shown))` searches them all"
    }

    /// As a shell takes it for one word.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF, UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: ","), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if isPlain, !word.isEmpty, !word.hasPrefix("-") { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
