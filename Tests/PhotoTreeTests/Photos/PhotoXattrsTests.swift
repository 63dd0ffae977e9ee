import Fuzzing
import PhotoTree
import Testing

@Suite("PhotoXattrs")
struct PhotoXattrsTests {
    private let image = Rendition(name: "b", width: 1024, height: 683, url: "https://img.example/1_b.jpg")

    private func dictionary(_ attributes: [(name: String, value: String)]) -> [String: String] {
        Dictionary(attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    @Test
    func `a photo lists what its source told, in order`() {
        let listed = PhotoXattrs.listed(for: .sample, image: image, namespace: "flickr")
        #expect(
            listed.map { "\($0.name)=\($0.value)" } == [
                "user.places.credit=\"Sunset\" by Ann Lee, CC BY 2.0, https://example.org/photos/1/123/",
                "user.dublincore.title=Sunset", "user.xdg.comment=From the bridge.\nIn June.",
                "user.xdg.tags=seine,sun set",
                "user.dublincore.creator=Ann Lee", "user.dublincore.date=2016-07-14T20:31:05",
                "user.dublincore.rights=CC BY 2.0", "user.dublincore.identifier=flickr:123",
                "user.dublincore.source=https://example.org/photos/1/123/",
                "user.xdg.origin.url=https://img.example/1_b.jpg",
                "user.xdg.referrer.url=https://example.org/photos/1/123/", "user.mime_type=image/jpeg",
                "user.geo.latitude=48.8584", "user.geo.longitude=2.2945", "user.geo.accuracy=16",
                "user.places.source=flickr", "user.places.id=123", "user.places.owner=1@N00",
                "user.places.license=CC BY 2.0", "user.places.license_url=https://cc.example/by/2.0/",
                "user.places.width=1024", "user.places.height=683", "user.places.views=7", "user.flickr.woeid=615702",
            ])
    }

    @Test(arguments: [
        ("1_b.jpg", "image/jpeg"), ("1_o.png", "image/png"), ("A map.PNG", "image/png"), ("1_o.gif", "image/gif"),
        ("1_o.gif?size=o.jpg#.jpg", "image/gif"), ("1/1280px-Chart.svg.png", "image/png"), ("png", "image/jpeg"),
        ("1", "image/jpeg"), ("", "image/jpeg"),
    ])
    func `the type is that of the image that is served`(file: String, type: String) {
        var photo = Photo.sample
        photo.renditions = [image]
        let served = Rendition(name: "o", width: 1, height: 1, url: "https://img.example/" + file)
        let listed = dictionary(PhotoXattrs.listed(for: photo, image: served, namespace: "flickr"))
        #expect(listed["user.mime_type"] == type)
    }

    @Test
    func `what is not known is not there`() {
        let listed = dictionary(PhotoXattrs.listed(for: Photo(id: PhotoID("1")), image: nil, namespace: "flickr"))
        #expect(
            Set(listed.keys) == [
                "user.mime_type", "user.places.source", "user.places.id", "user.dublincore.identifier",
                "user.places.credit",
            ])
        #expect(!listed.values.contains(""))
    }

    @Test
    func `a source cannot add attributes that are none, or replace ours`() {
        var photo = Photo(id: PhotoID("1"))
        photo.sourceAttributes = [
            "": "x", "a b": "x", "places.id": "x", "ключ": "x", String(repeating: "n", count: 300): "x",
            "flickr.empty": "",
            "flickr.big": String(repeating: "v", count: 4000), "flickr.nul": "a\u{0}b",
        ]
        let listed = dictionary(PhotoXattrs.listed(for: photo, image: nil, namespace: "flickr"))
        #expect(listed["user.places.id"] == "1")
        #expect(Set(listed.keys.filter { $0.hasPrefix("user.flickr") }) == ["user.flickr.big", "user.flickr.nul"])
        #expect(listed["user.flickr.nul"] == "ab" && !listed.keys.contains { $0.contains("n n") })
    }

    @Test
    func `long texts are cut at a word, and the credit stays`() throws {
        var photo = Photo.sample
        photo.description = String(repeating: "lovely evening ", count: 1000)
        photo.tags = (0..<500).map { "tag\($0)" }
        let listed = dictionary(PhotoXattrs.listed(for: photo, image: image, namespace: "flickr"))
        let comment = try #require(listed["user.xdg.comment"])
        #expect(comment.utf8.count > 500 && (comment.hasSuffix("lovely…") || comment.hasSuffix("evening…")))
        let tags = try #require(listed["user.xdg.tags"]).split(separator: ",")
        #expect(tags.count > 50 && tags.map(String.init) == Array(photo.tags.prefix(tags.count)))
        #expect(listed["user.places.credit"]?.hasSuffix("https://example.org/photos/1/123/") == true)
    }

    @Test
    func `the exact title is there, 255 characters of any script`() {
        var photo = Photo.sample
        photo.title = String(repeating: "東", count: 255)
        let listed = dictionary(PhotoXattrs.listed(for: photo, image: image, namespace: "flickr"))
        #expect(listed["user.dublincore.title"] == photo.title)
    }

    @Test(arguments: ["one\rtwo", "one\r\ntwo", "one\ntwo", "one\u{85}two", "one\u{B}two"])
    func `each break of a line is one blank in the exact title`(_ title: String) {
        var photo = Photo.sample
        photo.title = title
        let listed = dictionary(PhotoXattrs.listed(for: photo, image: image, namespace: "flickr"))
        #expect(listed["user.dublincore.title"] == "one two")
    }

    @Test
    func `all attributes fit together whatever the metadata, and what credits the photo is among them`() {
        var random = SeededGenerator(seed: 5)
        func text(_ length: Int) -> String {
            let words = ["word", "東京", "👩‍👩‍👧‍👦", "é", "\n", "a,b", "\u{0}", "\u{9B}", String(repeating: "x", count: 200)]
            return (0..<Int.random(in: 0...length, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }
            .joined(separator: Bool.random(using: &random) ? " " : "")
        }
        for _ in 0..<120 {
            let photo = Photo(
                id: PhotoID(text(20)), title: text(100), description: text(400), owner: text(10), ownerName: text(100),
                license: License(id: "4", name: text(60), url: text(40)),
                taken: Timestamp(.random(in: -1 << 40...1 << 40)),
                coordinate: Coordinate(latitude: .random(in: -90...90), longitude: .random(in: -180...180)),
                accuracy: 3,
                tags: (0..<Int.random(in: 0..<200, using: &random)).map { _ in text(2) }, views: .max,
                pageURL: "https://example.org/"
                    + String(repeating: "p", count: Int.random(in: 0...480, using: &random)),
                sourceAttributes: ["a.b": text(80), "a.c": text(80), "a.d": text(3)])
            let listed = PhotoXattrs.listed(for: photo, image: image, namespace: "commons")
            // As ext4 lays them out (fs/ext4/xattr.h), with the whole name.
            let size = listed.reduce(36) {
                $0 + 16 + ($1.name.utf8.count + 3) / 4 * 4 + ($1.value.utf8.count + 3) / 4 * 4
            }
            #expect(size <= 3500)
            let values = dictionary(listed)
            #expect(values.count == listed.count)
            for name in ["user.mime_type", "user.xdg.referrer.url", "user.places.credit", "user.places.source"] {
                #expect(values[name] != nil, "\(name)")
            }
            let author = photo.ownerName + photo.owner
            #expect((values["user.dublincore.creator"] == nil) == PlainText.oneLine(author).isEmpty)
            #expect(!listed.contains { $0.value.contains("\u{0}") || $0.value.isEmpty })
        }
    }

    @Test
    func `a directory lists its title, where it is and how much it holds`() {
        let paris = DirectoryXattrs.listed(
            title: "Paris", subtitle: "Île-de-France, France", count: 50, total: 4711,
            coordinate: Coordinate(latitude: 48.85, longitude: 2.35))
        #expect(
            paris.map { "\($0.name)=\($0.value)" } == [
                "user.places.title=Paris", "user.places.subtitle=Île-de-France, France", "user.places.count=50",
                "user.places.total=4711", "user.places.latitude=48.85", "user.places.longitude=2.35",
            ])
        let bare = DirectoryXattrs.listed(title: "places", subtitle: "", count: 0, total: nil, coordinate: nil)
        #expect(bare.map(\.name) == ["user.places.title", "user.places.count"])
    }
}
