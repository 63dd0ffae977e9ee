extension SearchPart {
    /// "in Kyoto", "near 48.85,2.29 r5km", "au Havre", "within 5 km of Ghent"; nil for a part that is no place.
    static func place(_ part: String, _ isPlace: (String) -> Bool) throws(Refusal) -> SearchPart? {
        if ["-in ", "-near "].contains(where: { part.lowercased().beginsWithBytes(of: $0) }) {
            throw Refusal(sentence: "a place cannot be left out")
        }
        if let distant = try distant(part, isPlace) { return distant }
        if isHere(part) { throw Refusal(sentence: "your position is not known here; name a place or a point") }
        guard let typed = SearchVocabulary.behind(PlaceWords.certain, part) else {
            return perhapsPlace(part, isPlace).map {
                .place(PinName.withoutRadius($0), radius: PinName.radiusInMetres(in: "x \($0)"))
            }
        }
        let lowered = typed.lowercased()
        if PlaceWords.when.contains(lowered) || DateWords.seasons.contains(SearchKey.unaccented(lowered)) {
            return .words(try terms(typed))
        }
        guard PinName.radius(in: "x \(typed)") != .outOfRange else { throw badRadius }
        let radius = PinName.radiusInMetres(in: "x \(typed)")
        var place = SearchPoint.withZero(PinName.withoutRadius(typed))
        // "in 上海附近"
        if let word = PlaceWords.joined.behind.first(where: place.hasSuffix), !isPlace(place) {
            place = String(place.dropLast(word.count))
        }
        guard !place.isEmpty else {
            let word = PlaceWords.certain.first { SearchVocabulary.behind([$0], part) != nil } ?? "in"
            throw Refusal(sentence: "a place is missing behind \"\(word)\"")
        }
        if let sign = place.firstRange(of: " -"), place[sign.upperBound...].first?.isLetter == true {
            throw Refusal(sentence: "before \"\(place[sign.lowerBound...].dropFirst())\" a comma is missing")
        }
        let bare = SearchVocabulary.behind(PlaceWords.articles, place) ?? place
        // "in the rain"; with a capital it is Rain in Bavaria.
        if isNoun(bare), !isName(bare), radius == nil { return .words(try terms(bare)) }
        if isName(bare) || !isNoun(bare), !isPlace(place),
            let known = ([bare] + nominatives(of: bare)).first(where: isPlace)
        {
            return .place(known, radius: radius)
        }
        return .place(place, radius: radius)
    }

    /// "near me", "near my house", "around here": where the user is, which nobody knows.
    private static func isHere(_ part: String) -> Bool {
        for word in PlaceWords.beside {
            guard let typed = SearchVocabulary.behind([word], part) else { continue }
            // "near US" is the country.
            guard !typed.isEmpty, typed != typed.uppercased() else { return false }
            let words = typed.lowercased().split(separator: " ").map(String.init)
            // "next to my dog"
            let isMine = words.count > 1 && PlaceWords.mine.contains(words[0]) && PlaceWords.certain.contains(word)
            return isMine || PlaceWords.here.contains(typed.lowercased())
        }
        return PlaceWords.hereAlone.contains(part.lowercased())
    }

    /// The name behind a word that begins places where none is known by it. German writes all nouns with a capital.
    static func unknownPlace(_ part: String) -> String? {
        for preposition in PlaceWords.prepositions where PlaceWords.saysPlace.contains(preposition.word) {
            guard part.first?.isLowercase == true, let typed = SearchVocabulary.behind([preposition.word], part) else {
                continue
            }
            let name = SearchVocabulary.behind(PlaceWords.articles, typed) ?? typed
            return isName(name) && !isNoun(name) ? PinName.withoutRadius(name) : nil
        }
        // "在鄱阳湖", but not "在路上"
        if part.hasPrefix("在"), part.last.map({ PlaceWords.easternKinds.contains($0) }) == true {
            return String(part.dropFirst())
        }
        return nil
    }

    /// The name behind a word that may begin a place, where one is known by it.
    private static func perhapsPlace(_ part: String, _ isPlace: (String) -> Bool) -> String? {
        for preposition in PlaceWords.prepositions {
            guard let typed = SearchVocabulary.behind([preposition.word], part), !typed.isEmpty else { continue }
            return name(typed, behind: preposition, isPlace)
        }
        var (name, radius) = easternRadius(part)
        let typed = name
        for word in PlaceWords.joined.before where name.hasPrefix(word) { name = String(name.dropFirst(word.count)) }
        for word in PlaceWords.joined.behind where name.hasSuffix(word) {
            name = String(name.dropLast(word.count))
            break
        }
        guard name != typed || !radius.isEmpty, isName(name), isPlace(name) else { return nil }
        return name + radius
    }

    /// "富士山の近く r20km", "西湖附近3公里", "富士山から20km以内": what stands before the distance, and that as " r20000m".
    private static func easternRadius(_ part: String) -> (String, String) {
        guard part.unicodeScalars.first.map({ $0.value >= 0x3000 }) == true,
            let digit = part.firstIndex(where: { ("0"..."9").contains($0) }),
            let (metres, rest) = length(String(part[digit...])), (10...32_000).contains(metres),
            rest.isEmpty || PlaceWords.behindRadii.contains(rest)
        else { return (part, "") }
        var name = TextCut.trimmed(part[..<digit])
        // "スカイツリー634m" is a height, and "北京 3公里" a run.
        var isDistance = !rest.isEmpty || PlaceWords.joined.behind.contains(where: name.hasSuffix)
        if name.hasSuffix(" r") { (name, isDistance) = (TextCut.trimmed(name.dropLast()), true) }
        if name.hasSuffix("から") { (name, isDistance) = (String(name.dropLast(2)), true) }
        return isDistance ? (name, " r\(metres)m") : (part, "")
    }

    /// "Le Havre" behind "au", "La Rochelle" or else "Réunion" of "la Réunion", "Rügen" of "der Insel Rügen".
    private static func name(
        _ typed: String, behind preposition: PlaceWords.Preposition, _ isPlace: (String) -> Bool
    ) -> String? {
        let bare = PinName.withoutRadius(typed)
        if isPoint(bare) || PlaceWords.near.contains(preposition.word) && isHalfAPoint(bare) { return typed }
        let plain = SearchVocabulary.behind(PlaceWords.articles, typed)
        guard !preposition.isBeforeLakes || isLake(PinName.withoutRadius(plain ?? typed)) else { return nil }
        let isNamed = [typed, plain].contains { $0.map { isName(PinName.withoutRadius($0)) } ?? false }
        let isGeneric = [typed, plain].contains { $0.map(isGenericName) ?? false }
        let isSmall = preposition.isBeforeSmallLetters && bare.count > 3
        guard isNamed || isGeneric || isSmall else { return nil }
        let city =
            preposition.word == "à" && typed.hasPrefix(bare)
            ? PlaceWords.cities.first { $0.key.lowercased() == bare.lowercased() }?.value : nil
        var readings = [
            city.map { $0 + typed.dropFirst(bare.count) }, preposition.article.map { "\($0) \(typed)" }, typed, plain,
        ].compactMap(\.self)
        if isGeneric, let specific = (plain ?? typed).firstRange(of: " ") {
            readings.append(String((plain ?? typed)[specific.upperBound...]))
        }
        readings += nominatives(of: plain ?? typed)
        return readings.first { reading in
            let name = PinName.withoutRadius(reading)
            return !isNoun(name) && isPlace(name)
        }
    }

    /// "within 5 km of Paris"
    private static func distant(_ part: String, _ isPlace: (String) -> Bool) throws(Refusal) -> SearchPart? {
        guard let typed = SearchVocabulary.behind(PlaceWords.distances, part),
            let (metres, rest) = length(typed), let name = SearchVocabulary.behind(PlaceWords.behindDistances, rest),
            !name.isEmpty
        else { return nil }
        guard (10...32_000).contains(metres) else { throw badRadius }
        let bare = SearchVocabulary.behind(PlaceWords.articles, name)
        return .place(bare.flatMap { !isPlace(name) && isPlace($0) ? $0 : nil } ?? name, radius: metres)
    }

    /// "5 km", "r5km", "500m" and what follows.
    static func length(_ text: String) -> (metres: Int, rest: String)? {
        let typed = text.lowercased().first == "r" ? text.dropFirst() : text[...]
        let digits = typed.prefix { ("0"..."9").contains($0) || $0 == "." }
        guard let value = Double(digits) else { return nil }
        let rest = TextCut.trimmed(typed[digits.endIndex...])
        for (unit, factor) in PlaceWords.units where rest.lowercased().beginsWithBytes(of: unit) {
            let end = rest[rest.utf8.index(rest.startIndex, offsetBy: unit.utf8.count)...]
            guard end.unicodeScalars.first.map({ !$0.properties.isAlphabetic || $0.value >= 0x3000 }) ?? true else {
                continue
            }
            // What is longer is out of range all the same.
            return (Int(min(value * factor, 1e9).rounded()), TextCut.trimmed(end))
        }
        return nil
    }

    /// What a German name may be where it does not stand behind a preposition: "Hohe Tatra" of "Hohen Tatra", "Altes
    /// Land" of "Alten Land", "Färöer" of "Färöern".
    private static func nominatives(of name: String) -> [String] {
        let words = name.split(separator: " ").map(String.init)
        guard let last = words.last, words.count > 1 else { return PlaceWords.datives[name].map { [$0] } ?? [] }
        let lasts = last.hasSuffix("en") ? [last, String(last.dropLast())] : [last]
        return ["e", "er", "es"].flatMap { ending in
            let firsts = words.dropLast().map { word in
                word.utf8.count > 4 && word.hasSuffix("en") ? word.dropLast(2) + ending : word
            }
            return lasts.map { (firsts + [$0]).joined(separator: " ") }
        }.filter { $0 != name }
    }

    /// Whether it can be a name: it begins with no small letter.
    static func isName(_ text: String) -> Bool {
        text.first.map { $0.isLetter && !$0.isLowercase } ?? false
    }

    /// "lac d'Annecy", "Chiemsee", "Ammersees"
    private static func isLake(_ text: String) -> Bool {
        let lower = text.lowercased()
        return ["lac ", "lago ", "lake ", "laguna "].contains(where: lower.hasPrefix)
            || ["see", "sees"].contains { lower.hasSuffix($0) } && lower.count > 5
    }

    /// "lac d'Annecy"
    private static func isGenericName(_ text: String) -> Bool {
        let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "'" || $0 == "’" })
        return words.count > 1 && words.first.map { PlaceWords.generic.contains($0.lowercased()) } == true
            && words.dropFirst().contains { isName(String($0)) }
    }

    /// Whether a name behind "in" is likely to be meant as a place: no noun in small letters.
    static func mayBePlace(_ name: String) -> Bool {
        isName(name) || !isNoun(name) && name.count > 3
    }

    static func isNoun(_ text: String) -> Bool {
        PlaceWords.nouns.contains(text.lowercased())
    }

    static func isPoint(_ text: String) -> Bool {
        if case .point = PinName(text) { true } else { false }
    }

    /// "45.8326"
    private static func isHalfAPoint(_ text: String) -> Bool {
        let fields = text.split(separator: ".", omittingEmptySubsequences: false)
        return fields.count == 2 && !fields[1].isEmpty && Double(text).map { abs($0) <= 180 } == true
    }
}
