import Testing

@testable import PhotoTree

@Suite("SearchKey")
struct SearchKeyTests {
    @Test(arguments: [
        ("München", "munchen"), ("MU\u{308}NCHEN", "munchen"), ("São Paulo", "saopaulo"), ("Xi'an", "xian"),
        ("Xi’an", "xian"),
        ("St. Moritz", "saintmoritz"), ("St Moritz", "saintmoritz"), ("Saint-Moritz", "saintmoritz"),
        ("Ste-Anne", "sainteanne"), ("Mt. Fuji", "mountfuji"), ("U.S.A.", "usa"), ("Łódź", "lodz"), ("Århus", "arhus"),
        ("Tromsø", "tromso"), ("Þingvellir", "thingvellir"), ("Weißenburg", "weissenburg"), ("İzmir", "izmir"),
        ("東京", "東京"), ("Αθήνα", "αθηνα"), ("ΑΘΗΝΑΣ", "αθηνασ"), ("서울", "서울"), ("Київ", "киів"),
        ("", ""), ("...", ""), ("😀", ""), ("\u{301}", ""),
    ])
    func `letters and digits alone stay, in lower case and without accents`(name: String, key: String) {
        #expect(SearchKey.of(name) == key)
    }

    @Test(arguments: [
        ("Åland Islands", "aland islands"), ("A\u{30A}LAND", "aland"), ("Évora", "evora"), ("Łódź", "lodz"),
        ("Østerbro", "osterbro"), ("Côte d'Ivoire", "cote d'ivoire"), ("İzmir", "izmir"), ("東京", "東京"),
        ("서울", "서울"), ("St. Moritz", "st. moritz"), ("", ""),
    ])
    func `names are in alphabetical order by their letters without accents and case`(name: String, letters: String) {
        #expect(Array(SearchKey.unaccented(name).utf8) == Array(letters.utf8))
    }

    @Test func `plain ASCII takes the short way to the same key`() {
        for name in [
            "St. John's", "Mt Everest", "FT. Worth", "a-b c", "Ste. X", "st", "0 1", "'s-Hertogenbosch", "O`Fallon",
        ] {
            // The ring is taken off again.
            #expect(SearchKey.of(name) == SearchKey.of(name + "\u{30A}"), "\(name)")
        }
    }
}
