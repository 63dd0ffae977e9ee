import Foundation
import GRDB
import PhotoTree
import Promises
import Testing

@testable import Catalog

/// What stands in the two places when a process ends between their writings, or when one of them refuses a change.
@Suite struct MadeCrashTests {
    let folder: TemporaryFolder
    let clock = TestClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> Catalog {
        try await Catalog(at: folder.catalog, now: clock.reading)
    }

    @Test func `a pin whose other radius only the file has gets another collection, and keeps its removals`()
        async throws
    {
        let catalog = try await open()
        let pin = try await catalog.pin(1, collection: 1...3)
        _ = try await catalog.removeFromCollection(PhotoID("2"), of: pin.number)
        let older = folder.path + "/older"
        catalog.close()
        try FileManager.default.copyItem(atPath: folder.catalog, toPath: older)
        let next = try await open()
        _ = try await next.movePin(pin.number, to: "Pin 1 r2km", at: pin.coordinate, subtitle: "")
        let wanted = try await next.pins()
        next.close()
        try folder.loseCatalog()
        try FileManager.default.moveItem(atPath: older, toPath: folder.catalog)
        let restored = try await open()
        #expect(try await restored.pins() == wanted && wanted.first?.isAwaitingCollection == true)
        #expect(try await restored.listing(of: .pin(pin.number)) == nil)
        #expect(try await restored.removedPhotos(of: pin.number) == [PhotoID("2")])
    }

    @Test(.proves("`made.txt` is cut"))
    func `a process killed between file and catalog has made the change, whole`() async throws {
        let path = folder.catalog
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let catalog = try await Catalog(at: path, now: { Timestamp(1_700_000_000) })
            for index in 1...5 { _ = try await catalog.pin(index) }
            try await catalog.removePin(catalog.pins()[0].number)
            try await catalog.make { db, made in
                db.add(transactionObserver: Killer(), extent: .nextTransaction)
                let number = try DirectoryRecord.add(reusing: nil, db) { .pin($0) }
                try PinRecord.insert(
                    Pin(
                        number: number, name: "the last", coordinate: point(9), subtitle: "", page: 0,
                        isAwaitingCollection: true), db)
                made.append(try .now(pin: number, db))
            }
        }
        let catalog = try await open()
        #expect(try await catalog.pins().map(\.name) == ["Pin 2", "Pin 3", "Pin 4", "Pin 5", "the last"])
        #expect(catalog.recovered?.contains("1 pin came back") == true)
        let number = try await catalog.newNumbers(1)[0]
        #expect(try await catalog.pins().allSatisfy { $0.number < number })
        catalog.close()
        #expect(try await open().recovered == nil)
    }

    @Test(.proves("`made.txt` is cut")) func `a change that the catalog refuses is taken out of the file`()
        async throws
    {
        let catalog = try await open()
        _ = try await catalog.pin(1)
        let before = try folder.madeLines
        await #expect(throws: CatalogError.self) {
            try await catalog.make { db, made in
                db.add(transactionObserver: Refuser(), extent: .nextTransaction)
                try db.execute(sql: "INSERT INTO country (name) VALUES ('Peru')")
                made.append(.country("Peru"))
            }
        }
        #expect(try folder.madeLines == before)
        _ = try await catalog.pin(2)
        catalog.close()
        try folder.loseCatalog()
        let again = try await open()
        #expect(try await again.addedCountries().isEmpty)
        #expect(try await again.pins().count == 2)
    }

    @Test(.proves("`made.txt` is cut"))
    func `a change that the catalog refuses cuts no file that was written anew for it`()
        async throws
    {
        let catalog = try await open()
        for index in 1...12 { _ = try await catalog.pin(index) }
        try folder.removeMade()
        await #expect(throws: CatalogError.self) {
            try await catalog.make { db, made in
                db.add(transactionObserver: Refuser(), extent: .nextTransaction)
                try db.execute(sql: "INSERT INTO country (name) VALUES ('Peru')")
                made.append(.country("Peru"))
            }
        }
        #expect(MadeFile.content(try Data(contentsOf: URL(fileURLWithPath: folder.made))).flaw == nil)
        _ = try await catalog.pin(13)
        catalog.close()
        let again = try await open()
        #expect(again.recovered == nil)
        #expect(try await again.pins().count == 13)
        #expect(try await again.addedCountries().isEmpty)
    }

    @Test(.proves("`made.txt` is cut"), arguments: [true, false])
    func `a refused change for which the file was written anew is none after the next start`(isRemoval: Bool)
        async throws
    {
        let catalog = try await open()
        let pins = try await [catalog.pin(1), catalog.pin(2)]
        try folder.removeMade()
        await #expect(throws: CatalogError.self) {
            try await catalog.make { db, made in
                db.add(transactionObserver: Refuser(), extent: .nextTransaction)
                if isRemoval {
                    try db.execute(sql: "DELETE FROM pin")
                    made += pins.map { .noPin($0.number) }
                } else {
                    try db.execute(sql: "INSERT INTO country (name) VALUES ('Peru')")
                    made.append(.country("Peru"))
                }
            }
        }
        catalog.close()
        let again = try await open()
        #expect(again.recovered == nil)
        #expect(try await again.pins().count == 2)
        #expect(try await again.addedCountries().isEmpty)
    }

    @Test(.proves("`made.txt` is cut")) func `a file that is ahead of the catalog and cut takes nothing away`()
        async throws
    {
        let catalog = try await open()
        for index in 1...8 { _ = try await catalog.pin(index) }
        catalog.close()
        let older = folder.path + "/older"
        try FileManager.default.copyItem(atPath: folder.catalog, toPath: older)
        let next = try await open()
        // The next change writes all of it anew.
        try folder.removeMade()
        _ = try await next.pin(9)
        next.close()
        try folder.loseCatalog()
        try FileManager.default.moveItem(atPath: older, toPath: folder.catalog)
        let lines = try folder.madeLines
        try Data((lines.prefix(6).joined(separator: "\n") + "\n" + lines[6].prefix(20)).utf8)
            .write(to: URL(fileURLWithPath: folder.made))
        let restored = try await open()
        #expect(try await restored.pins().map(\.name).sorted() == (1...8).map { "Pin \($0)" })
        #expect(restored.recovered?.contains("was not whole (its last line is cut)") == true)
    }

    @Test(.proves("`made.txt` is cut")) func `a change that the file refuses is in neither place`() async throws {
        let catalog = try await open()
        _ = try await catalog.pin(1)
        try folder.removeMade()
        try FileManager.default.createDirectory(atPath: folder.made + "/x", withIntermediateDirectories: true)
        await #expect(throws: CatalogError.self) { try await catalog.pin(2) }
        #expect(try await catalog.pins().count == 1)
        try FileManager.default.removeItem(atPath: folder.made)
        _ = try await catalog.pin(2)
        catalog.close()
        try folder.loseCatalog()
        #expect(try await open().pins().count == 2)
    }
}

/// Kills the process just before a commit.
private final class Killer: TransactionObserver {
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { kill(getpid(), SIGKILL) }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}

/// Refuses a commit, as a full disk does.
private final class Refuser: TransactionObserver {
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { throw DatabaseError(resultCode: .SQLITE_FULL) }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
