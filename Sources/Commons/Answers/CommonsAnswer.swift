internal import PhotoAPI
internal import PhotoTree

/// One answer of the Action API, in `formatversion=2` and its elder. An answer is a part: what is said of a file may be
/// spread over several, until one is the last of its batch (https://www.mediawiki.org/wiki/API:Continue).
struct CommonsAnswer: Sendable {
    let pages: [JSONValue]
    /// What its lists name, each list in its own order.
    let found: [FoundPage]
    /// What to add to the question for the next part; nil when there is none.
    let continuation: [String: String]?
    let isBatchComplete: Bool
    /// How much a search finds in all.
    let total: Int?
    let warnings: [String]

    /// Whether nothing of the files asked for is missing. The older versions of a single file are offered as if they were.
    var isWhole: Bool {
        isBatchComplete || continuation.map { Set($0.keys).isSubset(of: ["iistart", "continue"]) } ?? true
    }

    /// A search that ran out of time tells what it has found by then as if it were all, and warns: "The search timed out,
    /// only partial results are available." (CirrusSearch; GeoData says "GeoData search timed out. Only partial …").
    var isPartial: Bool {
        warnings.contains { $0.lowercased().contains("partial results") }
    }

    /// A refusal counts under every status, since the API sends it under 200.
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
        // `"batchcomplete": ""` in the elder format.
        isBatchComplete = json["batchcomplete"].map { $0.flag ?? true } ?? false
        continuation = Self.continuation(json["continue"])
        switch json["query"]?["pages"] {
        case .array(let pages): self.pages = pages
        case .object(let pages): self.pages = pages.sorted { $0.key < $1.key }.map(\.value)
        case nil:
            // An empty listing takes photos away from the user, so nothing less than a plain "none" makes one.
            guard isBatchComplete || continuation != nil else { throw .notAnAnswer("something without \"query\"") }
            pages = []
        default: throw .notAnAnswer("pages that are none")
        }
        // Of several lists the nearest come first.
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
