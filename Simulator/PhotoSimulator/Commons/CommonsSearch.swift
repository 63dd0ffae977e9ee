/// The text of a search: words, and the keywords of CirrusSearch and GeoData.
struct CommonsSearch {
    enum Term {
        case words([String])
        case category([String])
        case title(String)
        case mimeType(String)
        case near(SimulatedPosition, metres: Double)
        case statement(String)
        /// By whom everything may be used for everything.
        case unrestricted
        /// Uploaded from the first second on, up to but without the last.
        case uploaded(Range<Int64>)
        /// A regular expression, or a keyword that is not simulated: it finds nothing.
        case nothing
    }

    private(set) var terms: [(term: Term, isNegated: Bool)] = []
    private(set) var warnings: [String] = []
    /// All that is more than a word: keywords, phrases, exclusions, wildcards, operators.
    private(set) var syntax: [String] = []
    private let sort: String
    /// In Unix seconds.
    private let now: Int64
    private let behaviour: Behaviour

    private static let sorts = [
        "create_timestamp_asc", "create_timestamp_desc", "incoming_links_asc", "incoming_links_desc", "just_match",
        "last_edit_asc", "last_edit_desc", "none", "random", "relevance", "title_natural_asc", "title_natural_desc",
        "user_random",
    ]

    /// `now` is what dates like "now-3d" count from, in Unix seconds.
    init(
        _ text: String, sort: String?, parameter: String, now: Int64 = 0, in behaviour: Behaviour = Behaviour()
    ) throws(CommonsFailure) {
        self.sort = sort ?? "relevance"
        self.now = now
        self.behaviour = behaviour
        guard Self.sorts.contains(self.sort) else { throw .unrecognized(parameter, self.sort) }
        read(text)
    }

    /// What CirrusSearch would read in a text as more than words.
    static func syntax(of text: String) -> [String] {
        (try? CommonsSearch(text, sort: nil, parameter: ""))?.syntax ?? []
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
            let judgements = (file.photo.commons?.judgements ?? []).map { "P6731=\($0)" }
            return statement.split(separator: "|").contains {
                own.contains(String($0)) || judgements.contains(String($0))
            }
        case .unrestricted:
            // What nobody stated in the structured data is not found by it.
            return file.photo.commons?.hasNoStatements != true && CommonsLicense(of: file.photo).isPublicDomain
        case .uploaded(let time): return time.contains(file.photo.uploaded)
        case .nothing: return false
        }
    }

    // MARK: Reading

    private mutating func read(_ text: String) {
        let keywords = SearchKeywords(text)
        for keyword in keywords.found {
            syntax.append(keyword.text)
            if let term = term(keyword.name, keyword.value) { terms.append((term, keyword.isNegated)) }
        }
        let rest = keywords.rest.trimmingBlanks
        let beginnings = ["~", "all:", "file:", "category:", "talk:"]
        syntax += beginnings.filter { rest.lowercased().hasPrefix($0) }
        var alternatives = false
        for token in Self.tokens(of: String(rest)) {
            if token.isOperator { syntax.append(token.value) }
            if token.value == "OR" || token.value == "||" {
                alternatives = true
                continue
            }
            guard !token.isOperator else { continue }
            if token.isSyntax { syntax.append(token.text) }
            if alternatives, case .words(let words)? = terms.last?.term {
                terms[terms.count - 1].term = .words(words + [token.value.lowercased()])
            } else {
                terms.append((.words([token.value.lowercased()]), token.isNegated))
            }
            alternatives = false
        }
    }

    private mutating func term(_ keyword: String, _ value: String) -> Term? {
        switch keyword {
        case "incategory": return .category(value.split(separator: "|").map(String.init))
        case "deepcategory", "deepcat": return .category(categories(below: value))
        case "intitle": return .title(value)
        case "filemime": return .mimeType(value)
        case "filetype": return ["bitmap", "image"].contains(value) ? .mimeType("image/") : .mimeType(value + "/")
        case "haswbstatement": return .statement(value)
        case "haslicense":
            // The groups are cc-by, cc-by-sa, unrestricted and attribution (HasLicenseFeature).
            if value == "unrestricted" { return .unrestricted }
            warnings.append("The license \"\(value)\" is not known.")
            return .nothing
        case "creationdate": return uploaded(value)
        case "nearcoord": return near(value)
        case "boost-nearcoord", "boost-templates", "prefer-recent": return nil
        default: return .nothing
        }
    }

    /// The category and all below it, five levels deep (CirrusSearch's DeepcatFeature): without an answer of the
    /// service that knows them the category alone, of too many the first ones, each with a warning.
    private mutating func categories(below category: String) -> [String] {
        guard behaviour.knowsSubcategories else {
            warnings.append("Deep category query SPARQL query failed")
            return [category]
        }
        var (found, level) = ([category], [category])
        for _ in 0..<5 {
            level = level.flatMap { name in
                behaviour.subcategories.first { WikiTitle.key($0.key) == WikiTitle.key(name) }?.value ?? []
            }.filter { !found.contains($0) }
            found += level
        }
        guard found.count > behaviour.deepestSearch else { return found }
        warnings.append("Deep category query returned too many categories")
        return Array(found.prefix(behaviour.deepestSearch))
    }

    /// ">=2010", "<2010-05", "2010-05-04", ">=now-3d": a year, a month or a day.
    private mutating func uploaded(_ value: String) -> Term? {
        let sign = [">=", "<=", ">", "<"].first(where: value.hasPrefix) ?? ""
        if let day = daysAgo(value.dropFirst(sign.count)) { return .uploaded(sign, day, day + 1) }
        let fields = value.dropFirst(sign.count).split(separator: "-").compactMap { Int($0) }
        guard (1...3).contains(fields.count), (1...9999).contains(fields[0]) else {
            warnings.append("The date \"\(value)\" is invalid.")
            return .nothing
        }
        let month = fields.count > 1 ? fields[1] : 1
        let day = fields.count > 2 ? fields[2] : 1
        let first = CivilDate.days(year: fields[0], month: month, day: day)
        let next =
            switch fields.count {
            case 1: CivilDate.days(year: fields[0] + 1, month: 1, day: 1)
            case 2: CivilDate.days(year: month == 12 ? fields[0] + 1 : fields[0], month: month % 12 + 1, day: 1)
            default: first + 1
            }
        return .uploaded(sign, first, next)
    }

    /// The day of "now" or "now-30d", as CirrusSearch takes days before today.
    private func daysAgo(_ text: Substring) -> Int? {
        guard text.hasPrefix("now") else { return nil }
        let rest = text.dropFirst(3)
        let today = Int(now / 86_400)
        if rest.isEmpty { return today }
        guard rest.first == "-", rest.last == "d", let count = Int(rest.dropFirst().dropLast()), count >= 0 else {
            return nil
        }
        return today - count
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

    private struct Token {
        var value: String
        var isNegated: Bool
        var isPhrase: Bool

        var text: String {
            let quoted = isPhrase ? "\"\(value)\"" : value
            return isNegated ? "-\(quoted)" : quoted
        }

        var isOperator: Bool { !isPhrase && ["AND", "OR", "NOT", "&&", "||"].contains(value) }

        /// Whether it is more than a word.
        var isSyntax: Bool { isNegated || isPhrase || value.contains { "*?~/\\&|(){}[]^:\"".contains($0) } }
    }

    /// Splits a text without keywords into words and phrases in quotation marks.
    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var rest = Substring(text)
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard let first = rest.first else { return tokens }
            let isNegated = "-!".contains(first) && rest.count > 1
            if isNegated { rest.removeFirst() }
            let isPhrase = rest.first == "\""
            let value: Substring
            if isPhrase {
                value = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { !$0.isWhitespace && $0 != "\"" }
                rest = rest.dropFirst(value.count)
            }
            if !value.isEmpty {
                tokens.append(
                    Token(value: String(value.trimmingBlanks), isNegated: isNegated, isPhrase: isPhrase))
            }
        }
    }
}

extension CommonsSearch.Term {
    /// Uploaded in, before or after the days from `first` up to but without `next`, since 1970.
    fileprivate static func uploaded(_ sign: String, _ first: Int, _ next: Int) -> Self {
        let (start, end) = (Int64(first) * 86_400, Int64(next) * 86_400)
        return switch sign {
        case ">=": .uploaded(start..<Int64.max)
        case ">": .uploaded(end..<Int64.max)
        case "<=": .uploaded(Int64.min..<end)
        case "<": .uploaded(Int64.min..<start)
        default: .uploaded(start..<end)
        }
    }
}
