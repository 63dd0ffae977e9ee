import Foundation
import GRDB
import PhotoTree
import Promises
import Testing

@testable import Catalog

/// Every page of a catalog is damaged, one at a time: each bit of its first 100 bytes, and the page as a whole.
@Suite struct PageDamageTests {
    let folder: TemporaryFolder
    let clock = TestClock()
    /// Which bits are flipped; a prime, so that other bytes and bits have their turn on each page. All take an hour.
    private static let step = ProcessInfo.processInfo.environment["PLACESFS_ALL_DAMAGES"] == nil ? 401 : 1

    init() throws {
        folder = try TemporaryFolder()
    }

    private struct Damage: CustomStringConvertible {
        var page: Int
        /// nil for a page of zeros.
        var bit: Int?

        var description: String { "page \(page), " + (bit.map { "bit \($0)" } ?? "all of it") }

        func done(to bytes: Data) -> Data {
            var bytes = bytes
            let start = page * 4_096
            if let bit {
                bytes[start + bit / 8] ^= 1 << UInt8(bit % 8)
            } else {
                bytes.replaceSubrange(start..<(start + 4_096), with: repeatElement(0, count: 4_096))
            }
            return bytes
        }
    }

    private static func damages(_ pages: Int) -> [Damage] {
        (0..<pages).flatMap { page in
            [Damage(page: page)]
                + stride(from: page % step, to: 800, by: step).map { Damage(page: page, bit: $0) }
        }
    }

    private func open() async throws -> Catalog {
        try await Catalog(at: folder.catalog, now: clock.reading)
    }

    /// Puts the file in the place of all that is left of an opening before.
    private func put(_ bytes: Data, made: Data? = nil) throws {
        for name in try folder.names { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
        try bytes.write(to: URL(fileURLWithPath: folder.catalog))
        if let made { try made.write(to: URL(fileURLWithPath: folder.made)) }
    }

    @Test(.proves("The catalog is damaged"))
    func `what was made is there after one opening, whatever is damaged`() async throws {
        let catalog = try await open()
        let wanted = try await Handiwork.fill(catalog)
        catalog.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
        let made = try Data(contentsOf: URL(fileURLWithPath: folder.made))
        for damage in Self.damages(bytes.count / 4_096) {
            try put(damage.done(to: bytes), made: made)
            do {
                let catalog = try await open()
                let found = try await Handiwork(catalog)
                #expect(found == wanted, "\(damage): \(catalog.recovered ?? "")")
                catalog.close()
            } catch {
                Issue.record("\(damage): \(error)")
            }
        }
    }

    /// The pages that hold pins, and those that lead to them.
    private static func pages(of tables: [String], at path: String) async throws -> Set<Int> {
        let database = try DatabaseQueue(path: path)
        defer { try? database.close() }
        return try await database.read { db in
            Set(
                try Row.fetchAll(db, sql: "SELECT name, pageno FROM dbstat").compactMap { row in
                    let name: String = row[0]
                    let page: Int = row[1]
                    return tables.contains(name) ? page - 1 : nil
                })
        }
    }

    @Test(.proves("The catalog is damaged"))
    func `without the second file every pin comes back unless its own page is damaged`() async throws {
        let catalog = try await open()
        let wanted = try await Handiwork.fill(catalog)
        catalog.close()
        let own = try await Self.pages(
            of: ["pin", "sqlite_autoindex_pin_1", "sqlite_autoindex_pin_2"], at: folder.catalog)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
        #expect(own.count >= 3)
        for damage in Self.damages(bytes.count / 4_096) where !own.contains(damage.page) {
            try put(damage.done(to: bytes))
            let database = try DatabaseQueue()
            try CatalogDatabase.prepare(database, path: "in memory", firstTopics: [])
            let path = folder.catalog
            try await database.write { db in _ = try CatalogSalvage.copy(from: path, to: db, firstTopics: []) }
            let pins = try await database.read { db in try PinRecord.all(db).map(\.name) }
            #expect(Set(pins) == Set(wanted.pins.keys), "\(damage)")
        }
    }
}
