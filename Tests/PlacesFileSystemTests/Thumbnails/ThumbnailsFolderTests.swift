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

    private func renditions(_ world: World) -> SmallRenditions {
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return SmallRenditions(
            "n", catalog: world.catalog, clock: ContinuousClock(), logger: silent,
            cache: { [asked, disk] () async throws(PhotoCacheError) in
                asked.edit { $0 += 1 }
                await disk.pass()
                throw .unusable(directory: "/nowhere", reason: "full")
            },
            fetcher: { _ in preconditionFailure("there is no folder to fetch into") })
    }

    @Test
    func `the thumbnails' folder is made once, however many come, and not again when there can be none`()
        async throws
    {
        let small = renditions(try await World())
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
        while disk.arrivals == 0 { await Task.yield() }
        // Who only asks what there is does not wait for the disk.
        #expect(small.usage == nil && !small.holds(open.smallKey))
        disk.open()
        for reader in readers { #expect(await reader.value == .failed("no folder for small renditions")) }
        await small.withdraw(photo.id)
        #expect(asked.current == 1)
    }
}
