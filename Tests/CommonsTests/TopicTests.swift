import Commons
import PhotoTree
import Testing

/// What a topic's name means at Commons.
@Suite struct TopicTests {
    /// Categories with so many files, and a search that finds two.
    private func wiki(_ sizes: [String: Int]) -> ScriptedTransport {
        ScriptedTransport { call in
            if call["prop"] == "categoryinfo" {
                let pages = (call["titles"] ?? "").split(separator: "|").map { title in
                    let name = FileFixture.quoted(String(title))
                    return sizes[String(title)].map {
                        #"{"pageid":1,"title":\#(name),"categoryinfo":{"files":\#($0)}}"#
                    }
                        ?? #"{"title":\#(name),"missing":true}"#
                }
                return .init(#"{"batchcomplete":true,"query":{"pages":[\#(pages.joined(separator: ","))]}}"#)
            }
            guard let title = call["gcmtitle"] else { return FileFixture.answer(.numbered(9_001...9_002)) }
            let start = call["gcmcontinue"].flatMap { Int($0) } ?? 0
            let size = sizes[title] ?? 0
            let files = start < size ? [FileFixture].numbered((start + 1)...min(start + 50, size)) : []
            let next = start + 50 < size ? ["gcmcontinue": "\(start + 50)", "continue": "gcmcontinue||"] : nil
            return FileFixture.answer(files, continuing: next)
        }
    }

    private func photos(_ tag: String, _ transport: ScriptedTransport, limit: Int = 500) async throws -> PhotoPage {
        try await CommonsSource(transport).photos(PhotoQuery(subject: .tag(tag), limit: limit))
    }

    @Test func `500 photos of a topic are the newest of its category, in batches of 50, one after the other`()
        async throws
    {
        let transport = wiki(["Category:Eiffel Tower": 620])
        let page = try await photos("Eiffel Tower", transport)
        #expect(page.photos.count == 500 && page.total == 620)
        #expect(transport.calls.count == 11)
        let call = try #require(transport.calls.dropFirst().first)
        #expect(call["generator"] == "categorymembers" && call["gcmtitle"] == "Category:Eiffel Tower")
        #expect(call["gcmtype"] == "file" && call["gcmsort"] == "timestamp" && call["gcmdir"] == "desc")
        #expect(call["gcmlimit"] == "50" && call["clshow"] == "!hidden" && call["prop"]?.contains("categories") == true)
    }

    @Test(arguments: [
        ("sunset", "Category:Sunsets"), ("Category:Sunsets", "Category:Sunsets"), ("church", "Category:Churches"),
        ("eiffel tower", "Category:Eiffel Tower"), ("Eiffel_Tower", "Category:Eiffel Tower"),
        ("EIFFEL TOWER", "Category:Eiffel Tower"), ("city", "Category:Cities"), ("Élan", "Category:Élan"),
    ])
    func `a tag as people write it finds the category that means it`(tag: String, category: String) async throws {
        let transport = wiki([
            "Category:Sunset": 0, "Category:Sunsets": 60, "Category:Churches": 60, "Category:Eiffel Tower": 60,
            "Category:Cities": 60, "Category:Élan": 60,
        ])
        _ = try await photos(tag, transport)
        #expect(transport.calls.dropFirst().first?["gcmtitle"] == category)
    }

    @Test func `the literal name counts if it fills a page, else the category with most files`() async throws {
        let transport = wiki(["Category:Bridge": 55, "Category:Bridges": 900])
        #expect(try await photos("bridge", transport).total == 55)
        let other = wiki(["Category:Bridge": 5, "Category:Bridges": 900])
        #expect(try await photos("bridge", other).total == 900)
    }

    @Test(arguments: ["cs193pspot", "#sunset", "a|b", "[x]", "Tom's \"best\" -shot incategory:x"])
    func `without a category its words are searched for, none of them an operator`(tag: String) async throws {
        let transport = wiki([:])
        let page = try await photos(tag, transport)
        #expect(page.photos.map(\.id.rawValue) == ["9001", "9002"])
        let search = try #require(transport.calls.last?["gsrsearch"])
        #expect(search.hasPrefix("filemime:image/jpeg "))
        let words = search.dropFirst("filemime:image/jpeg ".count)
        #expect(!words.isEmpty && words.allSatisfy { $0.isLowercase || $0.isNumber || $0 == " " })
    }

    @Test func `a small category is filled up by a search, and then nobody counts`() async throws {
        let transport = wiki(["Category:Pont Neuf": 3])
        let page = try await photos("Pont Neuf", transport)
        #expect(page.photos.map(\.id.rawValue) == ["1", "2", "3", "9001", "9002"])
        #expect(transport.calls.count == 3 && page.total == nil)
    }

    @Test func `a name without a letter finds nothing and asks for nothing`() async throws {
        let transport = wiki([:])
        #expect(try await photos("|#|", transport).photos.isEmpty)
        #expect(transport.calls.isEmpty)
    }

    @Test func `the second page of a topic begins after the first`() async throws {
        let source = CommonsSource(wiki(["Category:Lakes": 300]))
        let page = try await source.photos(PhotoQuery(subject: .tag("lakes"), limit: 60, page: 2))
        #expect(page.photos.map(\.id.rawValue) == (61...120).map(String.init))
    }

    @Test func `a mount begins with topics that a mkdir could make`() {
        let topics = CommonsSource.told(.init("")).firstTopics
        #expect(!topics.isEmpty && topics.allSatisfy { TopicName.key(of: $0) != nil })
        #expect(Set(topics.compactMap(TopicName.key)).count == topics.count)
    }
}
