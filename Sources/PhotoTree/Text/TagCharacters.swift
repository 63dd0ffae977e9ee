/// U+E0000 to U+E007F: a second, invisible ASCII. Unicode writes the flags of regions with it, behind a black flag (UTS
/// #51); elsewhere it can hide text.
enum TagCharacters {
    static func contain(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0000...0xE007F).contains(scalar.value)
    }

    /// `text` without tag characters that belong to no flag. A flag has three to six letters and digits, and a final
    /// one.
    static func withoutStray(_ text: String) -> String {
        // All of them begin with this byte.
        guard text.utf8.contains(0xF3), text.unicodeScalars.contains(where: contain) else { return text }
        let scalars = Array(text.unicodeScalars)
        var kept = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            guard !contain(scalar) else { continue }
            kept.append(scalar)
            guard scalar.value == 0x1F3F4 else { continue }
            let letters = scalars[index...].prefix { isFlagLetter($0) }
            let end = index + letters.count
            guard (3...6).contains(letters.count), end < scalars.count, scalars[end].value == 0xE007F else { continue }
            kept.append(contentsOf: scalars[index...end])
            index = end + 1
        }
        return String(kept)
    }

    private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
    }
}
