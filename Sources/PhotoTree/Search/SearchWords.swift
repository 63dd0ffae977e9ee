/// Words that a user looks for, as every service may be sent them.
///
/// What is typed is never syntax of a service: only letters, marks, digits and apostrophes within a word stay, everything
/// else divides words. AND, OR and NOT, which services read as operators in capitals, are written in lower case.
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
