import Fuzzing
import PhotoTree
import Testing

@Suite("RankedName")
struct RankedNameTests {
    @Test(arguments: [
        ("Sunset.jpg", 1, "01 Sunset.jpg"), ("Sunset.geojson", 1, "01 Sunset.geojson"),
        ("Sunset.jpg", 9, "09 Sunset.jpg"),
        ("Sunset.jpg", 10, "10 Sunset.jpg"), ("Sunset.jpg", 20, "20 Sunset.jpg"),
        ("01 Sunset.jpg", 3, "03 01 Sunset.jpg"),
        ("\u{301}e.jpg", 2, "02 \u{301}e.jpg"),
    ])
    func `a name is shown behind its rank, and found again without it`(name: String, rank: Int, shown: String) {
        #expect(Array(RankedName.shown(name, rank: rank).utf8) == Array(shown.utf8))
        #expect(RankedName.bare(shown).map { Array($0.utf8) } == Array(name.utf8))
    }

    @Test(arguments: [
        "", "01", "01 ", "1 Sunset.jpg", "00 Sunset.jpg", "21 Sunset.jpg", "99 Sunset.jpg", "01Sunset.jpg",
        "01-Sunset.jpg",
        " 01 Sunset.jpg", "001 Sunset.jpg", "٠١ Sunset.jpg", "０１ Sunset.jpg", "Sunset.jpg", "01\u{A0}Sunset.jpg",
        "01\tSunset.jpg", "é",
    ])
    func `what has no rank has no bare name`(name: String) {
        #expect(RankedName.bare(name) == nil)
    }

    @Test(arguments: ["x", "é", "東", "👩‍👩‍👧‍👦"])
    func `a long stem gives way to the rank, between characters, and is still known`(character: Character) throws {
        let stem = String(repeating: character, count: 247 / character.utf8.count)
        let shown = RankedName.shown(stem + ".jpg", rank: 7)
        let sidecar = RankedName.shown(stem + ".geojson", rank: 7)
        #expect(shown.dropLast(4) == sidecar.dropLast(8))
        #expect(sidecar.utf8.count <= 255 && sidecar.utf8.count > 255 - 3 - character.utf8.count)
        #expect(shown.dropFirst(3).dropLast(4).allSatisfy { $0 == character })
        let bare = try #require(RankedName.bare(shown))
        #expect(RankedName.matches(bare, stem + ".jpg") && RankedName.matches(stem + ".jpg", stem + ".jpg"))
        #expect(
            !RankedName.matches(bare, stem + ".geojson") && !RankedName.matches(String(bare.dropFirst()), stem + ".jpg")
        )
    }

    @Test
    func `long namesakes are told apart by the identifiers at their ends`() throws {
        let photos = (0..<3).map { Photo(id: PhotoID("5393111222\($0)"), title: String(repeating: "long ", count: 60)) }
        let names = PhotoNames.assign(photos, keeping: [:], taken: [])
        let shown = try photos.map { RankedName.shown(try #require(names[$0.id]), rank: 4) }
        #expect(Set(shown).count == 3)
        for (photo, name) in zip(photos, shown) {
            let bare = try #require(RankedName.bare(name))
            #expect(photos.filter { RankedName.matches(bare, names[$0.id] ?? "") }.map(\.id) == [photo.id])
        }
    }

    @Test(arguments: [
        ("Sunset.jpg", "Sunrise.jpg"), ("Sunset.jpg", "Sunset.geojson"), ("", "Sunset.jpg"), ("Sunse", "Sunset.jpg"),
    ])
    func `a name that differs by more than its rank is another photo's`(bare: String, name: String) {
        #expect(!RankedName.matches(bare, name))
    }

    @Test
    func `every name a photo can have fits with every rank, and finds its photo`() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<2000 {
            let photo = Photo(id: PhotoID("1"), title: OddTitles.random(&random))
            let name = try #require(PhotoNames.assign([photo], keeping: [:], taken: [])[photo.id])
            let rank = Int.random(in: 1...RankedName.capacity, using: &random)
            let shown = RankedName.shown(name, rank: rank)
            #expect(shown.hasSuffix(".jpg") && shown.utf8.count <= 251, "\(name)")
            let bare = try #require(RankedName.bare(shown))
            #expect(RankedName.matches(bare, name), "\(name)")
            let sidecar = String(name.dropLast(4)) + ".geojson"
            #expect(RankedName.shown(sidecar, rank: rank).dropLast(8) == shown.dropLast(4), "\(name)")
        }
    }
}
