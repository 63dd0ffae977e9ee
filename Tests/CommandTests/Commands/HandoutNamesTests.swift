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
}
