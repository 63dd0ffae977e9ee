internal import PhotoTree

/// "© 2021 Jane Doe": words that say whose a photo is, and not under which licence.
struct CopyrightNotice: Hashable, Sendable {
    /// "Jane Doe"; empty where the words name nobody.
    let holder: String

    /// - Parameters:
    ///   - text: What stands in a field for rights.
    ///   - authors: Who took the photo; such a name by itself is a notice, too, as cameras write it.
    init?(_ text: String, of authors: [String] = []) {
        guard !NamelessText.reserves(text), !NamelessText.names(license: text) else { return nil }
        let text = PlainText.oneLine(text)
        var words: [Substring] = []
        var (isSigned, isOver) = (false, false)
        let spaced = ["©", "(c)", "(C)"].reduce(text) { $0.replacingBytes(of: $1, with: " © ") }
        for word in spaced.split(separator: " ") {
            let plain = word.lowercased().trimmingPunctuation
            if plain == "©" || Self.signs.contains(plain) {
                isSigned = true
            } else if plain.isEmpty {
                isOver = isOver || !words.isEmpty
            } else if !Self.isYears(plain) {
                // Another sentence says more than a name.
                guard !isOver else { return nil }
                // "Photo: Jane Doe".
                if words.isEmpty, word.last == ":" { continue }
                words.append(word)
                isOver = Self.endsSentence(word)
            }
        }
        if words.first?.lowercased() == "by" { words.removeFirst() }
        let holder = words.joined(separator: " ").trimmingPunctuation
        guard isSigned || authors.contains(where: { !$0.isEmpty && $0.hasBytes(of: holder) }) else { return nil }
        guard holder.utf8.count <= Self.longest, words.count <= Self.mostWords, !Self.saysMore(holder) else {
            return nil
        }
        self.holder = NamelessText.names(nobody: holder) ? "" : holder
    }

    /// A name is short.
    private static let (longest, mostWords) = (100, 7)
    private static let titles: Set<String> = [
        "inc", "ltd", "corp", "bros", "prof", "rev", "mrs", "sgt", "dipl", "ing", "mag",
    ]

    /// "Doe." and "Doe:"; "J." and "Inc." are parts of names.
    private static func endsSentence(_ word: Substring) -> Bool {
        guard word.last == "." else { return word.last.map { ";:|".contains($0) } ?? false }
        let rest = word.dropLast().lowercased()
        return rest.count > 2 && !rest.contains(".") && !titles.contains(rest)
    }

    /// "2021", "2019-2021".
    private static func isYears(_ word: String) -> Bool {
        word.split { !$0.isNumber }.allSatisfy { $0.utf8.count == 4 }
            && word.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || "-–—/,".unicodeScalars.contains($0) }
    }

    /// Whether a word is one of terms, and of no name: then it is not for us to say what is allowed. Among words with
    /// capitals one without is of no name.
    private static func saysMore(_ holder: String) -> Bool {
        if unspaced.contains(where: { holder.containsBytes(of: $0) }) { return true }
        let words = holder.split { !$0.isLetter }
        let isOther = words.dropFirst().contains { $0.first?.isLowercase == true && !parts.contains(String($0)) }
        if isOther, words.first?.first?.isUppercase == true { return true }
        return holder.lowercased().split { !$0.isLetter }.contains { word in
            terms.contains(String(word)) || stems.contains { word.hasPrefix($0) }
        }
    }

    private static let signs: Set<String> = ["copyright", "copyrights", "copyrighted", "copr"]

    private static let terms: Set<String> = [
        "use", "used", "usage", "reuse", "rights", "right", "reserved", "managed", "commercial", "noncommercial",
        "editorial", "prohibited", "reproduction", "redistribution", "terms", "cc", "creative", "commons", "public",
        "domain", "gfdl", "rechte", "rechten", "vorbehalten", "nutzung", "droits", "utilisation", "derechos", "uso",
        "diritti", "direitos", "not", "without", "private", "only", "ask", "contact", "except", "strictly", "copy",
        "copying", "copied", "copies", "sale", "sell", "selling", "resale", "publish", "published", "nicht", "keine",
        "ohne", "nur", "pas", "sans", "vietato",
    ]

    private static let stems = [
        "licen", "lizen", "permi", "kopi", "kopí", "copi", "distribut", "publica", "publika", "reprodu", "riprodu",
        "riserv", "forbid", "verbot", "verbod", "untersag", "vervielf", "honorar", "interdi", "prohibi", "zakáz",
        "zabron", "копир", "запрещ", "saklı", "sakli",
    ]

    /// In scripts that put no blanks between words.
    private static let unspaced = ["禁止", "転載", "转载", "轉載", "無断", "금지", "복제"]

    /// Words without a capital in the names of people and their firms.
    private static let parts: Set<String> = [
        "and", "und", "et", "y", "e", "i", "och", "og", "en", "von", "van", "der", "den", "de", "da", "do", "dos",
        "del", "della", "di", "du", "des", "la", "le", "of", "the", "bin", "al", "photography", "photo", "photos",
        "photographe", "photographie", "fotografie", "fotografia", "fotograf", "foto", "fotos", "studio", "images",
        "pictures", "media", "design", "art", "com",
    ]
}

extension String {
    fileprivate var trimmingPunctuation: String {
        func isOutside(_ scalar: Unicode.Scalar) -> Bool { " ,.;:|/-–—".unicodeScalars.contains(scalar) }
        let rest = unicodeScalars.drop(while: isOutside)
        return String(rest[..<(rest.lastIndex { !isOutside($0) }.map(rest.index(after:)) ?? rest.startIndex)])
    }
}
