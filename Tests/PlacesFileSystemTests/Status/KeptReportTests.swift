import Catalog
import Foundation
import PhotoCache
import PhotoTree
import Testing

@testable import PlacesFileSystem

/// What many kept folders cost whoever reads the status, or puts a photo into an album.
@Suite("Many kept folders", .timeLimit(.minutes(2)))
struct KeptReportTests {
    /// The shortest of some tries.
    private func time(_ body: () async throws -> Void) async rethrows -> Duration {
        var least = Duration.seconds(3600)
        for _ in 0..<4 { least = min(least, try await ContinuousClock().measure { try await body() }) }
        return least
    }

    /// How long the status of 300 kept folders takes where so many photos are on the disk.
    private func status(withOnDisk count: Int) async throws -> Duration {
        let world = try await World(keeps: true) { settings in
            let shelf = (settings.spoolDirectory ?? "").replacing("/spool", with: "/kept")
            try? FileManager.default.createDirectory(atPath: shelf, withIntermediateDirectories: true)
            for number in 0..<count {
                _ = FileManager.default.createFile(atPath: "\(shelf)/p\(number),b.photo", contents: Data([1, 2, 3]))
            }
        }
        let keeping = world.files.folders.keeping
        await keeping.shelf?.counted(within: .seconds(60))
        #expect(keeping.shelf?.usage.photos == count)
        let albums = (1...300).map { DirectoryKey.album(NodeNumber(UInt64(1_000_000 + $0))) }
        albums.forEach(keeping.hold)
        let lists = Dictionary(
            uniqueKeysWithValues: albums.map { ($0, KeptList(listed: [PhotoID("p1")], changed: Timestamp(1))) })
        keeping.take(lists, [PhotoID("p1"): "b"], complete: [], coming: [:])
        var text = ""
        let least = try await time { text = try await world.read(".placesfs/status.json") }
        #expect(text.split(separator: "\"bytes\" : 4096").count == 301)
        return least
    }

    @Test func `the status of many folders takes no longer where much is on the disk`() async throws {
        let (few, many) = (try await status(withOnDisk: 20), try await status(withOnDisk: 3000))
        #expect(many < few * 6, "\(many) instead of \(few)")
    }
}
