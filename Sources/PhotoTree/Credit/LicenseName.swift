/// A licence's name in words, as sources spell it: "CC BY-SA 3.0 de", "cc-by-sa-3.0-de", "GFDL 1.2", "Public domain".
struct LicenseName: Hashable, Sendable {
    /// In lower case, without punctuation; version numbers keep their point.
    private let words: [String]

    init(_ name: String) {
        var words: [String] = []
        var word = ""
        for scalar in PlainText.oneLine(name).lowercased().unicodeScalars {
            let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "."
            if isPart { word.unicodeScalars.append(scalar) }
            guard !isPart, !word.isEmpty else { continue }
            words.append(word)
            word = ""
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    /// nil for an unknown licence.
    var terms: LicenseTerms? {
        guard let first = words.first else { return nil }
        let phrase = words.joined(separator: " ")
        if phrase == "all rights reserved" { return .reserved }
        if publicDomainTool != nil { return .publicDomainTool }
        if first == "cc" || phrase.hasPrefix("creative commons") { return creativeCommonsTerms }
        if first == "pd" || Self.publicDomain.contains(phrase) || phrase.hasPrefix("public domain") {
            return .publicDomain
        }
        return isFree ? .free : nil
    }

    /// "CC0", "cc-zero", "PDM-owner", "Public Domain Mark 1.0", "Public Domain Dedication (CC0)" and similar names.
    var publicDomainTool: PublicDomainTool? {
        let phrase = words.joined(separator: " ")
        if Self.marks.contains(where: { phrase.hasPrefix($0) }) { return .mark }
        return Self.zeros.contains { phrase.hasPrefix($0) } ? .zero : nil
    }

    /// Whether some word of `text` begins like a licence's name that has terms; few names of people have such a word,
    /// and none has terms without one. `text` has no control characters.
    static func mayBegin(in text: String) -> Bool {
        let bytes = text.utf8Span.span
        var isStart = true
        for index in bytes.indices {
            let byte = bytes[index]
            // What others mean in lower case takes longer to find out.
            guard byte < 0x80 else { return true }
            let isPart = Self.isPart(byte)
            if isPart, isStart, beginnings.contains(where: { begins(bytes, at: index, with: $0) }) { return true }
            isStart = !isPart
        }
        return false
    }

    private static func begins(_ text: Span<UInt8>, at start: Int, with word: [UInt8]) -> Bool {
        guard start + word.count <= text.count else { return false }
        // The words are in lower case, and so is a letter with this bit.
        return word.indices.allSatisfy { text[start + $0] | 0x20 == word[$0] }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }

    /// The first word of every name that `terms` knows.
    private static let beginnings: Set<[UInt8]> = {
        let names = ["all", "cc", "creative", "pd", "public", "kogl"] + marks + zeros + publicDomain + free
        return Set(names.map { Array($0.utf8.prefix { $0 != UInt8(ascii: " ") }) })
    }()

    /// Reads "CC BY-SA 3.0 de", and "CC BY-SA 4.0-3.0-2.5-2.0-1.0", where the newest version comes first. nil for other
    /// words.
    var creativeCommons: CreativeCommonsLicense? {
        guard words.first == "cc" else { return nil }
        let elements = words.dropFirst().prefix { !$0.contains(".") }
        let rest = words.dropFirst(1 + elements.count)
        guard let version = rest.first else { return nil }
        let more = rest.dropFirst()
        guard more.count <= 1 || more.allSatisfy({ $0.contains(".") }) else { return nil }
        let port = more.first.flatMap { $0.contains(".") ? nil : $0 }
        return CreativeCommonsLicense(elements: Array(elements), version: version, port: port)
    }

    /// The terms by Creative Commons' short form or by whole words; any word that hints at "noncommercial" forbids
    /// commercial use.
    private var creativeCommonsTerms: LicenseTerms {
        let isBound = words.contains { $0 == "nc" || $0.hasPrefix("noncommercial") || $0 == "non" || $0 == "not" }
        let isKnown = words.contains { ["by", "sa", "attribution", "sharealike"].contains($0) }
        return .creativeCommons(commercial: isKnown && !isBound)
    }

    private var isFree: Bool {
        // Of Korea's four licences only the first permits everything.
        if words == ["kogl", "type", "1"] { return true }
        // A name may begin with a word that stands behind others.
        if Self.free.contains(words.joined(separator: " ")) { return true }
        let name = words.prefix { !Self.isVersion($0) }
        guard words.dropFirst(name.count).allSatisfy({ Self.isVersion($0) }) else { return false }
        return Self.free.contains(name.joined(separator: " "))
    }

    /// What may follow a licence's name: "1.2", "v3", "or later", "UK".
    private static func isVersion(_ word: String) -> Bool {
        versionWords.contains(word) || word.drop { $0 == "v" }.allSatisfy { $0.isNumber || $0 == "." }
    }

    private static let marks = ["pdm", "public domain mark", "cc pd"]

    private static let zeros = [
        "cc0", "cc 0", "cc zero", "creative commons zero", "creative commons cc0", "public domain dedication",
    ]

    /// "No restrictions" is Commons' short form of what Flickr's members write as "No known copyright restrictions".
    private static let publicDomain: Set<String> = [
        "no restrictions", "no known restrictions", "no known copyright restrictions",
        "united states government work", "us government work",
    ]

    private static let free: Set<String> = [
        "attribution", "attribution only", "copyrighted free use", "free art", "licence art libre", "fal", "lal",
        "gfdl", "gnu free documentation", "gpl", "lgpl", "agpl", "mit", "bsd", "apache", "mpl", "odbl", "ogl", "godl",
        "dl de by", "dl de zero",
    ]

    private static let versionWords: Set<String> = [
        "or", "later", "license", "licence", "uk", "india", "clause", "unversioned",
    ]
}
