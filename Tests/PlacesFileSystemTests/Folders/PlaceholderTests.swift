import FUSE
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// Folders that a file manager has made, and that wait for the user's name.
@Suite("Folders that wait for a name", .timeLimit(.minutes(1)))
struct PlaceholderTests {
    private let world: World

    init() async throws {
        world = try await World()
    }

    @Test(.proves("A directory's size is"), arguments: ["pins", "search", "albums"])
    func `a new folder that waits for its name has the time at which it was made`(folder: String) async throws {
        world.now.edit { $0 += 600 }
        let parent = try await world.inode(folder)
        let made = try await world.files.mkdir("New Folder", in: parent, by: World.caller)
        #expect(made.attributes?.modified.seconds == world.now.current)
        world.now.edit { $0 += 600 }
        #expect(try await world.files.mkdir("New Folder 2", in: parent, by: World.caller).attributes != nil)
        let first = try await world.files.getattr(try await world.inode("\(folder)/New Folder"))
        #expect(first.modified.seconds == made.attributes?.modified.seconds, "what is made beside it changes nothing")
    }
}
