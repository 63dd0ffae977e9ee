import PhotoSimulator
import Testing

@Suite struct CommonsContinuationTests {
    @Test func `what does not fit one answer follows in the next, and nothing is told twice`() async throws {
        try await serving(synthetic(places: 1, photos: 60)) { (simulator) async throws in
            simulator.change { $0.imageInfosPerAnswer = 7 }
            let walk = try await simulator.walk([
                "generator": "search", "gsrnamespace": "6", "gsrlimit": "25", "gsrsearch": "town OR evening",
                "prop": "imageinfo|coordinates|categories", "iiprop": "url|size", "iiurlwidth": "1280",
                "cllimit": "20", "clshow": "!hidden",
            ])
            #expect(walk.pages.count == 60 && walk.batches == 3)
            for file in simulator.library.commonsFiles {
                #expect(walk.strings("imageinfo", of: file.pageID).count == 1)
                #expect(walk.strings("coordinates", of: file.pageID).count == 1)
                let categories = walk.strings("categories", of: file.pageID).compactMap { $0["title"] as? String }
                #expect(categories == file.categories.map { "Category:\($0)" }.sorted())
            }
            // Four answers for the images of 25 pages, twice, and two for those of ten.
            #expect(walk.answers.count == 10)
        }
    }

    @Test func `a continuation names the generator's place, the property's, and what is finished`() async throws {
        try await serving(synthetic(places: 1, photos: 30)) { (simulator) async throws in
            simulator.change { $0.imageInfosPerAnswer = 6 }
            let first = try await simulator.commons([
                "generator": "search", "gsrnamespace": "6", "gsrlimit": "10", "gsroffset": "10", "gsrsearch": "town",
                "continue": "gsroffset||", "prop": "imageinfo|coordinates", "colimit": "max", "iiprop": "size",
            ])
            #expect(first.json("batchcomplete") == nil && first.number("limits.coordinates") == 500)
            #expect(first.string("continue.continue") == "gsroffset||coordinates")
            #expect(first.string("continue.gsroffset") == "10")
            let place = try #require(first.string("continue.iicontinue"))
            #expect(place.split(separator: "|").last?.count == 14, "\(place) ends in a date of 14 digits")
            #expect(first.pages.count == 10 && first.pages.filter { $0["imageinfo"] != nil }.count == 6)
            let second = try await simulator.commons([
                "generator": "search", "gsrnamespace": "6", "gsrlimit": "10", "gsroffset": "10", "gsrsearch": "town",
                "prop": "imageinfo|coordinates", "colimit": "max", "continue": "gsroffset||coordinates",
                "iicontinue": place, "iiprop": "size",
            ])
            #expect(second.pages.filter { $0["imageinfo"] != nil }.count == 4)
            #expect(second.pages.allSatisfy { $0["coordinates"] == nil }, "it was finished")
            #expect(second.string("continue.continue") == "gsroffset||" && second.number("continue.gsroffset") == 20)
            #expect(second.json("batchcomplete") as? Bool == true)
        }
    }

    @Test func `who does not ask for more coordinates gets ten`() async throws {
        try await serving(synthetic(places: 1, photos: 12)) { (simulator) async throws in
            let query: KeyValuePairs = [
                "generator": "geosearch", "ggsnamespace": "6", "ggscoord": firstPlacePosition, "ggsradius": "10000",
                "ggslimit": "50", "prop": "coordinates",
            ]
            let first = try await simulator.commons(query)
            #expect(first.pages.count == 12 && first.pages.filter { $0["coordinates"] != nil }.count == 10)
            #expect(first.string("continue.cocontinue") == "50000000010|100000000020")
            #expect(try await simulator.walk(query).pages.values.allSatisfy { $0["coordinates"] != nil })
        }
    }

    @Test func `a file asked for alone goes on into its history`() async throws {
        try await serving(synthetic(places: 1, photos: 2)) { (simulator) async throws in
            let query: KeyValuePairs = ["pageids": firstPhoto, "prop": "imageinfo", "iiprop": "sha1|timestamp|url"]
            #expect(try await simulator.commons(query).json("continue") == nil)
            simulator.library.replaceImage(of: firstPhoto)
            let first = try await simulator.commons(query)
            let start = try #require(first.string("continue.iistart"))
            #expect(first.string("continue.continue") == "||" && first.json("batchcomplete") == nil)
            let versions = try await simulator.walk(query).strings("imageinfo", of: 50_000_000_000)
            #expect(versions.count == 2 && versions.last?["timestamp"] as? String == start)
            #expect(versions[0]["sha1"] as? String != versions[1]["sha1"] as? String)
            #expect((versions[1]["url"] as? String)?.contains("/archive/") == true)
            let both = try await simulator.commons([
                "pageids": "\(firstPhoto)|50000000001", "prop": "imageinfo", "iiprop": "sha1",
            ])
            #expect(both.json("continue") == nil, "two files are not")
        }
    }

    @Test(arguments: ["timestamp", "sortkey"])
    func `a category is walked from page to page`(sort: String) async throws {
        try await serving(synthetic(places: 1, photos: 23)) { (simulator) async throws in
            let walk = try await simulator.walk([
                "generator": "categorymembers", "gcmtitle": "Category:Synthetic", "gcmtype": "file", "gcmsort": sort,
                "gcmdir": "desc", "gcmlimit": "10",
            ])
            #expect(walk.pages.values.filter { $0["ns"] as? Int == 6 }.count == 23)
            #expect(walk.answers.count == 3)
        }
    }

    @Test func `lists go on by themselves`() async throws {
        try await serving(synthetic(places: 1, photos: 23)) { (simulator) async throws in
            let first = try await simulator.commons([
                "list": "search", "srnamespace": "6", "srsearch": "town", "srsort": "create_timestamp_desc",
                "meta": "userinfo",
            ])
            #expect(first.count("query.search") == 10 && first.number("continue.sroffset") == 10)
            #expect(first.string("continue.continue") == "-||userinfo")
            #expect(first.json("query.userinfo") != nil)
            let second = try await simulator.commons([
                "list": "search", "srnamespace": "6", "srsearch": "town", "srsort": "create_timestamp_desc",
                "meta": "userinfo", "sroffset": "10", "continue": "-||userinfo",
            ])
            #expect(second.number("query.search.0.pageid") != first.number("query.search.0.pageid"))
            #expect(second.json("query.userinfo") == nil)
        }
    }

    @Test(arguments: [
        ["continue": "nonsense"], ["continue": "||", "iicontinue": "no bar"],
        ["generator": "categorymembers", "gcmtitle": "Category:Synthetic", "gcmcontinue": "2020|1"],
        ["prop": "coordinates", "cocontinue": "1|2"],
    ])
    func `a place that no answer named is refused`(arguments: [String: String]) async throws {
        try await serving(synthetic(places: 1, photos: 3)) { (simulator) async throws in
            var query = ["prop": "imageinfo", "titles": "File:Town 0 view 1.jpg|File:Town 0 view 2.jpg"]
            if arguments["generator"] != nil { query["titles"] = nil }
            query.merge(arguments) { _, new in new }
            #expect(try await simulator.commons(query.map { ($0.key, $0.value) }).errorCode == "badcontinue")
        }
    }
}
