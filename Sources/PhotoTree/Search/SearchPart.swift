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
        var read: @Sendable (String) throws(Refusal) -> SearchPart?
    }

    /// All kinds, each with the words that it is known by. What none of them reads is words to look for.
    private static let table: [Row] = [
        Row { part throws(Refusal) in try readPlace(part) },
        Row { part throws(Refusal) in try readRadius(part) },
        Row { part throws(Refusal) in try SearchDate.span(of: part).map { .taken($0) } },
        Row { part throws(Refusal) in licenses[part.lowercased()].map { .license($0) } },
        Row { part throws(Refusal) in PhotoSearch.Shape(rawValue: part.lowercased()).map { .shape($0) } },
        Row { part throws(Refusal) in try readPixels(part) },
        Row { part throws(Refusal) in try readAuthor(part) },
        Row { part throws(Refusal) in PhotoSearch.Order(rawValue: part.lowercased()).map { .order($0) } },
        Row { part throws(Refusal) in try readCount(part) },
        Row { part throws(Refusal) in part.lowercased() == "known" ? .known : nil },
    ]

    init(_ part: String) throws(Refusal) {
        for row in Self.table {
            if let read = try row.read(part) {
                self = read
                return
            }
        }
        self = .words(try Self.terms(part))
    }

    /// Whether the part can be nothing but what it is: it continues no place's name.
    var isOfAList: Bool {
        if case .words = self { false } else { true }
    }

    // MARK: Kinds

    private static let licenses: [String: LicenseFilter] = [
        "cc": .cc, "creative commons": .cc, "commercial": .commercial, "public-domain": .publicDomain,
        "public domain": .publicDomain,
    ]

    private static func readPlace(_ part: String) throws(Refusal) -> SearchPart? {
        guard let name = behind(["in", "near"], part) else { return nil }
        guard PinName.radius(in: "x \(name)") != .outOfRange else { throw badRadius }
        let radius = PinName.radiusInMetres(in: "x \(name)")
        let place = PinName.withoutRadius(name)
        guard !place.isEmpty else { throw Refusal(sentence: "a place is missing behind \"in\"") }
        return .place(place, radius: radius)
    }

    private static func readRadius(_ part: String) throws(Refusal) -> SearchPart? {
        switch PinName.radius(in: "x \(part)") {
        case .metres(let metres) where PinName.withoutRadius(part).isEmpty: .radius(metres)
        case .outOfRange where !part.contains(" "): throw badRadius
        default: nil
        }
    }

    private static let badRadius = Refusal(sentence: "a radius is from r10m to r32km")

    /// "2000px"
    private static func readPixels(_ part: String) throws(Refusal) -> SearchPart? {
        guard let number = number(in: part, before: ["px", "pixels"]) else { return nil }
        guard (1...100_000).contains(number) else { throw Refusal(sentence: "\"\(part)\" is no size of a photo") }
        return .longerSide(number)
    }

    /// "500 photos"
    private static func readCount(_ part: String) throws(Refusal) -> SearchPart? {
        guard let number = number(in: part, before: ["photos", "photo", "pictures", "images"]) else { return nil }
        guard (1...PhotoSearch.mostPhotos).contains(number) else {
            throw Refusal(sentence: "a folder holds 1 to \(PhotoSearch.mostPhotos) photos")
        }
        return .count(number)
    }

    private static func readAuthor(_ part: String) throws(Refusal) -> SearchPart? {
        guard let name = behind(["by"], part) else { return nil }
        guard name.unicodeScalars.contains(where: TopicName.says) else {
            throw Refusal(sentence: "a name is missing behind \"by\"")
        }
        return .author(name)
    }

    /// What follows one of these words; nil for a part that does not begin so.
    private static func behind(_ words: [String], _ part: String) -> String? {
        let first = part.prefix { !$0.isWhitespace }
        guard words.contains(first.lowercased()) else { return nil }
        return TextCut.trimmed(part[first.endIndex...])
    }

    private static func number(in part: String, before units: [String]) -> Int? {
        let text = part.lowercased()
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard (1...9).contains(digits.utf8.count) else { return nil }
        return units.contains(TextCut.trimmed(text[digits.endIndex...])) ? Int(digits) : nil
    }

    // MARK: Words

    /// `lighthouse -night "red door" #sunset`
    private static func terms(_ part: String) throws(Refusal) -> [Term] {
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
    /// characters, and a leading "id:", which CirrusSearch reads as the number of a page. nil where no letter and no
    /// digit is left.
    public static func name(_ typed: String) -> String? {
        let ends: Set<Unicode.Scalar> = ["\"", "|", "\\"]
        let plain = typed.unicodeScalars.map { ends.contains($0) || PlainText.isControl($0) ? " " : String($0) }
        var name = words(plain.joined())
        while name.lowercased().beginsWithBytes(of: "id:") {
            name = words(String(name.unicodeScalars.dropFirst(3)))
        }
        return name.unicodeScalars.contains(where: TopicName.says) ? name : nil
    }

    /// With one blank between words.
    private static func words(_ text: String) -> String {
        text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    }
}
