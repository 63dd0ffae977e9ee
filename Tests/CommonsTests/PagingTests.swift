import Commons
import PhotoTree
import Testing

/// Answers in parts, and batch after batch.
@Suite struct PagingTests {
    @Test func `pages come in any order and are put in the search's`() async throws {
        let files = [
            FileFixture(9, "C.jpg", index: 3), FileFixture(4, "A.jpg", index: -1), FileFixture(7, "B.jpg", index: 2),
        ]
        let page = try await CommonsSource.told(FileFixture.answer(files)).photos(.inParis())
        #expect(page.photos.map(\.title) == ["A", "B", "C"])
    }

    @Test func `what is said of a file in two parts is put together`() async throws {
        var first = FileFixture(1, "A.jpg", index: 1)
        first.page = ["coordinates": "", "categories": #"[{"title":"Category:One"}]"#]
        var second = FileFixture(1, "A.jpg", index: 1)
        second.hasImage = false
        second.page = ["categories": #"[{"title":"Category:Two"}]"#]
        let answers = [first, second]
        let transport = ScriptedTransport { call in
            call["clcontinue"] == nil
                ? FileFixture.answer(
                    [answers[0]], continuing: ["clcontinue": "1|Two", "sroffset": "1", "continue": "||imageinfo"],
                    isComplete: false, total: 1)
                : FileFixture.answer([answers[1]], continuing: ["sroffset": "1", "continue": "-||"])
        }
        let page = try await CommonsSource(transport).photos(.inParis())
        #expect(page.photos.map(\.tags) == [["One", "Two"]])
        #expect(page.photos.first?.coordinate == Coordinate(latitude: 48.8584, longitude: 2.2945))
        #expect(page.total == 1)
        #expect(transport.calls.count == 2)
        let last = try #require(transport.calls.last)
        #expect(last["clcontinue"] == "1|Two" && last["continue"] == "||imageinfo" && last["gsrsearch"] != nil)
        #expect(last["list"] == nil && last["srsearch"] == nil && last["sroffset"] == nil)
    }

    @Test func `images that come in a later part are waited for`() async throws {
        let files = [FileFixture].numbered(1...4)
        let transport = ScriptedTransport { call in
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

    /// 120 files in batches of 50.
    private func batches(_ change: @escaping @Sendable (inout FileFixture) -> Void = { _ in }) -> ScriptedTransport {
        ScriptedTransport { call in
            let start = call["gsroffset"].flatMap { Int($0) } ?? 0
            let files = [FileFixture].numbered((start + 1)...min(start + 50, 120)).map { file in
                var file = file
                change(&file)
                return file
            }
            let next = start + 50 < 120 ? ["gsroffset": "\(start + 50)", "continue": "gsroffset||"] : nil
            return FileFixture.answer(files, continuing: next, total: start == 0 ? 120 : nil)
        }
    }

    @Test func `more photos than a batch holds take as many batches, and no more`() async throws {
        let transport = batches()
        let page = try await CommonsSource(transport).photos(.inParis(limit: 100))
        #expect(page.photos.map(\.id.rawValue) == (1...100).map(String.init))
        #expect(page.total == 120 && transport.calls.count == 2)
        let all = try await CommonsSource(batches()).photos(.inParis(limit: 500))
        #expect(all.photos.count == 120)
    }

    @Test func `a filter by licence asks further, so that a place is not left with three`() async throws {
        let transport = batches { file in
            if file.id % 4 != 0 { file.texts["LicenseShortName"] = "CC BY-NC 4.0" }
            file.texts["LicenseUrl"] = ""
        }
        let page = try await CommonsSource(transport).photos(.inParis(limit: 20, .commercial))
        #expect(page.photos.map(\.id.rawValue) == (1...20).map { "\($0 * 4)" })
        #expect(page.total == nil)
        #expect(transport.calls.count == 2)
    }

    @Test func `a filter that nothing passes comes to an end`() async throws {
        let transport = ScriptedTransport { call in
            let start = call["gsroffset"].flatMap { Int($0) } ?? 0
            return FileFixture.answer(
                .numbered((start + 1)...(start + 50)),
                continuing: ["gsroffset": "\(start + 50)", "continue": "gsroffset||"])
        }
        #expect(try await CommonsSource(transport).photos(.inParis(.publicDomain)).photos.isEmpty)
        #expect((2...8).contains(transport.calls.count))
    }

    @Test func `near a point a filter chooses from more photos at once`() async throws {
        let transport = batches()
        let point = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
        let query = PhotoQuery(subject: .point(point, radiusInMetres: 5_000), limit: 50, license: .cc)
        _ = try await CommonsSource(transport).photos(query)
        #expect(transport.calls.first?["ggslimit"] == "200")
    }

    @Test func `near a point the nearest come first, whatever their numbers`() async throws {
        let files = [(9, 0.003), (4, 0.001), (7, 0.002), (5, nil)].map { (id: Int, north: Double?) in
            var file = FileFixture(id, index: id)
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
                    .numbered(1...2), continuing: ["gsroffset": "50", "continue": "gsroffset||"], isComplete: isComplete
                )
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
        let pages = [FileFixture].numbered([30, 4]).map { "\"\($0.id)\":\($0.json)" }.joined(separator: ",")
        let source = CommonsSource.told(.init(#"{"batchcomplete":"","query":{"pages":{\#(pages)}}}"#))
        #expect(try await source.photos(.inParis()).photos.map(\.id.rawValue) == ["4", "30"])
    }
}
