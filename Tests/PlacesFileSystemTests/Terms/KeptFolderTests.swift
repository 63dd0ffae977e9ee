import Catalog
import FUSE
import PhotoTree
import Promises
import TestClock
import Testing
import Waiting

@testable import PlacesFileSystem

/// Which photos are fetched of a folder that is kept offline.
@Suite("A kept folder", .timeLimit(.minutes(3)))
struct KeptFolderTests {
    private static let paris = "places/France/Paris"
    private let host = ImageTransport()

    private func files(_ ids: String...) -> [String] { ids.map { $0 + ",b.photo" }.sorted() }

    /// Paris has photo one, with all rights reserved, and photo two, which is free.
    private func showBoth(in world: World) {
        let licenses = [
            "one": License(id: "0", name: "All Rights Reserved", url: nil),
            "two": License(id: "4", name: "CC BY 2.0", url: nil),
        ]
        let photos = ["one", "two"].map { id in
            var photo = World.photo(id, id)
            photo.license = licenses[id]
            return photo
        }
        world.source.photosByPlace.edit { $0[World.paris.id] = .success(PhotoPage(photos: photos, total: 2)) }
    }

    @Test(.proves("What the options hide of a kept folder"), arguments: [true, false])
    func `what the options hide is not fetched nor counted, until others show it`(byLicense: Bool) async throws {
        let before = try await World(transport: host, keeps: true)
        showBoth(in: before)
        try await before.serving { _ = try await before.list(Self.paris) }
        let shown = byLicense ? "two" : "one"
        let world = try await World(transport: host, after: before, keeps: true) {
            if byLicense { $0.license = .cc } else { $0.photosPerPlace = 1 }
        }
        try await world.serving { () async throws in
            #expect(try await world.list(Self.paris).filter { $0.hasSuffix(".jpg") } == [shown + ".jpg"])
            try await world.keep(Self.paris)
            #expect(await world.soon { await world.kept(Self.paris) == "1 of 1" })
        }
        #expect(world.shelved == files(shown))
        // Under these it is shown, and the one that is here stays under the others.
        let wide = try await World(transport: host, after: world, keeps: true)
        try await wide.serving {
            #expect(await wide.soon(.seconds(31)) { wide.shelved == files("one", "two") })
            #expect(await wide.soon { await wide.kept(Self.paris) == "2 of 2" })
        }
        let again = try await World(transport: host, after: wide, keeps: true) { $0.license = .cc }
        try await again.serving {
            #expect(await again.soon(.seconds(31)) { await again.kept(Self.paris) == "1 of 1" })
        }
        #expect(again.shelved == files("one", "two") && host.requests.count == 2)
    }

    @Test func `a place that is made in a kept country is asked for at once`() async throws {
        let world = try await World(transport: host, keeps: true)
        world.show(["one", "two"])
        try await world.serving { () async throws in
            _ = try await world.list(Self.paris)
            try await world.keep("places/France")
            try #require(await world.soon { world.shelved == files("one", "two") })
            try #require(await world.soon { world.files.folders.keeping.lists.count == 2 })
            let country = try await world.inode("places/France")
            _ = try await world.files.mkdir("Lyon", in: country, by: World.caller)
            #expect(await world.soon { world.files.folders.keeping.lists.count == 3 })
        }
    }

    @Test func `to keep a folder reads no listing of another that is kept`() async throws {
        let before = try await World(transport: host, keeps: true)
        before.show(["one", "two"])
        before.show(["three"], in: World.nice)
        try await before.serving {
            _ = try await before.list(Self.paris)
            _ = try await before.list("places/France/Nice")
            try await before.keep(Self.paris)
            try #require(await before.soon { before.shelved == files("one", "two") })
        }
        let world = try await World(transport: host, after: before, keeps: true)
        try await world.serving { () async throws in
            try #require(await world.soon { !world.files.folders.keeping.lists.isEmpty })
            try await world.keep("places/France/Nice")
            let known = world.files.folders.tree.directories
            #expect(known.loaded(.place(World.nice.id)).listing != nil)
            #expect(known.loaded(.place(World.paris.id)).listing == nil)
        }
    }

    @Test func `a folder that is removed while it is asked what it needs is not kept`() async throws {
        let world = try await World(transport: host, keeps: true)
        _ = try await world.files.mkdir("garden", in: try await world.inode("tags"), by: World.caller)
        let (keeping, order) = (world.files.folders.keeping, Barrier(isOpen: false))
        let topic = try await world.inode("tags/garden")
        // Another folder is being kept.
        let other = Task { await keeping.order.run { await order.pass() } }
        await until { order.arrivals > 0 }
        let kept = Task.immediate {
            try await world.files.setxattr("user.places.keep", Array("yes".utf8), of: topic, by: World.caller)
        }
        try await world.files.rmdir("garden", in: try await world.inode("tags"), by: World.caller)
        order.open()
        await other.value
        await #expect(throws: Errno.noEntry) { try await kept.value }
        #expect(try await world.catalog.keptFolders().isEmpty && keeping.folders.isEmpty)
    }
}
