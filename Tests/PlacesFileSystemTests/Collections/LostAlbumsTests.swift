import Catalog
import Foundation
import HTTP
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// Albums whose photos are asked for anew, because the catalog was lost.
@Suite("Albums after a lost catalog", .timeLimit(.minutes(2)))
struct LostAlbumsTests {
    @Test func `a photo that its source cannot tell of keeps no other unknown, and is asked for again`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/placesfs-lost-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let now: @Sendable () -> Timestamp = { Timestamp(1_700_000_000) }
        let photos = ["a", "b"].map { World.photo($0, $0) }
        let lost = try await Catalog(at: folder + "/catalog.sqlite", firstTopics: [], now: now)
        let album = try await lost.addAlbum(named: "A", reusing: nil)
        _ = try await lost.replaceListing(of: .place(World.paris.id), with: PhotoPage(photos: photos, total: 2))
        for photo in photos {
            _ = try await lost.put(photo.id, named: photo.title + ".jpg", into: album.number, replacing: false)
        }
        lost.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("catalog") {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        let catalog = try await Catalog(at: folder + "/catalog.sqlite", firstTopics: [], now: now)
        let world = try await World(over: catalog)
        world.source.details.current = [
            PhotoID("a"): .failure(.failed("an odd answer")), PhotoID("b"): .success(photos[1]),
        ]
        let service = Task { await world.files.run() }
        await until { (try? await world.list("albums/A"))?.contains("b.jpg") == true }
        #expect(try await world.list("albums/A").contains("a.jpg") == false)
        world.source.details.edit { $0[PhotoID("a")] = .failure(.unreachable("no network")) }
        await until {
            world.clock.advance(by: .seconds(31))
            return world.source.lookUps.current.count >= 3
        }
        world.source.details.edit { $0[PhotoID("a")] = .success(photos[0]) }
        await until {
            world.clock.advance(by: .seconds(31))
            return (try? await world.list("albums/A"))?.contains("a.jpg") == true
        }
        #expect(world.source.lookUpPriorities.current == [.crawling], "nobody waits for them")
        world.files.destroy()
        await service.value
    }
}
