import Fuzzing
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
            ("1,2 .hidden", 1, 2, ".hidden"), ("1,2 West End", 1, 2, "West End"), ("48°, 2 17 rue", 48, 2, "17 rue"),
            ("48.5°N 2.5°E W", 48.5, 2.5, "W"),
            ("-.5,.5", -0.5, 0.5, ""), ("5,.5 x", 5, 0.5, "x"), ("+.5,2", 0.5, 2, ""), ("1,2 .5", 1, 2, ".5"),
            ("17,17 \"market\"", 17, 17, "\"market\""), ("17,17 \"old market\"", 17, 17, "\"old market\""),
            ("17,17 'x'", 17, 17, "'x'"), ("17, 17 “x”", 17, 17, "“x”"), ("17,17 Joe's", 17, 17, "Joe's"),
            ("-17,-17 ’x’", -17, -17, "’x’"), ("17,17 2\" pipe", 17, 17, "2\" pipe"),
        ] as [(String, Double, Double, String)])
    func `a point is latitude, comma, longitude and free words`(
        name: String, latitude: Double, longitude: Double, words: String
    ) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(PinName(name) == .point(coordinate, words: words))
    }

    @Test(arguments: [
        "Annecy", "Untitled Folder", "untitled folder 2", "New Folder", "東京", "Éze", "E\u{301}ze", "مكة", "ǅ", "ª",
        "e5", "inf,nan", "x", "N 48", "S 12th Street", "30 St Mary Axe", "E", "West End",
        "'s-Hertogenbosch", "’Aïn Benian", "6th of October City", "16th Street Baptist Church",
        "filled.count.soap", "N 48° 61.5 E 2° 17.5", "N 48° 51.5",
    ])
    func `what is no point is a word, as it was typed`(name: String) {
        #expect(PinName(name) == .word(name))
    }

    @Test(arguments: [
        "", " ", ".", "..", ".Annecy", " Annecy", "\u{A0}48,2", "\tAnnecy", "48", "48,", ",2", "48;2", "48 2",
        "48,,2", "48,2,3", ".5,2", ".,.", "+.,2", "5,.", "+,-", "++1,2", "1,--2", "1e1,2", "1,2e1", "0x10,2", "1_0,2",
        "1,2_0", "48.8.1,2", "48.1,2.1.1", "48.8584,2.2945Eiffel", "48,2N", "48,2\u{301}",
        "90.0001,0", "-91,0", "0,180.001", "0,-181", "999,999", "48,8584,2,2945", "48,85 2,29", "48,85, 2,29",
        "48,85 -2,29 Paris", "(48,2", "'", "'48", "''s", "6th", "6th a", "48th 2",
        "-", "?", "😀", "\u{301}e", "1/2,3", "Paris/Lyon",
        "An\u{0}necy", "An\nnecy", "48,2 a\u{7F}", "48,2 \u{85}", "48,\n2", "Annecy\u{9F}", "48,2\t",
        "91N 2E", "48N 181E", "48N 2N", "2E 2E", "48°60'N 2°E", "48°51'60\"N 2°E", "-48N 2E", "48N", "geo:", "geo:48",
        "geo:91,2", "@", "@48", "48.85,2.29 r9m", "48.85,2.29 r33km", "48.85,2.29 r99999999999999999999km", "Paris r1m",
        "8FW4V75V", "V75V+8Q",
        "48,8584 2,2", "48.5,2.5,17y", "48° 51.5", "48° 51.5 2° 17.5", "48° 51.5, 2° 17.5", "48° 51' 2° 17 Tower",
        "48° 30 rue", "48.5,2.5 W", "48,8584 2,2945 west", "60.5° 5.5 E", "31U 448251 5411932",
    ])
    func `everything else is refused`(name: String) {
        #expect(PinName(name) == nil)
    }

    @Test(arguments: TypedPoints.notations)
    func `a point is read in every notation`(name: String) throws {
        for typed in [name, name + " la tour"] {
            guard case .point(let point, let words) = PinName(typed) else {
                Issue.record("\(typed) is \(String(describing: PinName(typed)))")
                continue
            }
            #expect(
                abs(point.latitude - 48.8584) < 0.000006 && abs(point.longitude - 2.2945) < 0.000006,
                "\(typed) is \(point)")
            #expect(words == (typed == name ? "" : "la tour"))
        }
    }

    @Test(
        arguments: [
            ("33.8568S 151.2153E", -33.8568, 151.2153), ("S33.8568 E151.2153", -33.8568, 151.2153),
            ("22°57′6.84″S 43°12′37.8″W", -22.9519, -43.2105), ("−33.8568, 151.2153", -33.8568, 151.2153),
            ("40.6892 N, 74.0445 W", 40.6892, -74.0445),
            ("40° 41′ 21.12″ norte, 74° 2′ 40.2″ oeste", 40.6892, -74.0445),
            ("33°51′24.48″ ю. ш. 151°12′55.08″ в. д.", -33.8568, 151.2153),
            ("22°57′6.84″ j. š., 43°12′37.8″ z. d.", -22.9519, -43.2105),
            ("南緯22度57分6.84秒 西経43度12分37.8秒", -22.9519, -43.2105),
            ("1 ,1", 1, 1), ("48.5N, 2.5E", 48.5, 2.5), ("0N 0E", 0, 0), ("90S 0W", -90, 0),
        ] as [(String, Double, Double)])
    func `letters and words of the compass give the signs`(name: String, latitude: Double, longitude: Double) throws {
        guard case .point(let point, "") = PinName(name) else {
            Issue.record("\(name) is \(String(describing: PinName(name)))")
            return
        }
        #expect(abs(point.latitude - latitude) < 0.000006 && abs(point.longitude - longitude) < 0.000006, "\(point)")
    }

    /// Codes and points as the specification's test data have them.
    @Test(
        arguments: [
            ("7FG49Q00+", 20.375, 2.775), ("7FG49QCJ+2V", 20.3700625, 2.7821875),
            ("7FG49QCJ+2VX", 20.3701125, 2.782234375),
            ("8FVC2222+22", 47.0000625, 8.0000625), ("4VCPPQGP+Q9", -41.2730625, 174.7859375),
            ("8fvc2222+22", 47.0000625, 8.0000625),
        ] as [(String, Double, Double)])
    func `a plus code is the middle of its area`(code: String, latitude: Double, longitude: Double) throws {
        guard case .point(let point, "home") = PinName(code + " home") else {
            Issue.record("\(code) is \(String(describing: PinName(code)))")
            return
        }
        #expect(
            abs(point.latitude - latitude) < 0.0002 && abs(point.longitude - longitude) < 0.0002, "\(code) is \(point)")
    }

    @Test func `a short plus code needs a place nearby`() throws {
        guard case .nearby(let code, place: "Paris") = PinName("V75V+9Q Paris r200m") else {
            Issue.record("no short code")
            return
        }
        let paris = try #require(Coordinate(latitude: 48.85341, longitude: 2.3488))
        let point = try #require(code.point(near: paris))
        #expect(abs(point.latitude - 48.8584) < 0.001 && abs(point.longitude - 2.2945) < 0.001, "\(point)")
    }

    @Test(
        arguments: [
            ("48.85,2.29 r200m Chapel", 200), ("48.85,2.29 r2km", 2000), ("48.85,2.29 R0.5KM x", 500),
            ("Paris r10m", 10),
            ("Paris r32km", 32_000), ("48.85,2.29", nil), ("48.85,2.29 r2d2", nil), ("r200m", nil),
            ("48.85,2.29 rkm", nil),
        ] as [(String, Int?)])
    func `a word is the radius`(name: String, radius: Int?) {
        #expect(PinName(name) != nil)
        #expect(PinName.radiusInMetres(in: name) == radius)
        #expect(PinName.withoutRadius("r200m  Chapel") == "Chapel")
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
    func `whatever is typed is a point on Earth, a word as it was typed, or refused`() {
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
                #expect(name.hasWords(words), "\(name)")
            case .word(let word):
                #expect(word == name, "\(name)")
            case .nearby: break
            case nil: break
            }
        }
        #expect(points > 1000)
    }
}

extension String {
    /// Whether `words` stand at the end but for blanks, or around the point.
    fileprivate func hasWords(_ words: String) -> Bool {
        var rest = unicodeScalars[...]
        while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
        if rest.suffix(words.unicodeScalars.count).elementsEqual(words.unicodeScalars) { return true }
        return words.split(separator: " ").allSatisfy { contains($0) }
    }
}
