/// What stands before the name of a place in a query, in the languages of `SearchVocabulary`.
enum PlaceWords {
    /// Words that always begin a place.
    static let certain = [
        "in der nähe von", "in der nähe des", "in der nähe der", "in der umgebung von", "in der gegend von",
        "in der gegend um", "in the vicinity of", "in the area of", "in the region of", "nahe bei", "in", "near",
    ]

    /// A word that begins a place where one is known by the name behind it: "en Bretagne", but not "en hiver".
    struct Preposition: Sendable {
        var word: String
        /// What it says of the name, which may begin with this article: "au Havre" is "Le Havre".
        var article: String?
        /// Whether a name may follow in small letters, too: "à paris", but not "at home".
        var isBeforeSmallLetters = true
        /// Only names of lakes follow: "Elbe" and "Nil" are known as other places.
        var isBeforeLakes = false
    }

    /// The longer ones first.
    static let prepositions: [Preposition] = [
        of("près de", "autour de", "cerca de", "alrededor de", "dans", "sur", "en", "à", "nahe", "bei", "auf", "an"),
        of("au bord de", "au bord du", "au bord d'", "a orillas de", "a orillas del", "am ufer", isBeforeLakes: true),
        of("au-dessus de", "à côté de", "junto a", "rund um", "im", "am", "beim"),
        of("près d'", "autour d'"),
        of("près du", "autour du", "au", article: "Le"),
        of("près des", "autour des", "aux", article: "Les"),
        of("cerca del", "alrededor del", "al", article: "El"),
        of("close to", "next to", "around", "at", "on", isBeforeSmallLetters: false),
    ].flatMap(\.self).sorted { $0.word.utf8.count > $1.word.utf8.count }

    private static func of(
        _ words: String..., article: String? = nil, isBeforeSmallLetters: Bool = true, isBeforeLakes: Bool = false
    ) -> [Preposition] {
        words.flatMap { $0.hasSuffix("'") ? [$0, $0.dropLast() + "’"] : [$0] }
            .map {
                Preposition(
                    word: $0, article: article, isBeforeSmallLetters: isBeforeSmallLetters,
                    isBeforeLakes: isBeforeLakes)
            }
    }

    /// Before a capital, these stand before a name of a place more often than not.
    static let saysPlace: Set<String> = [
        "près de", "près d'", "près d’", "près du", "près des", "autour de", "autour d'", "autour d’", "autour du",
        "cerca de", "cerca del", "alrededor de", "alrededor del", "junto a", "dans", "sur", "en", "à", "au", "aux",
        "nahe",
        "rund um",
    ]
    /// What Germans call places behind a preposition, in a word.
    static let datives = ["Niederlanden": "Niederlande", "Färöern": "Färöer"]

    /// "à Mexico" is the city, "au Mexique" the country: names that countries bear elsewhere.
    static let cities = [
        "Mexico": "Mexico City", "Panama": "Panama City", "Guatemala": "Guatemala City",
        "Luxembourg": "Luxembourg City",
    ]

    /// What joins a subject with its place: "playas de Mallorca".
    static let genitives: Set<String> = ["of", "von", "vom", "aus", "de", "du", "del", "des"]

    /// Behind these "de" is a part of the name: "gulf of Mexico".
    static let natural = generic.union(["gulf", "sea", "golfe", "golfo", "ciudad", "ville", "tour", "torre", "orillas"])

    /// Before half of a point, "près de 45.83", another half may come behind a comma.
    static let near: Set<String> = [
        "près de", "autour de", "cerca de", "alrededor de", "nahe", "bei", "rund um", "close to", "next to", "around",
    ]

    /// Before these words a user says where he is himself.
    static let beside =
        (certain.filter { $0 != "in" } + near).sorted { $0.utf8.count > $1.utf8.count }
    static let here: Set<String> = [
        "me", "us", "here", "by", "home", "myself", "current location", "current position", "mir", "uns", "hier",
        "zu hause", "zuhause", "moi", "nous", "ici", "chez moi", "chez nous", "mí", "mi", "aquí", "nosotros",
    ]
    /// With a noun behind them: "near my house".
    static let mine: Set<String> = [
        "my", "our", "mein", "meine", "meinem", "meiner", "meines", "unser", "unserem", "unserer", "ma", "mon", "mes",
        "notre", "mi", "mis", "nuestra", "nuestro",
    ]
    static let hereAlone: Set<String> = [
        "nearby", "in my area", "in my neighborhood", "in my neighbourhood", "in my vicinity", "in meiner nähe",
        "in meiner umgebung", "in der nähe", "près d'ici", "près d’ici", "近く", "この近く", "現在地", "附近", "我附近",
    ]

    /// Written without a blank, before or behind a name, or both.
    static let joined = (before: ["在"], behind: ["附近", "の近く", "周辺", "付近", "にて", "で"])

    /// What Chinese names of places end with.
    static let easternKinds: Set<Character> = Set("省市县縣区區镇鎮乡鄉村湖山岛島河江谷寺")

    static let articles = ["the", "der", "die", "das", "den", "dem", "le", "la", "les", "l'", "l’", "el", "los", "las"]

    /// "within 5 km of Paris", "im Umkreis von 10 km um Freiburg"
    static let distances = [
        "within a radius of", "in a radius of", "within", "im umkreis von", "in einem umkreis von",
        "à moins de", "dans un rayon de", "a menos de", "en un radio de",
    ]
    /// In metres, the longer names first.
    static let units: KeyValuePairs<String, Double> = [
        "キロメートル": 1000, "メートル": 1, "キロ": 1000, "公里": 1000, "千米": 1000, "km": 1000, "公尺": 1, "米": 1, "m": 1,
    ]
    /// A distance that stands in a part of its own may also begin or end with these.
    static let radii = [
        "less than", "weniger als", "radius of", "radius", "umkreis von", "umkreis", "rayon de", "rayon", "radio de",
        "半径", "半徑", "方圆", "方圓", "距离", "距離",
    ]
    static let behindRadii: Set<String> = [
        "radius", "umkreis", "im umkreis", "à la ronde", "a la redonda", "以内", "以內", "内", "內", "圏内", "范围内", "範圍內",
    ]
    static let behindDistances = ["of", "from", "around", "um", "von", "rund um", "de", "d'", "d’", "autour de", "del"]

    /// Nouns that names of nature and of sights begin with, in small letters too: "lac d'Annecy".
    static let generic: Set<String> = [
        "lac", "île", "ile", "mont", "monts", "col", "cap", "château", "chateau", "forêt", "vallée", "gorges", "pointe",
        "baie", "plage", "cathédrale", "abbaye", "tour", "pont", "phare", "lago", "isla", "islas", "monte", "cabo",
        "castillo", "catedral", "parque", "playa", "valle", "volcán", "insel", "schloss", "burg", "lake", "mount",
        "isle", "island", "cape", "castle", "bay", "river",
    ]

    /// Behind "in" they say when or how. Places have these names, too.
    static let when: Set<String> = [
        "bloom", "blossom", "flight", "love", "motion", "black and white", "b&w", "bw", "sepia", "colour", "color",
        "infrared", "action", "concert", "it", "me", "bed", "focus", "detail",
    ]

    /// Nouns that places are called, too.
    static let nouns: Set<String> = [
        // German, which writes all nouns with a capital
        "wald", "park", "garten", "nebel", "schnee", "regen", "winter", "sommer", "herbst", "frühling", "strand",
        "meer", "see", "abend", "morgen", "mittag", "nacht", "tag", "dorf", "wasser", "feld", "berg", "himmel", "haus",
        "sturm", "wind", "licht", "grünen", "fluss", "ufer", "hafen", "bahnhof", "markt", "gegenlicht", "mond", "sonne",
        "kanal", "hund", "land", "stadt", "straße", "reisen", "freien", "ruhe", "kirche", "schule", "weihnachten",
        "ostern", "auto",
        // French
        "marche", "marché", "été", "mer", "montagne", "blanc", "vélo", "cheval", "main", "port", "lac", "forêt",
        "plage", "jardin", "centre", "eau", "air", "pierre", "fleurs", "ville", "campagne", "route", "rue", "nuit",
        "table", "bord", "soleil", "vol", "fête", "couleur", "couleurs", "noël", "pâques", "pied", "vacances",
        "village",
        // Spanish
        "primavera", "playa", "color", "flores", "mar", "río", "montaña", "campo", "jardín", "plaza", "puerto",
        "castillo", "cima", "flor", "casa", "calle", "noche", "barco", "vivo", "ciudad", "parque", "navidad",
        "semana santa", "sol", "luna",
        // English
        "rain", "snow", "dark", "fog", "mist", "sun", "sand", "sea", "woods", "woodland", "forest", "park", "garden",
        "city", "street", "box", "wild", "water", "sky", "night", "evening", "morning", "distance", "background",
        "foreground", "mirror", "window", "house", "kitchen", "market", "mountains", "country", "north", "south",
        "east", "west", "middle", "shade", "storm", "field", "fields", "hill", "hills", "moonlight", "crowd", "past",
    ]
}
