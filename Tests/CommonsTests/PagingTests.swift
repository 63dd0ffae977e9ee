import Commons
import PhotoTree
import ScriptedHTTP
import Testing

/// Lists page after page, and what is told of files part after part.
@Suite struct PagingTests {
    @Test func `pages come in any order and are put in the list's`() async throws {
        let files = [
            FileFixture(9, "C.jpg", index: 3), FileFixture(4, "A.jpg", index: -1), FileFixture(7, "B.jpg", index: 2),
        ]
        let page = try await CommonsSource.told(FileFixture.answer(files)).photos(.inParis())
        #expect(page.photos.map(\.title) == ["A", "B", "C"])
    }

    @Test func `what is said of a file in two parts is put together`() async throws {
        var first = FileFixture(1, "A.jpg")
        first.page = ["coordinates": "", "categories": #"[{"title":"Category:One"}]"#]
        var second = FileFixture(1, "A.jpg")
        second.hasImage = false
        second.page = ["categories": #"[{"title":"Category:Two"}]"#]
        let answers = [first, second]
        let transport = ScriptedTransport { call in
            guard call["list"] == nil else { return FileFixture.found([answers[0]], total: 1) }
            return call["clcontinue"] == nil
                ? FileFixture.answer(
                    [answers[0]], continuing: ["clcontinue": "1|Two", "continue": "||imageinfo"], isComplete: false)
                : FileFixture.answer([answers[1]])
        }
        let page = try await CommonsSource(transport).photos(.inParis())
        #expect(page.photos.map(\.tags) == [["One", "Two"]])
        #expect(page.photos.first?.coordinate == Coordinate(latitude: 48.8584, longitude: 2.2945))
        #expect(page.total == 1)
        #expect(transport.calls.count == 3)
        let last = try #require(transport.calls.last)
        #expect(last["clcontinue"] == "1|Two" && last["continue"] == "||imageinfo" && last["pageids"] == "1")
    }

    @Test func `images that come in a later part are waited for`() async throws {
        let files = [FileFixture].numbered(1...4)
        let transport = ScriptedTransport { call in
            guard call["list"] == nil else { return FileFixture.found(files) }
            let isLater = call["iicontinue"] != nil
            let parts = files.map { file in
                var part = file
                part.hasImage = (file.id > 2) == isLater
                return part
            }
            return FileFixture.answer(
                parts, continuing: isLater ? nil : ["iicontinue": "Photo_3.jpg|2020", "continue": "||"],
                isComplete: isLater)
        }
        let page = try await CommonsSource(transport).photos(.inParis())
        #expect(page.photos.map(\.id.rawValue) == ["1", "2", "3", "4"])
    }

    @Test func `many photos take two questions for each fifty, and one for the list of them`() async throws {
        let transport = [FileFixture].numbered(1...120).wiki()
        let page = try await CommonsSource(transport).photos(.inParis(limit: 100))
        #expect(page.photos.map(\.id.rawValue) == (1...100).map(String.init))
        #expect(page.total == 120 && transport.calls.count == 5)
        let all = try await CommonsSource([FileFixture].numbered(1...120).wiki()).photos(.inParis(limit: 500))
        #expect(all.photos.count == 120)
    }

    @Test func `a filter by licence asks further, so that a place is not left with three`() async throws {
        let files = [FileFixture].numbered(1...120).map { file in
            var file = file
            if file.id % 4 != 0 { file.texts["LicenseShortName"] = "CC BY-NC 4.0" }
            file.texts["LicenseUrl"] = ""
            return file
        }
        let transport = files.wiki()
        let page = try await CommonsSource(transport).photos(.inParis(limit: 20, .commercial))
        #expect(page.photos.map(\.id.rawValue) == (1...20).map { "\($0 * 4)" })
        #expect(page.total == nil)
        #expect(transport.calls.count <= 9)
    }

    @Test func `a filter that nothing passes comes to an end`() async throws {
        let transport = [FileFixture].numbered(1...4_000).wiki()
        let page = try await CommonsSource(transport).photos(.inParis(.publicDomain))
        #expect(page.photos.isEmpty && page.isFollowed, "later pages may have some")
        #expect((2...20).contains(transport.calls.count))
    }

    @Test func `near a point the nearest come first, whatever their numbers`() async throws {
        let files = [(9, 0.003), (4, 0.001), (7, 0.002), (5, nil)].map { (id: Int, north: Double?) in
            var file = FileFixture(id, "Photo \(id).jpg")
            file.page["coordinates"] = north.map { #"[{"lat":\#(48.8584 + $0),"lon":2.2945,"primary":true}]"# } ?? ""
            return file
        }
        let point = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
        let query = PhotoQuery(subject: .point(point, radiusInMetres: 5_000), limit: 50)
        let page = try await CommonsSource.told(FileFixture.answer(files)).photos(query)
        #expect(page.photos.map(\.id.rawValue) == ["4", "7", "9", "5"])
    }

    @Test func `older versions of a file are not asked for, and replace nothing`() async throws {
        var older = FileFixture(7)
        older.image["url"] = #""https://upload.wikimedia.org/wikipedia/commons/archive/a/ab/2019!X.jpg""#
        let answers = [FileFixture(7), older]
        let transport = ScriptedTransport { call in
            call["iistart"] == nil
                ? FileFixture.answer(
                    [answers[0]], continuing: ["iistart": "2019-01-01T00:00:00Z", "continue": "||"], isComplete: false)
                : FileFixture.answer([answers[1]])
        }
        let photo = try await CommonsSource(transport).photo(PhotoID("7"))
        #expect(photo?.renditions.last?.url == FileFixture.address(FileFixture(7).name))
        #expect(transport.calls.count == 1)
        let both = ScriptedTransport { call in
            call["clcontinue"] == nil
                ? FileFixture.answer(
                    [answers[0]], continuing: ["iistart": "2019", "clcontinue": "7|X", "continue": "||"],
                    isComplete: false)
                : FileFixture.answer([answers[1]])
        }
        #expect(try await CommonsSource(both).photo(PhotoID("7")) == photo)
    }

    @Test func `an answer that leads to itself is not followed for ever`() async throws {
        for isComplete in [true, false] {
            let transport = ScriptedTransport { _ in
                FileFixture.answer(
                    .numbered(1...2), continuing: ["sroffset": "50", "continue": "-||"], isComplete: isComplete)
            }
            let page = try await CommonsSource(transport).photos(.inParis())
            #expect(page.photos.count == 2)
            #expect(transport.calls.count <= 8)
        }
    }

    @Test func `nothing found is an empty page; nothing said is an error`() async throws {
        let none = CommonsSource.told(
            .init(#"{"batchcomplete":true,"query":{"searchinfo":{"totalhits":0},"search":[]}}"#))
        #expect(try await none.photos(.inParis()) == PhotoPage(photos: [], total: 0))
        #expect(try await CommonsSource.told(.init(#"{"batchcomplete":""}"#)).photos(.inParis()).photos.isEmpty)
        for body in ["{}", #"{"query":{}}"#, #"{"batchcomplete":true,"query":{"pages":7}}"#, "[]", "null"] {
            await #expect(throws: PhotoSourceError.self) {
                try await CommonsSource.told(.init(body)).photos(.inParis())
            }
        }
    }

    @Test func `the elder format, with pages by number, is read too`() async throws {
        let files = [FileFixture].numbered([30, 4])
        let pages = files.map { "\"\($0.id)\":\($0.json)" }.joined(separator: ",")
        let transport = ScriptedTransport { call in
            call["list"] != nil
                ? FileFixture.found(files) : .init(#"{"batchcomplete":"","query":{"pages":{\#(pages)}}}"#)
        }
        #expect(try await CommonsSource(transport).photos(.inParis()).photos.map(\.id.rawValue) == ["30", "4"])
    }

    @Test func `a listing that takes too long is told as far as it is known, and goes on from there when asked again`()
        async throws
    {
        let transport = [FileFixture].numbered(1...120).wiki()
        let source = CommonsSource(transport: transport, listingTime: .zero)
        let query = PhotoQuery.inParis(limit: 120)
        let first = try await source.photos(query)
        #expect(first.photos.count == 50 && first.extent == .begun && first.total == 120)
        let second = try await source.photos(query)
        #expect(second.photos.count == 100 && second.extent == .begun)
        let third = try await source.photos(query)
        #expect(third.photos.map(\.id.rawValue) == (1...120).map(String.init) && third.extent == .whole)
        let told = transport.calls.compactMap { $0["pageids"] }.flatMap { $0.split(separator: "|") }
        #expect(told.count == 120 && Set(told).count == 120, "each file once")
    }
}
