/// One part of a query, between commas.
enum SearchPart: Hashable, Sendable {
    case place(String, radius: Int?)
    case radius(Int)
    case taken(TakenSpan)
    case license(LicenseFilter)
    case shape(PhotoSearch.Shape)
    case longerSide(Int)
    case author(String)
    case order(PhotoSearch.Order)
    case count(Int)
    case known
    case words([Term])

    enum Term: Hashable, Sendable {
        case wanted(SearchWords)
        case excluded(SearchWords)
        case tag(String)
    }

    /// Why a part cannot be understood, in a sentence.
    struct Refusal: Error, Hashable {
        var sentence: String
    }

    /// A kind of part. `read` answers nil for a part of another kind.
    private struct Row: Sendable {
        var read: @Sendable (String, (String) -> Bool) throws(Refusal) -> SearchPart?

        /// Of a kind that needs to know no place.
        init(_ read: @escaping @Sendable (String) throws(Refusal) -> SearchPart?) {
            self.read = { part, _ throws(Refusal) in try read(part) }
        }

        init(knowingPlaces read: @escaping @Sendable (String, (String) -> Bool) throws(Refusal) -> SearchPart?) {
            self.read = read
        }
    }

    /// All kinds. The words that each is known by are those of `SearchVocabulary`. What none of them reads is words to
    /// look for.
    private static let table: [Row] = [
        // "in July 2019" is no place.
        Row { part throws(Refusal) in try SearchDate.span(of: part).map { .taken($0) } },
        // "in einem Umkreis von 5 km" is none, either.
        Row { part throws(Refusal) in try readRadius(part) },
        Row(knowingPlaces: { part, isPlace throws(Refusal) in try place(part, isPlace) }),
        Row { part throws(Refusal) in SearchVocabulary.licenses[part].map { .license($0) } },
        Row { part throws(Refusal) in SearchVocabulary.shapes[part].map { .shape($0) } },
        Row { part throws(Refusal) in try readPixels(part) },
        // "by distance" is nobody.
        Row { part throws(Refusal) in SearchVocabulary.orders[part].map { .order($0) } },
        Row { part throws(Refusal) in try readAuthor(part) },
        Row { part throws(Refusal) in try readCount(part) },
        Row { part throws(Refusal) in SearchVocabulary.known[part].map { _ in .known } },
        Row { part throws(Refusal) in try readUnwanted(part) },
    ]

    /// - Parameters:
    ///   - part: What stands between two commas.
    ///   - isPlace: Whether a place is known by a name.
    /// - Throws: Why the part cannot be understood.
    init(_ part: String, isPlace: (String) -> Bool) throws(Refusal) {
        // Apple's file systems take accents apart.
        let part = CaselessKey.composed(SearchVocabulary.halfWidth(part))
        for row in Self.table {
            if let read = try row.read(part, isPlace) {
                self = read
                return
            }
        }
        self = .words(try Self.terms(part))
    }

    /// Parts as they are meant where words are Chinese or Japanese, which have no comma on every keyboard: "猫 江ノ島 最新".
    static func divided(_ part: String) -> [String] {
        let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count > 1, words.contains(where: { $0.unicodeScalars.contains { $0.value >= 0x3000 } }),
            !part.contains(where: SearchToken.opening.contains)
        else { return [part] }
        var kept: [String] = []
        var others: [String] = []
        for word in words {
            let isForeign = word.unicodeScalars.contains { $0.value >= 0x3000 }
            if isForeign, isOfAList(word) || SearchVocabulary.isUnwanted(word) {
                others.append(word)
            } else {
                kept.append(word)
            }
        }
        return others.isEmpty ? [part] : (kept.isEmpty ? [] : [kept.joined(separator: " ")]) + others
    }

    /// Whether the part can be nothing but what it is: it continues no place's name.
    var isOfAList: Bool {
        if case .words = self { false } else { true }
    }

    /// Whether a text is such a part in itself, without any place.
    static func isOfAList(_ part: String) -> Bool {
        (try? SearchPart(part, isPlace: { _ in false }))?.isOfAList == true
    }

    // MARK: Kinds

    private static func readRadius(_ part: String) throws(Refusal) -> SearchPart? {
        switch PinName.radius(in: "x \(part)") {
        case .metres(let metres) where PinName.withoutRadius(part).isEmpty: return .radius(metres)
        case .outOfRange where !part.contains(" "): throw badRadius
        default:
            // "r5 km", "5 km", "within 5 km", "10 km Umkreis"
            let typed = SearchVocabulary.behind(PlaceWords.distances + PlaceWords.radii, part)
            guard let (metres, rest) = length(typed ?? part) else { return nil }
            let isPlain = typed == nil && rest.isEmpty && part.lowercased().hasSuffix("km")
            let isSaid = typed != nil && rest.isEmpty || PlaceWords.behindRadii.contains(rest.lowercased())
            let isPossible = (10...32_000).contains(metres)
            // "less than 100 km" may be said of a marathon.
            guard isPlain || isSaid && isPossible else { return nil }
            guard isPossible else { throw badRadius }
            return .radius(metres)
        }
    }

    static let badRadius = Refusal(sentence: "a radius is from r10m to r32km")

    /// "2000px", "at least 2000 pixels", "1920x1080"
    private static func readPixels(_ part: String) throws(Refusal) -> SearchPart? {
        let sides = part.lowercased().split { $0 == "x" || $0 == "×" }.map { TextCut.trimmed($0) }
        if sides.count == 2, let width = number(in: sides[0], before: [""]),
            let height = number(in: sides[1], before: ["", "px"]), width >= 100, height >= 100
        {
            return .longerSide(try photoSide(max(width, height), part))
        }
        let typed = SearchVocabulary.behind(SearchVocabulary.atLeast, part) ?? part
        let bare = typed.first.map { [">", "≥"].contains($0) } == true ? String(typed.dropFirst()) : typed
        guard let number = number(in: bare, before: SearchVocabulary.pixels) else { return nil }
        return .longerSide(try photoSide(number, part))
    }

    private static func photoSide(_ pixels: Int, _ part: String) throws(Refusal) -> Int {
        guard (1...100_000).contains(pixels) else { throw Refusal(sentence: "\"\(part)\" is no size of a photo") }
        return pixels
    }

    /// "500 photos"
    private static func readCount(_ part: String) throws(Refusal) -> SearchPart? {
        let bare = SearchVocabulary.behind(SearchVocabulary.atMost, part) ?? part
        guard let number = number(in: bare, before: SearchVocabulary.photos) else { return nil }
        guard (1...PhotoSearch.mostPhotos).contains(number) else {
            throw Refusal(sentence: "a folder holds 1 to \(PhotoSearch.mostPhotos) photos")
        }
        return .count(number)
    }

    private static func readAuthor(_ part: String) throws(Refusal) -> SearchPart? {
        guard let name = SearchVocabulary.behind(SearchVocabulary.authors, part) else {
            // "par Eugène Atget", but not "von Trapp".
            let name = SearchVocabulary.behind(SearchVocabulary.authorsInFull, part)
            let words = name?.split(separator: " ") ?? []
            return words.count > 1 && words.allSatisfy { isName(String($0)) } ? name.map { .author($0) } : nil
        }
        // "photographer at work"
        let isBy = part.lowercased().beginsWithBytes(of: "by")
        guard !SearchVocabulary.nobody.contains(name), isBy || isName(name) else { return nil }
        guard name.unicodeScalars.contains(where: TopicName.says) else {
            guard part.lowercased() == "by" else { return nil }
            throw Refusal(sentence: "a name is missing behind \"by\"")
        }
        return .author(name)
    }

    /// "without people", "no people": no word of it may be there.
    private static func readUnwanted(_ part: String) throws(Refusal) -> SearchPart? {
        var unwanted = SearchVocabulary.behind(SearchVocabulary.without, part)
        if let absent = SearchVocabulary.behind(["no"], part), SearchVocabulary.absent.contains(absent.lowercased()) {
            unwanted = absent
        }
        if part.hasSuffix("なし"), !part.contains(where: \.isWhitespace) { unwanted = String(part.dropLast(2)) }
        if SearchVocabulary.deserted.contains(part) { unwanted = "人" }
        // "Sin City"
        guard let unwanted, !unwanted.isEmpty, unwanted.lowercased() != "city" else { return nil }
        // "without dogs and the cats": no photo is meant to be without "and".
        let named = unwanted.split(separator: " ").filter { !SearchVocabulary.unsaid.contains($0.lowercased()) }
        return .words(
            try terms(named.isEmpty ? unwanted : named.joined(separator: " ")).map { term in
                if case .wanted(let words) = term { .excluded(words) } else { term }
            })
    }

    /// The number before one of the units; the largest for one that has more digits.
    private static func number(in part: String, before units: [String]) -> Int? {
        let text = part.lowercased()
        var digits = String(text.prefix { ("0"..."9").contains($0) })
        guard !digits.isEmpty else { return nil }
        // "1.000 Fotos"
        let thousands = text.dropFirst(digits.utf8.count).prefix(4)
        if thousands.first == ".", thousands.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            thousands.utf8.count == 4, digits.utf8.count <= 3
        {
            digits += thousands.dropFirst()
            return units.contains(TextCut.trimmed(text.dropFirst(digits.utf8.count + 1))) ? Int(digits) : nil
        }
        return units.contains(TextCut.trimmed(text.dropFirst(digits.utf8.count))) ? Int(digits) ?? .max : nil
    }

    // MARK: Words

    /// `lighthouse -night "red door" #sunset`
    static func terms(_ part: String) throws(Refusal) -> [Term] {
        var terms: [Term] = []
        for token in SearchToken.all(in: part) {
            if token.isTag {
                guard token.text.unicodeScalars.contains(where: TopicName.says) else {
                    throw Refusal(sentence: "a tag is missing behind \"#\"")
                }
                terms.append(.tag(token.text))
                continue
            }
            guard let words = SearchWords(token.text, isPhrase: token.isQuoted) else { continue }
            // "T-shirt" is two words at every service.
            terms.append(token.isExcluded ? .excluded(words) : .wanted(words))
        }
        guard !terms.isEmpty else {
            throw Refusal(sentence: "\"\(PrintableText.line(part, maximumBytes: 60))\" has no letter and no digit")
        }
        return terms
    }
}

/// A name that a service is sent as an argument of its own: of a tag, a category or a user.
public enum SearchArgument {
    /// The typed name without what ends or divides such an argument: quotation marks, bars, backslashes, control
    /// characters, and a leading "id:", which CirrusSearch reads as the number of a page, also behind signs that nobody
    /// sees. nil where no letter and no digit is left.
    public static func name(_ typed: String) -> String? {
        let ends: Set<Unicode.Scalar> = ["\"", "|", "\\"]
        let plain = typed.unicodeScalars.map { ends.contains($0) || PlainText.isControl($0) ? " " : String($0) }
        var name = words(plain.joined())
        while name.lowercased().beginsWithBytes(of: "id:") {
            name = words(String(name.unicodeScalars.dropFirst(3)))
        }
        return name.unicodeScalars.contains(where: TopicName.says) ? name : nil
    }

    /// With one blank between words, from the first sign on that is seen.
    private static func words(_ text: String) -> String {
        let seen = text.unicodeScalars.drop { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
        return seen.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    }
}
