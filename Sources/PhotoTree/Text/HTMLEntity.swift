/// The character references of HTML that descriptions use.
enum HTMLEntity {
    /// Decodes the text behind an `&`: the scalar it means and how many bytes it takes. nil when it is no reference.
    /// Names need their semicolon ("?a=1&copy=2" is no ©), numbers do not.
    static func decode(_ body: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        guard body.first == UInt8(ascii: "#") else { return named(body) }
        var digits = body.dropFirst()
        var radix: UInt32 = 10
        if digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X") {
            radix = 16
            digits = digits.dropFirst()
        }
        var value: UInt32 = 0
        var index = digits.startIndex
        while index < digits.endIndex, let digit = digitValue(digits[index]), digit < radix {
            value = min(value * radix + digit, 0x11_0000)
            index += 1
        }
        guard index > digits.startIndex else { return nil }
        if index < digits.endIndex, digits[index] == UInt8(ascii: ";") { index += 1 }
        return (scalar(value), index - body.startIndex)
    }

    private static func named(_ body: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        // The longest known names have 7 letters.
        guard let end = body.prefix(9).firstIndex(of: UInt8(ascii: ";")), end > body.startIndex else { return nil }
        guard let scalar = names[String(decoding: body[..<end], as: UTF8.self)] else { return nil }
        return (scalar, end + 1 - body.startIndex)
    }

    private static func digitValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    /// Numbers as browsers read them: 128 to 159 mean Windows-1252; NUL and what is not a scalar become the replacement
    /// character.
    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        if (0x80...0x9F).contains(value) { return windows1252[Int(value - 0x80)] }
        guard value != 0 else { return "\u{FFFD}" }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private static let windows1252 = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [:]
        // HTML's names of U+00A0 to U+00FF, in that order.
        let latin1 = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
            micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
            AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
            times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
            egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
            ugrave uacute ucirc uuml yacute thorn yuml
            """
        for (offset, name) in latin1.split(separator: " ").enumerated() {
            names[String(name)] = Unicode.Scalar(UInt32(0xA0 + offset))
        }
        let others = """
            amp& lt< gt> quot" apos' OEligŒ oeligœ ScaronŠ scaronš YumlŸ fnofƒ circˆ tilde˜ ndash– mdash— lsquo‘ rsquo’ \
            sbquo‚ ldquo“ rdquo” bdquo„ dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› euro€ \
            trade™ larr← uarr↑ rarr→ darr↓ harr↔ minus− infin∞ asymp≈ ne≠ le≤ ge≥ loz◊ spades♠ clubs♣ hearts♥ diams♦ \
            alphaα betaβ gammaγ deltaδ epsilonε lambdaλ muμ piπ sigmaσ phiφ omegaω DeltaΔ OmegaΩ SigmaΣ starf★ star☆ \
            check✓ male♂ female♀ phone☎ num# excl! commat@ lpar( rpar) colon: comma, period. sol/ lowbar_ ast* plus+ \
            equals= quest? percnt% dollar$ grave` lsqb[ rsqb] lcub{ rcub} bsol\\ vert| semi; hyphen‐ horbar― mldr…
            """
        for pair in others.split(separator: " ") {
            guard let scalar = pair.unicodeScalars.last else { continue }
            names[String(pair.unicodeScalars.dropLast())] = scalar
        }
        names["ensp"] = " "
        names["emsp"] = " "
        names["thinsp"] = " "
        names["NewLine"] = "\n"
        names["Tab"] = "\t"
        names["zwj"] = "\u{200D}"
        names["zwnj"] = "\u{200C}"
        names["lrm"] = "\u{200E}"
        names["rlm"] = "\u{200F}"
        return names
    }()
}
