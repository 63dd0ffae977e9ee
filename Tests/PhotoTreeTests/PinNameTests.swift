import PhotoTree
import Testing

@Suite("PinName")
struct PinNameTests {
    @Test(
        arguments: [
            ("48.8584,2.2945", 48.8584, 2.2945, ""), ("48.8584, 2.2945", 48.8584, 2.2945, ""),
            ("48.8584,2.2945 Eiffel Tower", 48.8584, 2.2945, "Eiffel Tower"),
            ("48.8584,   2.2945   Eiffel  Tower  ", 48.8584, 2.2945, "Eiffel  Tower"), ("48,2", 48, 2, ""),
            ("-33.8568,+151.2153", -33.8568, 151.2153, ""), ("+0,-0", 0, 0, ""), ("48.,2.", 48, 2, ""),
            ("90,180", 90, 180, ""), ("-90,-180 the other end", -90, -180, "the other end"),
            ("90.0000,180.0000", 90, 180, ""), ("0048.50,002.25", 48.5, 2.25, ""),
            ("48.5,2.5 2nd floor", 48.5, 2.5, "2nd floor"),
            ("48.5,2.5 48.5,2.5", 48.5, 2.5, "48.5,2.5"), ("48,2 3 rue de la Paix", 48, 2, "3 rue de la Paix"),
            ("48.8584,\u{A0}2.2945\u{3000}東京", 48.8584, 2.2945, "東京"), ("1,2 -", 1, 2, "-"), ("1,2 ", 1, 2, ""),
            ("1,2 .hidden", 1, 2, ".hidden"),
        ] as [(String, Double, Double, String)])
    func `a point is latitude, comma, longitude and free words`(
        name: String, latitude: Double, longitude: Double, words: String
    ) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(PinName(name) == .point(coordinate, words: words))
    }

    @Test(arguments: [
        "Annecy", "Untitled Folder", "untitled folder 2", "New Folder", "東京", "Éze", "E\u{301}ze", "مكة", "ǅ", "ª",
        "N48,2", "e5,3",
        "inf,nan", "x",
    ])
    func `what begins with a letter is a word, as it was typed`(name: String) {
        #expect(PinName(name) == .word(name))
    }

    @Test(arguments: [
        "", " ", ".", "..", ".Annecy", " Annecy", "\u{A0}48,2", "\tAnnecy", "48", "48,", ",2", "48;2", "48 2", "48 ,2",
        "48,,2", "48,2,3",
        ".5,2", "5,.5", "+.5,2", ".,.", "+,-", "++1,2", "1,--2", "1e1,2", "1,2e1", "0x10,2", "1_0,2", "1,2_0",
        "48.8.1,2", "48.1,2.1.1",
        "48°51′N,2°17′E", "48°,2°", "４８,２", "٤٨,٢", "48，2", "48.8584,2.2945Eiffel", "48,2N", "48,2°", "48,2\u{301}",
        "−48,2",
        "90.0001,0", "-91,0", "0,180.001", "0,-181", "999,999", "48,8584,2,2945", "48,8584 2,2945", "48,85 2,29",
        "48,85, 2,29",
        "48,85 -2,29 Paris", "(48,2)", "'s-Hertogenbosch", "-", "?", "😀", "\u{301}e", "1/2,3", "Paris/Lyon",
        "An\u{0}necy", "An\nnecy",
        "48,2 a\u{7F}", "48,2 \u{85}", "48,\n2", "Annecy\u{9F}", "48,2\t",
    ])
    func `everything else is refused`(name: String) {
        #expect(PinName(name) == nil)
    }

    @Test
    func `names end at 255 bytes, and many digits are only digits`() throws {
        let zeros = String(repeating: "0", count: 246)
        #expect(PinName("1.\(zeros)5,2.5") != nil)
        #expect(PinName(zeros + "1.5,2.5 ab") == nil)
        #expect(PinName(zeros + "1.5,2.5") != nil)
        #expect(PinName(String(repeating: "9", count: 250) + ",2") == nil)
        #expect(PinName("2," + String(repeating: "9", count: 250)) == nil)
        #expect(PinName("0." + String(repeating: "3", count: 250) + ",1") != nil)
        #expect(PinName(String(repeating: "a", count: 255)) != nil)
        #expect(PinName(String(repeating: "a", count: 256)) == nil)
        #expect(PinName(String(repeating: "東", count: 85)) != nil && PinName(String(repeating: "東", count: 86)) == nil)
    }

    @Test
    func `whatever is typed is a point on Earth, a word that begins with a letter, or refused`() {
        var random = SeededGenerator(seed: 31)
        let pieces = [
            "4", "8", "90", "180", ".", ",", " ", "+", "-", "e", "x", "N", "°", "é", "\u{301}", "\u{0}", "\u{A0}", "٣",
            ";", "/", "0.00001",
            "\u{2028}", "99999999999999999999", "inf", "😀",
        ]
        var points = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0..<12, using: &random)
            var name = (0..<length).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            if Bool.random(using: &random) {
                let north = Int.random(in: -95...95, using: &random)
                name = "\(north).5,\(Int.random(in: -190...190, using: &random))" + name
            }
            switch PinName(name) {
            case .point(let coordinate, let words):
                points += 1
                #expect(
                    (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude), "\(name)")
                #expect(name.hasVisibleSuffix(words), "\(name)")
                // Read by another way: the two parts as they stand around the first comma.
                let parts = name.split(separator: ",", maxSplits: 1).map { $0.split(whereSeparator: \.isWhitespace) }
                #expect(parts.count == 2 && parts[0].count == 1 && !parts[1].isEmpty, "\(name)")
                #expect(Double(parts[0][0]) == coordinate.latitude, "\(name)")
                #expect(Double(parts[1][0]) == coordinate.longitude, "\(name)")
            case .word(let word):
                #expect(word == name && name.first?.isLetter == true, "\(name)")
            case nil: break
            }
        }
        #expect(points > 1000)
    }
}

extension String {
    /// Whether `text` stands at the end but for blanks.
    fileprivate func hasVisibleSuffix(_ text: String) -> Bool {
        var rest = unicodeScalars[...]
        while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
        return rest.suffix(text.unicodeScalars.count).elementsEqual(text.unicodeScalars)
    }
}
