/// The text of a name as a point is read from it: without the invisible marks that phones copy along, and with the
/// digits and signs of all scripts as ASCII has them.
struct PointText {
    let plain: String
    private let typed: [Unicode.Scalar]
    /// Where each scalar of `plain` stands in `typed`.
    private let places: [Int]

    init(_ name: String) {
        typed = Array(name.unicodeScalars)
        var view = String.UnicodeScalarView()
        var places: [Int] = []
        for (place, scalar) in typed.enumerated() {
            guard let plain = Self.plain(scalar) else { continue }
            view.append(plain)
            places.append(place)
        }
        plain = String(view)
        self.places = places
    }

    /// The end of the typed name of which `plain` ends with `words`; `words` where there is none.
    func typed(_ words: String) -> String {
        guard places.count < typed.count || !plain.unicodeScalars.elementsEqual(typed), !words.isEmpty else {
            return words
        }
        let solid = places.lastIndex { !typed[$0].properties.isWhitespace } ?? -1
        let first = solid + 1 - words.unicodeScalars.count
        let end = plain.unicodeScalars.dropFirst(max(0, first)).prefix(words.unicodeScalars.count)
        guard first >= 0, end.elementsEqual(words.unicodeScalars) else { return words }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: typed[places[first]...places[solid]])
        return String(view)
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.isASCII { return scalar }
        if (0xFF01...0xFF5E).contains(scalar.value) { return Unicode.Scalar(scalar.value - 0xFEE0) }
        if let sign = signs[scalar] { return sign }
        let properties = scalar.properties
        if properties.generalCategory == .format { return nil }
        if properties.numericType == .decimal, let value = properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
        }
        return scalar
    }

    /// Arabic and East Asian signs, and dashes that word processors make of a minus.
    private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{66B}": ".", "\u{60C}": ",", "\u{61B}": ";", "、": ",", "\u{2212}": "-", "\u{2013}": "-", "\u{FE63}": "-",
        // No name can have a slash: file managers put these in its place.
        "\u{2044}": "/", "\u{2215}": "/", "\u{29F8}": "/",
    ]
}

extension String {
    /// Whether an ASCII digit is in it, as in the text of every point.
    var hasDigit: Bool { utf8.contains { (0x30...0x39).contains($0) } }
}

/// What a name that may be a point says.
enum PointReading: Equatable {
    /// A point, and the trimmed words behind it.
    case point(Coordinate, words: String)
    /// Looks like a point, but is not on Earth or is ambiguous.
    case invalid
    /// Something else.
    case other
}

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
