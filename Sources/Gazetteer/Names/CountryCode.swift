import PhotoTree

/// Codes of countries are words in many languages: "near me" is not Montenegro, and "in it" not Italy.
enum CountryCode {
    /// Whether a key that may be a code means a country as it was typed. Two letters are a code in capitals, three with
    /// one at least.
    static func mayBeMeant(_ name: String, key: String) -> Bool {
        guard (1...3).contains(key.utf8.count), key.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        // "U.S.A.", and not "B&W".
        let letters = name.utf8.filter { $0 != UInt8(ascii: ".") }
        guard letters.count == key.utf8.count else { return false }
        if common.contains(key) || letters.count < name.utf8.count { return true }
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return key.utf8.count == 2 ? letters.allSatisfy(capitals.contains) : capitals.contains(letters[0])
    }

    /// Everybody's, and no words.
    private static let common: Set<String> = ["uk", "usa", "uae"]
}
