import Fuzzing
import Testing

@testable import PhotoTree

@Suite("TagIndex")
struct TagIndexTests {
    private func photos(_ tags: [String]...) -> [Photo] {
        tags.enumerated().map { Photo(id: PhotoID("p\($0)"), tags: $1) }
    }

    @Test
    func `a topic's photos are taken apart by their other tags, capitalised and in order`() {
        let index = TagIndex(
            photos(
                ["cs193pspot", "quad", "sunset"], ["quad", "cs193pspot", "landscape", "portrait"], ["cs193pspot"],
                ["sunset", "arch", "cs193pspot", "sunset"]),
            topic: "cs193pspot")
        #expect(index.entries.map(\.name) == ["Arch", "Other photos", "Quad", "Sunset"])
        #expect(index.entries.map(\.tag) == ["arch", "", "quad", "sunset"])
        #expect(index.entries.map(\.photos) == [[3], [2], [0, 1], [0, 3]])
        #expect(["p0", "p1", "p2", "p3", "p4"].map { index.directoryCount(of: PhotoID($0)) } == [2, 1, 1, 2, 0])
        #expect(index.entry(of: "")?.name == "Other photos")
    }

    @Test
    func `photos without another tag keep the plain name from a tag that is called so`() {
        let index = TagIndex(photos(["other photos"], ["x"], ["Other Photos", "a"]), topic: "x")
        #expect(index.entries.map(\.name) == ["A", "Other photos", "Other Photos (2)"])
        #expect(index.entry(named: "Other photos")?.photos == [1])
    }

    @Test
    func `a directory is found by its name, and by its tag however that is written`() {
        let index = TagIndex(photos(["quad", "東京", "été"]), topic: "x")
        #expect(index.entry(named: "Quad")?.tag == "quad" && index.entry(named: "東京")?.photos == [0])
        #expect(index.entry(named: "quad") == nil && index.entry(named: "QUAD") == nil && index.entry(named: "") == nil)
        #expect(index.entry(of: "quad")?.name == "Quad" && index.entry(of: "E\u{301}T E\u{301}!")?.name == "Été")
        #expect(index.entry(of: "x") == nil && index.entry(of: "") == nil)
    }

    @Test(
        arguments: [
            (["quad"], ["Quad"]), (["35mm"], ["35mm"]), (["東京", "ñandú"], ["Ñandú", "東京"]), (["ǆamija"], ["ǅamija"]),
            (["ßa"], ["Ssa"]), (["ελλάδα"], ["Ελλάδα"]), (["ქართული"], ["ქართული"]), (["القاهرة"], ["القاهرة"]),
            (["geo:lat=51.5"], ["Geo -lat=51.5"]), (["#sunset"], ["#Sunset"]), (["-dash"], ["_Dash"]),
            ([".net"], ["_Net"]),
            (
                ["Map.geojson", "map.HTML", "no images", "new collection.txt", ".hidden", "CREDITS.txt"],
                ["_Hidden", "CREDITS.txt_", "Map.geojson_", "Map.HTML_", "New collection.txt_", "No images_"]
            ),
            (["con", "aux"], ["Aux_", "Con_"]),
            (["", " ", "!", "😀", "❤\u{FE0F}", "\u{200B}", "\u{0}"], ["Other photos"]),
            (["Landscape", "POR TRAIT", "#topic", "To-Pic"], ["Other photos"]), (["Quad", "quad", "QUAD"], ["Quad"]),
            (["a/b"], ["A-b"]), (["straße", "strasse"], ["Strasse", "Straße (2)"]),
            (["straße", "strasse", "strasse (2)"], ["Strasse", "Strasse (2)", "Straße (3)"]),
            (["e\u{301}te\u{301}", "été"], ["Été"]),
        ] as [([String], [String])])
    func `directories have readable names of their own`(tags: [String], names: [String]) {
        let index = TagIndex(photos(tags), topic: "topic")
        #expect(index.entries.map(\.name) == names)
        #expect(index.entries.allSatisfy { $0.photos == [0] })
        #expect(index.directoryCount(of: PhotoID("p0")) == names.count)
    }

    @Test
    func `one tag spelt in several ways is one directory, named as most photos write it`() {
        let index = TagIndex(
            photos(["Eiffel tower"], ["EiffelTower", "eiffeltower"], ["Eiffel Tower"], ["Eiffel Tower"]), topic: "x")
        #expect(index.entries == [TagIndex.Entry(name: "Eiffel Tower", tag: "eiffeltower", photos: [0, 1, 2, 3])])
        #expect(index.directoryCount(of: PhotoID("p1")) == 1)
    }

    @Test
    func `long tags are cut to names that stay apart`() {
        let long = String(repeating: "長", count: 90)
        let index = TagIndex(photos([long + "a", long + "b", long + "c"]), topic: "x")
        let endings = ["a", "b", "c"].map { index.entry(of: long + $0)?.name.suffix(4) }
        #expect(endings == ["長長長長", " (2)", " (3)"])
        #expect(index.entries.allSatisfy { (240...247).contains($0.name.utf8.count) })
    }

    @Test
    func `a photo that a source gives twice is listed once`() {
        let photo = Photo(id: PhotoID("1"), tags: ["a"])
        let index = TagIndex([photo, photo], topic: "x")
        #expect(index.entries.map(\.photos) == [[0]] && index.directoryCount(of: photo.id) == 1)
    }

    @Test
    func `names do not depend on the order of photos, and every photo is where its tags say`() throws {
        var random = SeededGenerator(seed: 77)
        let pool =
            (0..<60).map { _ in OddTitles.random(&random) } + [
                "topic", "Portrait", "strasse", "straße", "STRASSE", "a b", "ab", "A.B",
            ]
        for _ in 0..<30 {
            let photos = (0..<20).map { number in
                let count = Int.random(in: 0..<12, using: &random)
                return Photo(
                    id: PhotoID("\(number)"), tags: (0..<count).compactMap { _ in pool.randomElement(using: &random) })
            }
            let index = TagIndex(photos, topic: "topic")
            let shuffled = photos.shuffled(using: &random)
            let other = TagIndex(shuffled, topic: "topic")
            #expect(index.entries.map(\.name) == other.entries.map(\.name))
            #expect(index.entries.map(\.tag) == other.entries.map(\.tag))
            #expect(Set(index.entries.map { FileName.key($0.name) }).count == index.entries.count)
            let leftOut: Set = ["", "topic", "portrait", "landscape"]
            for (position, photo) in photos.enumerated() {
                let tags = Set(photo.tags.map(TopicName.normalised)).subtracting(leftOut)
                let keys = tags.isEmpty ? [""] : tags
                #expect(Set(index.entries.filter { $0.photos.contains(position) }.map(\.tag)) == keys)
                #expect(
                    index.directoryCount(of: photo.id) == keys.count && other.directoryCount(of: photo.id) == keys.count
                )
            }
            for entry in index.entries {
                #expect(
                    entry.photos == entry.photos.sorted() && Set(entry.photos).count == entry.photos.count
                        && !entry.photos.isEmpty)
                #expect(
                    entry.name.utf8.count <= FileName.maximumStemBytes && !ReservedName.isGenerated(file: entry.name))
                #expect(!entry.name.isEmpty && !entry.name.contains("/") && entry.name.first != ".")
                #expect(index.entry(named: entry.name) == entry && index.entry(of: entry.tag) == entry)
            }
            let order = index.entries.map { FileName.key($0.name) }
            #expect(order == order.sorted())
        }
    }

    @Test
    func `a topic of five hundred photos is taken apart quickly, its tags all alike or all different`() {
        let clock = ContinuousClock()
        for beginning in ["tag", String(repeating: "t", count: 250)] {
            for kinds in [1000, 10_000] {
                let photos = (0..<500).map { photo in
                    Photo(id: PhotoID("\(photo)"), tags: (0..<20).map { "\(beginning)\((photo * 20 + $0) % kinds)" })
                }
                // Milliseconds in release; far from quadratic in debug.
                let time = clock.measure { #expect(TagIndex(photos, topic: "x").entries.count == kinds) }
                #expect(time < .seconds(60))
            }
        }
    }
}
