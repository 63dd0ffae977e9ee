internal import PhotoTree

/// What a topic's name may mean at Commons, where tags are categories with names in the plural and a large first letter.
enum CategoryNames {
    /// Titles to look for, the most literal first: "sunset" is "Category:Sunset" or "Category:Sunsets". None where the
    /// name could not stand in a title.
    static func titles(of tag: String) -> [String] {
        var name = words(of: tag)
        if name.lowercased().hasPrefix("category:") { name = words(of: String(name.dropFirst(9))) }
        // Scalars: a bar with an accent on it is another character, but divides titles all the same.
        let illegal: Set<Unicode.Scalar> = ["#", "<", ">", "[", "]", "{", "}", "|", "\u{FFFD}"]
        guard !name.isEmpty, name.utf8.count <= 240,
            !name.unicodeScalars.contains(where: { illegal.contains($0) || $0.properties.generalCategory == .control })
        else { return [] }
        let lower = name.lowercased()
        let spellings = [name, lower, words(of: name, capitalised: true), words(of: lower, capitalised: true)]
            .map { capitalised($0[...]) }
        var seen: Set<String> = []
        return (spellings + spellings.compactMap(plural)).filter { seen.insert($0).inserted }.map { "Category:" + $0 }
    }

    /// The same as words to search for: nothing in them is an operator of the search.
    static func searchWords(of tag: String) -> String? {
        let plain = tag.lowercased().unicodeScalars.map { scalar -> String in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark ? String(scalar) : " "
        }
        let words = plain.joined().split(separator: " ").prefix(12)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private static func words(of tag: String, capitalised isTitle: Bool = false) -> String {
        let words = tag.split { $0 == "_" || $0.isWhitespace || $0.isNewline }
        return words.map { isTitle ? capitalised($0) : String($0) }.joined(separator: " ")
    }

    private static func capitalised(_ word: Substring) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func plural(_ name: String) -> String? {
        guard let last = name.last, last.isASCII, last.isLetter, last != "s" else { return nil }
        if name.hasSuffix("y"), let before = name.dropLast().last, !"aeiou".contains(before) {
            return name.dropLast() + "ies"
        }
        return name + (["ch", "sh", "x"].contains { name.hasSuffix($0) } ? "es" : "s")
    }
}
