import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

/// Every call about collections is one transaction: it is kept whole, or not at all.
@Suite struct TransactionTests {
    let clock = TestClock()

    private func fill(_ catalog: Catalog) async throws -> FilledCatalog {
        let pin = try await catalog.pin(1, collection: 1...4)
        let lonely = try await catalog.pin(2, collection: 3...3)
        _ = try await catalog.removeFromCollection(PhotoID("4"), of: pin.number)
        let topic = try #require(try await catalog.topics().first)
        _ = try await catalog.replaceTopic(topic.number, with: page(4...6), directories: [:])
        _ = try await catalog.numbers(of: [.tag("quad", of: topic.number)])
        _ = try await catalog.replaceRecents(with: [PhotoID("1"), PhotoID("3")])
        try await catalog.noteViews([PhotoID("1"): clock.now])
        return FilledCatalog(
            placeholder: try await catalog.newNumbers(1)[0], pin: pin.number, lonely: lonely.number,
            topic: topic.number)
    }

    /// Every row of every table, as text.
    private func content(_ catalog: Catalog) async throws -> [String] {
        try await catalog.read { db in
            try (CatalogSchema.tables + ["state"]).flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }.sorted()
            }
        }
    }

    /// The kinds of writes a call makes ("UPDATE ON entry"), noted by triggers.
    private func writes(of call: CollectionCall) async throws -> [String] {
        let catalog = try await Catalog.forTest(clock)
        let filled = try await fill(catalog)
        let kinds = (CatalogSchema.tables + ["state"]).flatMap { table in
            ["INSERT", "UPDATE", "DELETE"].map { "\($0) ON \(table)" }
        }
        try await catalog.write { db in
            try db.execute(sql: "CREATE TABLE noted (kind TEXT)")
            for (index, kind) in kinds.enumerated() {
                try db.execute(
                    sql: "CREATE TRIGGER note\(index) AFTER \(kind) BEGIN INSERT INTO noted VALUES ('\(kind)'); END")
            }
        }
        try await call.make(on: catalog, filled)
        return try await catalog.read { try String.fetchAll($0, sql: "SELECT DISTINCT kind FROM noted") }
    }

    @Test(arguments: CollectionCall.allCases) func `an error at any of its writes leaves all as it was`(
        call: CollectionCall
    ) async throws {
        let writes = try await writes(of: call)
        #expect(!writes.isEmpty)
        for kind in writes {
            let catalog = try await Catalog.forTest(clock)
            let filled = try await fill(catalog)
            try await catalog.write { db in
                // After the row is written, so that something is there to be taken back.
                try db.execute(
                    sql: "CREATE TRIGGER refuse AFTER \(kind) BEGIN SELECT RAISE(ABORT, 'refused by the test'); END")
            }
            let before = try await content(catalog)
            await #expect(throws: CatalogError.self, "\(kind)") { try await call.make(on: catalog, filled) }
            #expect(try await content(catalog) == before, "\(kind)")
        }
    }

    @Test(arguments: CollectionCall.allCases) func `a closed catalog says so`(call: CollectionCall) async throws {
        let catalog = try await Catalog.forTest(clock)
        let filled = try await fill(catalog)
        catalog.close()
        await #expect(throws: CatalogError.closed) { try await call.make(on: catalog, filled) }
        await #expect(throws: CatalogError.closed) { try await catalog.pins() }
        await #expect(throws: CatalogError.closed) { try await catalog.topics() }
        await #expect(throws: CatalogError.closed) { try await catalog.changedTimes() }
        await #expect(throws: CatalogError.closed) { try await catalog.removedPhotos(of: filled.pin) }
    }

    @Test(arguments: CollectionCall.allCases) func `numbers that run out leave all as it was`(
        call: CollectionCall
    ) async throws {
        let catalog = try await Catalog.forTest(clock)
        let filled = try await fill(catalog)
        try await catalog.write { db in
            try db.execute(sql: "UPDATE state SET nextNumber = ?", arguments: [NumberSequence.limit])
        }
        let before = try await content(catalog)
        do {
            try await call.make(on: catalog, filled)
        } catch {
            #expect(error == .numbersExhausted)
            #expect(try await content(catalog) == before)
        }
    }

    @Test func `a process killed between two calls has the first, whole`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.catalog
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let catalog = try await Catalog(at: path, now: { Timestamp(1_700_000_000) })
            let pin = try await catalog.pin(1, collection: 1...5)
            _ = try await catalog.removeFromCollection(PhotoID("2"), of: pin.number)
            try await catalog.write { db in
                try PinRecord.show(page: 99, of: pin.number, db)
                _ = try ListingReplacement(of: .pin(pin.number), now: Timestamp(0), db).replaceCollection(
                    with: page(7...9))
                kill(getpid(), SIGKILL)
            }
        }
        let catalog = try await Catalog(at: path, now: clock.reading)
        let pin = try #require(try await catalog.pins().first)
        #expect(catalog.recovered == nil)
        #expect(pin.page == 1)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "3", "4", "5"])
        #expect(try await catalog.removedPhotos(of: pin.number) == [PhotoID("2")])
    }
}
