import Commons
import HTTP
import PhotoTree
import Promises
import ScriptedHTTP
import Synchronization
import Testing

/// Searches in a category of which most photos lie in categories below it.
@Suite struct DeepCategoryTests {
    /// Files 1 to `own` are in the category itself, which has `below` categories; 101 to 160 are below it.
    private func wiki(own: Int, below: Int) -> ScriptedTransport {
        let files = [FileFixture].numbered(1...200).map { file in
            var file = file
            file.page["categories"] =
                file.id > 100 ? #"[{"title":"Category:Clippers"}]"# : #"[{"title":"Category:Ships"}]"#
            return file
        }
        return ScriptedTransport { call in
            if call["prop"] == "categoryinfo" {
                let info = #"{"title":"Category:Ships","categoryinfo":{"files":\#(own),"subcats":\#(below)}}"#
                return .init(
                    #"{"batchcomplete":true,"query":{"pages":[\#(info),{"title":"Category:ship","missing":true}]}}"#)
            }
            guard let text = call["srsearch"] else { return FileFixture.answer(files.asked(call)) }
            let found = text.contains("deepcategory:") ? Array(files[..<own]) + files[100..<160] : Array(files[..<own])
            return FileFixture.found(found, total: found.count)
        }
    }

    private func photos(
        _ transport: ScriptedTransport, _ name: String = "#ship", _ priority: HTTPRequest.Priority = .waiting
    ) async throws -> PhotoPage {
        let search = try SearchName.query(name, now: Timestamp(1_750_000_000)) { _ in false }
        let query = PhotoQuery(subject: .search(search, near: nil), limit: 50)
        return try await HTTPRequest.Priority.$current.withValue(priority) {
            try await CommonsSource(transport).photos(query)
        }
    }

    private func deep(_ transport: ScriptedTransport) -> [String] {
        transport.calls.compactMap { $0["srsearch"] }.filter { $0.contains("deepcategory") }
    }

    @Test(
        .proves("A `#category` of Commons with fewer than 50 photos"), arguments: [HTTPRequest.Priority.waiting, .soon])
    func `a category with few photos of its own is looked through with all below it, when somebody waits`(
        priority: HTTPRequest.Priority
    ) async throws {
        let transport = wiki(own: 4, below: 7)
        let page = try await photos(transport, "#ship", priority)
        #expect(page.photos.prefix(4).map(\.id.rawValue) == ["1", "2", "3", "4"] && page.photos.count == 50)
        #expect(page.total == 64 && page.extent == .whole)
        #expect(deep(transport) == [#"filemime:image/jpeg deepcategory:"Ships""#])
    }

    @Test(arguments: [
        (60, 7, "#ship", HTTPRequest.Priority.waiting), (4, 0, "#ship", .waiting), (4, 7, "#ship", .background),
        (4, 7, "#ship", .crawling), (4, 7, "ship", .waiting),
    ])
    func `a large category, one with none below it, and lists that nobody waits for are not`(
        own: Int, below: Int, name: String, priority: HTTPRequest.Priority
    ) async throws {
        let transport = wiki(own: own, below: below)
        _ = try await photos(transport, name, priority)
        #expect(deep(transport).isEmpty)
    }

    @Test func `other tags, words, dates and exclusions are asked for, too`() async throws {
        let transport = wiki(own: 4, below: 7)
        _ = try await photos(transport, "#ship, #harbour, storm -night, 2010-2020")
        let text = try #require(deep(transport).first)
        #expect(text.contains("deepcategory:\"Ships\" incategory:\"Harbour") && text.hasSuffix("storm -night"))
        #expect(text.contains("creationdate:>=2010"))
    }

    @Test func `one such question is asked at a time`() async throws {
        let transport = wiki(own: 4, below: 7)
        let (running, most) = (Counter(), Counter())
        let slow = SlowTransport(transport) { call in
            guard call.url.contains("deepcategory") else { return }
            most.raise(to: running.add(1))
            for _ in 0..<50 { await Task.yield() }
            running.add(-1)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let source = CommonsSource(transport: slow)
            for number in 0..<6 {
                let search = try SearchName.query("#ship, \(number + 1) photos", now: Timestamp(1_750_000_000)) { _ in
                    false
                }
                let query = PhotoQuery(subject: .search(search, near: nil), limit: 50 + number)
                group.addTask {
                    _ = try await HTTPRequest.Priority.$current.withValue(.waiting) { try await source.photos(query) }
                }
            }
            try await group.waitForAll()
        }
        #expect(deep(transport).count == 6 && most.value == 1)
    }
}

/// Lets something happen before each request.
private struct SlowTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let before: @Sendable (HTTPRequest) async -> Void

    init(_ transport: any HTTPTransport, before: @escaping @Sendable (HTTPRequest) async -> Void) {
        (self.transport, self.before) = (transport, before)
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        await before(request)
        return try await transport.send(request)
    }
}

private final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock(\.self) }

    @discardableResult func add(_ count: Int) -> Int {
        number.withLock { number in
            number += count
            return number
        }
    }

    func raise(to count: Int) { number.withLock { $0 = max($0, count) } }
}
