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
        for _ in 0..<8 { least = min(least, try await ContinuousClock().measure { try await body() }) }
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
        // Where each folder walks through all that is on the disk it is sixty times as long.
        #expect(many < few * 25, "\(many) instead of \(few)")
    }

    /// How long a hundred photos take that there is room for, while albums have so many.
    private func promises(besides count: Int) async -> Duration {
        let keeping = Keeping([], shelf: nil)
        let albums = (1...10).map { DirectoryKey.album(NodeNumber($0)) }
        albums.forEach(keeping.hold)
        let photos = (0..<count).map { PhotoID("album photo \($0)") }
        let size = count / 10
        let lists = albums.enumerated().map { index, key in
            (key, KeptList(listed: Array(photos[index * size..<(index + 1) * size]), changed: Timestamp(1)))
        }
        _ = keeping.takeTouched()
        keeping.take(
            Dictionary(uniqueKeysWithValues: lists), Dictionary(uniqueKeysWithValues: photos.map { ($0, "b") }),
            complete: [], coming: Dictionary(uniqueKeysWithValues: photos.map { ($0, 1) }))
        return await time {
            for number in 0..<100 {
                let photo = PhotoID("album photo \(-number - 1)")
                #expect(keeping.promise(photo, 1, within: 1 << 40) == .promised)
                keeping.redeem(photo, isThere: false)
            }
        }
    }

    @Test func `a photo is put into an album as fast where albums have many`() async {
        let (few, many) = (await promises(besides: 100), await promises(besides: 20_000))
        #expect(many < few * 10, "\(many) instead of \(few)")
    }
}
