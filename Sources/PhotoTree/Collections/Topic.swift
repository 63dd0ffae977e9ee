/// A tag whose photos are sorted by their other tags.
public struct Topic: Hashable, Sendable {
    /// The number of its directory, which it keeps when it is renamed.
    public var number: NodeNumber
    /// The name as it was typed.
    public var name: String

    public init(number: NodeNumber, name: String) {
        self.number = number
        self.name = name
    }
}

/// The meaning of a name typed under `tags/`.
public enum TopicName {
    /// The normalised tag that `name` stands for; two spellings with the same key are the same topic: "Eastern Sierra"
    /// is `easternsierra`. Letters, marks and digits of every script stay, in lower case and NFC; blanks, signs and
    /// punctuation are removed. A machine tag keeps only the two signs that divide it: "vision:sky=0.971" is
    /// `vision:sky=0971`. Sources are asked for the name as it was typed, and directories are named as photos spell the
    /// tag.
    ///
    /// nil when nothing is left, and for names that no directory may have: hidden names, names with control characters,
    /// and names longer than NAME_MAX (255 bytes).
    public static func key(of name: String) -> String? {
        guard name.unicodeScalars.first != ".", name.utf8.count <= NameRules.maximumBytes,
            !name.unicodeScalars.contains(where: PlainText.isControl)
        else { return nil }
        let key = normalised(name)
        return key.isEmpty ? nil : key
    }

    /// A tag as a source or a person wrote it, normalised; may be empty.
    static func normalised(_ tag: String) -> String {
        if tag.utf8.allSatisfy(isPlain) { return tag }
        let lowered = CaselessKey.composed(tag).lowercased().unicodeScalars
        let parts = machineTag(lowered) ?? [lowered[...]]
        let kept = parts.map { part in String(String.UnicodeScalarView(part.filter(isKept))) }
        guard lowered.contains(where: says) else { return "" }
        return CaselessKey.composed(kept.count == 3 ? "\(kept[0]):\(kept[1])=\(kept[2])" : kept.joined())
    }

    /// Whether the byte is part of a normalised tag, as most tags that sources send are.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Whether the scalar is a visible letter or digit.
    static func says(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber:
            !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    /// Whether the scalar is a letter, a digit, or a mark on one. Variation selectors of emoji are not.
    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: !scalar.properties.isDefaultIgnorableCodePoint
        default: says(scalar)
        }
    }

    /// Namespace, predicate and value of `namespace:predicate=value`; nil when one of them has no letter and no digit.
    private static func machineTag(_ tag: String.UnicodeScalarView) -> [Substring.UnicodeScalarView]? {
        guard let colon = tag.firstIndex(of: ":"), let equals = tag.firstIndex(of: "="), colon < equals else {
            return nil
        }
        let parts = [tag[..<colon], tag[tag.index(after: colon)..<equals], tag[tag.index(after: equals)...]]
        return parts.allSatisfy { $0.contains(where: says) } ? parts : nil
    }
}
