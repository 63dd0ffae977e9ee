/// The meaning of a compass letter beside an angle: whether the angle is a latitude, and its sign.
struct Hemisphere: Sendable {
    var isLatitude: Bool
    var sign: Double

    /// Hemispheres by the letters and words that Wikipedia's readers copy, in lower case.
    static let words: [String: Hemisphere] = {
        var words: [String: Hemisphere] = [:]
        for word in ["n", "north", "nord", "norte", "noord", "север", "с", "北緯", "北纬", "북위"] {
            words[word] = Hemisphere(isLatitude: true, sign: 1)
        }
        for word in ["s", "south", "sud", "süd", "sur", "sul", "zuid", "юг", "ю", "南緯", "南纬", "남위"] {
            words[word] = Hemisphere(isLatitude: true, sign: -1)
        }
        // "O" is east in German and west in French and Spanish.
        for word in ["e", "east", "est", "ost", "este", "leste", "oost", "восток", "в", "東経", "東經", "东经", "동경"] {
            words[word] = Hemisphere(isLatitude: false, sign: 1)
        }
        for word in ["w", "west", "ouest", "oeste", "ovest", "запад", "з", "西経", "西經", "西经", "서경"] {
            words[word] = Hemisphere(isLatitude: false, sign: -1)
        }
        return words
    }()

    /// Hemispheres by the first letters of several words ("с. ш.", "v. d."), in Russian and Bulgarian, Ukrainian and
    /// Belarusian, Czech and Slovak, and Dutch.
    static let abbreviations: [(letters: String, hemisphere: Hemisphere)] = {
        func named(_ letters: [String], isLatitude: Bool, sign: Double) -> [(letters: String, hemisphere: Hemisphere)] {
            letters.map { (letters: $0, hemisphere: Hemisphere(isLatitude: isLatitude, sign: sign)) }
        }
        return named(["сш", "пнш", "sš", "nb"], isLatitude: true, sign: 1)
            + named(["юш", "пдш", "jš", "zb"], isLatitude: true, sign: -1)
            + named(["вд", "ид", "схд", "уд", "vd", "ol"], isLatitude: false, sign: 1)
            + named(["зд", "зхд", "zd", "wl"], isLatitude: false, sign: -1)
    }()
}
