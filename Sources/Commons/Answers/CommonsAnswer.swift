internal import PhotoAPI
internal import PhotoTree

/// One answer of the Action API, in `formatversion=2` or the older format. The data on a file may be spread over
/// several answers, until one is the last of its batch (https://www.mediawiki.org/wiki/API:Continue).
struct CommonsAnswer: Sendable {
    let pages: [JSONValue]
    /// The entries of the answer's lists, each list in its own order.
    let found: [FoundPage]
    /// The parameters to add to the question for the next part; nil if there is none.
    let continuation: [String: String]?
    let isBatchComplete: Bool
    /// How many results a search has in all.
    let total: Int?
    let warnings: [String]

    /// Whether no data on the requested files is missing. A continuation that only offers older versions of a single
    /// file does not count.
    var isWhole: Bool {
        isBatchComplete || continuation.map { Set($0.keys).isSubset(of: ["iistart", "continue"]) } ?? true
    }

    /// Whether a search timed out. It then returns the results so far as if they were all, with a warning: "The search
    /// timed out, only partial results are available." (CirrusSearch; GeoData says "GeoData search timed out. Only
    /// partial …").
    var isPartial: Bool {
        warnings.contains { $0.lowercased().contains("partial results") }
    }

    /// A refusal is recognized under every status, since the API sends it with status 200.
    init(_ answer: Answer) throws(CommonsError) {
        let (body, status) = (answer.body, answer.status)
        let json: JSONValue
        do {
            json = try JSONParser.value(in: body)
        } catch {
            throw status == 200
                ? .notAnAnswer(BodyKind.words(for: body, error)) : .status(status, leftAloneFor: answer.leftAloneFor)
        }
        if let error = json["error"] ?? json["errors"]?.elements?.first {
            throw .refused(
                code: error["code"]?.word ?? "unknown",
                text: (error["info"] ?? error["text"])?.word ?? "no reason given")
        }
        guard status == 200 else { throw .status(status, leftAloneFor: answer.leftAloneFor) }
        try self.init(json)
    }

    private init(_ json: JSONValue) throws(CommonsError) {
        // The older format has `"batchcomplete": ""`.
        isBatchComplete = json["batchcomplete"].map { $0.flag ?? true } ?? false
        continuation = Self.continuation(json["continue"])
        switch json["query"]?["pages"] {
        case .array(let pages): self.pages = pages
        case .object(let pages): self.pages = pages.sorted { $0.key < $1.key }.map(\.value)
        case nil:
            // An empty listing would remove photos from the user's view, so "no pages" must be stated by a complete
            // answer.
            guard isBatchComplete || continuation != nil else { throw .notAnAnswer("something without \"query\"") }
            pages = []
        default: throw .notAnAnswer("pages that are none")
        }
        // If there are several lists, the nearest files come first.
        found = ["geosearch", "search", "categorymembers"].flatMap { name in
            (json["query"]?[name]?.elements ?? []).compactMap(FoundPage.init)
        }
        total = json["query"]?["searchinfo"]?["totalhits"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        warnings = Self.texts(json["warnings"])
    }

    private static func continuation(_ value: JSONValue?) -> [String: String]? {
        guard case .object(let members)? = value else { return nil }
        let texts = members.compactMapValues(\.text)
        return texts.isEmpty ? nil : texts
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .object(let modules)? = value else { return [] }
        return modules.sorted { $0.key < $1.key }.prefix(8).compactMap { name, module in
            (module["warnings"] ?? module["*"])?.word.map { ErrorText.line("\(name): \($0)") }
        }
    }
}

/// The files of one question, combined from the parts of its answer: one part may have a file's image, the next its
/// position.
struct PageBatch: Sendable {
    private var pages: [Int: [String: JSONValue]] = [:]
    /// Whether a part ran out of time.
    private(set) var isPartial = false

    mutating func take(_ answer: CommonsAnswer) {
        isPartial = isPartial || answer.isPartial
        for case .object(let members) in answer.pages {
            guard let id = JSONValue.object(members)["pageid"]?.integer, id > 0 else { continue }
            var page = pages[id] ?? [:]
            for (name, value) in members {
                page[name] = Self.joined(name, page[name], value)
            }
            pages[id] = page
        }
    }

    /// A list that the answer splits is joined. But what follows the image of a file are its older versions, which are
    /// dropped.
    private static func joined(_ name: String, _ old: JSONValue?, _ new: JSONValue) -> JSONValue {
        guard let old else { return new }
        if name == "imageinfo" { return old }
        guard case .array(let first) = old, case .array(let second) = new, first != second else { return new }
        return .array(first + second)
    }

    /// In the order of their numbers.
    var all: [JSONValue] { pages.sorted { $0.key < $1.key }.map { .object($0.value) } }

    /// A page by its number.
    subscript(id: Int) -> JSONValue? { pages[id].map { .object($0) } }

    /// Numbers of pages that were not requested: the targets of redirects.
    func others(than ids: [Int]) -> [Int] {
        pages.keys.filter { !ids.contains($0) }.sorted()
    }
}
