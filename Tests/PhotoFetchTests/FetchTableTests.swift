import PhotoCache
import PhotoTree
import Testing
import Waiting

@testable import PhotoFetch

/// The rules of a download's life, without a transfer.
@Suite("The rules of downloads") struct FetchTableTests {
    private typealias Outcome = FetchRecord.Outcome

    private let key = FetcherFixture.key
    private let error = FetchError.unreachable("no route")

    private func table(known: Int64? = nil) -> FetchTable {
        var table = FetchTable()
        let learnt = known.map { KnownFile(length: $0, digest: nil) }
        table.records[key] = FetchRecord(photo, rendition, known: learnt)
        return table
    }

    /// The number of the download that begins.
    private func start(_ table: inout FetchTable, at now: Duration = .zero, fits: Bool = true) throws -> UInt64? {
        try table.start(key, after: nil, at: now, fits: { _ in fits })?.number
    }

    private func version(_ length: Int64, hint: Int64? = nil, tag: String? = nil) -> ImageVersion {
        var version = ImageVersion(length: length)
        version.etag = tag
        if let hint { (version.declaredLength, version.hintedLength) = (nil, hint) }
        return version
    }

    @Test func `there is one download a photo, however often it is started`() throws {
        var table = table()
        #expect(try start(&table) != nil)
        #expect(try start(&table) == nil)
        table.isShutDown = true
        #expect(throws: FetchError.shutDown) { try start(&table) }
    }

    @Test func `what the cache never takes is passed through`() throws {
        var table = table(known: 1_000)
        #expect(try start(&table, fits: false) == nil)
        guard case .passing? = table.records[key]?.phase else {
            Issue.record("not passed through")
            return
        }
    }

    @Test func `who waits for the length goes on with it, and who waits for bytes waits on`() throws {
        var table = table()
        let number = try #require(try start(&table))
        let (length, bytes) = (Reply<Outcome>(), Reply<Outcome>())
        let joined = [table.join(key, .opening(0), length), table.join(key, .bytes(10), bytes)]
        #expect(!joined.contains(nil))
        let (actions, isOther) = table.told(key, number, version(1_000))
        #expect(!isOther && actions.waiters.count == 1 && actions.waiters.first === length)
        #expect(actions.news?.learnt == KnownFile(length: 1_000, digest: nil) && actions.news?.isChange == false)
        guard case .changed(let known) = actions.outcome else {
            Issue.record("a failure")
            return
        }
        #expect(known?.length == 1_000)
        // Nobody waits for what is known.
        let late = table.join(key, .opening(0), Reply())
        #expect(late == nil)
    }

    @Test func `who opens the photo has its first bytes before there is a file for them`() throws {
        var table = table()
        let number = try #require(try start(&table))
        let (opener, reader) = (Reply<Outcome>(), Reply<Outcome>())
        _ = (table.join(key, .opening(16), opener), table.join(key, .bytes(33), reader))
        #expect(table.told(key, number, version(1_000)).actions.waiters.isEmpty)
        let waiters = table.came(key, number, Array(repeating: 7, count: 32)).waiters
        #expect(waiters.count == 1 && waiters.first === opener)
        // What was thought to be the image's beginning is that of another one.
        #expect(table.restarted(key, number).waiters.first === reader)
        #expect(table.records[key]?.isMet(.bytes(1)) == false)
    }

    @Test(arguments: ["wanted", "left", "dropped", "shut down"])
    func `a transfer that nobody wants by the time it has begun is to end`(_ fate: String) throws {
        var table = table()
        let number = try #require(try start(&table))
        switch fate {
        case "left":
            let first = table.unwanted(key)
            let left = try #require(first)
            _ = table.graceEnded(key, since: left)
        case "dropped": _ = table.withdraw(key, telling: .gone, forgiving: true)
        case "shut down": _ = table.shutDown()
        default: break
        }
        let goesOn = table.began(key, number, in: Task {})
        #expect(goesOn == (fate == "wanted"))
    }

    @Test func `a hint is believed until the end, and is no news`() throws {
        var table = table()
        let number = try #require(try start(&table))
        #expect(table.told(key, number, version(0, hint: 900)).actions.news == nil)
        #expect(table.records[key]?.known?.length == 900 && table.records[key]?.isHinted == true)
        let end = table.completed(key, number, KnownFile(length: 1_000, digest: "sha256:1"))
        #expect(end.news?.isChange == true && table.records[key]?.isHinted == false)
    }

    @Test func `a superseded download changes nothing`() throws {
        var table = table()
        let old = try #require(try start(&table))
        _ = table.failed(key, old, .interrupted, rest: nil, at: .zero, .standard)
        table.records[key] = FetchRecord(photo, rendition, known: nil)
        let number = try #require(try start(&table))
        let waiter = Reply<Outcome>()
        _ = table.join(key, .opening(0), waiter)
        #expect(table.told(key, old, version(5)).actions.waiters.isEmpty)
        #expect(table.failed(key, old, error, rest: nil, at: .zero, .standard).waiters.isEmpty)
        #expect(table.finished(key, old, KnownFile(length: 5, digest: nil), isStored: true).waiters.isEmpty)
        #expect(table.refused(key, old) == .superseded)
        #expect(table.records[key]?.isCurrent(number) == true && table.records[key]?.known == nil)
        #expect(table.failures.isEmpty)
    }

    @Test func `other bytes void what handles were served before`() throws {
        var table = table(known: 1_000)
        let number = try #require(try start(&table))
        let generation = table.records[key]?.generation
        table.records[key]?.handles[1] = FetchRecord.Handle(servedSince: generation)
        #expect(table.records[key]?.isValid(1, length: 1_000) == true)
        let waiter = Reply<Outcome>()
        _ = table.join(key, .bytes(10), waiter)
        #expect(table.restarted(key, number).waiters.first === waiter)
        #expect(table.records[key]?.isValid(1, length: 1_000) == false)
        #expect(table.told(key, number, version(1_000)).actions.news?.isChange == true)
    }

    @Test func `everybody who waits is told of a failure, and who comes within the while, too`() throws {
        var table = table()
        let number = try #require(try start(&table))
        let (first, second) = (Reply<Outcome>(), Reply<Outcome>())
        _ = (table.join(key, .opening(0), first), table.join(key, .bytes(10), second))
        let actions = table.failed(key, number, error, rest: nil, at: .seconds(10), .standard)
        #expect(actions.waiters.count == 2)
        guard case .failed(error) = actions.outcome else {
            Issue.record("no failure")
            return
        }
        table.records[key] = FetchRecord(photo, rendition, known: nil)
        #expect(throws: error) { try start(&table, at: .milliseconds(11_999)) }
        table.records[key] = FetchRecord(photo, rendition, known: nil)
        #expect(try start(&table, at: .seconds(12)) != nil)
    }

    @Test func `a host that wants to be left alone is, for as long as it wants`() throws {
        var table = table()
        let number = try #require(try start(&table))
        _ = table.failed(key, number, .backingOff(.seconds(60)), rest: nil, at: .zero, .standard)
        #expect(table.failures[key]?.retryAt == .seconds(60))
    }

    @Test func `a download ends after the grace, unless somebody wants the photo again`() throws {
        var table = table()
        let number = try #require(try start(&table))
        let first = table.unwanted(key)
        let left = try #require(first)
        table.records[key]?.openers = 1
        _ = table.graceEnded(key, since: left)
        let wanted = table.unwanted(key)
        #expect(wanted == nil)
        let reply = Reply<Outcome>()
        table.records[key]?.openers = 0
        let second = table.unwanted(key)
        let again = try #require(second)
        _ = table.graceEnded(key, since: left)
        // Not yet told to end: what ends it is a failure to whoever waits.
        guard case .fetching(let job)? = table.records[key]?.phase else {
            Issue.record("no download")
            return
        }
        #expect(!job.isStopping)
        _ = table.graceEnded(key, since: again)
        _ = table.join(key, .opening(0), reply)
        let actions = table.failed(key, number, .interrupted, rest: nil, at: .zero, .standard)
        guard case .changed = actions.outcome else {
            Issue.record("who came while it ended is told a failure")
            return
        }
        #expect(actions.waiters.first === reply)
    }

    @Test func `who left is told nothing, and only once`() throws {
        var table = table()
        let number = try #require(try start(&table))
        let joined = table.join(key, .opening(0), Reply())
        let waiter = try #require(joined)
        let hasLeft = [table.leave(key, waiter), table.leave(key, waiter)]
        #expect(hasLeft == [true, false])
        #expect(table.told(key, number, version(1_000)).actions.waiters.isEmpty)
    }
}
