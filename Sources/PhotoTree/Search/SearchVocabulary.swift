/// What the parts of a query are called: in English, German, French, Spanish, Japanese and Chinese. Whoever types
/// another of these words means the same part, and the sentence that says what was understood says so in English.
enum SearchVocabulary {
    /// The words for the values of one kind of part. They are compared without case, accents, blanks and hyphens.
    struct Words<Value: Sendable>: Sendable {
        private let values: [String: Value]

        init(_ words: KeyValuePairs<Value, [String]>) {
            var values: [String: Value] = [:]
            for (value, names) in words {
                for name in names { values[SearchKey.of(name)] = value }
            }
            self.values = values
        }

        /// nil for other words, and for those that bear a sign: "#cc" is a tag, "-square" an excluded word.
        subscript(part: String) -> Value? {
            guard let first = part.unicodeScalars.first, TopicName.says(first),
                !part.contains(where: SearchToken.opening.contains)
            else { return nil }
            if let value = values[SearchKey.of(part)] { return value }
            // "die neuesten", "newest photos", "most recent first"
            let words = part.split(separator: " ")
            let kept = words.filter { !SearchVocabulary.fillers.contains($0.lowercased()) }
            return kept.count < words.count ? values[SearchKey.of(kept.joined(separator: " "))] : nil
        }
    }

    static let licenses = Words<LicenseFilter>([
        .cc: [
            "cc", "creative commons", "cc licence", "cc license", "creative commons licence",
            "creative commons license",
            "CC-Lizenz", "licence cc", "licencia cc", "cc by", "cc by sa", "cc by nd", "cc by nc", "cc by nc sa",
            "cc by nc nd",
            "cc by 2.0", "cc by 3.0", "cc by 4.0", "cc by sa 2.0", "cc by sa 3.0", "cc by sa 4.0", "free to use",
            "royalty free", "free license", "free licence", "freely licensed", "open license", "open licence",
            "freie Lizenz", "unter freier Lizenz", "Creative-Commons-Lizenz", "unter Creative-Commons-Lizenz",
            "unter CC-Lizenz", "licence libre", "sous licence libre", "licence Creative Commons",
            "sous licence Creative Commons", "sous licence cc", "licencia libre", "con licencia libre",
            "licencia Creative Commons", "con licencia Creative Commons", "frei verwendbar", "frei nutzbar",
            "lizenzfrei", "libre de droits", "libres de droits",
            "libre de derechos", "libres de derechos", "kostenlos", "kostenfrei", "gratis", "gratuit", "gratuite",
            "gratuits", "gratuites", "gratuita", "gratuito", "gratuitas", "gratuitos", "無料", "フリー素材", "免费", "免費",
            "クリエイティブコモンズ", "クリエイティブ・コモンズ", "知识共享", "創用CC",
        ],
        .commercial: [
            "commercial", "commercial use", "commercial use allowed", "for commercial use", "free for commercial use",
            "kommerziell", "kommerzielle Nutzung", "kommerziell nutzbar", "usage commercial", "utilisation commerciale",
            "comercial", "uso comercial", "商用", "商用可", "商用利用可", "商用利用", "可商用", "免费商用", "免費商用",
        ],
        .publicDomain: [
            "public domain", "pd", "cc0", "cc zero", "no copyright", "gemeinfrei", "domaine public",
            "dans le domaine public", "dominio público",
            "de dominio público",
            "パブリックドメイン", "公有领域", "公有領域", "公共领域", "公共領域",
        ],
    ])

    static let shapes = Words<PhotoSearch.Shape>([
        .landscape: [
            "landscape", "landscape format", "landscape orientation", "horizontal", "Querformat", "im Querformat",
            "format paysage", "format horizontal", "horizontale", "horizontales", "formato horizontal", "apaisado",
            "apaisada", "apaisadas", "formato apaisado", "横向き", "横長",
            "横構図", "横位置", "横屏", "橫屏", "横图", "横版", "横圖", "橫圖", "橫版", "橫向", "橫式", "横向",
        ],
        .portrait: [
            "portrait", "portrait format", "portrait orientation", "vertical", "Hochformat", "im Hochformat",
            "hochkant", "vertikal", "format portrait", "verticale", "verticales", "en hauteur",
            "format vertical", "formato vertical", "縦向き", "縦位置", "竖屏", "豎屏", "縦長", "縦構図", "縦", "竖图", "竖版", "竖向", "直圖",
            "直式", "直向", "豎圖",
        ],
        .square: [
            "square", "square format", "quadratisch", "Quadrat", "carré", "carrée", "carrés", "format carré",
            "cuadrado", "cuadrada", "cuadrados", "cuadradas", "carrées",
            "formato cuadrado", "正方形", "方形", "方图",
        ],
        .panorama: [
            "panorama", "panoramic", "panoramas", "Panoramabild", "panoramique", "panoramiques", "panorámica",
            "panorámicas",
            "panorámico", "panorámicos", "Panoramabilder", "Panoramaformat", "パノラマ", "全景图", "全景圖", "全景",
        ],
    ])

    static let orders = Words<PhotoSearch.Order>([
        .newest: [
            "newest", "latest", "most recent", "by date", "sorted by date", "nach Datum", "par date", "por fecha",
            "neueste", "neuste", "neuesten", "neusten", "aktuellste",
            "plus récentes",
            "plus récents", "plus récent", "plus récente", "más recientes", "más reciente", "más nuevas", "最新",
            "最新順", "新しい順", "最新优先", "最新照片", "最新的照片",
        ],
        .interesting: [
            "interesting", "most interesting", "best", "beste", "besten", "meilleures", "meilleurs", "mejores",
            "interessanteste", "interessantesten", "plus intéressantes",
            "plus intéressants", "más interesantes", "最有趣", "面白い順",
        ],
        .nearest: [
            "nearest", "closest", "by distance", "sorted by distance", "nach Entfernung", "par distance",
            "por distancia",
            "nächste", "nächsten", "plus proches", "más cercanas", "más cercanos", "近い順", "最近距离",
        ],
        .random: [
            "random", "at random", "randomly", "random order", "zufällig", "zufällige", "Zufall", "au hasard",
            "aléatoires", "aléatoire",
            "al azar",
            "aleatorio", "ランダム", "随机", "隨機",
        ],
    ])

    static let known = Words<Bool>([
        true: ["known", "bekannt", "connues", "connus", "conocidas", "conocidos", "既知", "已知"]
    ])

    /// Beside the words of a list they say nothing.
    fileprivate static let fillers: Set<String> = [
        "the", "die", "der", "das", "le", "la", "les", "el", "las", "los", "first", "zuerst", "d'abord", "d’abord",
        "primero", "photos", "photo", "pictures", "images", "pics", "fotos", "bilder", "imágenes", "only", "nur",
        "please", "bitte",
    ]

    // MARK: Numbers

    static let pixels = [
        "px", "pixels", "pixel", "pixeln", "píxeles", "pixeles", "ピクセル", "像素", "px以上", "ピクセル以上", "像素以上",
        "px+", "pixels+", "pixel+", "px wide", "pixels wide", "px breit", "pixel breit", "px de large",
        "pixels de large",
        "px de ancho", "píxeles de ancho",
    ]
    static let photos = [
        "photos", "photo", "pictures", "images", "pics", "fotos", "bilder", "imágenes", "imagenes", "枚", "張", "张",
        "枚の写真", "張照片", "张照片", "張相片", "张图片", "張圖片",
    ]
    /// What may stand before a number of pixels.
    static let atLeast = [
        "at least", "more than", "min", "min.", "minimum", "over", ">", "≥", ">=", "mindestens", "mehr als", "über",
        "ab",
        "au moins", "plus de", "al menos", "más de", "mínimo", "minimo", "mín.", "mín", "最低", "至少",
    ]
    /// What may stand before a number of photos.
    static let atMost = [
        "at most", "up to", "max", "max.", "maximum", "höchstens", "maximal", "bis zu", "au plus", "au maximum",
        "como máximo", "máximo", "hasta", "no más de", "menos de", "jusqu'à", "jusqu’à", "moins de", "pas plus de",
        "weniger als", "nicht mehr als", "less than", "fewer than", "no more than", "not more than", "最多", "最大", "写真",
        "照片",
    ]

    // MARK: Beginnings

    /// Without people, in a word.
    static let deserted: Set<String> = ["无人", "無人", "无人物", "無人物", "人なし"]
    /// Whether the word says that others must not be there, and nothing else.
    static func isUnwanted(_ word: String) -> Bool {
        deserted.contains(word) || ["没有", "沒有"].contains { word.hasPrefix($0) && word != $0 }
    }
    static let without = [
        "but not", "but without", "aber nicht", "aber ohne", "mais pas", "mais sans", "pero no", "pero sin",
        "without", "ohne", "sans", "sin", "pas de", "keine", "keinen", "kein", "nicht", "没有", "沒有",
    ]
    /// Behind these they say nothing.
    static let unsaid: Set<String> = [
        "and", "or", "nor", "und", "oder", "et", "ou", "y", "e", "o", "u", "ni", "the", "a", "an", "any", "der", "die",
        "das", "den", "dem", "eine", "einen", "le", "la", "les", "des", "el", "los", "las",
    ]
    /// Behind "no" these are meant to be absent. Other words may be on a sign: "no parking".
    static let absent: Set<String> = [
        "people", "persons", "person", "humans", "tourists", "crowd", "crowds", "cars", "text", "watermark",
        "watermarks",
    ]
    static let authors = [
        "by user", "by photographer", "photo by", "photos by", "taken by", "by", "photographer", "fotograf",
        "photographe",
        "fotógrafo", "fotógrafa", "作者", "撮影者",
    ]
    /// These may stand before anything else, too: behind them is a person where several words begin with a capital.
    static let authorsInFull = ["von", "par", "por"]
    /// Behind "by" they are nobody's name.
    static let nobody: Set<String> = [
        "night", "day", "the sea", "the river", "the lake", "the water", "the road", "the beach", "moonlight",
        "candlelight", "train", "bike", "boat", "car", "foot",
    ]
    /// Before the words of a query they say nothing.
    static let openings = [
        "photos of", "pictures of", "images of", "pics of", "bilder von", "bilder aus", "bilder vom", "bilder der",
        "fotos von", "fotos aus",
        "fotos vom", "fotos der",
        "photos de", "photos du", "photos des", "images de", "fotos de", "fotos del", "imágenes de", "imagenes de",
    ]

    /// What follows one of some words; nil for a part that does not begin with one, or ends with it.
    ///
    /// - Parameters:
    ///   - words: The longer ones first.
    ///   - part: As it was typed.
    /// - Returns: The rest without blanks around it, which may be empty for a part that is such a word.
    static func behind(_ words: [String], _ part: String) -> String? {
        let text = part.lowercased()
        // Where lower case has other lengths, as of "İ", it is not one of ours.
        guard text.utf8.count == part.utf8.count else { return nil }
        for word in words where text.beginsWithBytes(of: word) {
            let rest = part[part.utf8.index(part.startIndex, offsetBy: word.utf8.count)...]
            guard let next = rest.first else { return "" }
            let isJoined = word.hasSuffix("'") || word.hasSuffix("’") || !(word.utf8.last ?? 0 < 0x80)
            if next.isWhitespace || isJoined { return TextCut.trimmed(rest) }
        }
        return nil
    }

    /// "10 newest photos" as order and number; others stay.
    static func divided(_ part: String) -> [String] {
        let words = part.split(separator: " ").filter { !articles.contains($0.lowercased()) }.map(String.init)
        guard words.count > 2, let last = words.last, photos.contains(last.lowercased()),
            let index = words.firstIndex(where: { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return [part] }
        let order = (words[..<index] + words[(index + 1)...].dropLast()).joined(separator: " ")
        return orders[order] == nil && newest[order] == nil
            ? [part] : [newest[order] ?? order, "\(words[index]) \(last)"]
    }

    private static let articles: Set<String> = ["the", "die", "der", "das", "les", "las", "los"]
    /// "die letzten 20 Bilder"
    private static let newest = Words<String>([
        "newest": ["last", "letzte", "letzten", "derniers", "dernières", "últimas", "últimos"]
    ])

    /// Full-width letters, digits and signs, as Japanese keyboards type them, as those of ASCII.
    static func halfWidth(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { (0xFF01...0xFF5E).contains($0.value) }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isWide = (0xFF01...0xFF5E).contains(scalar.value)
            scalars.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
        }
        return String(scalars)
    }
}
