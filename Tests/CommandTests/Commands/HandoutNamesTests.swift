import PhotoTree
import Testing

@testable import placesfs

@Suite("Names in a handout") struct HandoutNamesTests {
    @Test func `a list has its folder without its branch, and with it where two would be one`() {
        func folders(_ paths: String...) -> [String] {
            HandoutList.folders(paths.map { $0.split(separator: "/").map(String.init) })
        }
        #expect(folders("places/Japan/Kyoto", "pins/Paris") == ["Japan/Kyoto", "Paris"])
        #expect(folders("pins/Paris", "albums/PARIS", "topics/cats") == ["pins/Paris", "albums/PARIS", "cats"])
        #expect(folders("recents") == [""])
        #expect(folders("recents", "cached", "albums/Cached") == ["recents", "cached", "Cached (2)"])
        #expect(folders("albums/100%", "albums/100 percent") == ["albums/100 percent", "albums/100 percent (2)"])
    }

    @Test(arguments: [
        ("photo 3.jpg", "photo 3.jpg"), ("two\nlines.jpg", "two lines.jpg"), ("what:?.JPG", "what -.JPG"),
        ("nul.png", "nul_.png"), (".hidden.jpg", "_hidden.jpg"), ("100%.jpg", "100 percent.jpg"), ("none", "none"),
        ("a.j?g", "a.jg"), ("dots. ..jpg", "dots.jpg"), ("a.x\u{301}", "a.x\u{301}"),
    ])
    func `a photo has a name that Windows and a manifest take`(typed: String, written: String) {
        var taken: Set<String> = []
        #expect(HandoutList.portable(typed, &taken) == written)
        #expect(HandoutList.portable(typed.uppercased(), &taken).contains(" (2)"), "compared without case")
    }
}
