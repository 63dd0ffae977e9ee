import Catalog
import PhotoTree
import Testing

@Suite struct ConcurrencyTests {
    @Test func `readers see whole listings while writers replace them`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: TestClock().reading)
        let directories = [paris, rome]
        for directory in directories {
            _ = try await catalog.replaceListing(of: directory, with: page(1...20))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for directory in directories {
                group.addTask {
                    for round in 1...25 {
                        _ = try await catalog.replaceListing(of: directory, with: page(round...(round + 19)))
                    }
                }
                group.addTask {
                    var version: Int64 = 0
                    for _ in 1...50 {
                        let listing = try #require(try await catalog.listing(of: directory))
                        #expect(listing.entries.count == 20)
                        #expect(listing.version >= version)
                        version = listing.version
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await catalog.counts().photos == 44)
    }

    @Test func `numbers asked for at once are all different`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: TestClock().reading)
        let numbers = try await withThrowingTaskGroup(of: [NodeNumber].self) { group in
            for index in 1...40 {
                group.addTask { try await catalog.newNumbers(3) }
                group.addTask { [try await catalog.number(of: PhotoID("\(index % 10)"))] }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.count == 160)
        #expect(Set(numbers).count == 130)
    }
}
