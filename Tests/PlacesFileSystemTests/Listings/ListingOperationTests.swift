import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Listing a place", .timeLimit(.minutes(2)))
struct ListingOperationTests {
    private let world: World
    private let paris = "places/France/Paris"

    init() async throws {
        world = try await World()
        world.show(["one", "two"])
    }

    private func questions() -> Int { world.source.questions.current.count }

    @Test(.proves("The name of a photo opens"))
    func `a lookup in a place never listed waits three seconds, and only for what may be a photo`() async throws {
        let inode = try await world.inode(paris)
        world.source.barrier.close()
        let waiting = Task { try await world.files.lookup("one.jpg", in: inode, by: World.caller) }
        await until { world.source.barrier.arrivals == 1 && world.clock.sleeping == 1 }
        #expect(world.clock.nextWake == .seconds(3))
        // The others are answered meanwhile, from memory.
        for name in [".Trash-1000", ".directory", "Thumbs.db", ".git", ".one.jpg"] {
            let entry = try await world.files.lookup(name, in: inode, by: World.caller)
            #expect(entry.attributes == nil && entry.validity > .seconds(60), "\(name)")
        }
        for name in [".hidden", "one.xmp"] {
            let later = try await world.files.lookup(name, in: inode, by: World.caller)
            #expect(later.attributes == nil && later.validity == .zero, "\(name)")
        }
        world.clock.advance(by: .seconds(3))
        await #expect(throws: Errno.timedOut) { try await waiting.value }
        // The question goes on, and its answer counts.
        world.source.barrier.open()
        #expect(try await world.list(paris).contains("one.jpg"))
        #expect(questions() == 1)
    }

    @Test func `photos whose identities read the same and differ in their bytes are both listed`() async throws {
        world.show(["Caf\u{E9}", "Cafe\u{301}"])
        #expect(try await world.list(paris).count { $0.hasSuffix(".jpg") } == 2)
    }

    @Test(.proves("A place's listing is asked for"))
    func `thirty-two who open a place ask its source once`() async throws {
        let inode = try await world.inode(paris)
        world.source.barrier.close()
        let opened = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<32 {
                group.addTask {
                    let open = try await world.files.opendir(inode, by: World.caller)
                    defer { world.files.releasedir(open.handle) }
                    return try await world.names(open)
                }
            }
            await until { world.clock.sleeping == 32 }
            #expect(world.clock.nextWake == .seconds(30))
            world.source.barrier.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(opened.count == 32 && Set(opened).count == 1 && opened[0].contains("two.jpg"))
        #expect(questions() == 1)
    }

    @Test func `a source that does not answer within the bound is a time-out, never an absence`() async throws {
        let inode = try await world.inode(paris)
        world.source.barrier.close()
        let opening = Task { try await world.files.opendir(inode, by: World.caller) }
        await until { world.clock.sleeping == 1 }
        world.clock.advance(by: .seconds(30))
        await #expect(throws: Errno.timedOut) { try await opening.value }
        world.source.barrier.open()
    }

    @Test func `an interrupted opener leaves, the others get the listing`() async throws {
        let inode = try await world.inode(paris)
        world.source.barrier.close()
        let leaving = Task { try await world.files.opendir(inode, by: World.caller) }
        await until { world.clock.sleeping == 1 }
        let staying = Task { try await world.files.opendir(inode, by: World.caller) }
        await until { world.clock.sleeping == 2 }
        leaving.cancel()
        await #expect(throws: Errno.interrupted) { try await leaving.value }
        world.source.barrier.open()
        #expect(try await world.names(staying.value).contains("one.jpg"))
    }

    @Test(
        .proves("A listing or a photo that cannot"),
        arguments: [
            (PhotoSourceError.unreachable("no route"), Errno.networkUnreachable), (.timedOut("late"), .timedOut),
            (.credentialsRefused("key"), .access), (.tooManyRequests("later"), .inputOutput),
            (.failed("odd"), .inputOutput),
        ])
    func `a place never listed gives the source's error`(error: PhotoSourceError, errno: Errno) async throws {
        world.source.photosByPlace.edit { $0[World.paris.id] = .failure(error) }
        await #expect(throws: errno) { try await world.list(paris) }
        let inode = try await world.inode(paris)
        let state = try await world.files.getxattr("user.places.error", of: inode)
        #expect(!state.isEmpty)
    }

    @Test(.proves("A place's listing is asked for"))
    func `a stale listing is served at once while one question runs behind it`() async throws {
        let before = try await world.list(paris)
        world.show(["one", "three"])
        world.now.edit { $0 += 6 * 3600 }
        world.source.barrier.close()
        #expect(try await world.list(paris) == before)
        #expect(try await world.list(paris) == before)
        await until { world.source.barrier.arrivals == 2 }
        world.source.barrier.open()
        await settle()
        #expect(try await world.list(paris).contains("three.jpg"))
        #expect(questions() == 2)
    }

    @Test(.proves("A place's listing is asked for")) func `a fresh listing asks for nothing`() async throws {
        _ = try await world.list(paris)
        world.now.edit { $0 += 6 * 3600 - 1 }
        _ = try await world.list(paris)
        await settle()
        #expect(questions() == 1)
    }

    @Test func `a failed refresh empties nothing, and is tried again after a pause`() async throws {
        let before = try await world.list(paris)
        world.source.photosByPlace.edit { $0[World.paris.id] = .failure(.unreachable("no route")) }
        world.now.edit { $0 += 6 * 3600 }
        for _ in 0..<3 {
            #expect(try await world.list(paris) == before)
            await settle()
        }
        #expect(questions() == 2)
        world.now.edit { $0 += 30 }
        #expect(try await world.list(paris) == before)
        await settle()
        #expect(questions() == 3)
    }

    @Test func `a clock that was set back does not keep a listing for ever`() async throws {
        _ = try await world.list(paris)
        world.now.edit { $0 -= 1_000_000 }
        _ = try await world.list(paris)
        await settle()
        #expect(questions() == 2)
    }

    @Test(.proves("A stream that is being read"))
    func `a stream shows one version to its end, and none is cached while two are open`() async throws {
        let inode = try await world.inode(paris)
        let first = try await world.files.opendir(inode, by: World.caller)
        let twin = try await world.files.opendir(inode, by: World.caller)
        #expect(first.cachesEntries && twin.cachesEntries)
        world.show(["three"])
        world.now.edit { $0 += 6 * 3600 }
        _ = try await world.list(paris)
        await settle()
        let second = try await world.files.opendir(inode, by: World.caller)
        #expect(!second.cachesEntries)
        #expect(try await world.names(second).contains("three.jpg"))
        #expect(try await world.names(first).contains("one.jpg"))
        #expect(try await !world.names(first).contains("three.jpg"))
        for open in [first, twin, second] { world.files.releasedir(open.handle) }
        let third = try await world.files.opendir(inode, by: World.caller)
        #expect(third.cachesEntries)
    }

    @Test func `a name that left the listing still opens under its old number, a map's old number is stale`()
        async throws
    {
        _ = try await world.list(paris)
        let photo = try await world.inode(paris + "/two.jpg")
        let map = try await world.inode(paris + "/map.geojson")
        let sidecar = try await world.inode(paris + "/one.geojson")
        world.show(["one"])
        world.now.edit { $0 += 6 * 3600 }
        _ = try await world.list(paris)
        await settle()
        #expect(try await !world.list(paris).contains("two.jpg"))
        #expect(try await world.inode(paris + "/two.jpg") == photo)
        #expect(try await world.inode(paris + "/map.geojson") != map)
        let read = OpenFlags(rawValue: 0)
        await #expect(throws: Errno.stale) { try await world.files.open(map, read, by: World.caller) }
        #expect(try await world.inode(paris + "/one.geojson") == sidecar, "its photo did not change")
        #expect(try await world.read(paris + "/map.geojson").contains("\"one\""))
    }

    @Test func `inodes that nobody took leave with the stream`() async throws {
        let inode = try await world.inode(paris)
        let before = world.files.inodes.count
        let open = try await world.files.opendir(inode, by: World.caller)
        let entries = try await world.files.readdir(open.handle, from: DirectoryOffset(0))
        #expect(world.files.inodes.count > before)
        let kept = try #require(entries.first { $0.name == "one.jpg" })
        world.files.looked([kept.inode])
        world.files.releasedir(open.handle)
        #expect(world.files.inodes.count == before + 1)
        world.files.forget(kept.inode, lookups: 1)
        #expect(world.files.inodes.count == before)
        await #expect(throws: Errno.noEntry) { try await world.files.getattr(kept.inode) }
    }

    @Test func `an inode that a stream has handed out outlives the end of another directory's stream`() async throws {
        world.show(["one"], in: World.nice)
        let streams = [paris, "places/France/Nice"]
        var open: [OpenedDirectory] = []
        for path in streams {
            open.append(try await world.files.opendir(try await world.inode(path), by: World.caller))
        }
        let entries = try await world.files.readdir(open[1].handle, from: DirectoryOffset(0))
        let shared = try #require(entries.first { $0.name == "one.jpg" })
        // Between the answer and the count of who took it.
        world.files.releasedir(open[0].handle)
        world.files.looked([shared.inode])
        world.files.releasedir(open[1].handle)
        #expect(try await world.files.getattr(shared.inode).inode == shared.inode)
    }

    @Test func `the inodes of a version that was left go with its stream, whatever other streams show`() async throws {
        let inode = try await world.inode(paris)
        let before = world.files.inodes.count
        let first = try await world.files.opendir(inode, by: World.caller)
        world.show(["three"])
        world.now.edit { $0 += 6 * 3600 }
        _ = try await world.list(paris)
        await settle()
        let second = try await world.files.opendir(inode, by: World.caller)
        world.files.releasedir(first.handle)
        world.files.releasedir(second.handle)
        #expect(world.files.inodes.count == before)
    }

    /// Until nothing is being refreshed.
    private func settle() async {
        await until { await world.files.listings.refresher.underWay.isEmpty }
    }

    // MARK: Parts

    private func shows(_ name: String) async throws {
        try await until { try await world.list(paris).contains(name) }
    }

    private func answer(_ titles: [String], _ extent: PhotoPage.Extent) {
        let photos = titles.map { World.photo($0, $0) }
        let page = PhotoPage(photos: photos, total: photos.count, extent: extent)
        world.source.photosByPlace.edit { $0[World.paris.id] = .success(page) }
    }

    @Test(.proves("A search of Commons that ran out of time"))
    func `a search that ran out of time takes no photo away, and is asked again soon`() async throws {
        #expect(try await world.list(paris).contains("two.jpg"))
        answer(["one"], .partial)
        world.now.edit { $0 += 7 * 3600 }
        #expect(try await world.list(paris).contains("two.jpg"), "what is known is shown at once")
        await until { questions() == 2 }
        let inode = try await world.inode(paris)
        await until { (try? await world.files.getxattr("user.places.error", of: inode)) != nil }
        #expect(try await world.list(paris).contains("two.jpg"))
        await until { await world.files.listings.refresher.underWay.isEmpty }
        #expect(questions() == 2, "not at once")
        answer(["one", "two", "three"], .whole)
        world.now.edit { $0 += 31 }
        _ = try await world.list(paris)
        await until { questions() == 3 }
        try await shows("three.jpg")
    }

    @Test func `the part that a search brought at first is shown, and all of it when it is asked again`() async throws {
        answer(["one"], .partial)
        #expect(try await world.list(paris).contains("one.jpg"))
        let inode = try await world.inode(paris)
        #expect(try await world.files.getxattr("user.places.state", of: inode) == Array("stale".utf8))
        await #expect(throws: Errno.noData) { try await world.files.getxattr("user.places.refreshed", of: inode) }
        answer(["one", "two"], .whole)
        world.now.edit { $0 += 31 }
        _ = try await world.list(paris)
        try await shows("two.jpg")
        #expect(questions() == 2)
    }

    @Test func `what takes too long is shown as far as it is known, and the rest follows by itself`() async throws {
        answer(["one"], .begun)
        #expect(try await world.list(paris).contains("one.jpg"))
        answer(["one", "two"], .whole)
        await until {
            world.clock.advance(by: .milliseconds(200))
            return questions() == 2
        }
        try await shows("two.jpg")
        #expect(questions() == 2)
    }
}
