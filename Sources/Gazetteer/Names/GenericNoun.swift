import PhotoTree

/// What only says of what kind a place is, before or behind its name: "Insel Rügen", "County Clare", "Durmitor National
/// Park". Asked only where the whole name is unknown.
enum GenericNoun {
    struct Reading: Hashable {
        var name: String
        /// The kinds of areas that it may be.
        var kinds: [Area.Kind]
    }

    /// What is left of a name without such a noun, the longest noun first.
    static func readings(of name: String) -> [Reading] {
        let lower = name.lowercased()
        guard lower.utf8.count == name.utf8.count else { return [] }
        var found: [Reading] = []
        for noun in before where lower.hasPrefix(noun.text) {
            found.append(
                Reading(name: TextCut.trimmed(Substring(name.utf8.dropFirst(noun.text.utf8.count))), kinds: noun.kinds))
        }
        for noun in behind where lower.hasSuffix(noun.text) {
            found.append(
                Reading(name: TextCut.trimmed(Substring(name.utf8.dropLast(noun.text.utf8.count))), kinds: noun.kinds))
        }
        // "in mountain range" is not the range of Mountain.
        return found.filter { !$0.name.isEmpty && ($0.kinds != land || $0.name.first?.isLowercase == false) }
    }

    /// Whether a word alone is no name: "Salar", "Lake", "St.", "der".
    static func isAlone(_ word: String) -> Bool {
        let key = SearchKey.of(word)
        return words.contains(key) || before.contains { SearchKey.of($0.text) == key }
    }

    /// Whether a small word stands within names: "de", "am".
    static func joins(_ word: String) -> Bool { particles.contains(SearchKey.of(word)) }

    private static let particles: Set<String> = [
        "de", "del", "della", "delle", "der", "den", "di", "du", "des", "da", "do", "dos", "das", "d", "of", "am", "an",
        "im",
        "ob", "sur", "sous", "en", "les", "la", "le", "el", "los", "las", "y", "e", "et", "und", "upon", "on", "the",
        "a",
    ]
    private static let island: [Area.Kind] = [.island, .country]
    private static let region: [Area.Kind] = [.region, .district]
    private static let park: [Area.Kind] = [.park, .region, .island, .range, .lake]
    private static let lake: [Area.Kind] = [.lake]
    private static let land: [Area.Kind] = [.range, .park, .region, .district]

    private static func nouns(_ texts: String, _ kinds: [Area.Kind]) -> [(text: String, kinds: [Area.Kind])] {
        texts.split(separator: "|").flatMap { text in
            let text = String(text)
            return (text.contains("'") ? [text, text.replacingBytes(of: "'", with: "’")] : [text]).map { ($0, kinds) }
        }
    }

    private static let before: [(text: String, kinds: [Area.Kind])] =
        (nouns(
            "isle of |island of |the island of |insel |île de |île de la |île d'|ile de |ile de la |ile d'|isla de la |isla del |isla de |isla |isola di |isola d'|"
                + "ilha de |ilha do |ilha da |ilha |wyspa |ostrov ", island)
        + nouns(
            "county of |county |co. |co |kanton |canton of |canton de |canton du |cantone di |province of |"
                + "province de |provincia de |provincia di |provinz |state of |estado de |estado do |bundesland |"
                + "regierungsbezirk |bezirk |departamento de |département de |département du |region |région |"
                + "republic of |kingdom of |grafschaft |fürstentum |duchy of |principality of |prefecture of |staat |"
                + "bundesstaat |state |état de |état du |état d'|état de l'|l'état de |l'état du |l'état d'|estado ",
            region)
        + nouns(
            "massif de |massif du |massif des |massif de la |massif de l'|massif d'|chaîne de |chaîne du |chaîne des |"
                + "monts |montagnes du |montagnes de |sierra de |sierra de la |cordillera de |cordillera de los |vallée de |"
                + "vallée du |vallée de la |vallée de l'|vallée d'|valle de |valle del |valley of |forêt de |forêt du |"
                + "forêt d'|bosque de ", land)
        + nouns(
            "nationalpark |naturpark |parc national de |parc national du |parc national des |parc national d'|"
                + "parc de |parc du |parc des |parc de la |parc d'|"
                + "parque nacional de |parque nacional del |parque nacional |parque nacional da |parque nacional do |"
                + "parco nazionale di |parco nazionale del |parco nazionale della |parco nazionale delle ", park)
        + nouns("lake |lac |lac de |lac du |lac d'|lago |lago di |lago de |lago do |loch |lough |jezioro ", lake))
        .sorted { $0.text.utf8.count > $1.text.utf8.count }

    private static let behind: [(text: String, kinds: [Area.Kind])] =
        (nouns(" island| islands| isle|-insel|-inseln| inseln|岛|島", island)
        + nouns(" county| province| region| prefecture| state| district| canton|省|州|県", region)
        + nouns("县|縣", region + island)
        + nouns(
            " national park|-nationalpark| nationalpark| national reserve| game reserve| nature reserve|"
                + " national monument| provincial park| state park| park|国家公园|國家公園|国立公園", park)
        + nouns(" massif| mountains| mountain range| range| valley| forest|-gebirge| gebirge|-massiv|-tal", land)
        + nouns(" lake|-see|湖", lake))
        .sorted { $0.text.utf8.count > $1.text.utf8.count }

    private static let words: Set<String> = [
        "a", "an", "the", "der", "die", "das", "den", "dem", "ein", "eine", "le", "la", "les", "l", "el", "los", "las",
        "il",
        "lo", "gli", "o", "os", "as", "de", "da", "do", "du", "des", "del", "di", "san", "santa", "saint", "sainte",
        "bad",
        "mount", "fort", "port", "puerto", "porto", "cape", "cabo", "cap", "new", "old", "north", "south", "east",
        "west",
        "northern", "southern", "eastern", "western", "upper", "lower", "great", "grand", "little", "big", "central",
        "ober",
        "unter", "alt", "neu", "salar", "lago", "laguna", "lac", "see", "lake", "loch", "lough", "isla", "islas", "ile",
        "iles",
        "insel", "island", "isle", "isola", "ilha", "monte", "mont", "berg", "cerro", "sierra", "serra", "val", "valle",
        "vallee", "valley", "villa", "ville", "castle", "chateau", "schloss", "castillo", "castello", "rio", "river",
        "playa",
        "plage", "beach", "park", "parque", "parc", "parco", "nationalpark", "ciudad", "cidade", "citta", "city",
        "county",
        "kanton", "canton", "provincia", "province", "region", "barrio", "quartier", "plaza", "place", "piazza",
        "palazzo",
        "palais", "palacio", "temple", "cathedral", "cathedrale", "dom", "kloster", "abbey", "church", "tower", "tour",
        "torre",
        "bridge", "pont", "ponte", "puente", "brucke", "costa", "cote", "coast", "gulf", "golfo", "bay", "bahia",
        "baie",
    ]
}

extension Gazetteer {
    /// The area that a name means without what says of which kind it is.
    func generic(_ name: String, in country: Substring?) -> Area? {
        for reading in GenericNoun.readings(of: name) {
            let key = SearchKey.of(reading.name)
            let known = areas(withKey: key, country: country).filter { reading.kinds.contains($0.kind) }
            if let area = best(known, key: key, in: country) { return area }
        }
        return nil
    }

    /// What a region is called behind a comma: "Co. Cork", "Kanton Bern", "Mass."
    func regions(named text: String) -> [Area] {
        let text = RegionAbbreviation.spelledOut(text)
        let known = areas(withKey: SearchKey.of(text))
        guard known.isEmpty else { return known }
        return GenericNoun.readings(of: text).flatMap { reading in
            areas(withKey: SearchKey.of(reading.name)).filter { reading.kinds.contains($0.kind) }
        }
    }
}
