import Fuzzing
import PhotoTree
import Testing

@Suite("PhotoNames")
struct PhotoNamesTests {
    private func photo(_ id: String, _ title: String) -> Photo {
        Photo(id: PhotoID(id), title: title)
    }

    private func names(
        _ photos: [Photo], keeping: [PhotoID: String] = [:], taken: Set<String> = []
    ) -> [String] {
        let names = PhotoNames.assign(photos, keeping: keeping, taken: taken)
        return photos.map { names[$0.id] ?? "none" }
    }

    @Test
    func `one photo keeps the plain name, the others get their identifiers`() {
        #expect(
            names([photo("1", "Cat"), photo("2", "cat"), photo("3", "Dog"), photo("4", "CAT.jpg")])
                == ["Cat.jpg", "cat (2).jpg", "Dog.jpg", "CAT (4).jpg"])
        #expect(names([photo("1", "Café"), photo("2", "cafe\u{301}")]) == ["Café.jpg", "café (2).jpg"])
        #expect(names([photo("1", ""), photo("2", "Unknown")]) == ["Unknown.jpg", "Unknown (2).jpg"])
    }

    @Test
    func `a photo keeps its name whatever joins, also when its title changes`() {
        let kept = [PhotoID("2"): "Cat.jpg", PhotoID("3"): "Old title.jpg"]
        #expect(
            names([photo("1", "Cat"), photo("2", "Cat"), photo("3", "New title")], keeping: kept)
                == ["Cat (1).jpg", "Cat.jpg", "Old title.jpg"])
    }

    @Test
    func `a file of one's own keeps its name and ending, and one of two has its folder behind it`() {
        func file(_ path: String) -> Photo {
            var photo = Photo(id: PhotoID(path), title: "Something else")
            photo.ownPath = path
            return photo
        }
        #expect(
            names([
                file("2019/Rome/IMG_0001.JPG"), file("IMG_0001.jpg"), file("2020/IMG_0001.jpg"),
                file("b/IMG_0001.HEIC"),
                file("a: b?.png"), file("map.jpg"), file("map.png"), file("-x.tif"), file("no title.jpg.png"),
            ]) == [
                "IMG_0001 (2019 Rome).JPG", "IMG_0001.jpg", "IMG_0001 (2020).jpg", "IMG_0001.HEIC", "a - b.png",
                "map_.jpg", "map_.png", "_x.tif", "no title.jpg.png",
            ])
        // The others lie in no folder that could tell them apart.
        let kept = [PhotoID("z/IMG_0001.jpg"): "IMG_0001.jpg"]
        #expect(
            names([file("z/IMG_0001.jpg"), file("IMG_0001.jpg")], keeping: kept)
                == ["IMG_0001.jpg", "IMG_0001 (2).jpg"])
        // Two photos, one sidecar: not so.
        #expect(names([file("a.png"), file("b/a.png.jpg")]) == ["a.png", "a.png (b).jpg"])
        for name in ["a.jpg", "a.JPG", "a.heic", "a.b.png"] {
            #expect(SidecarName.photos(besides: SidecarName.of(name)).contains(name))
        }
    }

    @Test
    func `a departed photo's name is not given to another`() {
        #expect(names([photo("1", "Cat")], taken: [FileName.key("cat.jpg")]) == ["Cat (1).jpg"])
        // One that is back keeps what it had.
        #expect(
            names([photo("1", "Cat")], keeping: [PhotoID("1"): "Cat.jpg"], taken: [FileName.key("Cat.jpg")])
                == ["Cat.jpg"])
    }

    @Test(arguments: ["", "Cat", ".jpg", "a/b.jpg", "-x.jpg", ".x.jpg", "a\u{0}.jpg", "a\u{202E}.jpg", "x\n.jpg"])
    func `a kept name that is none of ours is replaced`(name: String) {
        #expect(names([photo("1", "Cat")], keeping: [PhotoID("1"): name]) == ["Cat.jpg"])
    }

    @Test
    func `a name kept twice stays with one`() {
        let kept = [PhotoID("1"): "Cat.jpg", PhotoID("2"): "cat.jpg"]
        #expect(names([photo("1", "Cat"), photo("2", "Cat")], keeping: kept) == ["Cat.jpg", "Cat (2).jpg"])
    }

    @Test
    func `the stem is cut so that the identifier fits`() throws {
        let title = String(repeating: "東", count: 255)
        let made = names([photo("1", title), photo("53123456789", title)])
        #expect(made[0].utf8.count == 246 + 4)
        #expect(made[1].hasSuffix("東 (53123456789).jpg") && made[1].utf8.count <= 251)
    }

    @Test(arguments: ["../../etc", "a/b", "\u{202E}", "", ":", String(repeating: "9", count: 500)])
    func `an identifier is untrusted too`(id: String) {
        let made = names([photo("1", "Cat"), photo(id, "Cat"), photo(id + "\u{0}", "Cat")])
        #expect(Set(made).count == 3)
        for name in made {
            #expect(!name.contains("/") && name.utf8.count <= 251 && name.hasPrefix("Cat"), "\(name)")
        }
    }

    @Test
    func `a title that ends in another's identifier takes no name from it`() {
        let made = names([photo("1", "Cat"), photo("3", "Cat (2)"), photo("2", "Cat")])
        #expect(made[0] == "Cat.jpg" && made[1] == "Cat (2).jpg" && made[2] == "Cat (2, 2).jpg")
    }

    @Test
    func `a photo listed twice has one name`() {
        #expect(PhotoNames.assign([photo("1", "Cat"), photo("1", "Cat")], keeping: [:], taken: []).count == 1)
    }

    @Test
    func `names stay unique, legal and where they are while listings change`() throws {
        var random = SeededGenerator(seed: 7)
        var kept: [PhotoID: String] = [:]
        for _ in 0..<300 {
            let photos = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                photo(String(Int.random(in: 1...20, using: &random)), OddTitles.random(&random))
            }
            let departed = Set(
                kept.filter { id, _ in !photos.contains { $0.id == id } }.values.map { FileName.key($0) })
            let names = PhotoNames.assign(photos, keeping: kept, taken: departed)
            #expect(Set(names.keys) == Set(photos.map(\.id)))
            #expect(Set(names.values.map { FileName.key($0) }).union(departed).count == names.count + departed.count)
            for (id, name) in names {
                #expect(kept[id] == nil || kept[id] == name)
                expectLegal(name)
            }
            kept.merge(names) { _, new in new }
            if Bool.random(using: &random), let gone = kept.keys.sorted().first { kept[gone] = nil }
        }
    }

    private func expectLegal(_ name: String) {
        let scalars = name.unicodeScalars
        #expect(name.hasSuffix(".jpg") && name.utf8.count > 4, "\(name.debugDescription)")
        #expect(name.utf8.count - 4 <= 247, "\(name.debugDescription)")
        #expect(!scalars.contains { "/\\|:\"<>?*".unicodeScalars.contains($0) }, "\(name.debugDescription)")
        let hidden: (Unicode.Scalar) -> Bool = { scalar in
            scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
                || [0x200E, 0x200F, 0x61C, 0x2028, 0x2029].contains(scalar.value)
        }
        #expect(!scalars.contains(where: hidden), "\(name.debugDescription)")
        #expect(scalars.first != "." && scalars.first != "-" && scalars.first != " ", "\(name.debugDescription)")
        #expect(scalars.dropLast(4).last?.properties.isWhitespace != true, "\(name.debugDescription)")
        #expect(!["map.jpg", "credits.jpg", "con.jpg"].contains(name.lowercased()))
    }
}
