/// The text of a search: words, and the keywords of CirrusSearch and GeoData.
struct CommonsSearch {
    enum Term {
        case words([String])
        case category([String])
        case title(String)
        case mimeType(String)
        case near(SimulatedPosition, metres: Double)
        case statement(String)
    }

    private(set) var terms: [(term: Term, isNegated: Bool)] = []
    private(set) var warnings: [String] = []
    private let sort: String

    private static let sorts = [
        "create_timestamp_asc", "create_timestamp_desc", "incoming_links_asc", "incoming_links_desc", "just_match",
        "last_edit_asc", "last_edit_desc", "none", "random", "relevance", "title_natural_asc", "title_natural_desc",
        "user_random",
    ]

    init(_ text: String, sort: String?, parameter: String) throws(CommonsFailure) {
        self.sort = sort ?? "relevance"
        guard Self.sorts.contains(self.sort) else { throw .unrecognized(parameter, self.sort) }
        var alternatives = false
        for token in Self.tokens(of: text) {
            if token.keyword == nil, token.value == "OR" {
                alternatives = true
                continue
            }
            if alternatives, token.keyword == nil, case .words(let words)? = terms.last?.term {
                terms[terms.count - 1].term = .words(words + [token.value.lowercased()])
            } else if let term = term(token.keyword, token.value) {
                terms.append((term, token.isNegated))
            }
            alternatives = false
        }
    }

    /// The files found, in the requested order.
    func results(among index: CommonsIndex) -> [CommonsFile] {
        let found = index.newestFirst.filter { file in
            terms.allSatisfy { matches(file, $0.term) != $0.isNegated }
        }
        switch sort {
        case "random", "user_random": return found.shuffled()
        case "create_timestamp_asc": return found.reversed()
        case "last_edit_asc": return found.sorted { $0.photo.updated < $1.photo.updated }
        case "last_edit_desc": return found.sorted { $0.photo.updated > $1.photo.updated }
        case "title_natural_asc": return found.sorted { $0.key < $1.key }
        case "title_natural_desc": return found.sorted { $0.key > $1.key }
        case "create_timestamp_desc": return found
        default: return found.sorted { relevance($0) > relevance($1) }
        }
    }

    /// For categories only the titles are searched.
    func finds(categoryNamed name: String) -> Bool {
        terms.allSatisfy { entry in
            guard case .title(let word) = entry.term else { return false }
            return name.lowercased().contains(word.lowercased()) != entry.isNegated
        }
    }

    /// Words in the title count most; the remaining order is arbitrary.
    private func relevance(_ file: CommonsFile) -> (Int, UInt64) {
        let title = file.name.lowercased()
        let hits = terms.count { entry in
            guard case .words(let words) = entry.term else { return false }
            return words.contains(where: title.contains)
        }
        return (hits, Noise.digest(file.key))
    }

    private func matches(_ file: CommonsFile, _ term: Term) -> Bool {
        switch term {
        case .words(let words):
            let text = ([file.name, file.photo.description, file.photo.ownerName] + file.categories)
                .joined(separator: " ").lowercased()
            return words.contains(where: text.contains)
        case .category(let names):
            let own = Set((file.categories + file.hiddenCategories).map { WikiTitle.key($0) })
            return names.contains { own.contains(WikiTitle.key($0)) }
        case .title(let word): return file.name.lowercased().contains(word.lowercased())
        case .mimeType(let type): return file.photo.commons?.hasNoFile != true && file.mimeType.hasPrefix(type)
        case .near(let centre, let metres):
            // Only the camera's position counts, because it is the primary one.
            return file.photo.position.map { PhotoSearch.metres(from: centre, to: $0) <= metres } ?? false
        case .statement(let statement):
            let license = CommonsLicense(of: file.photo)
            let own = [
                license.item.map { "P275=\($0)" }, license.isPublicDomain ? "P6216=Q19652" : "P6216=Q50423863",
            ]
            return statement.split(separator: "|").contains { own.contains(String($0)) }
        }
    }

    // MARK: Reading

    private struct Token {
        var keyword: String?
        var value: String
        var isNegated: Bool
    }

    private mutating func term(_ keyword: String?, _ value: String) -> Term? {
        switch keyword {
        case nil: return .words([value.lowercased()])
        case "incategory", "deepcategory", "deepcat": return .category(value.split(separator: "|").map(String.init))
        case "intitle": return .title(value)
        case "filemime": return .mimeType(value)
        case "filetype": return ["bitmap", "image"].contains(value) ? .mimeType("image/") : .mimeType(value + "/")
        case "haswbstatement": return .statement(value)
        default: return near(value)
        }
    }

    /// "LAT,LON" means within 5 km, "10km,LAT,LON" another distance: a whole number of m, km, mi, ft or yd.
    private mutating func near(_ value: String) -> Term? {
        let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var metres = 5000.0
        if parts.count == 3 {
            let digits = parts[0].prefix { $0.isASCII && $0.isNumber }
            let units = ["m": 1, "km": 1000, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144]
            guard let count = Double(digits), let unit = units[String(parts[0].dropFirst(digits.count))] else {
                warnings.append("The distance \"\(parts[0])\" provided to nearcoord is invalid.")
                return nil
            }
            metres = max(10, (count * unit).rounded())
        }
        let numbers = parts.suffix(2).compactMap { Double($0) }
        guard (2...3).contains(parts.count), numbers.count == 2, abs(numbers[0]) <= 90, abs(numbers[1]) <= 180 else {
            warnings.append("The coordinates \"\(value)\" provided to nearcoord are invalid.")
            return nil
        }
        return .near(SimulatedPosition(latitude: numbers[0], longitude: numbers[1]), metres: metres)
    }

    private static let keywords = [
        "incategory", "deepcategory", "deepcat", "intitle", "filemime", "filetype", "haswbstatement", "nearcoord",
    ]

    /// Splits the text into words, phrases in quotation marks, and keywords with a word or phrase after their colon.
    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var rest = Substring(text)
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard !rest.isEmpty else { return tokens }
            let isNegated = rest.first == "-" && rest.count > 1
            if isNegated { rest.removeFirst() }
            let head = rest.prefix { $0 != ":" && $0 != "\"" && !$0.isWhitespace }
            var keyword: String?
            if rest.dropFirst(head.count).first == ":", keywords.contains(head.lowercased()) {
                keyword = head.lowercased()
                rest = rest.dropFirst(head.count + 1)
            }
            let value: Substring
            if rest.first == "\"" {
                value = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { !$0.isWhitespace }
                rest = rest.dropFirst(value.count)
            }
            if !value.isEmpty { tokens.append(Token(keyword: keyword, value: String(value), isNegated: isNegated)) }
        }
    }
}
