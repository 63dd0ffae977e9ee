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

    /// What stands between two commas of a query, as it was typed.
    struct Piece: Hashable {
        var typed = ""
        /// Behind it; nil at the end of the query.
        var comma: Character?

        var text: String { TextCut.trimmed(typed[...]) }
    }

    /// The query divided at the commas that are in no quotation marks. nil where one of these is not closed.
    static func pieces(of query: String) -> [Piece]? {
        var pieces = [Piece()]
        var isQuoted = false
        var before: Character = " "
        for character in query {
            if isQuoted ? closing.contains(character) : opening.contains(character) {
                // 48°51'30" has seconds.
                let isSeconds = !isQuoted && before.isNumber && pieces[pieces.count - 1].typed.hasDegreeMark
                if !isSeconds { isQuoted.toggle() }
            }
            if !isQuoted, commas.contains(character) {
                pieces[pieces.count - 1].comma = character
                pieces.append(Piece())
            } else {
                pieces[pieces.count - 1].typed.append(character)
            }
            before = character
        }
        return isQuoted ? nil : pieces
    }

    private static let commas: Set<Character> = [",", "，", "、", "،", ";", "；"]
}

extension String {
    fileprivate var hasDegreeMark: Bool { unicodeScalars.contains(where: PointNotation.degreeMarks.contains) }
}
