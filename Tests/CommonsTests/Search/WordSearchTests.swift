import Commons
import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@Suite struct WordSearchTests {
    private func query(
        _ name: String, near place: SearchPlace? = nil, limit: Int = 50, order: PhotoQuery.Order = .newest,
        license: LicenseFilter = .any, page: Int = 1
    ) throws -> PhotoQuery {
        let search = try SearchName.query(name, now: Timestamp(1_750_000_000)) { _ in false }
        return PhotoQuery(
            subject: .search(search, near: place), limit: limit, order: order, license: license, page: page)
    }

    /// The searches that a query of which nothing is found sends.
    private func searches(
        _ name: String, near place: SearchPlace? = nil, order: PhotoQuery.Order = .newest,
        license: LicenseFilter = .any
    ) async throws -> [ScriptedTransport.Call] {
        let transport = [FileFixture]().wiki()
        _ = try await CommonsSource(transport).photos(try query(name, near: place, order: order, license: license))
        return transport.calls
    }

    private func text(_ name: String) async throws -> String? { try await searches(name).first?["srsearch"] }

    private func circle(_ radius: Int) throws -> SearchPlace {
        .circle(try #require(Coordinate(latitude: 48.85, longitude: 2.35)), radiusInMetres: radius)
    }

    @Test(arguments: [
        ("lighthouse storm", "lighthouse storm"), ("\"red door\" wall", "\"red door\" wall"),
        ("harbour -night", "harbour -night"), ("harbour -\"by night\"", "harbour -\"by night\""),
        ("a -T-shirt", "a -\"T shirt\""), ("Rock AND Roll", "Rock and Roll"),
        ("incategory:Ships x*", "incategory Ships x"),
        ("\"old incategory:Ships\" ~y !z", "\"old incategory Ships\" y z"),
        ("insource:/x.*/ don't", "insource x don't"),
        ("lighthouse, 2010-2020", "creationdate:>=2010 lighthouse"), ("lighthouse, before 1950", "lighthouse"),
        ("lighthouse, 1920s, 2000px, portrait, cc", "creationdate:>=1920 lighthouse"),
    ])
    func `words are words, and the year sought is a sieve`(name: String, words: String) async throws {
        #expect(try await text(name) == "filemime:image/jpeg \(words)")
    }

    @Test(arguments: [
        ("#Sunset", "incategory:\"Sunset|Sunsets\""),
        ("#Quality images", "incategory:\"Quality images|Quality Images\""),
        ("#id:12", "incategory:\"12\""), ("#a|b\\c", "incategory:\"A b c|A B C|A b cs|A B Cs\""),
        ("#Old insource:/x/", "incategory:\"Old insource /x/|Old Insource /x/\""),
    ])
    func `a tag is a category, under the names that it may have`(name: String, keyword: String) async throws {
        let text = try #require(try await text(name))
        #expect(text.hasPrefix("filemime:image/jpeg \(keyword.dropLast())"), "\(text)")
        #expect(text.count { $0 == "\"" } == 2)
    }

    @Test func `a circle is one, and an area the circle around it`() async throws {
        let near = try await searches("x, in Y", near: try circle(2_500)).first
        #expect(near?["srsearch"] == "filemime:image/jpeg nearcoord:2500m,48.850000,2.350000 x")
        #expect(near?["srsort"] == "create_timestamp_desc")
        let box = try #require(BoundingBox(west: 12, south: 36, east: 16, north: 38))
        let area = PhotoArea(id: PlaceID("area:x"), name: "X", box: box, towns: []) { _ in false }
        let wide = try await searches("x, in Y", near: .area(area)).first
        #expect(wide?["srsearch"] == "filemime:image/jpeg nearcoord:211km,37.000000,14.000000 x")
    }

    @Test func `judged pictures come first of the most interesting, and the public domain's of that`() async throws {
        let interesting = try await searches("x", order: .interesting)
        #expect(interesting.map { $0["srsort"] } == ["relevance", "relevance"])
        #expect(interesting.first?["srsearch"]?.contains("haswbstatement:P6731=Q63348049|P6731=") == true)
        #expect(interesting.last?["srsearch"] == "filemime:image/jpeg x")
        let free = try await searches("x, newest", license: .publicDomain).map { $0["srsearch"] }
        #expect(free == ["filemime:image/jpeg haslicense:unrestricted x", "filemime:image/jpeg x"])
        #expect(try await searches("x, commercial").count == 1, "all of Commons may be used commercially")
    }

    @Test func `near a point alone the nearest files are asked for`() async throws {
        let calls = try await searches("in Y, nearest", near: try circle(5_000))
        #expect(calls.first?["list"] == "geosearch|search" && calls.first?["gsradius"] == "5000")
        let words = try await searches("x, in Y, nearest", near: try circle(5_000))
        #expect(words.allSatisfy { $0["list"] == "search" })
    }

    @Test func `a draw is another one each time, of as many lists as are wanted`() async throws {
        let transport = [FileFixture].numbered(1...3).wiki()
        let page = try await CommonsSource(transport).photos(try query("x, random", page: 900))
        #expect(page.photos.count == 3 && page.total == 3)
        #expect(transport.calls.first?["srsort"] == "random" && transport.calls.first?["sroffset"] == nil)
        let many = [FileFixture]().wiki()
        _ = try await CommonsSource(many).photos(try query("x, random", limit: 1_200))
        #expect(many.calls.count == 3)
    }

    @Test func `pages of a search that needs no filter follow each other`() async throws {
        let transport = [FileFixture].numbered(1...70).wiki()
        let source = CommonsSource(transport)
        let second = try await source.photos(try query("x", limit: 20, page: 2))
        #expect(second.photos.map(\.id.rawValue) == (21...40).map(String.init) && second.total == 70)
        #expect(transport.calls.first?["sroffset"] == "20")
    }

    // MARK: What is looked at here

    private func files(_ ids: ClosedRange<Int>, _ change: (inout FileFixture) -> Void) -> [FileFixture] {
        [FileFixture].numbered(ids).map { file in
            var file = file
            change(&file)
            return file
        }
    }

    @Test func `times, shapes, sizes and licences are looked at here, some files further`() async throws {
        let files = files(1...600) { file in
            file.texts["DateTimeOriginal"] = file.id % 20 == 0 ? "1925-05-04" : "2015-05-04"
        }
        let transport = files.wiki()
        let page = try await HTTPRequest.Priority.$current.withValue(.background) {
            try await CommonsSource(transport).photos(try query("x, 1920s"))
        }
        #expect(page.photos.map(\.id.rawValue) == (1...15).map { "\($0 * 20)" })
        #expect(page.total == nil && page.extent == .whole)
        let looked = transport.calls.compactMap { $0["pageids"]?.split(separator: "|").count }.reduce(0, +)
        #expect(looked == 300, "fifty wanted ones and five times fifty further")
    }

    @Test func `a long search is shown with its first fifty and goes on when asked again`() async throws {
        let transport = [FileFixture].numbered(1...180).wiki()
        let source = CommonsSource(transport)
        let query = try query("x", limit: 150)
        let first = try await source.photos(query)
        #expect(first.extent == .begun && first.photos.map(\.id.rawValue) == (1...50).map(String.init))
        let whole = try await HTTPRequest.Priority.$current.withValue(.background) { try await source.photos(query) }
        #expect(whole.extent == .whole && whole.photos.map(\.id.rawValue) == (1...150).map(String.init))
        let told = transport.calls.flatMap { ($0["pageids"] ?? "").split(separator: "|") }
        #expect(told.count == Set(told).count, "no file is asked about twice")
        #expect(transport.calls.count { $0["list"] == "search" } == 1)
    }

    @Test func `an author's photos are those uploaded under the name, and those of pages that name it`() async throws {
        let files = files(1...6) { file in
            file.image["user"] = file.id % 2 == 0 ? #""Ann Lee""# : #""Somebody""#
            file.texts["Artist"] = file.id == 5 ? "ann lee" : "Nobody"
        }
        let transport = ScriptedTransport { call in
            if call["generator"] != nil { return FileFixture.answer(files.filter { $0.id == 4 || $0.id == 6 }) }
            return call["list"] != nil ? FileFixture.found(files) : FileFixture.answer(files.asked(call))
        }
        let page = try await CommonsSource(transport).photos(try query("by Ann Lee"))
        #expect(page.photos.map(\.id.rawValue) == ["6", "4", "2", "5"] && page.total == nil)
        let own = try #require(transport.calls.first)
        #expect(own["gaiuser"] == "Ann Lee" && own["gaisort"] == "timestamp" && own["gaidir"] == "descending")
        let search = try #require(transport.calls.first { $0["list"] == "search" })
        #expect(search["srsearch"] == "filemime:image/jpeg \"Ann Lee\"")
    }

    @Test func `a name that no user can have is nobody's`() async throws {
        let transport = ScriptedTransport { call in
            call["generator"] != nil
                ? .init(#"{"error":{"code":"baduser","info":"Invalid value"}}"#) : FileFixture.found([], total: 0)
        }
        #expect(try await CommonsSource(transport).photos(try query("by A/B")).photos.isEmpty)
    }

    @Test func `a search that times out is partial`() async throws {
        let files = [FileFixture].numbered(1...3)
        let transport = ScriptedTransport { call in
            call["list"] != nil
                ? FileFixture.found(files, warning: "The search timed out, only partial results are available.")
                : FileFixture.answer(files.asked(call))
        }
        #expect(try await CommonsSource(transport).photos(try query("x")).extent == .partial)
    }
}
