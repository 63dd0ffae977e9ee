import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// Regions, of whose boxes much lies elsewhere.
@Suite("Photos of a region", .timeLimit(.minutes(1)))
struct AreaCollectionTests {
    private static func page(_ titles: String..., extent: PhotoPage.Extent = .whole) -> PhotoPage {
        var page = PhotoPage(photos: titles.map { World.photo($0, $0) }, total: nil, extent: extent)
        page.isFollowed = titles.isEmpty
        return page
    }

    private func photos(_ world: World, _ path: String) async throws -> [String] {
        try await world.list(path).filter { $0.hasSuffix(".jpg") }
    }

    private func settled(_ world: World, _ name: String) async throws {
        let number = NodeNumber(try await world.inode("pins/" + name))
        await until { !world.files.folders.pins.state.isLoading(number) }
    }

    private func pin(_ name: String, in world: World) async throws {
        _ = try await world.files.mkdir(name, in: try await world.inode("pins"), by: World.caller)
        try await settled(world, name)
    }

    private func ask(_ name: String, in world: World) async throws {
        let inode = try await world.inode("pins/" + name)
        _ = try await world.files.create(".new-collection", in: inode, OpenFlags(rawValue: 1), by: World.caller)
        try await settled(world, name)
    }

    @Test(.proves("A region, island, park, lake, range or country"))
    func `a first page of which nothing lies within the borders is no end`() async throws {
        let world = try await World()
        world.source.photosInArea.current = { $0 == 3 ? Self.page("a", "b") : Self.page() }
        try await pin("Brandenburg", in: world)
        #expect(try await photos(world, "pins/Brandenburg") == ["a.jpg", "b.jpg"])
        #expect(world.source.areaPages.current == [1, 2, 3])
    }

    @Test(.proves("A region, island, park, lake, range or country"))
    func `another collection is found behind pages of which nothing lies within the borders`() async throws {
        let world = try await World()
        world.source.photosInArea.current = { page in
            switch page {
            case 1: Self.page("a")
            case 3: Self.page("b")
            default: Self.page()
            }
        }
        try await pin("Brandenburg", in: world)
        #expect(try await photos(world, "pins/Brandenburg") == ["a.jpg"])
        try await ask("Brandenburg", in: world)
        #expect(try await photos(world, "pins/Brandenburg") == ["b.jpg"])
    }

    @Test func `where no other page has photos of it a region keeps those that it has`() async throws {
        let world = try await World()
        world.source.photosInArea.current = { $0 == 1 ? Self.page("a") : Self.page() }
        try await pin("Brandenburg", in: world)
        try await ask("Brandenburg", in: world)
        #expect(try await photos(world, "pins/Brandenburg") == ["a.jpg"])
        #expect(world.source.areaPages.current.count <= 5)
    }

    @Test(.proves("A collection (what a pin"))
    func `a collection of which only a part came in time is filled up behind`() async throws {
        let world = try await World()
        world.source.photosInArea.current = { _ in
            // The same question continues where it stopped.
            switch world.source.areaPages.current.count {
            case 1: Self.page("a", extent: .begun)
            case 2: Self.page("a", "b", extent: .begun)
            default: Self.page("a", "b", "c")
            }
        }
        try await pin("Brandenburg", in: world)
        #expect(await world.soon { (try? await photos(world, "pins/Brandenburg")) == ["a.jpg", "b.jpg", "c.jpg"] })
        let number = try #require(world.files.folders.pins.state.pins.first?.number)
        #expect(await world.soon { await !world.files.folders.listings.refresher.isRefreshing(.pin(number)) })
        #expect(world.source.areaPages.current == [1, 1, 1])
    }

    @Test(.proves("A collection (what a pin"), arguments: ["pins/Brandenburg", "places/Germany/Brandenburg"])
    func `a region without photos says whether there are none, or none within its borders`(path: String) async throws {
        for (page, says) in [
            (Self.page(), "none lies within the borders of Brandenburg"),
            (PhotoPage(photos: [], total: 0), "The source has no photos for this folder.\n"),
        ] {
            let world = try await World()
            world.source.photosInArea.current = { _ in page }
            if path.hasPrefix("pins") {
                try await pin("Brandenburg", in: world)
            } else {
                for folder in ["places", "places/Germany"] {
                    let name = folder == "places" ? "Germany" : "Brandenburg"
                    guard try await !world.list(folder).contains(name) else { continue }
                    _ = try await world.files.mkdir(name, in: try await world.inode(folder), by: World.caller)
                }
            }
            #expect(try await world.list(path).contains("No Images"))
            let told = try await world.read(path + "/No Images")
            #expect(told.contains(says), "\(told)")
        }
    }

    @Test func `when the source tells another reason No Images is another file`() async throws {
        let world = try await World()
        world.source.photosInArea.current = { _ in PhotoPage(photos: [], total: 0) }
        for (folder, name) in [("places", "Germany"), ("places/Germany", "Brandenburg")]
        where try await !world.list(folder).contains(name) {
            _ = try await world.files.mkdir(name, in: try await world.inode(folder), by: World.caller)
        }
        let path = "places/Germany/Brandenburg"
        #expect(try await world.list(path).contains("No Images"))
        let before = try await world.inode(path + "/No Images")
        world.source.photosInArea.current = { _ in Self.page() }
        let folder = try await world.inode(path)
        _ = try await world.files.create(RefreshTrigger.name, in: folder, OpenFlags(rawValue: 1), by: World.caller)
        let isOther = await world.soon {
            (try? await world.read(path + "/No Images").contains("within the borders")) == true
        }
        #expect(isOther)
        #expect(try await world.inode(path + "/No Images") != before)
    }

    @Test(.proves("`mv` takes a pin"))
    func `what was removed from a pin stays away when the pin gets another radius`() async throws {
        let world = try await World()
        let photos = ["a", "b"].map { World.photo($0, $0) }
        world.source.photosAtPoint.current = .success(PhotoPage(photos: photos, total: 2))
        try await pin("1,1", in: world)
        try await world.files.unlink("a.jpg", in: try await world.inode("pins/1,1"), by: World.caller)
        let pins = try await world.inode("pins")
        try await world.files.rename("1,1", in: pins, to: "1,1 r2km", in: pins, replacing: true, by: World.caller)
        try await settled(world, "1,1 r2km")
        #expect(try await self.photos(world, "pins/1,1 r2km") == ["b.jpg"])
    }
}
