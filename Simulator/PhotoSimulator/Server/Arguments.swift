/// The arguments of one API call, from its query and its form.
struct Arguments: Sendable {
    private(set) var values: [String: String] = [:]

    /// Later arguments of the same name win; a name without `=` has an empty value.
    init(query: some StringProtocol, form: String = "") {
        add(query)
        add(form)
    }

    /// Takes the key from an `Authorization: OAuth …` header, where signed calls have it; signatures are not checked.
    mutating func addKey(ofAuthorization header: String) {
        guard header.hasPrefix("OAuth ") else { return }
        for field in header.dropFirst(6).split(separator: ",") {
            let parts = field.trimmingBlanks.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "oauth_consumer_key" else { continue }
            values["oauth_consumer_key"] = PercentCoding.decodedForm(parts[1].filter { $0 != "\"" })
        }
    }

    private mutating func add(_ encoded: some StringProtocol) {
        for pair in encoded.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? PercentCoding.decodedForm(parts[1]) : ""
            values[PercentCoding.decodedForm(parts[0])] = value
        }
    }

    /// The argument, or nil where it is absent or empty: Flickr does not distinguish these.
    subscript(name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The caller's key, in either form.
    var key: String? {
        self["api_key"] ?? self["oauth_consumer_key"]
    }

    /// The arguments that may be shown and logged.
    var valuesWithoutKey: [String: String] {
        values.filter { $0.key != "api_key" && !$0.key.hasPrefix("oauth_") }
    }

    func number(_ name: String) -> Int? {
        self[name].flatMap { Int(bounded: $0) }
    }

    /// The parts of a comma-separated argument, without blanks.
    func list(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
    }
}

extension Int {
    /// A number in a request, clamped to a million millions, which nothing here exceeds, so that computing with it
    /// cannot overflow.
    init?(bounded text: some StringProtocol) {
        guard let number = Int(text) else { return nil }
        self = Swift.min(Swift.max(number, -1_000_000_000_000), 1_000_000_000_000)
    }
}

extension StringProtocol {
    var trimmingBlanks: SubSequence {
        let tail = drop { $0.isWhitespace }
        guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
        return tail[...last]
    }
}
