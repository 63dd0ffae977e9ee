import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

/// A catalog of an older placesfs, opened by this one.
@Suite struct MigrationTests {
    /// A step between two that a catalog has makes it look damaged, and its good file is set aside.
    @Test func `a new step of the schema comes behind those that catalogs have already`() async throws {
        let folder = try TemporaryFolder()
        try await Catalog(at: folder.catalog, now: TestClock().reading).close()
        let database = try DatabaseQueue(path: folder.catalog)
        let steps = try await database.read { db in
            try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
        }
        #expect(
            steps.prefix(24) == [
                "1 places, listings, photos, numbers", "2 pins, topics, recents", "3 confirmations, images of the hour",
                "4 credits of copies", "5 former tags", "6 credit embedded in photos", "7 other names",
                "8 cached is no list", "9 places in no list", "10 what options hide", "11 what was made",
                "12 constant numbers", "13 replaced bytes in photos", "14 estimates of lengths",
                "15 numbers of written files", "16 pins of areas, redirects of topics", "17 searches",
                "18 words of photos", "19 albums", "20 kept folders", "21 photos sent last",
                "22 words of photos by time", "23 the last line that was made",
                "24 times of sidecars",
            ])
        let numbers = steps.map { Int($0.prefix { $0 != " " }) }
        #expect(numbers == Array(1...steps.count))
        // One that the last build left.
        try await database.write { db in
            try db.execute(
                sql: "ALTER TABLE learntFile DROP COLUMN outdated; DELETE FROM grdb_migrations WHERE rowid > 24")
        }
        try database.close()
        let again = try await Catalog(at: folder.catalog, now: TestClock().reading)
        #expect(again.recovered == nil)
        _ = try await again.replaceListing(of: paris, with: page(1...3))
        again.close()
    }

    @Test func `a file that was marked as replaced stays so, and its time begins anew`() async throws {
        let began = Timestamp(Int64(Date().timeIntervalSince1970))
        try await writeSchema1("INSERT INTO learntFile VALUES(10,'b',7,'sha256:ab');")
        let keys = ["1", "2"].map { ImageKey(photo: PhotoID($0), rendition: "b") }
        try await open().close()
        let database = try DatabaseQueue(path: folder.catalog)
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE learntFile SET confirmed = CASE photo WHEN 9 THEN -9223372036854775808 ELSE 1700000000 END;
                    ALTER TABLE learntFile DROP COLUMN outdated; DELETE FROM grdb_migrations WHERE rowid > 24;
                    """)
        }
        try database.close()
        let catalog = try await open()
        #expect(catalog.recovered == nil)
        #expect(try await catalog.confirmed(keys) == [keys[0]: .outdated, keys[1]: Timestamp(1_700_000_000)])
        #expect(try await catalog.lastConfirmed(keys[1]) == Timestamp(1_700_000_000))
        let moment = try #require(try await catalog.lastConfirmed(keys[0]))
        #expect(moment >= began && moment - began < .seconds(600))
    }

    let folder: TemporaryFolder
    let clock = TestClock(1_700_100_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func writeSchema1(_ more: String = "") async throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: folder.catalog, configuration: configuration)
        try await database.writeWithoutTransaction { try $0.execute(sql: catalogOfSchema1 + more) }
        try database.close()
    }

    private func open() async throws -> Catalog {
        try await Catalog(at: folder.catalog, now: clock.reading)
    }

    @Test func `a new catalog is what the migrations make of an empty one`() throws {
        let (migrated, new) = (try DatabaseQueue(), try DatabaseQueue())
        try CatalogSchema.migrator(firstTopics: ["sunset"]).migrate(migrated)
        try new.write { try CatalogSchema.create(firstTopics: ["sunset"], in: $0) }
        let tables = ["sqlite_schema", "grdb_migrations"] + CatalogSchema.tables + ["state"]
        // ALTER TABLE breaks lines and quotes names as it likes.
        let sql = "replace(replace(replace(sql, ' ', ''), char(10), ''), '\"', '')"
        for table in tables {
            let (columns, order) =
                table == "sqlite_schema" ? ("type, name, tbl_name, \(sql)", "type, name") : ("*", "1")
            let rows = { (db: Database) in
                try Row.fetchAll(db, sql: "SELECT \(columns) FROM \(table) ORDER BY \(order)")
            }
            #expect(try new.read(rows) == migrated.read(rows), "\(table)")
        }
        #expect(try new.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") } == CatalogSchema.applicationID)
        try CatalogSchema.migrator(firstTopics: []).migrate(new)
    }

    @Test func `a catalog of schema 1 loses nothing`() async throws {
        try await writeSchema1()
        let catalog = try await open()
        #expect(catalog.recovered == nil)
        #expect(try await catalog.addedCountries() == ["Peru"])
        #expect(try await catalog.addedPlaces().map(\.name) == ["Cusco"])
        let top = try #require(try await catalog.topPlaces())
        #expect(top.places.map(\.sourceKeys) == [["woeid": "2"]])
        #expect(top.refreshed == Timestamp(1_700_000_000))
        let listing = try #require(try await catalog.listing(of: paris))
        let expected = Listing(
            directory: paris, version: 2,
            entries: [
                ListingEntry(
                    name: "Dawn.jpg", photo: photo(2, "Dawn"), number: NodeNumber(10), sidecarNumber: NodeNumber(13),
                    directoryCount: 2, sidecarChanged: Timestamp(1_700_086_400)),
                ListingEntry(
                    name: "Sunset.jpg", photo: photo(1), number: NodeNumber(9), sidecarNumber: NodeNumber(12),
                    directoryCount: 1, sidecarChanged: Timestamp(1_700_086_400)),
            ],
            total: 4_101, refreshed: Timestamp(1_700_086_400), changed: Timestamp(1_700_086_400),
            generated: [
                .map: NodeNumber(27), .mapPage: NodeNumber(32), .credits: NodeNumber(28), .hidden: NodeNumber(29),
                .noImages: NodeNumber(18),
            ])
        #expect(listing == expected)
        #expect(try await catalog.names(in: rome) == ["Dawn.jpg", "Forum.jpg"])
        #expect(try await catalog.formerEntry(named: "Sunset (3).jpg", in: paris)?.photo == photo(3))
        let key = ImageKey(photo: PhotoID("1"), rendition: "b")
        #expect(try await catalog.learntFiles([key]) == [key: KnownFile(length: 7, digest: "sha256:aa")])
        let numbers = try await catalog.numbers(of: [.places, .tags, .recents, .pins, .state, .cached, paris, rome])
        #expect(numbers[.pins] == DirectoryKey.pins.fixedNumber)
        #expect(numbers[rome] == NodeNumber(19))
        // Photo 5 is gone for the first day.
        let update = try await catalog.replaceListing(of: rome, with: page([photo(2, "Dawn"), photo(5)]))
        #expect(update.new.entries.map(\.photo.id.rawValue) == ["2"])
    }

    @Test func `a file that is new to it gets a number once`() async throws {
        try await writeSchema1()
        let catalog = try await open()
        let first = try await catalog.listing(of: paris)
        #expect(first?.generated[.mapPage] == NodeNumber(32))
        #expect(try await catalog.listing(of: paris) == first)
    }

    @Test func `a file that is new to it comes with an answer that says nothing new`() async throws {
        try await writeSchema1()
        let catalog = try await open()
        let update = try await catalog.replaceListing(
            of: paris, with: page([photo(2, "Dawn"), photo(1)], total: 4_101))
        #expect(update.isChanged && update.new.generated[.mapPage] != nil)
        let again = try await catalog.replaceListing(of: paris, with: page([photo(2, "Dawn"), photo(1)], total: 4_101))
        #expect(!again.isChanged && again.new.generated == update.new.generated)
    }

    @Test func `a migrated catalog begins with the first topic, under a number that nothing had`() async throws {
        try await writeSchema1()
        let catalog = try await open()
        #expect(try await catalog.topics() == [Topic(number: NodeNumber(31), name: "cs193pspot")])
        #expect(try await catalog.newNumbers(1) == [NodeNumber(32)])
        #expect(try await catalog.pins().isEmpty)
        #expect(try await catalog.changedTimes().isEmpty)
        #expect(try await catalog.listing(of: .recents) == nil)
        let pin = try await catalog.pin(1, collection: 1...3)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "2", "3"])
    }

    @Test func `a catalog is migrated once`() async throws {
        try await writeSchema1()
        let first = try await open()
        try await first.removeTopic(NodeNumber(31))
        first.close()
        let catalog = try await open()
        #expect(try await catalog.topics().isEmpty)
        #expect(try await catalog.newNumbers(1) == [NodeNumber(32)])
    }

    @Test func `a migrated catalog without a number left begins without a topic`() async throws {
        try await writeSchema1("UPDATE state SET nextNumber = 4294967296;")
        let catalog = try await open()
        #expect(catalog.recovered == nil)
        #expect(try await catalog.topics().isEmpty)
        #expect(try await catalog.names(in: paris) == ["Dawn.jpg", "Sunset.jpg"])
    }

    @Test func `damaged before it could be migrated, what it had is saved and the first topic added`() async throws {
        try await writeSchema1("DELETE FROM state;")
        let catalog = try await open()
        #expect(catalog.recovered != nil)
        #expect(try await catalog.names(in: paris) == ["Dawn.jpg", "Sunset.jpg"])
        #expect(try await catalog.topics().map(\.name) == ["cs193pspot"])
        #expect(try await catalog.numbers(of: [rome])[rome] == NodeNumber(19))
    }

    @Test(arguments: ["", "DELETE FROM state;"])
    func `what it cached counts as a list no more, also in a damaged one`(damage: String) async throws {
        try await writeSchema1(
            """
            UPDATE state SET nextNumber = 40;
            INSERT INTO listing VALUES(7,1,2,1700086400,1700086400);
            INSERT INTO entry VALUES(7,9,'Sunset.jpg','sunset.jpg',38,1,0,NULL);
            INSERT INTO entry VALUES(7,10,'Dawn.jpg','dawn.jpg',39,1,1,NULL);
            """ + damage)
        let catalog = try await open()
        #expect((catalog.recovered != nil) == !damage.isEmpty)
        #expect(try await catalog.names(in: .cached) == ["Sunset.jpg", "Dawn.jpg"])
        let stored = try await catalog.read { db in try DirectoryRecord.number(of: .cached, db) }
        #expect(stored == DirectoryKey.cached.fixedNumber, "what had a number of the sequence has its constant")
        let ids = [PhotoID("1"), PhotoID("2")]
        #expect(try await catalog.directoryCounts(of: ids) == [ids[0]: 1, ids[1]: 2])
    }

    @Test func `what is given up with a pin or a directory goes with it, by the schema itself`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        _ = try await catalog.removeFromCollection(PhotoID("1"), of: pin.number)
        try await catalog.write { try $0.execute(sql: "DELETE FROM directory") }
        for table in ["pin", "removal", "topic", "listing", "entry", "generatedFile"] {
            #expect(try await catalog.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") } == 0)
        }
        #expect(try await catalog.photo(PhotoID("1")) != nil)
    }

    @Test(arguments: [
        "UPDATE pin SET pointLatitude = 0, pointLongitude = 0",
        "INSERT INTO removal (pin, photo) VALUES (77, (SELECT number FROM photo))",
        "INSERT INTO removal (pin, photo) VALUES ((SELECT directory FROM pin), 77)",
        "INSERT INTO topic (directory, name, key) VALUES ((SELECT directory FROM pin), 'x', 'cs193pspot')",
        "INSERT INTO topic (directory, name, key) VALUES (77, 'x', 'x')",
        "DELETE FROM photo",
    ]) func `the schema refuses what cannot be`(sql: String) async throws {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.pin(1, collection: 1...3)
        _ = try await catalog.pin(2)
        await #expect(throws: CatalogError.self) { try await catalog.write { try $0.execute(sql: sql) } }
    }
}
