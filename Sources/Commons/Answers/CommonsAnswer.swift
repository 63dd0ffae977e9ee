internal import PhotoAPI
internal import PhotoTree

/// One answer of the Action API, in `formatversion=2` and its elder. An answer is a part: what is said of a file may be
/// spread over several, until one is the last of its batch (https://www.mediawiki.org/wiki/API:Continue).
struct CommonsAnswer: Sendable {
    let pages: [JSONValue]
    /// What to add to the question for the next part; nil when there is none.
    let continuation: [String: String]?
    let isBatchComplete: Bool
    /// How much a search finds in all.
    let total: Int?
    let warnings: [String]

    /// Whether nothing of the batch is missing. The older versions of a single file are offered as if they were.
    var isWhole: Bool {
        isBatchComplete || continuation.map { Set($0.keys).isSubset(of: ["iistart", "continue"]) } ?? true
    }

    /// What leads to the next batch; nil when the generator has no more.
    var nextBatch: [String: String]? {
        guard let continuation, continuation.keys.contains(where: { $0.hasPrefix("g") }) else { return nil }
        return continuation
    }

    /// A refusal counts under every status, since the API sends it under 200.
    init(_ body: [UInt8], status: Int) throws(CommonsError) {
        let json: JSONValue
        do {
            json = try JSONParser.value(in: body)
        } catch {
            throw status == 200 ? .notAnAnswer(BodyKind.words(for: body, error)) : .status(status)
        }
        if let error = json["error"] ?? json["errors"]?.elements?.first {
            throw .refused(
                code: error["code"]?.word ?? "unknown",
                text: (error["info"] ?? error["text"])?.word ?? "no reason given")
        }
        guard status == 200 else { throw .status(status) }
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
        total = json["query"]?["searchinfo"]?["totalhits"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        warnings = Self.texts(json["warnings"])
    }

    private static func continuation(_ value: JSONValue?) -> [String: String]? {
        guard case .object(let members)? = value else { return nil }
        // The list that only counts is never continued.
        let texts = members.filter { $0.key != "sroffset" }.compactMapValues(\.text)
        return texts.isEmpty ? nil : texts
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .object(let modules)? = value else { return [] }
        return modules.sorted { $0.key < $1.key }.prefix(8).compactMap { name, module in
            (module["warnings"] ?? module["*"])?.word.map { ErrorText.line("\(name): \($0)") }
        }
    }
}
