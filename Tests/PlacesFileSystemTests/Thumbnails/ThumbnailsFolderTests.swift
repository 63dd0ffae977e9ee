import Logging
import PhotoCache
import PhotoFetch
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("The folder of small renditions", .timeLimit(.minutes(1))) struct ThumbnailsFolderTests {
    private let asked = Shared(0)
    private let disk = Barrier()

    private func renditions(_ world: World, _ clock: ManualClock) -> SmallRenditions {
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return SmallRenditions(
            "n", catalog: world.catalog, clock: clock, logger: silent, shareWait: { nil },
            cache: { [asked, disk] () async throws(PhotoCacheError) in
                asked.edit { $0 += 1 }
                await disk.pass()
                throw .unusable(directory: "/nowhere", reason: "full")
            },
            fetcher: { _ in preconditionFailure("there is no folder to fetch into") })
    }

    @Test
    func `the thumbnails' folder is made once, however many come, and again after a pause when there can be none`()
        async throws
    {
        let clock = ManualClock()
        let small = renditions(try await World(), clock)
        let photo = World.photo("1", "one")
        let image = Rendition(name: "n", width: 320, height: 240, url: "https://images.example/1_n.jpg")
        let open = OpenThumbnail(photo, NodeNumber(9), small: image, own: photo.renditions[0])
        let readers = (0..<8).map { _ in
            Task { () async -> FetchError? in
                do throws(FetchError) {
                    _ = try await small.read(open, 0..<100)
                    return nil
                } catch {
                    return error
                }
            }
        }
        await until { disk.arrivals > 0 }
        // Who only asks what there is does not wait for the disk.
        #expect(small.usage == nil && !small.holds(open.smallKey))
        disk.open()
        for reader in readers {
            guard case .failed(let reason) = await reader.value else {
                Issue.record("it was read")
                continue
            }
            #expect(reason.contains("no room"))
        }
        await small.withdraw(photo.id)
        #expect(asked.current == 1)
        clock.advance(by: .seconds(3))
        await small.withdraw(photo.id)
        #expect(asked.current == 2, "there may be room by now")
    }
}
