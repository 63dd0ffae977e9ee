import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

@Suite struct NumberTests {
    @Test func `directories, files and photos draw from one sequence above the root's number`() async throws {
        let catalog = try await Catalog.forTest()
        let directories = try await catalog.numbers(of: [.root, .places, paris, .places])
        let files = try await catalog.newNumbers(3)
        let photo = try await catalog.number(of: PhotoID("1"))
        #expect(directories.count == 3)
        #expect(directories[.root] == .root)
        let all = [.places, paris].compactMap { directories[$0] } + files + [photo]
        #expect(Set(all).count == 6)
        #expect(all.allSatisfy { $0 > .root })
    }

    @Test func `a number stays what it is`() async throws {
        let catalog = try await Catalog.forTest()
        let first = try await catalog.numbers(of: [paris])
        let photo = try await catalog.number(of: PhotoID("1"))
        _ = try await catalog.newNumbers(5)
        #expect(try await catalog.numbers(of: [rome, paris])[paris] == first[paris])
        #expect(try await catalog.number(of: PhotoID("1")) == photo)
    }

    @Test func `no number is given out of a block that the disk did not take`() async throws {
        let (catalog, disk) = (try await Catalog.forTest(), TestDisk())
        try await catalog.write { db in db.add(transactionObserver: disk) }
        disk.state = .failing
        for _ in 0..<2 {
            await #expect(throws: CatalogError.self) { try await catalog.newNumbers(2) }
        }
        disk.state = .sound
        let files = try await catalog.newNumbers(2)
        let directories = try await catalog.numbers(of: [paris, rome])
        #expect(Set(files + directories.values).count == 4)
    }

    @Test func `no new numbers are taken for a count below one`() async throws {
        let catalog = try await Catalog.forTest()
        #expect(try await catalog.newNumbers(0).isEmpty)
        #expect(try await catalog.newNumbers(-3).isEmpty)
    }

    @Test func `a directory made again gets a number that nothing had before`() async throws {
        let catalog = try await Catalog.forTest()
        let update = try await catalog.replaceListing(of: paris, with: page(1...3))
        let before = try #require(try await catalog.numbers(of: [paris])[paris])
        let used =
            update.new.entries.flatMap { [$0.number, $0.sidecarNumber] } + update.new.generated.values + [before]
        try await catalog.retire(paris)
        #expect(try await catalog.listing(of: paris) == nil)
        #expect(try await catalog.formerEntry(named: "Photo 1.jpg", in: paris) == nil)
        let after = try #require(try await catalog.numbers(of: [paris])[paris])
        #expect(!used.contains(after))
        #expect(try await catalog.number(of: PhotoID("1")) == update.new.entries[0].number)
    }

    @Test func `the sequence ends below the constants with an error and takes nothing`() async throws {
        let catalog = try await Catalog.forTest()
        try await catalog.write { db in
            try db.execute(sql: "UPDATE state SET nextNumber = ?", arguments: [NumberSequence.limit - 2])
        }
        await #expect(throws: CatalogError.numbersExhausted) { try await catalog.newNumbers(3) }
        await #expect(throws: CatalogError.numbersExhausted) { try await catalog.newNumbers(.max) }
        #expect(
            try await catalog.newNumbers(2).map(\.rawValue) == [
                UInt64(NumberSequence.limit - 2), UInt64(NumberSequence.limit - 1),
            ])
        await #expect(throws: CatalogError.numbersExhausted) {
            try await catalog.replaceListing(of: paris, with: page(1...1))
        }
        #expect(try await catalog.photo(PhotoID("1")) == nil)
    }

    @Test func `numbers for nodes that are not written down come from memory, and a kill repeats none`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: { Timestamp(0) })
        try await catalog.reserveNumbers()
        // As a full disk does.
        try await catalog.write { db in
            try db.execute(
                sql: "CREATE TEMP TRIGGER refuse BEFORE INSERT ON main.directory BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
        }
        let numbers = try await catalog.newNumbers(10_000)
        let given = try await catalog.numbers(of: [paris, .places])
        let again = try await catalog.numbers(of: [paris])
        #expect(given[paris] == again[paris])
        #expect(given[.places] == DirectoryKey.places.fixedNumber)
        let number = try #require(given[paris])
        #expect(!numbers.contains(number))
        let copy = folder.path + "/copy/catalog.sqlite"
        try FileManager.default.createDirectory(atPath: folder.path + "/copy", withIntermediateDirectories: false)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.catalog + suffix, toPath: copy + suffix)
        }
        let next = try await Catalog(at: copy, now: { Timestamp(0) })
        #expect(try await next.newNumbers(1)[0] > number)
        // There is room again.
        try await catalog.write { try $0.execute(sql: "DROP TRIGGER refuse") }
        try await catalog.addCountry("Peru")
        catalog.close()
        let later = try await Catalog(at: folder.catalog, now: { Timestamp(0) })
        #expect(try await later.numbers(of: [paris])[paris] == number)
        #expect(try await later.newNumbers(1)[0] > number)
    }

    @Test func `a damaged number is none, and a number that no node can have is nothing's`() async throws {
        let catalog = try await Catalog.forTest()
        let place = DirectoryKey.place(PlaceID("\u{301}x"))
        for key in [paris, place] { _ = try await catalog.replaceListing(of: key, with: page(1...2)) }
        let number = try #require(try await catalog.numbers(of: [place])[place])
        #expect(try await catalog.node(numbered: number) == .directory(place))
        #expect(try await catalog.read { db in try ListingRecord.directories(db) }.contains { $0.1 == place })
        try await catalog.write { db in
            try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA defer_foreign_keys = ON")
            try db.execute(sql: "UPDATE directory SET number = -5 WHERE key = ?", arguments: [paris.text])
            try db.execute(
                sql: "UPDATE listing SET directory = -5 WHERE directory NOT IN (SELECT number FROM directory)")
            try db.execute(sql: "UPDATE entry SET directory = -5 WHERE directory NOT IN (SELECT number FROM directory)")
            try db.execute(
                sql: "UPDATE generatedFile SET directory = -5 WHERE directory NOT IN (SELECT number FROM directory)")
        }
        #expect(try await catalog.listing(of: paris) == nil)
        #expect(try await catalog.read { db in try ListingRecord.of(NodeNumber(.max), db) }?.version == nil)
    }
}
