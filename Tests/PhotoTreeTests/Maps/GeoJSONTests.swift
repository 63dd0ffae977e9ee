import Foundation
import Fuzzing
import PhotoTree
import Promises
import TestSupport
import Testing

@Suite("GeoJSON")
struct GeoJSONTests {
    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func sidecar(_ photo: Photo, thumbnail: String? = nil) -> [UInt8] {
        let image = Rendition(name: "b", width: 1024, height: 683, url: "https://i.example/b.jpg")
        return GeoJSON.feature(of: photo, GeoJSON.PhotoFacts(thumbnail: thumbnail, href: "a b.jpg", image: image))
    }

    private func map(_ photos: [Photo]) -> [UInt8] {
        GeoJSON.photos(photos.map { ($0, facts($0)) }, notice: "A notice.")
    }

    private func facts(_ photo: Photo, href: String? = nil) -> GeoJSON.PhotoFacts {
        GeoJSON.PhotoFacts(
            thumbnail: "https://t.example/\(photo.id)", href: href ?? "\(photo.id).jpg", image: nil)
    }

    @Test
    func `a sidecar is these bytes`() {
        let text = String(decoding: sidecar(.sample, thumbnail: "https://t.example/n.jpg"), as: UTF8.self)
        #expect(
            text == """
                {"type":"Feature","id":"123","geometry":{"type":"Point","coordinates":[2.2945,48.8584]},"properties":{\
                "id":"123","title":"Sunset","description":"From the bridge.\\nIn June.","owner":"Ann Lee",\
                "license":"CC BY 2.0","license_url":"https://cc.example/by/2.0/",\
                "credit":"\\"Sunset\\" by Ann Lee, CC BY 2.0, https://example.org/photos/1/123/",\
                "page":"https://example.org/photos/1/123/","date":"2016-07-14T20:31:05",\
                "uploaded":"2016-07-15T08:00:00Z","tags":["seine","sun,set"],\
                "width":1024,"height":683,"views":7,"thumbnail":"https://t.example/n.jpg","href":"a%20b.jpg",\
                "marker-color":"#0b62c4"}}

                """)
    }

    @Test
    func `a photo takes as many bytes in a map as its sidecar has without its line's end`() {
        var other = Photo.sample
        other.title = "Grüße, \"Ann\"\n"
        let photos = [(Photo.sample, facts(.sample)), (other, facts(other, href: "c<é>.jpg"))]
        let (map, features) = GeoJSON.measuredPhotos(photos, notice: "")
        #expect(features.map { $0 + 1 } == photos.map { GeoJSON.feature(of: $0, $1).count })
        #expect(map == GeoJSON.photos(photos, notice: ""))
    }

    @Test(.proves("A map of more than 500 photos has"))
    func `a map of more than 500 photos has the beginning of each description, its sidecar all of it`() throws {
        var long = Photo.sample
        long.description = String(repeating: "word \"\n", count: 200)
        let photos = (0..<501).map { _ in (long, facts(long)) }
        let (map, features) = GeoJSON.measuredPhotos(photos, notice: "")
        let read = try #require(try object(map)["features"] as? [[String: Any]])
        let told = try #require((read[0]["properties"] as? [String: Any])?["description"] as? String)
        #expect(told.count <= 301 && told.count > 250 && told.hasSuffix("word…"), "\(told)")
        #expect(features[0] + 1 == GeoJSON.feature(of: long, facts(long)).count)
        let fifty = try object(GeoJSON.photos(Array(photos.prefix(500)), notice: ""))
        let whole = (fifty["features"] as? [[String: Any]])?.first?["properties"] as? [String: Any]
        #expect(whole?["description"] as? String == long.description)
    }

    @Test(.proves("A map of more than 500 photos has"))
    func `a map of 4000 photos stays below eight megabytes, whatever their texts, and finds each of them`() throws {
        var talkative = Photo.sample
        talkative.title = String(repeating: "\u{1}é", count: 2000)
        talkative.ownerName = talkative.title
        talkative.tags = (0..<500).map { "tag\($0)" }
        let photos = (0..<4000).map { index in
            var photo = index % 4 == 0 ? Photo.sample : talkative
            photo.id = PhotoID(String(index))
            return (photo, facts(photo))
        }
        let map = GeoJSON.photos(photos, notice: "")
        #expect(map.count < GeoJSON.maximumBytes && map.count > GeoJSON.maximumBytes / 4)
        let features = try #require(try object(map)["features"] as? [[String: Any]])
        #expect(features.count == 4000 && features.allSatisfy { $0["geometry"] is [String: Any] })
        let properties = features.compactMap { $0["properties"] as? [String: Any] }
        #expect(properties.allSatisfy { ($0["href"] as? String)?.hasSuffix(".jpg") == true })
        #expect(properties[0]["credit"] != nil && properties[1]["credit"] == nil, "who takes little is told whole")
    }

    @Test
    func `tags that are for programs are whole in the sidecar`() throws {
        var photo = Photo.sample
        let tags = (0..<200).map { "vision:thing\($0)=0\($0)" }
        photo.sourceAttributes["flickr.machine_tags"] = tags.joined(separator: " ")
        let properties = try #require(try object(sidecar(photo))["properties"] as? [String: Any])
        #expect(properties["machine_tags"] as? [String] == tags)
    }

    @Test
    func `the geometry of a photo without a position is null`() throws {
        var photo = Photo.sample
        photo.coordinate = nil
        #expect(try object(sidecar(photo))["geometry"] is NSNull)
    }

    @Test
    func `a map has its photos in order, a box around them, and counts those without a position`() throws {
        var far = Photo.sample
        far.id = PhotoID("2")
        far.coordinate = Coordinate(latitude: 49.8584, longitude: 4.2945)
        var lost = Photo.sample
        lost.id = PhotoID("3")
        lost.coordinate = nil
        let map = try object(map([.sample, lost, far]))
        #expect(map["type"] as? String == "FeatureCollection")
        #expect(map["bbox"] as? [Double] == [2.0945, 48.7584, 4.4945, 49.9584])
        #expect(map["without_position"] as? Int == 1)
        #expect(map["notice"] as? String == "A notice.")
        let features = try #require(map["features"] as? [[String: Any]])
        #expect(features.map { $0["id"] as? String } == ["123", "3", "2"])
        let properties = try #require(features[2]["properties"] as? [String: Any])
        #expect(properties["thumbnail"] as? String == "https://t.example/2" && properties["href"] as? String == "2.jpg")
    }

    @Test
    func `a photo that no directory shows has no path`() throws {
        let unlisted = GeoJSON.PhotoFacts(thumbnail: nil, href: nil, image: nil)
        let bytes = GeoJSON.photos([(.sample, unlisted), (.sample, facts(.sample, href: "Quad/b c.jpg"))], notice: "")
        let features = try #require(try object(bytes)["features"] as? [[String: Any]])
        let properties = features.compactMap { $0["properties"] as? [String: Any] }
        #expect(properties[0]["title"] as? String == "Sunset")
        #expect(properties[0]["href"] == nil)
        #expect(properties[1]["href"] as? String == "Quad/b%20c.jpg")
    }

    @Test(.proves("The box of a map"))
    func `an empty map is a collection without a box`() throws {
        let map = try object(map([]))
        #expect(map["bbox"] == nil && map["without_position"] as? Int == 0)
        #expect((map["features"] as? [Any])?.isEmpty == true)
    }

    @Test
    func `a map of places names each and how much it holds`() throws {
        let bytes = GeoJSON.places(
            [
                PlaceFeature(
                    title: "Paris", subtitle: "Île-de-France", coordinate: Coordinate(latitude: 48.85, longitude: 2.35),
                    count: 50, href: "France/Paris/", names: ["Parigi", "パリ \"<"]),
                PlaceFeature(title: "Nowhere", subtitle: "", coordinate: nil, count: nil, href: "No:where?/"),
            ], notice: "")
        let map = try object(bytes)
        #expect(map["without_position"] as? Int == 1 && map["notice"] == nil)
        let properties = try #require(map["features"] as? [[String: Any]]).compactMap {
            $0["properties"] as? [String: Any]
        }
        #expect(properties[0]["title"] as? String == "Paris" && properties[0]["subtitle"] as? String == "Île-de-France")
        #expect(properties[0]["count"] as? Int == 50 && properties[0]["href"] as? String == "France/Paris/")
        #expect(properties[0]["names"] as? [String] == ["Parigi", "パリ \"<"])
        #expect(properties[1].count == 3 && properties[1]["href"] as? String == "No%3Awhere%3F/")
    }

    @Test
    func `texts come back as they were, and stand safely in a script`() throws {
        var random = SeededGenerator(seed: 9)
        let pieces = [
            "\"", "\\", "/", "</script>", "<!--", "\u{2028}", "\u{2029}", "\u{0}", "\u{1F}", "\u{7F}", "\n", "\t", "é",
            "東",
            "👩‍👩‍👧‍👦", "e\u{301}", "\u{FFFF}", "&", "…", "plain",
            "\u{80}", "\u{9B}", "\u{9F}", "\u{A0}", "\u{202A}", "\u{202E}", "\u{202F}", "\u{2066}", "\u{2069}",
            "\u{206A}",
        ]
        for _ in 0..<300 {
            let text = (0..<8).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            var photo = Photo.sample
            photo.title = text
            photo.description = text
            photo.tags = [text, "x"]
            let bytes = map([photo])
            let features = try #require(try object(bytes)["features"] as? [[String: Any]])
            let properties = try #require(features.first?["properties"] as? [String: Any])
            for value in [properties["title"] as? String, properties["description"] as? String] {
                #expect(value.map { Array($0.utf8) } == Array(text.utf8))
            }
            #expect(properties["tags"] as? [String] == [text, "x"])
            let raw = try #require(String(validating: bytes, as: UTF8.self))
            #expect(!raw.contains("<") && !raw.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
            #expect(!raw.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) }, "terminals obey them")
            #expect(!raw.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) })
            #expect(!raw.unicodeScalars.contains { (0x2066...0x2069).contains($0.value) })
            #expect(map([photo]) == bytes)
        }
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1, "1"), (-0.5, "-0.5"), (48.8584, "48.8584"), (1e-7, "0"), (0.000001, "0.000001"),
        (-179.9999999, "-180"), (12.345678901, "12.345679"), (-0.00001, "-0.00001"), (90, "90"), (100.1, "100.1"),
    ])
    func `numbers have at most six decimals and no exponent`(degrees: Double, text: String) throws {
        var photo = Photo.sample
        photo.coordinate = Coordinate(latitude: 0, longitude: degrees)
        #expect(String(decoding: sidecar(photo), as: UTF8.self).contains("\"coordinates\":[\(text),0]"))
    }

    /// What `work` takes of a processor, whatever else runs on the machine.
    private func processorTime(_ work: () -> Void) -> Duration {
        func now() -> Duration {
            var time = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let begun = now()
        work()
        return now() - begun
    }

    /// Twenty times the photos may take sixty times as long, on a busy machine; quadratic work would take four hundred.
    @Test func `the time to write a map grows with the number of its photos, not faster`() {
        var photo = Photo.sample
        photo.description = String(repeating: "A long description with “quotes” and more. ", count: 50)
        func fastest(of count: Int) -> Duration {
            let photos = (0..<count).map { index in
                var copy = photo
                copy.id = PhotoID(String(index))
                return copy
            }
            return (0..<3).map { _ in processorTime { _ = map(photos) } }.min() ?? .zero
        }
        let few = fastest(of: 20)
        #expect(fastest(of: 400) < few * 60)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogrinfo")))
    func `GDAL opens maps and sidecars`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "geojson-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var lost = Photo.sample
        lost.id = PhotoID("2")
        lost.coordinate = nil
        for (name, bytes, count) in [
            ("map", map([.sample, lost]), 2), ("photo", sidecar(.sample), 1), ("empty", map([]), 0),
        ] {
            let file = folder.appending(path: "\(name).geojson")
            try Data(bytes).write(to: file)
            let ogrinfo = try await run("ogrinfo", "-ro", "-al", "-so", file.path)
            let text = ogrinfo.text + ogrinfo.errors
            #expect(ogrinfo.status == 0 && text.contains("Feature Count: \(count)"), "\(text)")
            #expect(!text.contains("ERROR") && !text.contains("Warning"), "\(text)")
        }
    }
}
