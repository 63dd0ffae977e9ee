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

    /// One term for a word that any index leaves whole; else its letters, since every index divides such words otherwise.
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
