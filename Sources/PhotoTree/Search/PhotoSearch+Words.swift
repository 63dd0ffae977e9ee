extension PhotoSearch {
    /// What was understood, in a sentence: "photos with "lighthouse", in Brittany, taken 2010 to 2020, under a Creative
    /// Commons licence".
    ///
    /// - Parameter found: What the place turned out to be; nil for its name as it was typed.
    /// - Returns: One line, without a full stop.
    public func sentence(where found: String?) -> String {
        var copy = self
        if let found, place != nil { copy.place = found }
        return copy.words(isForPeople: true) + (remark.map { " (\($0))" } ?? "")
    }

    /// The query in a form that is the same for all its spellings.
    ///
    /// - Parameter place: Identifies the place; nil without one.
    /// - Returns: Words that are never shown.
    public func identity(where place: String?) -> String {
        var copy = self
        copy.place = place
        return copy.words(isForPeople: false)
    }

    func words(isForPeople: Bool) -> String {
        var parts: [String] = []
        let quoted = { (words: SearchWords) in
            isForPeople ? "\"\(words.text)\"" : words.isPhrase ? "\"\(words.key)\"" : words.key
        }
        let list = { (all: [String], last: String) -> String in
            // The order in which words are typed does not matter.
            guard isForPeople else { return Set(all).sorted().joined(separator: "|") }
            return Self.list(all, last: last)
        }
        if !words.isEmpty { parts.append("with \(list(words.map(quoted), "and"))") }
        if !excluded.isEmpty { parts.append("without \(list(excluded.map(quoted), "or"))") }
        if !tags.isEmpty {
            let names = tags.map { isForPeople ? "\"\($0)\"" : SearchKey.of($0) }
            parts.append("\(tags.count == 1 ? "tagged" : "all tagged") \(list(names, "and"))")
        }
        if let author { parts.append("by \(isForPeople ? author : SearchKey.of(author))") }
        if let place { parts.append(radius.map { "within \(Self.metres($0)) of \(place)" } ?? "in \(place)") }
        if let taken { parts.append("taken \(taken.words)") }
        switch license {
        case nil, .any: break
        case .cc: parts.append("under a Creative Commons licence")
        case .commercial: parts.append("that may be used commercially")
        case .publicDomain: parts.append("in the public domain")
        }
        if let shape { parts.append(shape == .panorama ? "twice as long as high, or more" : "in \(shape) format") }
        if let longerSide { parts.append("of at least \(longerSide) pixels") }
        if isKnown { parts.append("among those known here") }
        switch order {
        case nil: break
        case .newest: parts.append("newest first")
        case .interesting: parts.append("most interesting first")
        case .nearest: parts.append("nearest first")
        case .random: parts.append("drawn by lot")
        }
        guard !parts.isEmpty || count != nil else { return "" }
        let subject = count.map { $0 == 1 ? "1 photo" : "\($0) photos" } ?? "photos"
        return ([subject] + [parts.joined(separator: ", ")]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func list(_ items: [String], last: String) -> String {
        guard items.count > 1, let end = items.last else { return items.first ?? "" }
        return "\(items.dropLast().joined(separator: ", ")) \(last) \(end)"
    }

    private static func metres(_ metres: Int) -> String {
        metres.isMultiple(of: 1000) ? "\(metres / 1000) km" : "\(metres) m"
    }
}
