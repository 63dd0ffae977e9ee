import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// Names in `search/` of places that only the source knows.
@Suite("Searches in places that only the source knows", .timeLimit(.minutes(1)))
struct SearchedPlaceTests {
    private let world: World
    private let search: InodeNumber

    init() async throws {
        world = try await World()
        world.source.landmarks.current = ["Zyxwvut Rock": try #require(Coordinate(latitude: 10, longitude: 20))]
        search = try await world.inode("search")
    }

    private func rename(to name: String) async throws(Errno) {
        try await world.files.rename(
            "Untitled Folder", in: search, to: name, in: search, replacing: true, by: World.caller)
    }

    private func attribute(_ name: String, of path: String) async throws -> String {
        let inode = try await world.inode(path)
        return String(decoding: try await world.files.getxattr(name, of: inode, by: World.caller), as: UTF8.self)
    }

    @Test(.proves("A place that nobody knows is"))
    func `mv to a place that only the source knows is refused for now, and works when the source has answered`()
        async throws
    {
        _ = try await world.files.mkdir("Untitled Folder", in: search, by: World.caller)
        world.source.landmarkBarrier.close()
        await #expect(throws: Errno.timedOut) { try await rename(to: "mural, in Zyxwvut Rock") }
        let why = try await attribute("user.places.error", of: "search")
        #expect(why.contains("is still looking for \"Zyxwvut Rock\""), "\(why)")
        world.source.landmarkBarrier.open()
        let isThere = await world.soon {
            do {
                try await rename(to: "mural, in Zyxwvut Rock")
                return true
            } catch { return false }
        }
        #expect(isThere)
        let query = try await attribute("user.places.query", of: "search/mural, in Zyxwvut Rock")
        #expect(query.hasPrefix("photos with \"mural\", within 5 km of Zyxwvut Rock"), "\(query)")
    }

    @Test(.proves("A place that nobody knows is"))
    func `mv to a place that nobody knows is ENOENT once the source has said so`() async throws {
        _ = try await world.files.mkdir("Untitled Folder", in: search, by: World.caller)
        await #expect(throws: Errno.timedOut) { try await rename(to: "mural, in Nowhereqwk") }
        let isAbsent = await world.soon {
            do throws(Errno) { try await rename(to: "mural, in Nowhereqwk") } catch .noEntry { return true } catch {}
            return false
        }
        #expect(isAbsent)
    }

    @Test(.proves("A place that nobody knows is"))
    func `mkdir in a place that only the source knows waits for its answer`() async throws {
        let made = try await world.files.mkdir("mural, near Zyxwvut Rock", in: search, by: World.caller)
        #expect(made.attributes != nil)
        await #expect(throws: Errno.exists) {
            _ = try await world.files.mkdir("in Zyxwvut Rock, mural", in: search, by: World.caller)
        }
    }
}
