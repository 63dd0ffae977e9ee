extension Fuzz {
    /// Whether no service reads the word as syntax: letters, marks and digits, and apostrophes between them.
    public static func isHarmlessWord(_ word: Substring) -> Bool {
        let scalars = Array(word.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last, first != "'", last != "'" else { return false }
        guard !["AND", "OR", "NOT"].contains(String(word)) else { return false }
        return scalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
                true
            default: scalar == "'"
            }
        }
    }
}
