import Foundation
import PhotoSimulator
import TestSupport
import Testing

@Suite struct SampleTests {
    @Test func `the sample has about 60 photos of 8 cities in 6 countries`() throws {
        let library = try Library.sample()
        #expect((58...66).contains(library.photos.count))
        #expect(library.places.count == 8)
        #expect(Set(library.places.map(\.country.name)).count == 6)
        for place in library.places {
            #expect(library.photos.count { $0.woeid == place.woeid } >= 6)
        }
    }

    @Test func `every rendition is a JPEG of the pixels named, and all are under 8 MB`() throws {
        let library = try Library.sample()
        var total = 0
        for photo in library.photos {
            #expect(photo.renditions.map(\.suffix) == ["s", "q", "n", "b"])
            #expect(photo.renditions.map { max($0.width, $0.height) } == [75, 150, 320, 1024])
            for rendition in photo.renditions {
                let bytes = try #require(library.imageBytes(of: photo.id, rendition.suffix))
                let size = try #require(JPEG.size(bytes))
                #expect(size == (rendition.width, rendition.height))
                #expect(bytes.suffix(2) == [0xFF, 0xD9])
                total += bytes.count
            }
        }
        #expect(total < 8_000_000)
        #expect(total > 2_000_000, "pictures, not placeholders")
    }

    @Test func `no two pictures are the same`() throws {
        let library = try Library.sample()
        let pictures = library.photos.compactMap { library.imageBytes(of: $0.id, "n") }
        #expect(Set(pictures).count == library.photos.count)
    }

    @Test func `odd titles, dates and licences are among them`() throws {
        let photos = try Library.sample().photos
        let titles = photos.map(\.title)
        #expect(Set(titles).count < titles.count, "duplicates")
        #expect(photos.contains { $0.title.isEmpty && !$0.description.isEmpty })
        #expect(titles.contains { $0.contains("/") && $0.contains(":") })
        #expect(titles.contains { $0.hasSuffix(".jpg") })
        #expect(titles.contains { $0.utf8.count > 200 })
        #expect(titles.contains { $0.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } })
        #expect(photos.contains { $0.taken < "1970" })
        #expect(photos.contains { $0.position == nil })
        #expect(photos.contains { $0.description.contains("<a href") })
        #expect(Set(photos.map(\.license)).isSuperset(of: ["0", "4", "5", "9", "10"]))
    }

    @Test func `the cs193pspot topic comes apart by other tags`() async throws {
        try await serving(Simulator.Configuration()) { (simulator) async throws in
            let answer = try await simulator.call("flickr.photos.search", "tags=cs193pspot&extras=tags")
            #expect(answer.ids().count == 10)
            let tags = (answer.json("photos.photo") as? [[String: Any]] ?? []).compactMap { $0["tags"] as? String }
            for tag in ["quad", "hoover", "palm", "portrait", "landscape"] {
                #expect(tags.contains { $0.split(separator: " ").contains(Substring(tag)) })
            }
        }
    }

    @Test func `a pin at a sample city finds a collection`() async throws {
        try await serving(Simulator.Configuration()) { (simulator) async throws in
            for (point, least) in [
                ("lat=48.8584&lon=2.2945", 4), ("lat=37.4275&lon=-122.1697", 10), ("lat=45.438&lon=12.335", 5),
            ] {
                let answer = try await simulator.call("flickr.photos.search", "\(point)&radius=5&min_upload_date=1")
                #expect(answer.ids().count >= least)
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/identify")))
    func `a stranger's decoder reads the sample's and the generated pictures`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("identify-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = try Library.sample()
        let generated = Library.synthetic(places: 1, photosPerPlace: 8, imageBytes: 9_000...200_000)
        for (library, photos) in [(sample, sample.photos.prefix(12)), (generated, generated.photos[...])] {
            for photo in photos {
                for rendition in photo.renditions {
                    let name = "\(photo.id)_\(rendition.suffix)_\(rendition.width)x\(rendition.height).jpg"
                    let bytes = try #require(library.imageBytes(of: photo.id, rendition.suffix))
                    try Data(bytes).write(to: folder.appendingPathComponent(name))
                }
            }
        }
        // -regard-warnings turns what a viewer would shrug off into a failure.
        let identify = try await ChildProcess(
            ["identify", "-regard-warnings", "-format", "%f %wx%h %m\n"]
                + (try FileManager.default.contentsOfDirectory(atPath: folder.path)), directory: folder.path
        ).result()
        let lines = identify.lines
        #expect(identify.status == 0, "\(identify.errors)")
        // Four renditions of each sample picture, ten of each generated one.
        #expect(lines.count == 128)
        for line in lines {
            let parts = line.split(separator: " ")
            #expect(parts[0].hasSuffix("_\(parts[1]).jpg") && parts[2] == "JPEG")
        }
    }
}
