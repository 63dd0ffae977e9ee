/// The arguments of one API call, from its query and its form.
struct Arguments: Sendable {
    private(set) var values: [String: String] = [:]

    /// Later arguments of the same name win; a name without `=` has an empty value.
    init(query: some StringProtocol, form: String = "") {
        add(query)
        add(form)
    }

    private mutating func add(_ encoded: some StringProtocol) {
        for pair in encoded.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? PercentCoding.decodedForm(parts[1]) : ""
            values[PercentCoding.decodedForm(parts[0])] = value
        }
    }

    /// The argument, or nil where it is absent or empty: Flickr does not tell the two apart.
    subscript(name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func number(_ name: String) -> Int? {
        self[name].flatMap { Int($0) }
    }

    /// The parts of a comma-separated argument, without blanks.
    func list(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
    }
}

extension StringProtocol {
    var trimmingBlanks: SubSequence {
        let tail = drop { $0.isWhitespace }
        guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
        return tail[...last]
    }
}
