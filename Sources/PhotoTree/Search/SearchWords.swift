/// Words that a user looks for, as every service may be sent them.
///
/// What is typed is never syntax of a service: only letters, marks, digits and apostrophes within a word stay,
/// everything else divides words. AND, OR and NOT, which services read as operators in capitals, are written in lower
/// case.
public struct SearchWords: Hashable, Sendable {
    /// One word, or several that must stand in this order.
    public let words: [String]
    /// Whether they must stand exactly so, one after the other.
    public let isPhrase: Bool

    /// nil where nothing is left.
    public init?(_ typed: some StringProtocol, isPhrase: Bool) {
        words = Self.harmless(typed)
        self.isPhrase = isPhrase && words.count > 1
        guard !words.isEmpty else { return nil }
    }

    /// With blanks between them.
    public var text: String { words.joined(separator: " ") }

    /// Compared without case and accents.
    var key: String { words.map(SearchKey.of).joined(separator: " ") }

    /// The words of `typed`, without anything that a service could read as syntax.
    public static func harmless(_ typed: some StringProtocol) -> [String] {
        let scalars = Array(typed.unicodeScalars)
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(lowered(String(word))) }
            word = String.UnicodeScalarView()
        }
        for (index, scalar) in scalars.enumerated() {
            if isLetter(scalar) || isMark(scalar) && !word.isEmpty {
                word.append(scalar)
            } else if isApostrophe(scalar), !word.isEmpty, index + 1 < scalars.count, isLetter(scalars[index + 1]) {
                word.append("'")
            } else if !scalar.properties.isDefaultIgnorableCodePoint {
                end()
            }
        }
        end()
        return words
    }

    private static func lowered(_ word: String) -> String {
        ["AND", "OR", "NOT"].contains(word) ? word.lowercased() : word
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        TopicName.says(scalar)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { ["'", "’", "ʼ"].contains(scalar) }
}

/// What a photo says in words, as words are looked for in it: without case and accents, word by word.
package struct SearchedText {
    /// The words, each between blanks, with a newline between texts: words of one text do not continue in the next.
    private let text: String

    package init(_ photo: Photo) {
        text = ([photo.title, photo.description, photo.ownerName] + photo.tags)
            .map { " " + SearchWords.harmless($0).map(SearchKey.of).joined(separator: " ") + " " }
            .joined(separator: "\n")
    }

    func holds(_ words: SearchWords) -> Bool {
        words.isPhrase ? holds(key: words.key) : words.words.allSatisfy { holds(key: SearchKey.of($0)) }
    }

    private func holds(key: String) -> Bool {
        Self.isUnspaced(key) ? text.containsBytes(of: key) : text.containsBytes(of: " \(key) ")
    }

    /// The words as a full-text index takes them, each once.
    package var terms: Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.flatMap { Self.terms(of: String($0)) })
    }

    /// One term for a word that any index leaves whole; else its letters, since every index divides such words
    /// otherwise.
    static func terms(of key: String) -> [String] {
        let scalars = key.unicodeScalars
        guard isUnspaced(key) || !scalars.allSatisfy(TopicName.says) else { return [key] }
        return scalars.filter(TopicName.says).map { String($0) }
    }

    /// Chinese, Japanese and others are written without blanks: a word is found within others.
    private static func isUnspaced(_ key: String) -> Bool {
        key.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xF900...0xFAFF,
                0x20000...0x3FFFF:
                true
            default: false
            }
        }
    }
}
