import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Topics", .timeLimit(.minutes(2)))
struct TopicOperationTests {
    private let world: World

    init() async throws {
        world = try await World()
    }

    private static func photo(_ id: String, tags: [String]) -> Photo {
        var photo = World.photo(id, id)
        photo.tags = tags
        return photo
    }

    /// Enough of them that taking them apart takes a while.
    private static func photos(of topic: String, _ count: Int) -> [Photo] {
        (0..<count).map { number in
            photo("\(topic) \(number)", tags: [topic] + (0..<20).map { "\(topic)\(number * 7 % 100 + $0)" })
        }
    }

    @Test func `the size of a topic is told after a remount before anybody lists it`() async throws {
        world.source.photosByTag.current = ["harbour": Self.photos(of: "harbour", 30)]
        _ = try await world.files.mkdir("harbour", in: try await world.inode("tags"), by: World.caller)
        let folders = try await world.list("tags/harbour").count { !$0.contains(".") }
        let again = try await World(after: world)
        #expect(folders > 20)
        #expect(try await again.files.getattr(try await again.inode("tags/harbour")).size == Int64(folders))
    }

    /// The photos of the old name must neither come in behind the new one, nor stay there for hours.
    @Test func `a topic that is renamed while its photos arrive shows those of its new name`() async throws {
        world.source.photosByTag.current = [
            "harbour": Self.photos(of: "harbour", 300), "garden": Self.photos(of: "garden", 3),
        ]
        let tags = try await world.inode("tags")
        for round in 0..<20 {
            _ = try await world.files.mkdir("harbour", in: tags, by: World.caller)
            world.source.barrier.close()
            let before = world.source.barrier.arrivals
            let listing = Task { try? await world.list("tags/harbour") }
            await until { world.source.barrier.arrivals > before }
            world.source.barrier.open()
            for _ in 0..<(round * 40) { await Task.yield() }
            try await world.files.rename(
                "harbour", in: tags, to: "garden", in: tags, replacing: true, by: World.caller)
            _ = await listing.value
            await until { await world.files.listings.refresher.underWay.isEmpty }
            let names = try await world.list("tags/garden")
            try #require(names.contains("Garden0") && !names.contains("Harbour0"), "round \(round)")
            try await world.files.rmdir("garden", in: tags, by: World.caller)
        }
    }

    @Test func `who opens a tag of a stale topic has the topic asked for`() async throws {
        world.source.photosByTag.current = ["harbour": Self.photos(of: "harbour", 1)]
        _ = try await world.files.mkdir("harbour", in: try await world.inode("tags"), by: World.caller)
        let topic = try #require(world.files.folders.topics.state.topic(named: "harbour")).number
        _ = try await world.list("tags/harbour/Harbour0")
        let tag = try await world.inode("tags/harbour/Harbour0")
        world.source.photosByTag.current = ["harbour": Self.photos(of: "harbour", 2)]
        world.now.edit { $0 += 86_400 }
        world.files.releasedir(try await world.files.opendir(tag, by: World.caller).handle)
        #expect(await eventually { world.files.directories.summary(of: .topic(topic))?.count == 2 })
    }

    @Test func `a topic that is renamed while its listing is brought into memory does not show that`() async throws {
        world.source.photosByTag.current = [
            "harbour": Self.photos(of: "harbour", 300), "garden": Self.photos(of: "garden", 3),
        ]
        let tags = try await world.inode("tags")
        for round in 0..<20 {
            _ = try await world.files.mkdir("harbour", in: tags, by: World.caller)
            _ = try await world.list("tags/harbour")
            let number = try #require(world.files.folders.topics.state.topic(named: "harbour")).number
            // As if it had left memory long ago.
            world.files.directories.remove(.topic(number))
            world.files.directories.setNumbers([.topic(number): number])
            let listing = Task { try? await world.list("tags/harbour") }
            for _ in 0..<(round * 40) { await Task.yield() }
            try await world.files.rename(
                "harbour", in: tags, to: "garden", in: tags, replacing: true, by: World.caller)
            _ = await listing.value
            let names = try await world.list("tags/garden")
            try #require(names.contains("Garden0") && !names.contains("Harbour0"), "round \(round)")
            try await world.files.rmdir("garden", in: tags, by: World.caller)
        }
    }

    /// A busy tag has thousands of new ones every day.
    @Test func `tags that left a topic are remembered only while the kernel holds their folders`() async throws {
        world.source.photosByTag.current = ["garden": [Self.photo("one", tags: ["rose", "tulip"])]]
        let tags = try await world.inode("tags")
        _ = try await world.files.mkdir("garden", in: tags, by: World.caller)
        _ = try await world.list("tags/garden")
        // Somebody sits in one.
        let rose = try await world.inode("tags/garden/Rose")
        let number = try #require(world.files.folders.topics.state.topic(named: "garden")).number
        let left = DirectoryKey.tag("tulip", of: number)
        #expect(world.files.directories.number(of: left) != nil)
        world.source.photosByTag.current = ["garden": [Self.photo("two", tags: ["lily"])]]
        world.now.edit { $0 += 6 * 3600 }
        _ = try await world.list("tags/garden")
        await until { await world.files.listings.refresher.underWay.isEmpty }
        #expect(world.files.directories.number(of: left) == nil)
        let open = try await world.files.opendir(rose, by: World.caller)
        let entries = try await world.files.readdir(open.handle, from: DirectoryOffset(0))
        #expect(entries.first?.inode == rose && entries.first?.name == ".")
        world.files.releasedir(open.handle)
        // One that comes back is the same folder.
        world.source.photosByTag.current = ["garden": [Self.photo("one", tags: ["rose", "tulip"])]]
        world.now.edit { $0 += 6 * 3600 }
        _ = try await world.list("tags/garden")
        await until { await world.files.listings.refresher.underWay.isEmpty }
        #expect(try await world.inode("tags/garden/Rose") == rose)
    }

    /// How many folders it has is known once somebody looked into it.
    @Test func `the size of a topic listed in an earlier life is not believed before it is known`() async throws {
        world.source.photosByTag.current = ["garden": Self.photos(of: "garden", 3)]
        let tags = try await world.inode("tags")
        _ = try await world.files.mkdir("garden", in: tags, by: World.caller)
        let names = try await world.list("tags/garden")
        let again = try await World(after: world)
        let before = try await again.files.getattr(again.inode("tags/garden"))
        let folders = names.count { !$0.contains(".") }
        #expect(folders > 0 && (before.validity == .zero || before.size == folders))
        #expect(try await again.list("tags/garden") == names)
        let after = try await again.files.getattr(again.inode("tags/garden"))
        #expect(after.size == folders && after.validity > .seconds(60))
    }

    /// It is there for whoever has none of their own, however many of the first there are left.
    @Test func `README.txt goes with the first tag that is none of the source's, and comes back with the last`()
        async throws
    {
        let tags = try await world.inode("tags")
        #expect(try await world.list("tags") == ["README.txt", "cs193pspot"])
        _ = try await world.files.mkdir("sunset", in: tags, by: World.caller)
        try await world.files.rmdir("cs193pspot", in: tags, by: World.caller)
        #expect(try await world.list("tags") == ["sunset"])
        #expect(try await world.files.getattr(tags).size == 1)
        await #expect(throws: Errno.noEntry) { try await world.inode("tags/README.txt") }
        let again = try await World(after: world)
        #expect(try await again.list("tags") == ["sunset"], "after a remount too")
        // Another spelling of a first one is a first one.
        try await world.files.rename("sunset", in: tags, to: "CS193P spot", in: tags, replacing: true, by: World.caller)
        #expect(try await world.list("tags") == ["README.txt", "CS193P spot"])
        try await world.files.rmdir("CS193P spot", in: tags, by: World.caller)
        #expect(try await world.list("tags") == ["README.txt"])
        #expect(try await world.read("tags/README.txt").contains("mkdir"))
    }

    @Test func `README.txt is there for none but first topics, and for no others however few`() {
        let first = ["Quality images", "Sunsets"]
        func hasAdded(_ names: String...) -> Bool {
            let topics = names.enumerated().map { Topic(number: NodeNumber(UInt64($0 + 10)), name: $1) }
            return TopicsState(topics, first: first, changed: Timestamp(0)).hasAdded
        }
        #expect(!hasAdded() && !hasAdded("Sunsets") && !hasAdded("Quality images", "Sunsets"))
        #expect(hasAdded("x") && hasAdded("Sunsets", "x") && hasAdded("Quality images", "Sunsets", "x"))
    }

    @Test func `a photo that lost a tag still opens in its folder, unlisted, for 30 days`() async throws {
        let three = Self.photo("three", tags: ["tulip"])
        world.source.photosByTag.current = [
            "garden": [Self.photo("one", tags: ["Rose", "tulip"]), Self.photo("two", tags: ["rose"]), three]
        ]
        let tags = try await world.inode("tags")
        _ = try await world.files.mkdir("garden", in: tags, by: World.caller)
        _ = try await world.list("tags/garden")
        let one = try await world.inode("tags/garden/Rose/one.jpg")
        world.source.photosByTag.current = [
            "garden": [Self.photo("one", tags: ["tulip"]), Self.photo("two", tags: ["rose"]), three]
        ]
        world.now.edit { $0 += 6 * 3600 }
        _ = try await world.list("tags/garden")
        await until { await world.files.listings.refresher.underWay.isEmpty }
        for mount in [world, try await World(after: world)] {
            _ = try await mount.list("tags/garden")
            #expect(try await mount.list("tags/garden/Rose").filter { $0.hasSuffix(".jpg") } == ["two.jpg"])
            #expect(try await mount.inode("tags/garden/Rose/one.jpg") == one)
            #expect(try await mount.read("tags/garden/Rose/one.geojson").contains("\"one.jpg\""))
            await #expect(throws: Errno.noEntry, "it never bore it") {
                try await mount.inode("tags/garden/Rose/three.jpg")
            }
        }
        world.now.edit { $0 += 30 * 86_400 }
        await #expect(throws: Errno.noEntry) { try await world.inode("tags/garden/Rose/one.jpg") }
        #expect(try await world.inode("tags/garden/Tulip/one.jpg") == one)
    }
}
