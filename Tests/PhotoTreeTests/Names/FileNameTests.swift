import PhotoTree
import Promises
import Testing

@Suite("FileName")
struct FileNameTests {
    @Test(
        .proves("No name has dots"),
        arguments: [
            ("Sunset over the Seine", "Sunset over the Seine"),
            ("12/07/2013-20", "12-07-2013-20"),
            ("a\\b|c", "a-b-c"),
            ("Paris: by night", "Paris - by night"),
            ("\"Quoted\" <tag>", "'Quoted' (tag)"),
            ("Who? What*", "Who What"),
            ("IMG_1234.JPG", "IMG_1234"),
            ("photo.jpg", "photo"),
            ("photo.jpg.jpg", "photo.jpg"),
            ("photo.jpeg", "photo.jpeg"),
            ("  blanks\u{3000}", "blanks"),
            ("two\nlines\r\nor\tmore\u{2028}", "two lines or more"),
            ("nul\u{0}bell\u{7}del\u{7F}c1\u{9B}", "nulbelldelc1"),
            ("ev\u{202E}gpj.exe\u{2066}\u{200F}\u{61C}", "evgpj.exe"),
            ("zero\u{200B}width\u{FEFF}soft\u{AD}", "zerowidthsoft"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿☆", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿☆"),
            ("-rf", "_rf"),
            (".hidden", "_hidden"), ("_", "_"), ("_ _", "_ _"), ("___.jpg", "___"),
            ("...and then", "_..and then"),
            (": -5°", "_ -5°"),
            ("-\u{301}accent", "_\u{301}accent"),
            ("Wow...", "Wow"), ("Il campanile.", "Il campanile"), ("Wow. . .", "Wow"), ("Wow...jpg", "Wow"),
            ("U.S.A.", "U.S.A"), ("map.", "map_"), ("con.", "con_"), ("a..b", "a..b"),
            (String(repeating: "x", count: 246) + "..y", String(repeating: "x", count: 246)),
            ("map", "map_"),
            ("MAP", "MAP_"),
            ("CREDITS", "CREDITS_"),
            ("Readme", "Readme_"),
            ("New Collection", "New Collection_"),
            ("No Images", "No Images_"),
            ("map.geojson", "map.geojson_"),
            ("Version", "Version"),
            ("maps", "maps"),
            ("CON", "CON_"),
            ("nul.png", "nul_.png"),
            ("com1 .x", "com1_ .x"),
            ("Console", "Console"),
            ("LPT¹", "LPT¹_"),
            ("cafe\u{301}", "café"),
            ("ÅÉ東京：夜", "ÅÉ東京：夜"),
        ])
    func `a title becomes a legal and readable stem`(title: String, stem: String) {
        let made = FileName.photoStem(title: title, description: "described")
        // In bytes: strings compare equal in any composition.
        #expect(Array(made.unicodeScalars) == Array(stem.unicodeScalars), "\(made.debugDescription)")
    }

    @Test(arguments: [
        "", " ", ".", "..", ". . . .", "-", "--", "\u{0}", "\u{202E}\u{202C}", "\u{200B}", "???", "*", "\n", ".jpg",
        "\u{200D}\u{FE0F}", " \u{3164} ",
    ])
    func `a title that shows nothing gives way to the description, and that to Unknown`(title: String) {
        #expect(
            FileName.photoStem(title: title, description: "A walk in the park: spring") == "A walk in the park - spring"
        )
        #expect(FileName.photoStem(title: title, description: " \n") == "Unknown")
        #expect(FileName.photoStem(title: title, description: title) == "Unknown")
        #expect(FileName.directory(title == ".jpg" ? "" : title) == "Unknown")
    }

    @Test
    func `of a long description the first words make the name`() {
        let stem = FileName.photoStem(title: "", description: String(repeating: "word ", count: 200))
        #expect(stem.hasPrefix("word word") && stem.hasSuffix("word") && stem.count <= 60)
    }

    @Test(arguments: [
        (String(repeating: "東", count: 255), 246), (String(repeating: "a", count: 400), 247),
        (String(repeating: "👩‍👩‍👧‍👦", count: 40), 225), (String(repeating: "é", count: 200), 246),
        // No more than 30 marks in a row stay; the first is composed.
        ("a" + String(repeating: "\u{301}", count: 300), 60), (String(repeating: "b ", count: 300), 99),
        (String(repeating: "b", count: 60) + " " + String(repeating: "c", count: 300), 60),
        (String(repeating: "b", count: 40) + " " + String(repeating: "c", count: 300), 247),
    ])
    func `a long title is cut between words, without them between characters`(title: String, bytes: Int) {
        let stem = FileName.photoStem(title: title, description: "")
        #expect(stem.utf8.count == bytes)
        #expect(FileName.maximumStemBytes == 247)
        #expect(title.unicodeScalars.starts(with: stem.unicodeScalars) || stem.unicodeScalars.first == "á")
    }

    @Test(.proves("A title of more than 100"))
    func `a title that is a description stops at a word near 100 characters`() {
        let title =
            "Vue prise du pont suspendu au-dessus de la gorge, avec le vieux village et son église romane, un soir "
            + "d'automne après la pluie, quand les derniers touristes étaient partis"
        let stem = FileName.photoStem(title: title, description: "")
        #expect(
            stem == "Vue prise du pont suspendu au-dessus de la gorge, avec le vieux village et son église romane, un")
        let comma = String(repeating: "word ", count: 18) + "wordss, andmore and more"
        #expect(FileName.photoStem(title: comma, description: "") == String(repeating: "word ", count: 18) + "wordss")
        let fits = String(repeating: "a", count: 49) + " " + String(repeating: "b", count: 50)
        #expect(FileName.photoStem(title: fits, description: "") == fits)
    }

    @Test(arguments: [
        ("Paris", "Paris"), ("Winston-Salem", "Winston-Salem"), ("St. John's.", "St. John's"),
        ("Trailing. . ", "Trailing"),
        ("Aoraki / Mount Cook", "Aoraki - Mount Cook"), ("map.geojson", "map.geojson_"),
        ("credits.TXT", "credits.TXT_"),
        (".hidden", "_hidden"), ("Map", "Map"), ("aux", "aux_"), ("Āfar", "Āfar"), ("No Images", "No Images_"),
        ("photo.jpg", "photo.jpg"),
    ])
    func `countries, places and tags become directories`(text: String, name: String) {
        #expect(FileName.directory(text) == name)
    }

    @Test(arguments: [
        ("München", "München"), ("Mu\u{308}nchen", "München"), ("U.K.", "U.K"), ("Washington D.C.", "Washington D.C"),
        ("O\u{308}...", "Ö"), ("Springfield, Illinois", "Springfield, Illinois"),
        ("", nil), ("...", nil), ("-Paris", nil), ("Paris ", nil), (" Paris", nil), ("Paris. .", nil), ("a:b", nil),
        ("Par\u{200B}is", nil), ("map.geojson", nil), ("CON", nil), (String(repeating: "a", count: 250), nil),
    ])
    func `a typed name is listed in NFC and without dots at its end, or not taken`(typed: String, listed: String?) {
        let made = FileName.directory(typed: typed)
        #expect(made.map { Array($0.utf8) } == listed.map { Array($0.utf8) }, "\(made ?? "nothing")")
    }

    @Test(arguments: [
        ("Café", "cafe\u{301}"), ("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("\u{212A}elvin", "kelvin"), ("ǅ", "ǆ"),
        ("Å", "\u{212B}"), ("\u{1100}\u{1161}", "가"), ("ﬀ", "FF"),
    ])
    func `names that differ in case or composition have one key`(one: String, other: String) {
        let keys = [one, other].map { Array(FileName.key($0).utf8) }
        #expect(keys[0] == keys[1])
    }

    @Test
    func `a key is its own key, and names that read differently have different ones`() {
        for name in ["Café", "straße", "Σίσυφος", "İzmir", "ﬃ", "ŉ", "ǰ", "\u{1F80}", "東京", "\u{345}\u{301}"] {
            #expect(Array(FileName.key(FileName.key(name)).utf8) == Array(FileName.key(name).utf8), "\(name)")
        }
        #expect(FileName.key("Cafe") != FileName.key("Café"))
        #expect(FileName.key("a b") != FileName.key("ab"))
    }
}
