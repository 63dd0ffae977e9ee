import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// A tag's folder that is kept offline.
@Suite("A kept tag", .timeLimit(.minutes(3)))
struct KeptTagTests {
    private static let rose = "tags/garden/Rose"
    private let host = ImageTransport()

    private static func photo(_ id: String, _ tags: String..., license: License? = nil) -> Photo {
        var photo = World.photo(id, id)
        photo.tags = tags
        photo.license = license
        return photo
    }

    private func files(_ ids: String...) -> [String] { ids.map { $0 + ",b.photo" }.sorted() }

    /// Its topic has photos one and two, both with the tag.
    private func garden(_ body: (World, _ show: ([Photo]) async throws -> Void) async throws -> Void) async throws {
        let world = try await World(transport: host, keeps: true)
        world.source.photosByTag.current = [
            "garden": [Self.photo("one", "rose"), Self.photo("two", "rose", "tulip")]
        ]
        try await world.serving { () async throws in
            _ = try await world.files.mkdir("garden", in: try await world.inode("tags"), by: World.caller)
            _ = try await world.list("tags/garden")
            try await world.keep(Self.rose)
            try #require(await world.soon { world.shelved == files("one", "two") })
            try await body(world) { photos in
                world.source.photosByTag.current = ["garden": photos]
                world.now.edit { $0 += 6 * 3600 }
                _ = try await world.list("tags/garden")
                await until { await world.files.listings.refresher.underWay.isEmpty }
            }
        }
    }

    /// The keeper has taken the topic's new listing.
    private func read(_ world: World, _ kept: String) async -> Bool {
        await world.soon { await world.kept(Self.rose) == kept }
    }

    @Test(arguments: [true, false])
    func `what left it, or lost its tag, stays on the disk for 30 days`(isListed: Bool) async throws {
        try await garden { world, show async throws in
            let two = Self.photo("two", "rose", "tulip")
            try await show(isListed ? [Self.photo("one", "lily"), two] : [two])
            try #require(await read(world, "1 of 1"))
            #expect(world.shelved == files("one", "two"))
            #expect(try await world.read(Self.rose + "/one.jpg").utf8.count == 3000)
            world.now.edit { $0 += 31 * 86_400 }
            #expect(
                await world.soon(.seconds(3601)) { world.shelved == files("two") })
            #expect(host.requests.count == 2)
        }
    }

    @Test func `what the options of another mount hide stays on the disk`() async throws {
        try await garden { world, show async throws in
            let free = License(id: "4", name: "CC BY 2.0", url: nil)
            let reserved = License(id: "0", name: "All Rights Reserved", url: nil)
            try await show([
                Self.photo("one", "rose", license: reserved), Self.photo("two", "rose", "tulip", license: free),
            ])
            try #require(await read(world, "2 of 2"))
            try await world.catalog.show(ListingOptions(license: .cc))
            let again = try await World(transport: host, after: world, keeps: true) { $0.license = .cc }
            try await again.serving { () async throws in
                #expect(try await again.list(Self.rose).filter { $0.hasSuffix(".jpg") } == ["two.jpg"])
                #expect(
                    await again.soon(.seconds(31)) { again.files.folders.keeping.isComplete(PhotoID("two")) })
                #expect(again.shelved == files("one", "two"))
            }
        }
    }

    @Test func `it stays kept while its topic has no photo of it for once`() async throws {
        try await garden { world, show async throws in
            // The kernel holds no inode of it.
            world.files.forget(try await world.inode(Self.rose), lookups: 1000)
            try await show([Self.photo("four", "lily")])
            #expect(try await !world.list("tags/garden").contains("Rose"))
            try await show([Self.photo("one", "rose"), Self.photo("three", "rose")])
            #expect(await world.soon { world.shelved == files("one", "three", "two") })
            #expect(await read(world, "2 of 2"))
            // Its end is that of its topic.
            try await world.files.rmdir("garden", in: try await world.inode("tags"), by: World.caller)
            #expect(await world.soon { world.shelved.isEmpty })
            #expect(world.files.folders.keeping.folders.isEmpty)
        }
    }
}
