/// What a query may have been meant to say, where its parts were read as words. It is told, and changes nothing.
enum SearchDoubt {
    /// What may be meant by parts that are words.
    ///
    /// - Parameters:
    ///   - parts: All of a query that has no place.
    ///   - isPlace: Whether a place is known by a name.
    ///   - isNoted: Whether it is a place that people know.
    /// - Returns: How to type what may be meant; nil if that is nothing else.
    static func of(_ parts: [String], _ isPlace: (String) -> Bool, isNoted: (String) -> Bool) -> String? {
        for part in parts {
            if let doubt = of(part, isPlace) { return doubt }
        }
        for (name, region) in zip(parts, parts.dropFirst()) where bare(region, isNoted) != nil {
            let longer = "\(name), \(region)"
            if SearchPart.isName(name), isPlace(longer) { return "for the place: \"in \(longer)\"" }
        }
        for part in parts.dropFirst() {
            if let doubt = bare(part, isNoted) { return doubt }
        }
        // What stands first is the subject more often.
        if let first = parts.first, let doubt = bare(first, isNoted) { return doubt }
        for part in parts {
            if let doubt = genitive(part, isNoted) { return doubt }
        }
        return nil
    }

    /// The doubt about one part: how to type it, or that no place is known by a name in it.
    private static func of(_ part: String, _ isPlace: (String) -> Bool) -> String? {
        missingComma(part, isPlace) ?? placeBefore(part, isPlace) ?? missingCommaBeforeTime(part)
            ?? SearchPart.unknownPlace(part).map { "no place \"\($0)\" is known" }
    }

    /// "bridges, Bilbao", "古镇，云南": behind the subject a name alone is more often a place than a word.
    private static func bare(_ part: String, _ isNoted: (String) -> Bool) -> String? {
        guard SearchPart.isName(part), !SearchPart.isNoun(part), part.split(separator: " ").count < 4,
            !part.contains(where: SearchToken.opening.contains), isNoted(part)
        else { return nil }
        return "for the place: \"in \(part)\""
    }

    /// "playas de Mallorca", "old photos of the Taj Mahal"; but "Bank of England" is a name.
    private static func genitive(_ part: String, _ isNoted: (String) -> Bool) -> String? {
        let words = part.split(separator: " ")
        guard part.first?.isLowercase == true, (3...mostWords).contains(words.count),
            !part.contains(where: SearchToken.opening.contains),
            !PlaceWords.prepositions.contains(where: { SearchVocabulary.behind([$0.word], part) != nil })
        else { return nil }
        guard !PlaceWords.natural.contains(words[0].lowercased()) else {
            return isNoted(part) ? "for the place: \"in \(part)\"" : nil
        }
        for start in 1..<(words.count - 1) where PlaceWords.genitives.contains(words[start].lowercased()) {
            let typed = words[(start + 1)...].joined(separator: " ")
            let place = SearchVocabulary.behind(PlaceWords.articles, typed) ?? typed
            guard SearchPart.isName(place), !SearchPart.isNoun(place), isNoted(place) else { continue }
            return "for the place: \"\(words[..<start].joined(separator: " ")), in \(place)\""
        }
        return nil
    }

    /// "北海道の灯台", "西藏的寺庙", "昭和30年代の横浜"
    private static func placeBefore(_ part: String, _ isPlace: (String) -> Bool) -> String? {
        for word in ["の近くで撮った", "の近くで", "の近くの", "附近的", "の", "的", "で"] {
            guard let found = part.firstRange(of: word), part.distance(from: part.startIndex, to: found.lowerBound) > 1,
                found.upperBound < part.endIndex
            else { continue }
            let (head, tail) = (String(part[..<found.lowerBound]), part[found.upperBound...])
            // "2020年の前"
            guard !["前", "後", "后", "頃"].contains(tail) else { continue }
            let place = head.hasPrefix("在") ? String(head.dropFirst()) : head
            if isPlace(place) { return "for the place: \"\(tail), in \(place)\"" }
            if (try? SearchDate.span(of: head)) != nil { return "for the time: \"\(tail), \(head)\"" }
        }
        return nil
    }

    /// "tram since 2010"
    private static func missingCommaBeforeTime(_ part: String) -> String? {
        let words = part.split(separator: " ")
        guard (2...mostWords).contains(words.count), !part.contains(where: SearchToken.opening.contains) else {
            return nil
        }
        // "The 1975" is a band.
        let first = DateWords.articles.contains(words[0].lowercased()) ? 2 : 1
        guard first < words.count else { return nil }
        for start in max(first, words.count - 4)..<words.count {
            let time = words[start...].joined(separator: " ")
            guard (try? SearchDate.span(of: time)) != nil else { continue }
            return "for the time: \"\(words[..<start].joined(separator: " ")), \(time)\""
        }
        return nil
    }

    /// "castles in Scotland" are words, and so are "castles in Scotland before 1960".
    private static func missingComma(_ part: String, _ isPlace: (String) -> Bool) -> String? {
        let words = part.split(separator: " ")
        guard (3...mostWords).contains(words.count), !part.contains(where: SearchToken.opening.contains) else {
            return nil
        }
        for start in 1..<(words.count - 1) {
            for end in (start + 2...words.count).reversed() {
                let place = words[start..<end].joined(separator: " ")
                guard case .place(let name, _)? = try? SearchPart.place(place, isPlace), SearchPart.mayBePlace(name),
                    isPlace(name)
                else { continue }
                let parts =
                    [words[..<start].joined(separator: " "), place] + pieces(words[end...].map(String.init)[...])
                return "for the place: \"\(parts.joined(separator: ", "))\""
            }
        }
        return nil
    }

    /// "1950s cc" as two parts.
    private static func pieces(_ words: ArraySlice<String>) -> [String] {
        guard !words.isEmpty else { return [] }
        for count in (1...min(4, words.count)).reversed() {
            let piece = words.prefix(count).joined(separator: " ")
            guard SearchPart.isOfAList(piece) else { continue }
            return [piece] + pieces(words.dropFirst(count))
        }
        return [words.joined(separator: " ")]
    }

    /// Of more words, none is looked up as a place.
    private static let mostWords = 16

    /// "in Salento, Colombia": who types that means no Salento that is elsewhere.
    static func unjoined(_ part: String, behind place: String, _ isPlace: (String) -> Bool) -> String? {
        guard SearchPart.isName(part), case .words(let terms)? = try? SearchPart(part, isPlace: isPlace),
            terms.count < 4, isPlace(part)
        else { return nil }
        return "\"\(part)\" is a word here: no \"\(place), \(part)\" is known"
    }
}
