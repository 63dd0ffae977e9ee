import Fuzzing
import Testing

@testable import PhotoTree

@Suite("TopicName")
struct TopicNameTests {
    @Test(arguments: [
        ("sunset", "sunset"), ("Sunset", "sunset"), ("Eastern Sierra", "easternsierra"), ("cs193pspot", "cs193pspot"),
        ("35 mm!", "35mm"),
        ("rock'n'roll", "rocknroll"), ("New-York_City", "newyorkcity"), (" sunset ", "sunset"), ("#sunset", "sunset"),
        ("C++", "c"),
        ("ÉTÉ", "été"), ("e\u{301}te\u{301}", "été"), ("東京 タワー", "東京タワー"), ("Ελλάδα", "ελλάδα"), ("Straße", "straße"),
        ("हिन्दी", "हिन्दी"), ("القاهرة", "القاهرة"), ("ไทย แลนด์", "ไทยแลนด์"), ("٢٠٢٠", "٢٠٢٠"), ("İzmir", "i\u{307}zmir"),
        ("½ m²", "½m²"),
        ("uploaded:by=Instagram", "uploaded:by=instagram"), ("vision:sky=0.971", "vision:sky=0971"),
        ("uploaded:by=flickr_mobile", "uploaded:by=flickrmobile"), ("geo:lat=-51.5", "geo:lat=515"),
        ("a:b=c=d:e", "a:b=cde"),
        ("Geo Graph:Lat Long=1 2", "geograph:latlong=12"), ("a:b", "ab"), ("a=b", "ab"), ("a=b:c", "abc"),
        (":a=b", "ab"), ("a:=b", "ab"),
        ("a:b=", "ab"), ("a:!=b", "ab"), ("❤\u{FE0F} love", "love"), ("zero\u{200B}width\u{FEFF}", "zerowidth"),
        ("👩‍👩‍👧 family", "family"),
        ("a/b", "ab"), ("mkdir, rm", "mkdirrm"),
    ])
    func `a topic's name means the tag that Flickr would make of it`(name: String, key: String) throws {
        let found = try #require(TopicName.key(of: name))
        #expect(Array(found.utf8) == Array(key.utf8))
    }

    @Test(arguments: [
        "", " ", ".", "..", ".sunset", ".Trash-1000", "!!!", "😀", "❤\u{FE0F}", "\u{301}", "\u{200B}", "\u{3164}", "-_-",
        ":=", ": = ",
        "sun\u{0}set", "sun\nset", "sun\tset", "sunset\u{7F}", "\u{85}sunset", String(repeating: "a", count: 256),
        String(repeating: "東", count: 86),
    ])
    func `names that mean no tag are refused`(name: String) {
        #expect(TopicName.key(of: name) == nil)
    }

    @Test
    func `a name of 255 bytes is still a topic`() {
        #expect(TopicName.key(of: String(repeating: "a", count: 255)) == String(repeating: "a", count: 255))
    }

    @Test
    func `a key means itself, in any case and composition`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            let title =
                OddTitles.random(&random) + ["", ":x=y", "a:b=", "=", "İ", "ǅ"].randomElement(using: &random, or: "")
            let key = TopicName.normalised(title)
            #expect(Array(TopicName.normalised(key).utf8) == Array(key.utf8), "\(title)")
            #expect(key.isEmpty || key.contains { $0.isLetter || $0.isNumber }, "\(title)")
            #expect(
                !key.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 0x20 || $0 == "/" }, "\(title)")
        }
    }
}

extension Array {
    fileprivate func randomElement(using random: inout SeededGenerator, or other: Element) -> Element {
        randomElement(using: &random) ?? other
    }
}
