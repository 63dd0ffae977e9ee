internal import PhotoTree

/// The categories that a topic's name may mean at Commons. Its tags are categories, whose names are plural and begin
/// with a capital letter.
enum CategoryNames {
    private static let longest = 240

    /// Category titles to look for, the most literal first: "sunset" gives "Category:Sunset" and "Category:Sunsets".
    /// Empty if the name cannot be a title.
    static func titles(of tag: String) -> [String] {
        var name = words(of: tag)
        if name.lowercased().hasPrefix("category:") { name = words(of: String(name.dropFirst(9))) }
        guard !name.isEmpty, name.utf8.count <= longest,
            !name.unicodeScalars.contains(where: { illegal.contains($0) || $0.properties.generalCategory == .control })
        else { return [] }
        let lower = name.lowercased()
        let spellings = [name, lower, words(of: name, capitalised: true), words(of: lower, capitalised: true)]
            .map { capitalised($0[...]) }
        var seen: Set<String> = []
        return (spellings + spellings.compactMap(plural)).filter { seen.insert($0).inserted }.map { "Category:" + $0 }
    }

    /// By Unicode scalars: a bar with a combining accent is another `Character`, but still divides titles.
    static let illegal: Set<Unicode.Scalar> = ["#", "<", ">", "[", "]", "{", "}", "|", "\u{FFFD}"]

    /// Why the name cannot be a title; nil where it can, and where it has nothing but signs.
    static func fault(of tag: String) -> String? {
        guard titles(of: tag).isEmpty else { return nil }
        if let sign = tag.unicodeScalars.first(where: { illegal.contains($0) }) {
            return "no title at Wikimedia Commons has a \(sign)"
        }
        return tag.utf8.count > longest ? "titles at Wikimedia Commons have at most \(longest) bytes" : nil
    }

    /// One key for all names that are looked for under the same titles: underscores are blanks, and case does not
    /// count.
    static func key(of tag: String) -> String? {
        titles(of: tag).first.map { $0.dropFirst("Category:".count).lowercased() }
    }

    /// "Sunsets" for "Category:Sunsets".
    static func name(of title: String) -> String {
        title.beginsWithBytes(of: "Category:") ? String(title.dropFirst("Category:".count)) : title
    }

    /// The tag as words for a search, without characters that are operators of the search.
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
