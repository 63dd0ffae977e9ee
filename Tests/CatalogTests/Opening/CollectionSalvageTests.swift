import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

/// What a damaged catalog's successor knows of what users made, where `made.txt` is gone, too.
@Suite struct CollectionSalvageTests {
    let folder: TemporaryFolder
    let clock = TestClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> Catalog {
        try await Catalog(at: folder.catalog, now: clock.reading)
    }

    /// What the tests compare.
    private struct Known: Equatable {
        var pins: [Pin]
        var topics: [Topic]
        var collection: [String]?
        var removed: Set<PhotoID>
        var topic: Listing?
        var recents: [Timestamp?]?
        var changed: [DirectoryKey: Timestamp]
    }

    private func known(_ catalog: Catalog) async throws -> Known {
        let pins = try await catalog.pins()
        let topics = try await catalog.topics()
        let collection = pins.first.map { DirectoryKey.pin($0.number) } ?? .pins
        return Known(
            pins: pins, topics: topics, collection: try await catalog.ids(in: collection),
            removed: try await catalog.removedPhotos(of: pins.first?.number ?? .root),
            topic: try await catalog.listing(of: topics.first.map { .topic($0.number) } ?? .tags),
            recents: try await catalog.listing(of: .recents)?.entries.map(\.viewed),
            changed: try await catalog.changedTimes())
    }

    private func fill() async throws -> Known {
        let catalog = try await open()
        let pin = try await catalog.pin(1, collection: 1...5)
        _ = try await catalog.pin(2)
        _ = try await catalog.removeFromCollection(PhotoID("2"), of: pin.number)
        let topic = try #require(try await catalog.addTopic(named: "Dawn", key: "dawn"))
        let first = try #require(try await catalog.topics().first)
        _ = try await catalog.replaceTopic(first.number, with: page(3...9), directories: [PhotoID("3"): 7])
        _ = try await catalog.numbers(of: [.tag("quad", of: topic.number), .tag("x", of: first.number)])
        try await catalog.noteViews([PhotoID("1"): clock.now])
        _ = try await catalog.replaceRecents(with: [PhotoID("1"), PhotoID("4")])
        let known = try await known(catalog)
        catalog.close()
        return known
    }

    /// Changes the file behind the catalog's back, and marks it as found damaged.
    private func damage(_ sql: String) async throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: folder.catalog, configuration: configuration)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
        CatalogFile(path: folder.catalog).markDamaged()
        try folder.removeMade()
    }

    private func overwrite(_ table: String) async throws {
        let database = try DatabaseQueue(path: folder.catalog)
        let page = try await database.read { db in
            try Int64.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
        }
        try database.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.catalog))
        try file.seek(toOffset: UInt64(try #require(page) - 1) * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()
        CatalogFile(path: folder.catalog).markDamaged()
        try folder.removeMade()
    }

    @Test func `all of it is carried over, under its numbers`() async throws {
        let before = try await fill()
        CatalogFile(path: folder.catalog).markDamaged()
        let catalog = try await open()
        #expect(catalog.recovered != nil)
        #expect(try await known(catalog) == before)
        #expect(before.removed == [PhotoID("2")])
        #expect(before.recents == [clock.now, nil])
        #expect(before.topic?.entries.first?.directoryCount == 8)
    }

    @Test(arguments: ["directory", "state", "listing", "entry"])
    func `pins, removals and topics outlive any other table`(table: String) async throws {
        let before = try await fill()
        try await overwrite(table)
        let catalog = try await open()
        #expect(catalog.recovered != nil)
        #expect(try await catalog.pins() == before.pins)
        #expect(try await catalog.topics() == before.topics)
        #expect(try await catalog.removedPhotos(of: before.pins[0].number) == before.removed)
        _ = try await catalog.replaceCollection(of: before.pins[0].number, with: page(1...3), number: 2)
        #expect(try await catalog.ids(in: .pin(before.pins[0].number)) == ["1", "3"])
        let new = try await catalog.pin(3)
        #expect(new.number > before.pins[1].number)
    }

    @Test func `of a lost pin nothing is left over`() async throws {
        let before = try await fill()
        try await damage("DELETE FROM pin WHERE directory = \(before.pins[0].number.rawValue)")
        let catalog = try await open()
        #expect(try await catalog.pins() == [before.pins[1]])
        #expect(try await catalog.listing(of: .pin(before.pins[0].number)) == nil)
        #expect(try await catalog.removedPhotos(of: before.pins[0].number).isEmpty)
    }

    @Test func `of a lost topic nothing is left over`() async throws {
        let before = try await fill()
        let tags = before.topics.map { DirectoryKey.tag($0 == before.topics[0] ? "x" : "quad", of: $0.number) }
        try await damage("DELETE FROM topic WHERE directory = \(before.topics[0].number.rawValue)")
        let catalog = try await open()
        #expect(try await catalog.topics() == [before.topics[1]])
        #expect(try await catalog.listing(of: .topic(before.topics[0].number)) == nil)
        let directories = try await catalog.read { try String.fetchSet($0, sql: "SELECT key FROM directory") }
        #expect(!directories.contains(tags[0].text))
        #expect(directories.contains(tags[1].text))
    }

    @Test func `when the topics are lost the first one is there again, not when they were taken away`() async throws {
        _ = try await fill()
        try await overwrite("topic")
        let catalog = try await open()
        let topics = try await catalog.topics()
        #expect(topics.map(\.name) == ["cs193pspot"])
        try await catalog.removeTopic(topics[0].number)
        catalog.close()
        CatalogFile(path: folder.catalog).markDamaged()
        let next = try await open()
        #expect(next.recovered != nil)
        #expect(try await next.topics().isEmpty)
    }
}
