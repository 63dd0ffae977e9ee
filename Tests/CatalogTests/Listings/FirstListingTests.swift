import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

/// A directory's first listing is answered before its rows are written.
@Suite struct FirstListingTests {
    let folder: TemporaryFolder
    let disk = TestDisk()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A catalog on `disk` that has given Paris and Rome their numbers.
    private func open() async throws -> Catalog {
        let catalog = try await Catalog(at: folder.catalog, now: { Timestamp(0) })
        _ = try await catalog.numbers(of: [paris, rome])
        try await catalog.reserveNumbers()
        try await catalog.write { [disk] db in db.add(transactionObserver: disk) }
        return catalog
    }

    private func reopened(_ catalog: Catalog) async throws -> Catalog {
        catalog.close()
        return try await Catalog(at: folder.catalog, now: { Timestamp(0) })
    }

    private func numbers(of listing: Listing) -> [NodeNumber] {
        listing.entries.flatMap { [$0.number, $0.sidecarNumber] } + listing.generated.values
    }

    @Test func `a first listing is answered while the disk stalls, and who asks next waits for its rows`() async throws
    {
        let catalog = try await open()
        disk.state = .stalled
        defer { disk.state = .sound }
        let update = try await catalog.replaceListing(of: paris, with: page(1...50))
        #expect(update.old == nil)
        #expect(update.new.entries.count == 50)
        async let listing = catalog.listing(of: paris)
        async let photo = catalog.photo(PhotoID("7"))
        disk.state = .sound
        #expect(try await listing == update.new)
        #expect(try await photo == page(7...7).photos[0])
        let again = try await reopened(catalog)
        #expect(try await again.listing(of: paris) == update.new)
        #expect(try await again.numbers(of: [paris]).values.contains { numbers(of: update.new).contains($0) } == false)
    }

    @Test func `a first listing is the same behind its answer as in one transaction`() async throws {
        let catalog = try await open()
        let behind = try await catalog.replaceListing(of: paris, with: page(1...50))
        let other = try await Catalog.forTest()
        let whole = try await other.replaceListing(of: paris, with: page(1...50))
        #expect(behind.new.entries.map(\.name) == whole.new.entries.map(\.name))
        #expect(behind.new.entries.map(\.photo) == whole.new.entries.map(\.photo))
        #expect(behind.new.version == whole.new.version)
        #expect(Set(behind.new.generated.keys) == Set(whole.new.generated.keys))
        // The second answer is told apart from the first.
        let second = try await catalog.replaceListing(of: paris, with: page(2...51))
        #expect(second.old == behind.new)
        #expect(second.new.entries[0].number == behind.new.entries[1].number)
    }

    @Test func `what a failing disk did not take is written with the first change that it takes`() async throws {
        let catalog = try await open()
        disk.state = .failing
        let update = try await catalog.replaceListing(of: paris, with: page(1...50))
        // No second answer beyond what is written.
        await #expect(throws: CatalogError.self) { try await catalog.replaceListing(of: rome, with: page(60...70)) }
        await #expect(throws: CatalogError.self) { try await catalog.addCountry("Peru") }
        disk.state = .sound
        try await catalog.addCountry("Peru")
        #expect(try await catalog.listing(of: paris) == update.new)
        let other = try await catalog.replaceListing(of: rome, with: page(60...70))
        #expect(Set(numbers(of: update.new)).isDisjoint(with: numbers(of: other.new)))
        let again = try await reopened(catalog)
        #expect(try await again.listing(of: paris) == update.new)
        #expect(try await again.listing(of: rome) == other.new)
    }

    @Test func `a kill between answer and rows gives no number to another photo`() async throws {
        let catalog = try await open()
        disk.state = .stalled
        defer { disk.state = .sound }
        let update = try await catalog.replaceListing(of: paris, with: page(1...50))
        let copy = folder.path + "/copy/catalog.sqlite"
        try FileManager.default.createDirectory(atPath: folder.path + "/copy", withIntermediateDirectories: false)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.catalog + suffix, toPath: copy + suffix)
        }
        disk.state = .sound
        let next = try await Catalog(at: copy, now: { Timestamp(0) })
        #expect(try await next.listing(of: paris) == nil)
        let other = try await next.replaceListing(of: paris, with: page(101...150))
        #expect(Set(numbers(of: update.new)).isDisjoint(with: numbers(of: other.new)))
    }
}
