/// A word of a query as it was typed, or several in quotation marks.
struct SearchToken: Hashable {
    var text: String
    var isQuoted = false
    var isExcluded = false
    var isTag = false

    static let opening: Set<Character> = ["\"", "“", "„", "«", "”"]
    static let closing: Set<Character> = ["\"", "”", "“", "»"]

    /// The tokens of a part. A tag reaches to the next "#" when the part begins with it, so that it may have blanks.
    static func all(in part: String) -> [SearchToken] {
        if part.hasPrefix("#") {
            return part.dropFirst().split(separator: "#", omittingEmptySubsequences: false)
                .map { SearchToken(text: TextCut.trimmed($0), isTag: true) }
        }
        var tokens: [SearchToken] = []
        var rest = part[...]
        while let first = rest.first {
            guard !first.isWhitespace else {
                rest = rest.dropFirst()
                continue
            }
            let sign = first == "-" || first == "−" || first == "–" ? rest.removeFirst() : nil
            guard let next = rest.first, !next.isWhitespace else { continue }
            if opening.contains(next) {
                let inside = rest.dropFirst().prefix { !closing.contains($0) }
                tokens.append(SearchToken(text: String(inside), isQuoted: true, isExcluded: sign != nil))
                rest = rest[inside.endIndex...].dropFirst()
            } else {
                let word = rest.prefix { !$0.isWhitespace && !opening.contains($0) }
                tokens.append(
                    SearchToken(
                        text: String(next == "#" ? word.dropFirst() : word), isExcluded: sign != nil,
                        isTag: next == "#" && sign == nil))
                rest = rest[word.endIndex...]
            }
        }
        return tokens
    }

    /// The parts of a query: what stands between commas that are in no quotation marks. nil where one is not closed.
    static func parts(of query: String) -> [String]? {
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        for character in query {
            if isQuoted ? closing.contains(character) : opening.contains(character) { isQuoted.toggle() }
            if !isQuoted, commas.contains(character) {
                parts.append(TextCut.trimmed(part[...]))
                part = ""
            } else {
                part.append(character)
            }
        }
        parts.append(TextCut.trimmed(part[...]))
        return isQuoted ? nil : parts
    }

    private static let commas: Set<Character> = [",", "，", "、", "،", ";", "；"]
}
