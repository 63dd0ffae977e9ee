import PhotoSimulator
import Testing

/// What MediaWiki and Wikimedia's hosts do with files and requests that are not as they should be.
@Suite struct CommonsAwkwardTests {
    private func page(_ id: String, _ edit: (inout CommonsPage) -> Void) -> SimulatedPhoto {
        var page = CommonsPage()
        edit(&page)
        return SimulatedPhoto(id: id, title: "Photo \(id)", tags: ["lakes"], commons: page)
    }

    @Test func `a thumbnail of a file without pixels makes the whole answer an error, without one it is told of`()
        async throws
    {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(page("1") { _ in }, page("2") { $0.isUnmeasured = true })
            let asked: KeyValuePairs = [
                "pageids": "1|2", "prop": "imageinfo", "iiprop": "url|size", "iiurlwidth": "250",
            ]
            let refused = try await simulator.commons(asked)
            #expect(refused.errorCode == "urlparamnormal" && refused.pages.isEmpty)
            #expect(refused.string("error.info") == "Could not normalize image parameters for Photo_2.jpg.")
            let told = try await simulator.commons(["pageids": "1|2", "prop": "imageinfo", "iiprop": "url|size"])
            #expect(told.pages.count == 2)
            let bad = try #require(told.page(2)?["imageinfo"] as? [[String: Any]]).first
            #expect(bad?["width"] as? Int == 0 && bad?["height"] as? Int == 0)
        }
    }

    @Test func `originals are rationed where it is asked for, thumbnails flow`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(page("1") { _ in })
            simulator.change { $0.originalsBeforeRefusal = 1 }
            let file = try #require(simulator.library.commonsFile("1"))
            #expect(try await simulator.commonsImage(file.originalPath).status == 200)
            let refused = try await simulator.commonsImage(file.originalPath)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "600")
            #expect(refused.text.contains("thumbnail images in sizes"))
            #expect(try await simulator.commonsImage(file.thumbnailPath(960)).status == 200)
        }
    }

    @Test func `an answer comes when all pages in it are made, and a page is made once`() async throws {
        try await serving(synthetic(places: 1, photos: 4)) { (simulator) async throws in
            simulator.change { $0.parsingInMilliseconds = 100 }
            let all = (0..<4).map { "\(50_000_000_000 + $0)" }.joined(separator: "|")
            func took(_ ids: String, _ properties: String) async throws -> Duration {
                let start = ContinuousClock.now
                _ = try await simulator.commons(["pageids": ids, "prop": "imageinfo", "iiprop": properties])
                return start.duration(to: .now)
            }
            #expect(try await took(all, "url|extmetadata") >= .milliseconds(400))
            simulator.library.edit(firstPhoto) { $0.title = "Another" }
            simulator.change { $0.parsingInMilliseconds = 10_000 }
            #expect(try await took("50000000001|50000000002", "url|extmetadata") < .seconds(9), "made before")
            #expect(try await took(firstPhoto, "url") < .seconds(9), "no text, no page")
        }
    }

    @Test func `a search that runs out of time succeeds with a warning and a part`() async throws {
        try await serving(synthetic(places: 1, photos: 9)) { (simulator) async throws in
            simulator.change { $0.resultsBeforeTimeout = 2 }
            let answer = try await simulator.commons([
                "list": "search|geosearch", "srnamespace": "6", "srsearch": "town", "gsnamespace": "6", "srprop": "",
                "gscoord": firstPlacePosition, "gsradius": "10000",
            ])
            #expect(answer.count("query.search") == 2 && answer.number("query.searchinfo.totalhits") == 2)
            #expect(answer.count("query.geosearch") == 2 && answer.json("batchcomplete") as? Bool == true)
            #expect(
                answer.string("warnings.search.warnings") == "The search timed out, only partial results are available."
            )
            #expect(
                answer.string("warnings.geosearch.warnings")
                    == "GeoData search timed out. Only partial results are available.")
            #expect(answer.json("query.search.0.snippet") == nil, "an empty srprop wants nothing")
        }
    }

    @Test func `a photo that lies on its side gets a thumbnail in its own width, said to be as wide as asked`()
        async throws
    {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            var photo = page("1") { $0.isTurned = true }
            photo.renditions = [.init(suffix: "o", width: 600, height: 800)]
            simulator.library.add(photo)
            let answer = try await simulator.commons([
                "pageids": "1", "prop": "imageinfo", "iiprop": "url|size", "iiurlwidth": "1280",
            ])
            #expect(answer.info()["thumbwidth"] as? Int == 1280 && answer.info()["width"] as? Int == 600)
            #expect((answer.info()["thumburl"] as? String)?.contains("/600px-") == true)
        }
    }

    @Test func `a former name is a page of its own that shows the file, and leads to it where it is followed`()
        async throws
    {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(page("1") { $0.formerNames = ["Old name.jpg"] })
            let members = try await simulator.commons([
                "list": "categorymembers", "cmtitle": "Category:Lakes", "cmsort": "timestamp", "cmlimit": "10",
            ])
            let ids = (0..<2).compactMap { members.number("query.categorymembers.\($0).pageid") }
            #expect(ids.count == 2 && Set(ids).count == 2)
            let both = ids.map(String.init).joined(separator: "|")
            let told = try await simulator.commons(["pageids": both, "prop": "imageinfo|info", "iiprop": "url|sha1"])
            let infos = told.pages.compactMap { ($0["imageinfo"] as? [[String: Any]])?.first }
            #expect(Set(infos.compactMap { $0["descriptionurl"] as? String }).count == 1 && infos.count == 2)
            #expect(told.pages.contains { $0["redirect"] as? Bool == true })
            let followed = try await simulator.commons([
                "pageids": both, "prop": "imageinfo", "iiprop": "url", "redirects": "1",
            ])
            #expect(followed.pageIDs == [1] && followed.string("query.redirects.0.to") == "File:Photo 1.jpg")
        }
    }

    @Test func `a page without its file, a scan and newer categories are members of a category like others`()
        async throws
    {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(
                page("1") { $0.hasNoFile = true }, page("2") { $0.mimeType = "application/pdf" })
            simulator.change { $0.newestSubcategories = ["Lakes": 3] }
            let members = try await simulator.commons([
                "list": "categorymembers", "cmtitle": "Category:Lakes", "cmsort": "timestamp", "cmdir": "desc",
                "cmlimit": "10",
            ])
            let titles = (0..<5).compactMap { members.string("query.categorymembers.\($0).title") }
            #expect(titles.prefix(3).allSatisfy { $0.hasPrefix("Category:") } && titles.count == 5)
            #expect(titles.contains("File:Photo 2.pdf"))
            let told = try await simulator.commons(["pageids": "1|2", "prop": "imageinfo", "iiprop": "mime"])
            #expect(told.page(1)?["imageinfo"] == nil && told.page(1)?["imagerepository"] as? String == "")
        }
    }

    @Test func `a category that leads to another is followed where that is asked for`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(page("1") { _ in })
            simulator.change { $0.categoryRedirects = ["Lake": "Lakes"] }
            let asked: KeyValuePairs = ["titles": "Category:Lake", "prop": "categoryinfo"]
            #expect(try await simulator.commons(asked).number("query.pages.0.categoryinfo.files") == 0)
            let followed = try await simulator.commons([
                "titles": "Category:Lake", "prop": "categoryinfo", "redirects": "1",
            ])
            #expect(followed.pages.first?["title"] as? String == "Category:Lakes")
            #expect(followed.number("query.pages.0.categoryinfo.files") == 1)
        }
    }

    @Test func `a category with the template that redirects is empty, and links to its target`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(page("1") { _ in })
            simulator.change { $0.templateRedirects = ["Lake": "Lakes"] }
            let told = try await simulator.commons([
                "titles": "Category:Lake", "prop": "categoryinfo|categories|links", "redirects": "1",
                "clcategories": "Category:Category redirects", "plnamespace": "14",
            ])
            #expect(told.pages.first?["title"] as? String == "Category:Lake")
            #expect(told.number("query.pages.0.categoryinfo.files") == 0)
            let links = told.pages.first?["links"] as? [[String: Any]]
            #expect(links?.first?["title"] as? String == "Category:Lakes")
            let categories = told.pages.first?["categories"] as? [[String: Any]]
            #expect(categories?.first?["title"] as? String == "Category:Category redirects")
        }
    }

    @Test func `the requests of a minute are counted by contact`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.change { $0.countsMinutes = true }
            for _ in 0..<200 {
                #expect(try await simulator.commons(["meta": "siteinfo"]).status == 200)
            }
            let refused = try await simulator.commons(["meta": "siteinfo"])
            #expect(refused.status == 429 && refused.headers["retry-after"] == "30")
        }
    }

    @Test func `a random order has no pages, and bounds are told as people write numbers`() async throws {
        try await serving(synthetic(places: 1, photos: 3)) { (simulator) async throws in
            let random = try await simulator.commons([
                "list": "search", "srnamespace": "6", "srsearch": "town", "srsort": "random", "sroffset": "2",
            ])
            #expect(random.count("query.search") == 3)
            let small = try await simulator.commons(["list": "geosearch", "gscoord": "48|2", "gsradius": "5"])
            #expect(
                small.string("error.info")
                    == "The value \"5\" for parameter \"gsradius\" must be between 10 and 10,000.")
            let many = try await simulator.commons([
                "list": "geosearch", "gscoord": firstPlacePosition, "gsnamespace": "6", "gslimit": "501",
            ])
            #expect(many.errorCode == nil && many.string("warnings.geosearch.warnings")?.contains("501") == true)
        }
    }
}
