/// The words of times in English, German, French, Spanish, Japanese and Chinese; in lower case and without accents.
enum DateWords {
    enum Bound {
        case before, until, after, since, about
    }

    /// What a time may begin with, the longer beginnings first.
    static let bounds: KeyValuePairs<[[String]], Bound> = [
        words("before", "pre", "vor", "avant", "antes de", "antes"): .before,
        words("until", "till", "up to", "bis", "jusqu'en", "jusqu'a", "jusqu'au", "hasta"): .until,
        words("after", "nach", "apres", "despues de", "despues"): .after,
        words("since", "seit", "ab", "depuis", "a partir de", "a partir du", "desde"): .since,
        words(
            "circa", "ca.", "ca", "c.", "around", "about", "approximately", "um", "etwa", "ungefahr", "gegen", "vers",
            "environ", "autour de", "hacia", "alrededor de", "alrededor del", "aproximadamente"): .about,
    ]
    /// What a time may end with that has no end.
    static let openEnds = ["-", "+", " onwards", " on", " and later", " or later"]
    static let now: Set<String> = [
        "now", "today", "present", "the present", "heute", "jetzt", "aujourd'hui", "maintenant", "hoy", "ahora",
        "la actualidad", "今", "现在", "現在", "今日", "今天",
    ]
    static let rangeBeginnings: Set<String> = ["from", "between", "von", "zwischen", "de", "entre", "desde", "seit"]
    static let between: Set<String> = ["to", "until", "till", "and", "bis", "und", "a", "au", "et", "y", "hasta"]
    static let or: Set<String> = ["or", "oder", "ou", "o"]
    /// They say nothing of a time, as `articles` do not.
    static let silent: Set<String> = [
        "in", "of", "on", "from", "taken", "early", "late", "mid", "anfang", "mitte", "ende", "debut", "milieu", "fin",
        "principios", "mediados", "finales", "au", "aux", "dans", "des", "im", "am", "jahr", "jahre", "jahren", "du",
        "de", "en", "annee", "del",
        "ano", "year",
    ]
    static let articles: Set<String> = ["the", "der", "die", "den", "dem", "le", "la", "les", "el", "los"]
    static let decades: Set<String> = ["annees", "anos"]
    /// Behind those.
    static let tens = [
        "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "soixante-dix": 70,
        "quatre-vingt": 80, "quatre-vingts": 80, "quatre-vingt-dix": 90, "veinte": 20, "treinta": 30, "cuarenta": 40,
        "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90,
    ]
    /// Names of decades that are one word: "sixties", "sechziger Jahre", "Sechzigerjahre".
    static let decadeNames: [String: Int] = {
        var names = [
            "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70,
            "eighties": 80,
            "nineties": 90,
        ]
        let german = [
            "zwanziger": 20, "dreißiger": 30, "dreissiger": 30, "vierziger": 40, "funfziger": 50,
            "sechziger": 60, "siebziger": 70, "achtziger": 80, "neunziger": 90,
        ]
        for (name, number) in german { for ending in ["", "jahre", "jahren"] { names[name + ending] = number } }
        return names
    }()
    static let centuries: Set<String> = ["century", "jahrhundert", "siecle", "siglo"]
    static let romanCenturies = [
        "xix": 19, "xixe": 19, "xixeme": 19, "xx": 20, "xxe": 20, "xxeme": 20, "xxi": 21, "xxie": 21, "xxieme": 21,
    ]
    static let seasons: Set<String> = [
        "spring", "summer", "autumn", "fall", "winter", "fruhling", "fruhjahr", "sommer", "herbst", "printemps", "ete",
        "automne",
        "hiver", "primavera", "verano", "otono", "invierno",
    ]

    static let easternSeasons: Set<String> = [
        "春", "夏", "秋", "冬", "春天", "夏天", "秋天", "冬天", "春季", "夏季", "秋季", "冬季", "の春", "の夏", "の秋", "の冬",
    ]

    private static let months = [
        ["january", "januar", "janner", "janvier", "enero"], ["february", "februar", "fevrier", "febrero"],
        ["march", "marz", "maerz", "mars", "marzo"], ["april", "avril", "abril"], ["may", "mai", "mayo"],
        ["june", "juni", "juin", "junio"], ["july", "juli", "juillet", "julio"], ["august", "aout", "agosto"],
        ["september", "septembre", "septiembre", "setiembre", "sept"], ["october", "oktober", "octobre", "octubre"],
        ["november", "novembre", "noviembre"], ["december", "dezember", "decembre", "diciembre"],
    ]

    /// 1 to 12; also by the first three letters.
    static func month(_ word: String) -> Int? {
        let name = word.hasSuffix(".") ? String(word.dropLast()) : word
        // "Mar" is March, "juillet" no abbreviation of June.
        return (months.firstIndex { $0.contains(name) } ?? months.firstIndex { $0.contains { $0.prefix(3) == name } })
            .map {
                $0 + 1
            }
    }

    private static func words(_ phrases: String...) -> [[String]] {
        phrases.map { $0.split(separator: " ").map(String.init) }
    }

    /// A time as it is written in Japanese and Chinese, in English: "2022年11月" is "2022-11", "2020年以降" "since 2020",
    /// "1960年代" "1960s", "2015年から2020年まで" "2015 to 2020". Others stay.
    static func western(_ text: String) -> String {
        var text = text
        if let year = era(text[...]) { text = year }
        for (index, number) in ["三", "四", "五", "六", "七", "八", "九"].enumerated() {
            if text == "\(number)十年代" || text == "二十世纪\(number)十年代" { text = "19\(index + 3)0年代" }
        }
        guard text.containsBytes(of: "年") else { return text }
        for about in ["大约", "大約", "约", "約"] where text.hasPrefix(about) {
            return "circa " + numbers(text.dropFirst(about.count))
        }
        for between in ["から", "至", "到"] {
            guard let place = text.firstRange(of: between), place.upperBound != text.endIndex else { continue }
            return numbers(text[..<place.lowerBound]) + " to " + numbers(text[place.upperBound...])
        }
        for (ending, word) in endings where text.hasSuffix(ending) {
            return word + " " + numbers(text.dropLast(ending.count))
        }
        return numbers(text[...])
    }

    private static let endings: KeyValuePairs<String, String> = [
        "以降": "since", "以后": "since", "以後": "since", "以来": "since", "以來": "since", "から": "since",
        "之后": "since", "之後": "since", "起": "since", "頃": "circa",
        "ごろ": "circa", "左右": "circa",
        "以前": "until",
        "之前": "before", "より前": "before", "前": "before", "まで": "until",
    ]

    /// The years of an era, as Japan and Taiwan count from its beginning: "大正時代" is "1912 to 1926", "明治30年"
    /// "1897年".
    private static func era(_ text: Substring) -> String? {
        for (name, first, last, years) in eras where text.hasPrefix(name) {
            var rest = text.dropFirst(name.count)
            if ["時代", "时代", "年間", "时期", "時期"].contains(rest) { return "\(first) to \(last)" }
            if rest.first == "元" { rest = "1" + rest.dropFirst() }
            let digits = rest.prefix { ("0"..."9").contains($0) }
            let behind = rest.dropFirst(digits.count)
            guard let year = Int(digits), (1...years).contains(year), behind.first == "年" else { return nil }
            if behind == "年代" { return "\(first + year - 1) to \(first + year + 8)" }
            return "\(first + year - 1)\(behind)"
        }
        return nil
    }

    /// With how many years are counted: in Taiwan more than the period that is called so.
    private static let eras: [(String, first: Int, last: Int, years: Int)] = [
        ("明治", 1868, 1912, 45), ("大正", 1912, 1926, 15), ("昭和", 1926, 1989, 64), ("平成", 1989, 2019, 31),
        ("令和", 2019, 2199, 181), ("民国", 1912, 1949, 200), ("民國", 1912, 1949, 200), ("日治", 1895, 1945, 51),
        ("日據", 1895, 1945, 51),
    ]

    /// "2022年11月3日" is "2022-11-03".
    private static func numbers(_ text: Substring) -> String {
        var text = text.hasSuffix("まで") ? text.dropLast(2) : text
        if let year = era(text) { text = year[...] }
        if text.hasSuffix("年代") { return text.dropLast(2) + "s" }
        var fields: [String] = []
        for unit in ["年", "月", "日"] {
            guard let place = text.firstRange(of: unit) else { break }
            let digits = TextCut.trimmed(text[..<place.lowerBound])
            fields.append(digits.utf8.count == 1 ? "0" + digits : digits)
            text = text[place.upperBound...]
        }
        return (fields.joined(separator: "-") + (text.isEmpty || fields.isEmpty ? "" : " ") + text)
    }
}
