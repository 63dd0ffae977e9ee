import PhotoSimulator
import Testing

@Suite struct CommonsListTests {
    @Test func `a search near a point by time finds the newest first, whatever order the pages stand in`() async throws
    {
        try await serving(synthetic(places: 2, photos: 30)) { (simulator) async throws in
            let answer = try await simulator.commons([
                "generator": "search", "gsrnamespace": "6", "gsrlimit": "50", "gsrsort": "create_timestamp_desc",
                "gsrsearch": "filemime:image/jpeg nearcoord:10km,-60,-179.5",
            ])
            let newest = simulator.library.commonsFiles.filter { $0.photo.woeid == firstPlace }.map(\.pageID)
            #expect(answer.orderedIDs == newest && newest.count == 30)
            #expect(answer.pageIDs != newest, "who ignores the index gets another order")
            #expect(answer.pages.compactMap { $0["index"] as? Int }.sorted() == Array(1...30))
            #expect(simulator.ledger.entries.map(\.kind) == ["commons.search"])
        }
    }

    @Test func `geosearch finds the nearest pages, the limit first, and numbers them as tables do`() async throws {
        try await serving(synthetic(places: 1, photos: 21)) { (simulator) async throws in
            let answer = try await simulator.commons([
                "generator": "geosearch", "ggsnamespace": "6", "ggsprimary": "all", "ggscoord": firstPlacePosition,
                "ggsradius": "10000", "ggslimit": "5", "prop": "coordinates", "colimit": "max",
            ])
            // Photo number 10 lies on the point, its neighbours 0.002 degrees further each.
            #expect(Set(answer.pageIDs) == Set((8...12).map { 50_000_000_000 + $0 }))
            #expect(answer.orderedIDs == answer.pageIDs.sorted())
            #expect(answer.pages.compactMap { $0["index"] as? Int }.min() == -1)
            let list = try await simulator.commons([
                "list": "geosearch", "gsnamespace": "6", "gscoord": firstPlacePosition, "gsradius": "600",
                "gslimit": "max",
            ])
            #expect(list.number("query.geosearch.0.pageid") == 50_000_000_010)
            #expect(list.number("query.geosearch.0.dist") == 0)
            let distances = (0..<(list.count("query.geosearch") ?? 0)).compactMap {
                list.json("query.geosearch.\($0).dist") as? Double
            }
            #expect(distances == distances.sorted() && distances.allSatisfy { $0 <= 600 })
            #expect(distances.count == 5, "0.004 degrees of latitude and half as wide ones of longitude are 497 m")
        }
    }

    @Test func `a category lists its files by time, and what is filed below it`() async throws {
        try await serving(synthetic(places: 1, photos: 21)) { (simulator) async throws in
            let wanted = simulator.library.commonsFiles.filter { $0.categories.contains("Tag 3") }.map(\.pageID)
            let list = try await simulator.commons([
                "list": "categorymembers", "cmtitle": "Category:tag_3", "cmsort": "timestamp", "cmdir": "desc",
                "cmtype": "file", "cmlimit": "50",
            ])
            let ids = (0..<4).compactMap { list.number("query.categorymembers.\($0).pageid") }
            #expect(Array(ids.prefix(3)) == wanted && wanted.count == 3)
            #expect(
                list.string("query.categorymembers.3.title") == "Category:Tag 3 by month", "types are ignored by time")
            let byName = try await simulator.commons([
                "generator": "categorymembers", "gcmtitle": "Category:Tag 3", "gcmtype": "file", "gcmlimit": "50",
            ])
            #expect(Set(byName.pageIDs) == Set(wanted))
            let empty = try await simulator.commons([
                "generator": "categorymembers", "gcmtitle": "Category:Nobody's",
            ])
            #expect(empty.json("query") == nil && empty.json("batchcomplete") as? Bool == true)
        }
    }

    @Test func `a file is found by the digest of its original`() async throws {
        try await serving(synthetic(places: 1, photos: 5)) { (simulator) async throws in
            let original = try #require(simulator.library.imageBytes(of: "50000000003", "o"))
            let sum = try await digest("sha1sum", original)
            let answer = try await simulator.commons([
                "generator": "allimages", "gaisha1": sum, "prop": "imageinfo", "iiprop": "sha1|size",
            ])
            #expect(answer.pageIDs == [50_000_000_003])
            #expect(answer.info()["sha1"] as? String == sum && answer.info()["size"] as? Int == original.count)
            let none = try await simulator.commons(["list": "allimages", "aisha1": String(repeating: "0", count: 40)])
            #expect(none.count("query.allimages") == 0)
            #expect(try await simulator.commons(["list": "allimages", "aisha1": "xyz"]).errorCode == "invalidsha1hash")
            #expect(simulator.ledger.count(of: "commons.allimages") == 3)
        }
    }

    @Test(arguments: [
        ("evening", ["Evening light"]), ("\"evening light\" -intitle:(50000000022)", ["Evening light"]),
        ("incategory:\"Tag 5\" intitle:light", ["Evening light"]),
        ("haswbstatement:P275=Q6938433", ["Town 0 view 9", "Town 0 view 20"]),
        ("incategory:\"CC-Zero\"", ["Town 0 view 9", "Town 0 view 20"]),
        ("filemime:video/webm", []), ("filetype:bitmap \"view 3\"", ["Town 0 view 3"]),
        ("xyzzy OR \"view 3\"", ["Town 0 view 3"]), ("nearcoord:1m,-60,-179.5", ["Town 0 view 10"]),
    ])
    func `words and keywords narrow a search`(text: String, expected: [String]) async throws {
        try await serving(synthetic(places: 1, photos: 22)) { (simulator) async throws in
            let answer = try await simulator.commons([
                "list": "search", "srnamespace": "6", "srsearch": text, "srlimit": "50",
            ])
            let titles = (0..<(answer.count("query.search") ?? 0)).compactMap {
                answer.string("query.search.\($0).title")
            }
            #expect(Set(titles) == Set(expected.map { "File:\($0).jpg" }))
            #expect(answer.number("query.searchinfo.totalhits") == expected.count)
        }
    }

    @Test func `what was sent last with a position is told with uploader and point, all 500 at once`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            for number in 1...120 {
                simulator.library.add(
                    SimulatedPhoto(
                        id: "\(number)", title: "Photo \(number)", ownerName: "Sender \(number % 7)",
                        uploaded: 1_750_000_000 - Int64(number) * 3600,
                        position: number % 2 == 0 ? .init(latitude: 10, longitude: 20) : nil))
            }
            let query: KeyValuePairs = [
                "generator": "search", "gsrnamespace": "6", "gsrlimit": "500", "gsrsort": "create_timestamp_desc",
                "gsrsearch": "filemime:image/jpeg creationdate:>=now-3d nearcoord:20100km,0,0",
                "prop": "coordinates|imageinfo", "colimit": "max", "iiprop": "user|timestamp",
            ]
            let sent = try await simulator.commons(query)
            // From the beginning of the day, 2025-06-12T00:00Z: 87 hours before now.
            #expect(sent.orderedIDs == (1...43).map { $0 * 2 } && sent.json("continue") == nil)
            #expect(sent.info()["user"] != nil && sent.info()["url"] == nil)
            #expect(sent.pages.allSatisfy { $0["coordinates"] != nil })
            simulator.change { $0.resultsBeforeTimeout = 5 }
            let part = try await simulator.commons(query)
            #expect(part.pages.count == 5)
            #expect(
                part.string("warnings.search.warnings") == "The search timed out, only partial results are available.")
        }
    }

    @Test func `a category tells the positions of its newest files, with a subcategory among them`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            for number in 1...4 {
                simulator.library.add(
                    SimulatedPhoto(
                        id: "\(number)", title: "Photo \(number)", tags: ["Quality images"],
                        uploaded: 1_750_000_000 - Int64(number) * 3600,
                        position: number == 1 ? nil : .init(latitude: 10, longitude: 20)))
            }
            let answer = try await simulator.commons([
                "generator": "categorymembers", "gcmtitle": "Category:Quality images", "gcmtype": "file",
                "gcmsort": "timestamp", "gcmdir": "desc", "gcmlimit": "500", "prop": "coordinates|imageinfo",
                "coprimary": "all", "colimit": "max", "iiprop": "user|timestamp",
            ])
            #expect(answer.pages.count == 5, "types are ignored by time")
            #expect(answer.pages.filter { $0["coordinates"] != nil && $0["imageinfo"] != nil }.count == 3)
        }
    }

    @Test func `random order is another one each time, of the same files`() async throws {
        try await serving(synthetic(places: 1, photos: 30)) { (simulator) async throws in
            let query: KeyValuePairs = [
                "generator": "search", "gsrnamespace": "6", "gsrlimit": "30", "gsrsort": "random", "gsrsearch": "town",
            ]
            let first = try await simulator.commons(query).orderedIDs
            let second = try await simulator.commons(query).orderedIDs
            // Thirty files in the same order twice: once in 10^32 tries.
            #expect(first != second && first.sorted() == second.sorted() && first.count == 30)
        }
    }

    @Test func `removed and changed photos are so at Commons too`() async throws {
        try await serving(synthetic(places: 1, photos: 3)) { (simulator) async throws in
            let before = try await simulator.commons(["pageids": firstPhoto, "prop": "imageinfo", "iiprop": "url|sha1"])
            let address = try #require(before.info()["url"] as? String)
            simulator.library.replaceImage(of: firstPhoto)
            let replaced = try await simulator.commons([
                "pageids": firstPhoto, "prop": "imageinfo", "iiprop": "url|sha1",
            ])
            #expect(replaced.info()["url"] as? String == address)
            #expect(replaced.info()["sha1"] as? String != before.info()["sha1"] as? String)
            simulator.library.changeSecret(of: firstPhoto)
            #expect(try await simulator.commonsImage(address).status == 404)
            let moved = try await simulator.commons(["pageids": firstPhoto, "prop": "imageinfo", "iiprop": "url"])
            #expect(try await simulator.commonsImage(try #require(moved.info()["url"] as? String)).status == 200)
            simulator.library.remove(firstPhoto)
            let gone = try await simulator.commons(["pageids": firstPhoto])
            #expect(gone.pages.first?["missing"] as? Bool == true && gone.pageIDs == [50_000_000_000])
        }
    }
}
