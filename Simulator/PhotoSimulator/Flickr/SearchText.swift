/// The argument `text` of a search: words that must be there, and after a "-" words that must not. Quotation marks make
/// a phrase, as on the site; no page of the API's documentation says so.
struct SearchText: Sendable {
    private var wanted: [[String]] = []
    private var unwanted: [[String]] = []
    /// All that is more than a word.
    private(set) var syntax: [String] = []

    init(_ text: String) {
        var rest = Substring(text)
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard let first = rest.first else { return }
            let isNegated = first == "-"
            if isNegated { rest.removeFirst() }
            let value: Substring
            let isPhrase = rest.first == "\""
            if isPhrase {
                value = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { !$0.isWhitespace && $0 != "\"" }
                rest = rest.dropFirst(value.count)
            }
            if isNegated || isPhrase {
                syntax.append("\(isNegated ? "-" : "")\(isPhrase ? "\"\(value)\"" : String(value))")
            }
            let words = Self.words(of: String(value))
            guard !words.isEmpty else { continue }
            if isNegated { unwanted.append(words) } else { wanted.append(words) }
        }
    }

    var isEmpty: Bool { wanted.isEmpty && unwanted.isEmpty }

    /// Whether these texts have them.
    func finds(_ texts: [String], heedingExclusions: Bool) -> Bool {
        guard !isEmpty else { return true }
        let text = texts.map { " " + Self.words(of: $0).joined(separator: " ") + " " }.joined(separator: "\n")
        func has(_ words: [String]) -> Bool { text.contains(" \(words.joined(separator: " ")) ") }
        return wanted.allSatisfy(has) && (!heedingExclusions || !unwanted.contains(where: has))
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    }
}
