import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

/// What is on disk when the process ends without a word.
@Suite struct CrashTests {
    let folder: TemporaryFolder
    let clock = TestClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The files as `kill -9` would leave them now.
    private func copyFiles(to name: String) throws -> String {
        let copy = folder.path + "/" + name + "/catalog.sqlite"
        try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: folder.catalog + suffix) {
            try FileManager.default.copyItem(atPath: folder.catalog + suffix, toPath: copy + suffix)
        }
        return copy
    }

    @Test func `what was acknowledged is there without a close`() async throws {
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let listing = try await catalog.replaceListing(of: paris, with: page(1...50)).new
        let number = try await catalog.newNumbers(1)[0]
        let copy = try await Catalog(at: copyFiles(to: "copy"), now: clock.reading)
        #expect(copy.recovered == nil)
        #expect(try await copy.listing(of: paris) == listing)
        #expect(try await copy.newNumbers(1)[0] > number)
    }

    @Test func `nothing is there of a change under way`() async throws {
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let listing = try await catalog.replaceListing(of: paris, with: page(1...50)).new
        let path = try await catalog.write { db in
            // With so small a cache, uncommitted pages spill into the log.
            try db.execute(sql: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
            _ = try ListingReplacement(of: paris, now: clock.now, db).replace(with: page(40...400))
            return try copyFiles(to: "copy")
        }
        let copy = try await Catalog(at: path, now: clock.reading)
        #expect(copy.recovered == nil)
        #expect(try await copy.listing(of: paris) == listing)
        #expect(try await copy.counts() == counts(photos: 50, listings: 1, names: 50))
    }

    @Test func `a log cut short loses only its end`() async throws {
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        _ = try await catalog.replaceListing(of: paris, with: page(1...50))
        _ = try await catalog.replaceListing(of: rome, with: page(1...50))
        for part in 1...6 {
            let path = try copyFiles(to: "copy-\(part)")
            let log = try FileHandle(forUpdating: URL(fileURLWithPath: path + "-wal"))
            try log.truncate(atOffset: log.seekToEnd() / 6 * UInt64(part))
            try log.close()
            let copy = try await Catalog(at: path, now: clock.reading)
            #expect(copy.recovered == nil)
            for directory in [paris, rome] {
                let listing = try await copy.listing(of: directory)
                #expect(listing?.entries.count == 50 || listing == nil && (part < 6 || directory == rome), "\(part)")
            }
        }
    }

    @Test func `a process killed while it writes leaves all it acknowledged`() async throws {
        let path = folder.catalog
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let catalog = try await Catalog(at: path, now: { Timestamp(1_700_000_000) })
            for round in 1...20 {
                _ = try await catalog.replaceListing(of: paris, with: page(round...(round + 50)))
                try await catalog.addCountry("Country \(round)")
                let said = "\(round) \(try await catalog.newNumbers(1)[0].rawValue)"
                try Data(said.utf8).write(to: URL(fileURLWithPath: path + ".said"))
            }
            try await catalog.write { db in
                _ = try ListingReplacement(of: rome, now: Timestamp(0), db).replace(with: page(1...200))
                kill(getpid(), SIGKILL)
            }
        }
        let text = try String(contentsOfFile: path + ".said", encoding: .utf8)
        let said = text.split(separator: " ").compactMap { Int($0) }
        let catalog = try await Catalog(at: path, now: clock.reading)
        #expect(catalog.recovered == nil)
        #expect(try await catalog.addedCountries().count == said.first)
        #expect(try await catalog.listing(of: paris)?.entries.first?.photo.id.rawValue == "20")
        #expect(try await catalog.listing(of: rome) == nil)
        #expect(try await catalog.newNumbers(1)[0].rawValue > UInt64(said[1]))
    }
}
