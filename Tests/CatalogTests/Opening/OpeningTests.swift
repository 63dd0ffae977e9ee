import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

/// Files of every kind under the catalog's path.
@Suite struct OpeningTests {
    let folder: TemporaryFolder
    let clock = TestClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> Catalog {
        try await Catalog(at: folder.catalog, waitingForLocks: .milliseconds(20), now: clock.reading)
    }

    private func fill() async throws -> Listing {
        let catalog = try await open()
        try await catalog.addCountry("Peru")
        let listing = try await catalog.replaceListing(of: paris, with: page(1...50)).new
        try await catalog.learn(
            KnownFile(length: 7, digest: nil), of: ImageKey(photo: PhotoID("1"), rendition: "b"))
        catalog.close()
        return listing
    }

    @Test func `everything is there after it is opened again`() async throws {
        let listing = try await fill()
        let catalog = try await open()
        #expect(catalog.recovered == nil)
        #expect(try await catalog.listing(of: paris) == listing)
        #expect(try await catalog.addedCountries() == ["Peru"])
        let new = try await catalog.newNumbers(1)[0]
        let highest = listing.entries.map { max($0.number, $0.sidecarNumber) } + listing.generated.values
        #expect(highest.allSatisfy { $0 < new })
    }

    @Test func `a clean end leaves one file of SQLite's, also amid readings and writings`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...50))
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let work = (0..<6).map { index in
            Task {
                // Until the end comes in between.
                while true {
                    beginning.yield()
                    if index < 4 {
                        _ = try await catalog.listing(of: paris)
                    } else {
                        _ = try await catalog.newNumbers(1)
                    }
                }
            }
        }
        for await _ in begun.prefix(60) {}
        catalog.close()
        for task in work {
            await #expect(throws: CatalogError.closed) { try await task.value }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["catalog.sqlite", "made.txt"])
        let again = try await open()
        #expect(again.recovered == nil)
        #expect(try await again.listing(of: paris)?.entries.count == 50)
    }

    @Test func `the catalog's folder is made, and only its owner reads it`() async throws {
        let path = folder.path + "/a/b/catalog.sqlite"
        let catalog = try await Catalog(at: path, now: clock.reading)
        try await catalog.addCountry("Peru")
        for name in [path, path + "-wal", folder.path + "/a/b"] {
            let mode = try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions] as? NSNumber
            #expect((mode?.intValue ?? 0o777) & 0o077 == 0, "\(name)")
        }
    }

    @Test(arguments: ["random bytes", "random pages", "truncated", "a text", "no state"])
    func `a damaged file is set aside and a new one made`(damage: String) async throws {
        _ = try await fill()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
        switch damage {
        case "random bytes": bytes = Data((0..<70_000).map { _ in UInt8.random(in: 0...255) })
        case "random pages":
            for index in 100..<bytes.count { bytes[index] = UInt8.random(in: 0...255) }
        case "truncated": bytes = bytes.prefix(bytes.count / 2)
        case "a text": bytes = Data("my diary".utf8)
        default:
            let database = try DatabaseQueue(path: folder.catalog)
            try await database.write { try $0.execute(sql: "DELETE FROM state") }
            try database.close()
            bytes = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
        }
        try bytes.write(to: URL(fileURLWithPath: folder.catalog))
        let catalog = try await open()
        let said = try #require(catalog.recovered)
        #expect(said.contains("catalog.sqlite.damaged-1"))
        #expect(!said.contains("\n"))
        let aside = try Data(contentsOf: URL(fileURLWithPath: folder.catalog + ".damaged-1"))
        // A file that SQLite can open is brought up to date before its content is looked at.
        #expect(aside == bytes || damage == "no state")
        _ = try await catalog.replaceListing(of: paris, with: page(1...5))
        catalog.close()
        let again = try await open()
        #expect(again.recovered == nil)
        #expect(try await again.listing(of: paris)?.entries.count == 5)
    }

    @Test func `a second damaged file does not take the first one's place`() async throws {
        for _ in 1...2 {
            try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: folder.catalog))
            try await open().close()
        }
        #expect(try folder.names.filter { $0.contains("damaged") }.count == 2)
    }

    @Test func `an empty file is a new catalog, and said to be`() async throws {
        try Data().write(to: URL(fileURLWithPath: folder.catalog))
        let catalog = try await open()
        #expect(catalog.recovered?.contains("empty") == true)
        #expect(try await catalog.newNumbers(1) == [NodeNumber(3)])
    }

    @Test func `a newer placesfs's catalog is left alone`() async throws {
        _ = try await fill()
        let database = try DatabaseQueue(path: folder.catalog)
        try await database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 the future')") }
        try database.close()
        await #expect(throws: CatalogError.newerSchema(path: folder.catalog)) { try await open() }
        #expect(try folder.names.filter { $0.contains("damaged") }.isEmpty)
    }

    @Test func `another program's database is left alone`() async throws {
        let database = try DatabaseQueue(path: folder.catalog)
        try await database.write { try $0.execute(sql: "CREATE TABLE bookmark (url TEXT)") }
        try database.close()
        await #expect(throws: CatalogError.foreign(path: folder.catalog)) { try await open() }
    }

    @Test func `a catalog that another program holds is locked, and opens after`() async throws {
        _ = try await fill()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.catalog, configuration: configuration)
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM country;")
        }
        await #expect(throws: CatalogError.locked(path: folder.catalog)) { try await open() }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try other.close()
        let catalog = try await open()
        #expect(try await catalog.addedCountries() == ["Peru"])
    }

    @Test(arguments: ["/proc/placesfs/catalog.sqlite", "/dev/null/catalog.sqlite", "/proc/version", "/", ""])
    func `a path where no file can be is unwritable`(path: String) async throws {
        let error = await #expect(throws: CatalogError.self) { try await Catalog(at: path, now: clock.reading) }
        guard case .unwritable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("\n") == false)
    }

    @Test(.enabled(if: geteuid() != 0, "root writes everywhere"))
    func `a read-only folder is shown as it is, and what is written ends with the process`() async throws {
        let listing = try await fill()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: folder.catalog)
        let catalog = try await open()
        #expect(catalog.unwritable != nil)
        #expect(try await catalog.listing(of: paris) == listing)
        try await catalog.addCountry("Chile")
        catalog.close()
        #expect(try await open().addedCountries() == ["Peru"])
    }

    @Test func `a disk without room refuses the change and keeps what was there`() async throws {
        let catalog = try await open()
        let before = try await catalog.replaceListing(of: paris, with: page(1...5)).new
        // SQLite gives the same answer for its own limit as for the disk's.
        try await catalog.write { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
        }
        await #expect(throws: CatalogError.full(path: folder.catalog)) {
            try await catalog.replaceListing(of: paris, with: page(1...500))
        }
        #expect(try await catalog.listing(of: paris) == before)
    }

    @Test func `a closed catalog says so`() async throws {
        let catalog = try await open()
        catalog.close()
        catalog.close()
        await #expect(throws: CatalogError.closed) { try await catalog.listing(of: paris) }
        await #expect(throws: CatalogError.closed) { try await catalog.newNumbers(1) }
    }

    @Test func `a cancelled caller is told so and has changed nothing`() async throws {
        let catalog = try await open()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await catalog.addCountry("Peru")
        }
        task.cancel()
        await #expect(throws: CatalogError.cancelled) { try await task.value }
        #expect(try await catalog.addedCountries().isEmpty)
    }
}
