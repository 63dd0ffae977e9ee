import Commons
import PhotoTree
import Promises
import ScriptedHTTP
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
            guard call["list"] != nil else {
                return FileFixture.answer(
                    .numbered((call["pageids"] ?? "").split(separator: "|").compactMap { Int($0) }))
            }
            guard let title = call["cmtitle"] else { return FileFixture.found(.numbered(9_001...9_002), total: 2) }
            let start = call["cmcontinue"].flatMap { Int($0) } ?? 0
            let size = sizes[title] ?? 0
            let files = start < size ? [FileFixture].numbered((start + 1)...min(start + 500, size)) : []
            let next = start + 500 < size ? ["cmcontinue": "\(start + 500)", "continue": "-||"] : nil
            return FileFixture.found(files, in: "categorymembers", continuing: next)
        }
    }

    private func photos(_ tag: String, _ transport: ScriptedTransport, limit: Int = 500) async throws -> PhotoPage {
        try await CommonsSource(transport).photos(PhotoQuery(subject: .tag(tag), limit: limit))
    }

    @Test func `500 photos of a topic are the newest of its category, told of 50 at a time`() async throws {
        let transport = wiki(["Category:Eiffel Tower": 620])
        let page = try await photos("Eiffel Tower", transport)
        #expect(page.photos.map(\.id.rawValue) == (1...500).map(String.init) && page.total == 620)
        #expect(transport.calls.count == 22)
        let call = try #require(transport.calls.dropFirst().first)
        #expect(call["list"] == "categorymembers" && call["cmtitle"] == "Category:Eiffel Tower")
        #expect(call["cmtype"] == "file" && call["cmsort"] == "timestamp" && call["cmdir"] == "desc")
        #expect(call["cmlimit"] == "500" && call["prop"] == nil)
        let told = try #require(transport.calls.dropFirst(2).first)
        #expect(told["clshow"] == "!hidden" && told["prop"]?.contains("categories") == true)
    }

    @Test(.proves("Where Wikimedia Commons redirects"))
    func `a category that redirects by a template is followed`() async throws {
        let transport = ScriptedTransport { call in
            switch call["prop"] {
            case "categoryinfo":
                let title = call["titles"] ?? ""
                let files = title == "Category:Lakes of Bern" ? 60 : 0
                return .init(
                    #"{"batchcomplete":true,"query":{"pages":[{"pageid":1,"title":\#(FileFixture.quoted(String(title.split(separator: "|")[0]))),"categoryinfo":{"files":\#(files)}}]}}"#
                )
            case "categories|links":
                #expect(call["titles"]?.hasPrefix("Category:Bernese lakes|") == true)
                return .init(
                    #"{"batchcomplete":true,"query":{"pages":[{"pageid":1,"title":"Category:Bernese lakes","categories":[{"ns":14,"title":"Category:Category redirects"}],"links":[{"ns":14,"title":"Category:Lakes of Bern"}]}]}}"#
                )
            default: break
            }
            guard call["list"] == "categorymembers" else {
                return FileFixture.answer(
                    .numbered((call["pageids"] ?? "").split(separator: "|").compactMap { Int($0) }))
            }
            #expect(call["cmtitle"] == "Category:Lakes of Bern")
            return FileFixture.found(.numbered(1...60), in: "categorymembers", continuing: nil)
        }
        let page = try await photos("Bernese lakes", transport)
        #expect(page.photos.count == 60 && page.redirect == "Lakes of Bern")
    }

    @Test func `names are one topic where the same categories are looked for`() {
        let source = CommonsSource.told(.init(""))
        #expect(source.topicKey(of: "Eiffel_Tower") == source.topicKey(of: "eiffel  tower"))
        #expect(source.topicKey(of: "Golden Gate") != source.topicKey(of: "goldengate"))
        #expect(source.topicKey(of: "[x]") == nil)
        #expect(source.topicFault(of: "Rome [Italy]") == "no title at Wikimedia Commons has a [")
        #expect(source.topicFault(of: "C#") == "no title at Wikimedia Commons has a #")
        #expect(
            source.topicFault(of: String(repeating: "x", count: 241))
                == "titles at Wikimedia Commons have at most 240 bytes")
        #expect(source.topicFault(of: "Golden Gate") == nil && source.topicFault(of: "__") == nil)
    }

    @Test func `what is filed below a category, however new and much, hides no file in it`() async throws {
        let below = (1...500).map { #"{"pageid":\#($0),"ns":14,"title":"Category:Below \#($0)"}"# }
        let files = [FileFixture].numbered(1_001...1_031)
        let transport = ScriptedTransport { call in
            if call["prop"] == "categoryinfo" {
                return .init(
                    #"{"batchcomplete":true,"query":{"pages":[{"pageid":1,"title":"Category:Towns","categoryinfo":{"files":31}}]}}"#
                )
            }
            guard call["list"] == "categorymembers" else { return FileFixture.answer(files.asked(call)) }
            guard call["cmcontinue"] == nil else { return FileFixture.found(files, in: "categorymembers") }
            let members = below.joined(separator: ",")
            return .init(
                #"{"batchcomplete":true,"continue":{"cmcontinue":"2","continue":"-||"},"query":{"categorymembers":[\#(members)]}}"#
            )
        }
        let page = try await CommonsSource(transport).photos(PhotoQuery(subject: .tag("Towns"), limit: 500))
        #expect(page.photos.count == 31)
        #expect(transport.calls.allSatisfy { $0["pageids"]?.hasPrefix("1|") != true }, "none of them is looked at")
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
        #expect(transport.calls.dropFirst().first?["cmtitle"] == category)
    }

    @Test func `the literal name counts if it fills a page, else the category with most files`() async throws {
        let transport = wiki(["Category:Bridge": 55, "Category:Bridges": 900])
        #expect(try await photos("bridge", transport).total == 55)
        let other = wiki(["Category:Bridge": 5, "Category:Bridges": 900])
        #expect(try await photos("bridge", other).total == 900)
    }

    @Test(arguments: ["cs193pspot", "#sunset", "a|b", "[x]", "Tom's \"best\" -shot incategory:x"])
    func `the words of a topic without a category are searched for, none of them an operator`(tag: String) async throws
    {
        let transport = wiki([:])
        let page = try await photos(tag, transport)
        #expect(page.photos.map(\.id.rawValue) == ["9001", "9002"])
        let search = try #require(transport.calls.compactMap { $0["srsearch"] }.last)
        #expect(search.hasPrefix("filemime:image/jpeg "))
        let words = search.dropFirst("filemime:image/jpeg ".count)
        #expect(!words.isEmpty && words.allSatisfy { $0.isLowercase || $0.isNumber || $0 == " " })
    }

    @Test func `a small category is filled up by a search, and then nobody counts`() async throws {
        let transport = wiki(["Category:Pont Neuf": 3])
        let page = try await photos("Pont Neuf", transport)
        #expect(page.photos.map(\.id.rawValue) == ["1", "2", "3", "9001", "9002"])
        #expect(transport.calls.count == 5 && page.total == nil)
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
