/// One `action=query`: a set of pages, their properties, lists beside them, and the continuation.
struct CommonsQuery {
    let call: CommonsCall
    let index: CommonsIndex
    let properties: [String]
    var continuation: WikiContinuation
    /// The pages, each with the index that a generator gave it.
    var pages: [(page: WikiPage, place: Int?, members: WikiMembers)] = []
    /// Lists and everything else beside the pages.
    var rest = WikiMembers()
    private var normalized: [WikiValue] = []
    private var redirects: [WikiValue] = []
    /// How many pages' texts had to be made for this answer.
    var pagesParsed = 0
    private var limits = WikiMembers()
    private var warnings: [(module: String, text: String)] = []

    private static let knownProperties = ["imageinfo", "coordinates", "categories", "info", "categoryinfo", "links"]
    /// Properties that the real API knows and that are always empty here.
    private static let mutedProperties = [
        "pageprops", "revisions", "templates", "links", "images", "globalusage", "duplicatefiles", "extlinks",
        "entityterms",
    ]
    private static let knownLists = ["search", "geosearch", "categorymembers", "allimages"]
    private static let knownMeta = ["siteinfo", "userinfo"]

    init(_ call: CommonsCall) throws(CommonsFailure) {
        self.call = call
        index = call.library.commonsIndex
        var warnings: [(module: String, text: String)] = []
        func known(_ name: String, _ known: [String], muted: [String] = []) -> [String] {
            let asked = call.arguments.pipes(name).withoutRepetitions
            let unknown = asked.filter { !known.contains($0) && !muted.contains($0) }
            if !unknown.isEmpty {
                let word = unknown.count == 1 ? "value" : "values"
                let values = unknown.joined(separator: ", ")
                warnings.append(("query", "Unrecognized \(word) for parameter \"\(name)\": \(values)."))
            }
            return asked.filter(known.contains)
        }
        properties = known("prop", Self.knownProperties, muted: Self.mutedProperties)
        let others = known("list", Self.knownLists) + known("meta", Self.knownMeta)
        continuation = try WikiContinuation(call.arguments, properties: properties, others: others)
        self.warnings = warnings
    }

    var arguments: Arguments { call.arguments }

    mutating func run() throws(CommonsFailure) -> WikiMembers {
        warnOfUnknownArguments()
        if !continuation.isGeneratorDone { try findPages() }
        if arguments.values["redirects"] != nil { followRedirects() }
        try describePages()
        try addLists()
        addMeta()
        return answer
    }

    // MARK: Pages

    private mutating func findPages() throws(CommonsFailure) {
        let given = ["titles", "pageids", "generator"].filter { arguments[$0] != nil }
        guard given.count < 2 || given == ["titles", "generator"] else {
            throw CommonsFailure(
                "multisource",
                "Cannot use more than one of \"titles\", \"pageids\" and \"revids\" or a generator as a data source.")
        }
        if let generator = arguments["generator"] {
            try generate(generator)
        } else if arguments["pageids"] != nil {
            for text in try several("pageids") {
                guard let id = Int(text) else { throw .noInteger("pageids", text) }
                let page =
                    index.byPageID[id].map { WikiPage.file($0) } ?? index.redirectsByPageID[id].map { .redirect($0) }
                pages.append((page ?? .missingID(id), nil, WikiMembers()))
            }
        } else {
            for title in try several("titles") { addPage(titled: title) }
        }
    }

    private mutating func addPage(titled title: String) {
        var page = index.page(titled: title)
        if case .missingTitle(let known, namespace: 14) = page {
            let name = String(known.dropFirst("Category:".count))
            let isThere =
                call.behaviour.categoryRedirects[name] != nil || call.behaviour.categoryPositions[name] != nil
                || call.behaviour.templateRedirects[name] != nil || call.behaviour.subcategories[name] != nil
            if isThere { page = .category(name) }
        }
        pages.append((page, nil, WikiMembers()))
        if case .text(let canonical)? = page.members["title"], canonical != title {
            normalized.append(
                .object([("fromencoded", .flag(false)), ("from", .text(title)), ("to", .text(canonical))]))
        }
    }

    /// Replaces redirects by their target pages, each once.
    private mutating func followRedirects() {
        var seen: Set<Int> = []
        pages = pages.compactMap { entry in
            var entry = entry
            let target: WikiPage
            switch entry.page {
            case .redirect(let redirect): target = .file(redirect.target)
            case .category(let name):
                guard let other = call.behaviour.categoryRedirects[name] else { return entry }
                target = .category(other)
            default:
                guard let id = entry.page.id else { return entry }
                return seen.insert(id).inserted ? entry : nil
            }
            if case .text(let from)? = entry.page.members["title"], case .text(let to)? = target.members["title"] {
                redirects.append(.object([("from", .text(from)), ("to", .text(to))]))
            }
            entry.page = target
            return target.id.map { seen.insert($0).inserted } ?? true ? entry : nil
        }
    }

    private func several(_ name: String) throws(CommonsFailure) -> [String] {
        let values = arguments.pipes(name).withoutRepetitions
        guard values.count <= 50 else {
            throw CommonsFailure(
                "toomanyvalues", "Too many values supplied for parameter \"\(name)\". The limit is 50.",
                details: WikiMembers([
                    ("parameter", .text(name)), ("limit", .whole(50)), ("lowlimit", .whole(50)),
                    ("highlimit", .whole(500)),
                ]))
        }
        return values
    }

    private mutating func generate(_ generator: String) throws(CommonsFailure) {
        switch generator {
        case "search":
            let found = try search("gsr")
            let start = arguments.number("gsroffset") ?? 0
            // When both are found, files come first, as in the order of the best match.
            let categories = try categories(foundBy: "gsr").map { WikiPage.category($0) }
            let pages = found.files.map { WikiPage.file($0) } + categories
            add(pages.enumerated().map { ($0.element, start + $0.offset + 1) })
            if let next = found.next { continuation.goOn(generatorAt: "gsroffset", "\(next)") }
        case "geosearch":
            // The nearest pages, but numbered by page id from -1, as GeoData's generator does.
            let ids = try geosearch("ggs").map(\.file).sorted { $0.pageID < $1.pageID }
            add(ids.enumerated().map { (.file($0.element), $0.offset - 1) })
        case "categorymembers":
            let found = try categoryMembers("gcm")
            add(found.pages.map { ($0, nil) })
            if let next = found.next { continuation.goOn(generatorAt: "gcmcontinue", next) }
        case "allimages":
            let found = try allImages("gai")
            add(found.files.map { (.file($0), nil) })
            if let next = found.next { continuation.goOn(generatorAt: "gaicontinue", next) }
        default:
            throw .unrecognized("generator", generator)
        }
    }

    private mutating func add(_ found: [(WikiPage, Int?)]) {
        pages += found.map { ($0.0, $0.1, WikiMembers()) }
    }

    /// Adds a member to a page.
    mutating func tell(_ place: Int, _ name: String, _ value: WikiValue) {
        pages[place].members[name] = value
    }

    // MARK: Arguments

    /// A number of results: `usual` where the argument is absent, 500 for "max".
    mutating func limit(_ name: String, _ module: String, usual: Int = 10) throws(CommonsFailure) -> Int {
        guard let text = arguments[name] else { return usual }
        if text == "max" {
            limits[module] = .whole(500)
            return 500
        }
        guard let number = Int(bounded: text) else { throw .noInteger(name, text) }
        guard !(1...500).contains(number) else { return number }
        warn(module, CommonsFailure.outOfRange(name, number, 1...500).info)
        return number < 1 ? 1 : 500
    }

    mutating func warn(_ module: String, _ text: String) {
        warnings.append((module, text))
    }

    private mutating func warnOfUnknownArguments() {
        let modules = properties + arguments.pipes("list") + arguments.pipes("meta")
        let prefixes = modules.compactMap { CommonsParameters.prefixes[$0] }
        let generator = arguments["generator"].flatMap { CommonsParameters.prefixes[$0] }.map { "g\($0)" }
        let known = prefixes + (generator.map { [$0] } ?? [])
        let unknown = arguments.values.keys.filter { name in
            !CommonsParameters.general.contains(name)
                && !known.contains { CommonsParameters.isParameter(name, prefix: $0) }
        }
        guard !unknown.isEmpty else { return }
        let word = unknown.count == 1 ? "parameter" : "parameters"
        warn("main", "Unrecognized \(word): \(unknown.sorted().joined(separator: ", ")).")
    }

    // MARK: The answer

    private var answer: WikiMembers {
        var answer = WikiMembers()
        let (more, isBatchComplete) = continuation.result
        if isBatchComplete { answer["batchcomplete"] = .flag(true) }
        if let more { answer["continue"] = .object(more) }
        if !warnings.isEmpty { answer["warnings"] = warningMembers }
        var query = WikiMembers()
        if !normalized.isEmpty { query["normalized"] = .list(normalized) }
        if !redirects.isEmpty { query["redirects"] = .list(redirects) }
        if !pages.isEmpty { query["pages"] = pageMembers }
        query.add(rest)
        if !query.isEmpty { answer["query"] = .object(query) }
        if !limits.isEmpty { answer["limits"] = .object(limits) }
        return answer
    }

    private var warningMembers: WikiValue {
        var members = WikiMembers()
        for module in warnings.map(\.module).withoutRepetitions {
            let text = warnings.filter { $0.module == module }.map(\.text).joined(separator: "\n")
            members[module] = .object([(call.isOld ? "*" : "warnings", .text(text))])
        }
        return .object(members)
    }

    /// In no order on purpose: pages with an order have an index.
    private var pageMembers: WikiValue {
        let described = pages.enumerated().map { number, entry in
            var members = entry.page.members
            if let place = entry.place { members["index"] = .whole(place) }
            members.add(entry.members)
            return (id: entry.page.id ?? -1 - number, members: members)
        }
        let scrambled = described.sorted { Noise.digest("\($0.id)") < Noise.digest("\($1.id)") }
        guard call.isOld else { return .list(scrambled.map { .object($0.members) }) }
        return .object(WikiMembers(scrambled.map { ("\($0.id)", .object($0.members)) }))
    }
}

extension WikiValue {
    static func object(_ pairs: [(String, WikiValue)]) -> WikiValue {
        .object(WikiMembers(pairs))
    }
}
