/// Points in a query. They may have the commas that divide a query: "near 52,52° N; 13,40° E, lighthouse".
enum SearchPoint {
    /// The parts of a query, each point in one of them: as many pieces as `pins/` reads as one point.
    static func joined(_ pieces: [SearchToken.Piece]) -> [String] {
        var parts: [String] = []
        var rest = pieces[...]
        while !rest.isEmpty {
            let count = count(rest)
            parts.append(TextCut.trimmed(text(rest.prefix(count))[...]))
            rest = rest.dropFirst(count)
        }
        return parts
    }

    /// No notation has more commas.
    private static let most = 8

    private static func text(_ pieces: ArraySlice<SearchToken.Piece>) -> String {
        var text = ""
        for (index, piece) in zip(pieces.indices, pieces) {
            text += piece.typed
            if index + 1 < pieces.endIndex, let comma = piece.comma { text.append(comma) }
        }
        return text
    }

    /// How many of the pieces are one part.
    private static func count(_ pieces: ArraySlice<SearchToken.Piece>) -> Int {
        let near = Array(pieces.prefix(most))
        guard let first = behindPlaceWord(near[0].text), !first.typed.isEmpty,
            near.contains(where: { PointText($0.typed).plain.hasDigit })
        else { return 1 }
        var best: Reading?
        for count in 1...near.count where count == 1 || !ends(near, at: count - 1) {
            guard let reading = Reading(near.prefix(count)) else { continue }
            if best.map({ reading.isMore(than: $0, by: near[count - 1], isGlued: isGlued(near, at: count - 1)) })
                ?? true
            {
                best = reading
            }
        }
        guard first.isCertain else { return best.map { $0.words.isEmpty && $0.isExact ? $0.count : 1 } ?? 1 }
        // What is no point with the number behind it would be another one without it: "near 48,85, 2,29".
        var count = best?.count ?? 1
        while count < near.count, continues(near, at: count, best) { count += 1 }
        return count
    }

    private static func continues(_ pieces: [SearchToken.Piece], at index: Int, _ best: Reading?) -> Bool {
        guard let best else {
            let typed = behindPlaceWord(pieces[0].text)?.typed ?? ""
            return PinName(typed) == nil && !isOfAList(pieces, at: index)
                && PointText(pieces[index].text).plain.contains(/^[-+]?[0-9]/)
        }
        guard best.words.isEmpty else { return isFraction(pieces, at: index) }
        return PointText(pieces[index].text).plain.wholeMatch(of: /[-+]?[0-9]+(?:\.[0-9]*)?/) != nil
            && !SearchPart.isOfAList(pieces[index].text)
    }

    /// A point in the first pieces of a query.
    private struct Reading {
        let count: Int
        let point: Coordinate
        let words: String
        /// Whether it can be nothing else: behind "à" or "on" two whole numbers may be.
        let isExact: Bool

        /// nil where `pins/` reads none, or does not need the last piece for it: that is another part of the query.
        init?(_ pieces: ArraySlice<SearchToken.Piece>) {
            guard let (typed, word) = behindPlaceWord(text(pieces)).map({ ($0.typed, $0.word) }),
                case .point(let point, let words)? = PinName(withZero(PinName.withoutRadius(typed)))
            else { return nil }
            let last = PinName.withoutRadius(pieces.last?.text ?? "")
            guard pieces.count == 1 || words.isEmpty || !words.hasSuffix(last) else { return nil }
            (count, self.point, self.words) = (pieces.count, point, words)
            let plain = PointText(typed).plain
            isExact =
                plain.contains(/\.[0-9]{2}|,[0-9]{3}|[°º˚度]|^geo:|^@/)
                || PlaceWords.near.contains(word) && plain.contains(/[0-9]\.[0-9]/)
        }

        /// Whether the last piece is a part of this point: another point than without it, a zoom, or half of a label.
        func isMore(than shorter: Reading, by piece: SearchToken.Piece, isGlued: Bool) -> Bool {
            guard point == shorter.point else { return true }
            return isGlued ? piece.text.hasDigit : words != shorter.words
        }
    }

    /// Whether the query's part ends before this piece.
    private static func ends(_ pieces: [SearchToken.Piece], at index: Int) -> Bool {
        pieces[1...index].indices.contains { isOfAList(pieces, at: $0) }
    }

    /// A year may be half of a number: "41,8919; 12,2019".
    private static func isOfAList(_ pieces: [SearchToken.Piece], at index: Int) -> Bool {
        !isFraction(pieces, at: index) && SearchPart.isOfAList(pieces[index].text)
    }

    /// Whether the comma before the piece stands between two digits.
    private static func isFraction(_ pieces: [SearchToken.Piece], at index: Int) -> Bool {
        pieces[index - 1].typed.last?.isNumber == true && pieces[index].typed.first?.isNumber == true
    }

    /// Whether no blank stands before the piece.
    private static func isGlued(_ pieces: [SearchToken.Piece], at index: Int) -> Bool {
        pieces[index].typed.first?.isWhitespace == false
    }

    /// "0.5,.5" of ".5,.5": only the name of a folder cannot begin with a dot.
    static func withZero(_ typed: String) -> String { typed.hasPrefix(".") ? "0" + typed : typed }

    /// What follows the word that begins a place, and whether always one follows it.
    private static func behindPlaceWord(_ part: String) -> (typed: String, word: String, isCertain: Bool)? {
        let part = CaselessKey.composed(SearchVocabulary.halfWidth(TextCut.trimmed(part[...])))
        if let typed = SearchVocabulary.behind(PlaceWords.certain, part) { return (typed, "", true) }
        if let distance = SearchVocabulary.behind(PlaceWords.distances, part),
            let (_, rest) = SearchPart.length(distance),
            let typed = SearchVocabulary.behind(PlaceWords.behindDistances, rest)
        {
            return (typed, "", true)
        }
        for preposition in PlaceWords.prepositions {
            if let typed = SearchVocabulary.behind([preposition.word], part) { return (typed, preposition.word, false) }
        }
        return nil
    }
}
