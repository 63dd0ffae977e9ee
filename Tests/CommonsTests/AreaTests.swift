import Commons
import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

/// A region is searched by circles, of which much may lie elsewhere.
@Suite struct AreaTests {
    /// What lies south of the equator lies in it.
    private func query(_ page: Int = 1, limit: Int = 50, towns: Int = 0) throws -> PhotoQuery {
        let width = towns == 0 ? 2.0 : 20.0
        let box = try #require(BoundingBox(west: 10, south: -width, east: 10 + width, north: width))
        let spots = try (0..<towns).map { try #require(Coordinate(latitude: -1, longitude: 11 + Double($0))) }
        let area = PhotoArea(id: PlaceID("area:x"), name: "X", box: box, towns: spots) { $0.latitude < 0 }
        return PhotoQuery(subject: .area(area), limit: limit, page: page)
    }

    /// Files with these numbers, the first one the newest, of which only those that `isIn` tells lie in the area.
    private static func files(_ ids: some Sequence<Int>, isIn: (Int) -> Bool) -> [FileFixture] {
        ids.map { id in
            var file = FileFixture(id, "Photo \(id).jpg")
            file.page["coordinates"] = #"[{"lat":\#(isIn(id) ? -5 : 5),"lon":15,"primary":true,"globe":"earth"}]"#
            return file
        }
    }

    /// The wiki that finds `files` around a longitude, and names them with their positions.
    private static func wiki(_ files: @escaping @Sendable (String) -> [FileFixture]) -> ScriptedTransport {
        ScriptedTransport { call in
            let words = call["gsrsearch"] ?? call["srsearch"]
            guard let words else {
                let all = (11...15).flatMap { files("\($0).000000") }
                return FileFixture.answer(all.asked(call))
            }
            let found = files(String(words.split(separator: ",").last ?? ""))
            let prefix = call["gsrsearch"] == nil ? "sr" : "gsr"
            let start = min(call[prefix + "offset"].flatMap { Int($0) } ?? 0, found.count)
            let end = min(start + (call[prefix + "limit"].flatMap { Int($0) } ?? 10), found.count)
            let next = end < found.count ? [prefix + "offset": "\(end)", "continue": "-||"] : nil
            guard prefix == "gsr" else {
                return FileFixture.found(Array(found[start..<end]), continuing: next, total: found.count)
            }
            let pages = (start..<end).map { place in
                var file = found[place]
                (file.index, file.hasImage, file.page["categories"]) = (place + 1, false, "")
                return file
            }
            // In no order.
            return FileFixture.answer(pages.sorted { $0.name < $1.name }, continuing: next)
        }
    }

    private func ids(_ page: PhotoPage) -> [Int] { page.photos.compactMap { Int($0.id.rawValue) } }

    @Test func `of a circle that is mostly another's, as many files are looked at as it takes`() async throws {
        let files = Self.files(1...1_500) { $0 % 20 == 0 }
        let transport = Self.wiki { _ in files }
        let page = try await CommonsSource(transport).photos(try query())
        #expect(ids(page) == (1...50).map { $0 * 20 } && page.total == nil && page.extent == .whole)
        #expect(transport.calls.count == 4, "two lists of 500 with their positions, and the photos in two halves")
        let told = transport.calls.compactMap { $0["pageids"] }.flatMap { $0.split(separator: "|") }
        #expect(told.count == 50, "no page is parsed that lies elsewhere")
    }

    @Test func `the pages of an area follow each other, and behind the last one there is nothing`() async throws {
        let files = Self.files(1...1_500) { $0 % 20 == 0 }
        let transport = Self.wiki { _ in files }
        let source = CommonsSource(transport)
        #expect(ids(try await source.photos(try query(2))) == (51...75).map { $0 * 20 })
        let third = try await source.photos(try query(3))
        #expect(third.photos.isEmpty && !third.isFollowed)
        let many = Self.files(1...9_000) { _ in false }
        let endless = Self.wiki { _ in many }
        #expect(try await CommonsSource(endless).photos(try query()).photos.isEmpty)
        #expect(endless.calls.count == 8, "4,000 results")
    }

    @Test func `an area around which there is no file has none, one whose files lie elsewhere has some`() async throws {
        let none = try await CommonsSource(Self.wiki { _ in [] }).photos(try query())
        #expect(none.photos.isEmpty && none.total == 0)
        let elsewhere = Self.files(1...30) { _ in false }
        let others = try await CommonsSource(Self.wiki { _ in elsewhere }).photos(try query())
        #expect(others.photos.isEmpty && others.total == nil)
    }

    @Test func `where one town has few photos the others have more`() async throws {
        let towns = [
            "11.000000": Self.files(1...3) { _ in true }, "12.000000": Self.files(101...102) { _ in true },
            "13.000000": Self.files(201...600) { $0 % 40 == 0 }, "14.000000": Self.files(701...800) { _ in true },
        ]
        let transport = Self.wiki { towns[$0] ?? [] }
        let page = try await CommonsSource(transport).photos(try query(towns: 5))
        #expect(page.photos.count == 50 && page.extent == .whole)
        #expect(ids(page).prefix(8) == [1, 101, 240, 701, 2, 102, 280, 702])
        #expect(transport.calls.count == 7, "a list around each town")
        let next = try await CommonsSource(transport).photos(try query(2, towns: 5))
        #expect(next.photos.count == 50 && Set(ids(next)).isDisjoint(with: ids(page)))
    }

    @Test func `a licence that few files have is looked for further`() async throws {
        let files = Self.files(1...1_000) { $0 % 2 == 0 }.map { file in
            var file = file
            if file.id % 8 != 0 { file.texts["LicenseShortName"] = "CC BY-NC 4.0" }
            file.texts["LicenseUrl"] = ""
            return file
        }
        var query = try query(limit: 20)
        query.license = .commercial
        let page = try await CommonsSource(Self.wiki { _ in files }).photos(query)
        #expect(ids(page) == (1...20).map { $0 * 8 })
    }

    @Test func `what has come is shown when it takes long, and the rest comes when asked again`() async throws {
        let files = Self.files(1...300) { _ in true }
        let transport = Self.wiki { _ in files }
        let source = CommonsSource(transport: transport, listingTime: .zero)
        let first = try await source.photos(try query(limit: 80))
        #expect(first.photos.count == 50 && first.extent == .begun)
        let all = try await source.photos(try query(limit: 80))
        #expect(ids(all) == Array(1...80) && all.extent == .whole)
        let told = transport.calls.compactMap { $0["pageids"] }.flatMap { $0.split(separator: "|") }
        #expect(Set(told).count == told.count, "each file once")
    }

    @Test func `of an area with few photos no list is asked for twice, however little time there is`() async throws {
        let files = Self.files(1...1_500) { $0 % 100 == 0 }
        let transport = Self.wiki { _ in files }
        let source = CommonsSource(transport: transport, listingTime: .zero)
        var answers: [PhotoPage] = []
        repeat {
            answers.append(try await source.photos(try query()))
        } while answers.last?.extent == .begun && answers.count < 20
        #expect(answers.count > 1 && answers.last.map(ids) == (1...15).map { $0 * 100 })
        #expect(answers.last?.extent == .whole)
        let lists = transport.calls.compactMap { $0["gsrsearch"] == nil ? nil : $0["gsroffset"] ?? "0" }
        #expect(lists.count == 4 && Set(lists).count == 4, "\(lists)")
    }

    @Test func `a search that ran out of time is a part`() async throws {
        let files = Self.files(1...30) { _ in true }
        let transport = ScriptedTransport { call in
            guard call["generator"] ?? call["list"] != nil else { return FileFixture.answer(files.asked(call)) }
            let pages = files.map {
                #"{"pageid":\#($0.id),"ns":6,"title":"File:\#($0.name)","coordinates":[{"lat":-5,"lon":15}]}"#
            }
            let warning =
                #""warnings":{"search":{"warnings":"The search timed out, only partial results are available."}}"#
            return .init(#"{"batchcomplete":true,"query":{"pages":[\#(pages.joined(separator: ","))]},\#(warning)}"#)
        }
        let page = try await CommonsSource(transport).photos(try query())
        #expect(page.photos.count == 30 && page.extent == .partial)
    }
}
