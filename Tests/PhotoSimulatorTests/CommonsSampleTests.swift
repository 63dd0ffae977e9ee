import Foundation
import PhotoSimulator
import TestSupport
import Testing

@Suite struct CommonsSampleTests {
    @Test func `Commons has a part of the sample of its own, in cities of Flickr's and in others`() async throws {
        try await serving(Simulator.Configuration()) { (simulator) async throws in
            #expect(simulator.library.commonsFiles.count == 16)
            let flickrs = Set(simulator.library.photos.map(\.id))
            #expect(simulator.library.commonsFiles.allSatisfy { !flickrs.contains($0.photo.id) })
            for (point, count) in [("48.8566|2.3522", 2), ("45.4371|12.3326", 2), ("38.7139|-9.1394", 2)] {
                let answer = try await simulator.commons([
                    "generator": "geosearch", "ggsnamespace": "6", "ggsprimary": "all", "ggscoord": point,
                    "ggsradius": "10000", "ggslimit": "50",
                ])
                #expect(answer.pages.count == count)
            }
            let trams = try await simulator.commons([
                "list": "categorymembers", "cmtitle": "Category:Trams of Lisbon, route 28",
            ])
            #expect(trams.string("query.categorymembers.0.title") == "File:Tram 28, Rua da Conceição.jpg")
        }
    }

    @Test func `the simulator's pictures of Commons are JPEGs of the pixels named, small, and no two alike`() throws {
        let library = try Library.sample()
        var total = 0
        var seen: Set<[UInt8]> = []
        for file in library.commonsFiles {
            for width in [120, 330, 960, 1280, file.width] {
                let isOriginal = width == file.width
                guard isOriginal || file.thumbnail(width) != nil else { continue }
                let bytes = try #require(library.imageBytes(of: file.photo.id, isOriginal ? "o" : "\(width)"))
                let size = try #require(JPEG.size(bytes))
                #expect(size.width == width)
                #expect(size.height == (isOriginal ? file.height : file.thumbnail(width)?.height))
                #expect(seen.insert(bytes).inserted && bytes.suffix(2) == [0xFF, 0xD9])
                total += bytes.count
            }
        }
        #expect(seen.count == 8 * 5 + 8 * 4, "eight have thumbnails of 1280 px, eight are smaller")
        #expect((1_000_000...2_500_000).contains(total))
    }

    @Test func `odd authors, dates, licences and names are among them`() async throws {
        try await serving(Simulator.Configuration()) { (simulator) async throws in
            let walk = try await simulator.walk([
                "generator": "allimages", "gailimit": "max", "prop": "imageinfo|coordinates",
                "iiprop": "url|extmetadata", "iiurlwidth": "330", "coprimary": "all", "colimit": "max",
            ])
            #expect(walk.pages.count == 16)
            let metadata = walk.pages.keys.compactMap {
                walk.strings("imageinfo", of: $0).first?["extmetadata"] as? [String: [String: Any]]
            }
            func values(_ name: String) -> [String] { metadata.compactMap { $0[name]?["value"] as? String } }
            let artists = values("Artist")
            for part in [
                "class=\"vcard\"", "<bdi", "Unknown author", "redlink=1", "flickr.com/people", "Rui &amp; Marta",
            ] {
                #expect(artists.contains { $0.contains(part) }, "\(part)")
            }
            let dates = values("DateTimeOriginal")
            for date in ["<time", "circa 1890", "Taken on", "4 May 2019", "between 1900", "(UTC+3)"] {
                #expect(dates.contains { $0.contains(date) }, "\(date)")
            }
            #expect(dates.contains("") && values("ImageDescription").contains { $0.contains("lang=\"fr\"") })
            #expect(
                Set(values("LicenseShortName")).isSuperset(of: [
                    "CC BY-SA 4.0", "CC0", "Public domain", "FAL", "No restrictions", "Copyrighted free use",
                ]))
            #expect(values("Attribution").count == 2)
            let addresses = walk.pages.keys.compactMap {
                walk.strings("imageinfo", of: $0).first?["thumburl"] as? String
            }
            #expect(addresses.contains { $0.contains("/330px-thumbnail.jpg") })
            let positions = walk.pages.keys.map { walk.strings("coordinates", of: $0).count }
            #expect(Set(positions) == [0, 1, 2])
        }
    }

    @Test func `descriptions come by language to who wants them so`() async throws {
        try await serving(Simulator.Configuration()) { (simulator) async throws in
            let lamps = try #require(simulator.library.commonsFiles.first { $0.name.hasPrefix("Seven lamps") })
            for (page, languages) in [(lamps.pageID, ["_type", "en", "fr"]), (130_000_000, ["_type", "en"])] {
                let answer = try await simulator.commons([
                    "pageids": "\(page)", "prop": "imageinfo", "iiprop": "extmetadata", "iiextmetadatamultilang": "1",
                    "iiextmetadatafilter": "ImageDescription",
                ])
                let metadata = answer.info()["extmetadata"] as? [String: [String: Any]]
                let description = metadata?["ImageDescription"]?["value"] as? [String: String]
                #expect(description?.keys.sorted() == languages)
                #expect(description?["en"]?.isEmpty == false && answer.json("warnings") == nil)
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/identify")))
    func `a stranger's decoder reads originals and thumbnails`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("identify-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let generated = Library.synthetic(places: 1, photosPerPlace: 3, imageBytes: 9_000...200_000)
        for (library, files) in [(try Library.sample(), 6), (generated, 3)] {
            for file in library.commonsFiles.prefix(files) {
                for rendition in ["o", "330", "960"] {
                    let bytes = try #require(library.imageBytes(of: file.photo.id, rendition))
                    try Data(bytes).write(to: folder.appendingPathComponent("\(file.photo.id)_\(rendition).jpg"))
                }
            }
        }
        let identify = try await run("identify", "-regard-warnings", "-format", "%m\n", folder.path + "/*.jpg")
        #expect(identify.status == 0, "\(identify.errors)")
        #expect(identify.lines == Array(repeating: "JPEG", count: 27))
    }
}
