import FUSE
import PhotoTree
import Promises
import Testing

@testable import PlacesFileSystem

@Suite struct SharedMountTests {
    private static let stranger = Caller(userID: 2000, groupID: 2000, threadID: 2)

    private static func world(_ edit: (inout Settings) -> Void = { _ in }) async throws -> World {
        try await World {
            $0.isShared = true
            edit(&$0)
        }
    }

    @Test(.proves("A mount that a system account"))
    func `a mount without collections has places and tags only`() async throws {
        let world = try await Self.world { $0.hasPersonalFolders = false }
        #expect(try await world.list("") == ["places", "tags", "README.txt"])
        let root = try await world.files.getattr(.root)
        #expect(root.size == 2)
        for name in ["pins", "recents", "search", "albums"] {
            #expect(try await world.files.lookup(name, in: .root, by: World.caller).attributes == nil)
        }
        let readme = String(decoding: await world.files.content.bytes(of: .readme, in: .root), as: UTF8.self)
        #expect(readme.contains("tags/sunset/Beach/") && readme.contains("map.html  "))
        #expect(!["pins/", "recents/", "search/"].contains { readme.contains($0) })
    }

    @Test(.proves("`placesfs cache forget PHOTO`"))
    func `a mount without collections forgets photos, too, for its owner alone`() async throws {
        let world = try await Self.world { $0.hasPersonalFolders = false }
        world.show(["one", "two"])
        #expect(try await world.list("places/France/Paris").contains("one.jpg"))
        let (files, state) = (world.files, try await world.inode(".placesfs"))
        await #expect(throws: Errno.access) {
            try await files.create(".forget-one", in: state, OpenFlags(rawValue: 0), by: Self.stranger)
        }
        #expect(try await world.list("places/France/Paris").contains("one.jpg"))
        let made = try await files.create(".forget-one", in: state, OpenFlags(rawValue: 0), by: World.caller)
        files.release(made.file.handle)
        let left = try await world.list("places/France/Paris")
        #expect(!left.contains("one.jpg") && left.contains("two.jpg"), "\(left)")
    }

    /// The kernel asks by inode, too, for whoever has a name of it.
    @Test(arguments: [
        "pins", "recents", "search", ".placesfs", ".placesfs/cached", "pins/1,2", "search/cat", "albums",
        "albums/Poster", "recents/map.geojson",
    ])
    func `no operation tells a stranger of what is the owner's`(path: String) async throws {
        let world = try await Self.world()
        let pins = try await world.inode("pins")
        _ = try await world.files.mkdir("1,2", in: pins, by: World.caller)
        _ = try await world.files.mkdir("Poster", in: try await world.inode("albums"), by: World.caller)
        _ = try await world.files.mkdir("cat", in: try await world.inode("search"), by: World.caller)
        let inode = try await world.inode(path)
        let files = world.files
        // `ls -l` of the root would tell an error for each of its folders.
        if path.contains("/") {
            await #expect(throws: Errno.access) { try await files.getattr(inode, by: Self.stranger) }
        } else {
            let shown = try await files.getattr(inode, by: Self.stranger)
            let began = FileTime(files.folders.began)
            #expect(shown.permissions == 0o700 && shown.size == 0 && shown.validity == .zero)
            #expect([shown.accessed, shown.modified, shown.changed] == [began, began, began])
        }
        await #expect(throws: Errno.access) { try await files.opendir(inode, by: Self.stranger) }
        await #expect(throws: Errno.access) { try await files.open(inode, OpenFlags(rawValue: 0), by: Self.stranger) }
        await #expect(throws: Errno.access) { try await files.listxattr(inode, by: Self.stranger) }
        await #expect(throws: Errno.access) {
            try await files.getxattr("user.places.count", of: inode, by: Self.stranger)
        }
        await #expect(throws: Errno.access) { try await files.access(inode, .read, by: Self.stranger) }
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        let folder = try await world.inode(parent)
        let name = String(path.split(separator: "/").last ?? "")
        // A refused LOOKUP would take the folder from under whoever stands in it.
        if parent.isEmpty {
            let shown = try await files.lookup(name, in: folder, by: Self.stranger)
            #expect(shown.attributes?.permissions == 0o700 && shown.attributes?.size == 0)
            #expect(shown.attributes?.modified == FileTime(files.folders.began))
        } else {
            await #expect(throws: Errno.access) { try await files.lookup(name, in: folder, by: Self.stranger) }
        }
        let root = Caller(userID: 0, groupID: 0, threadID: 3)
        #expect(try await files.getattr(inode, by: root).inode == inode)
    }

    @Test func `a stranger is not told when the owner looked at a photo`() async throws {
        let world = try await Self.world()
        world.show(["one"])
        let inode = try await world.inode("places/France/Paris/one.jpg")
        let files = world.files
        files.tree.update(PhotoID("one")) { $0.viewed = Timestamp(1_690_000_000) }
        // The kernel keeps one copy of the attributes for all users.
        #expect(try await files.getattr(inode, by: World.caller).accessed == FileTime(seconds: 1_600_000_000))
        let told = try await files.getxattr("user.places.viewed", of: inode, by: World.caller)
        #expect(String(decoding: told, as: UTF8.self) == Timestamp(1_690_000_000).iso8601)
        await #expect(throws: Errno.noData) {
            try await files.getxattr("user.places.viewed", of: inode, by: Self.stranger)
        }
    }

    @Test func `the kernel may keep the owner's folders, since it keeps others out by their mode`() async throws {
        let world = try await Self.world()
        for name in ["pins", "recents", ".placesfs"] {
            let shown = try await world.files.lookup(name, in: .root, by: World.caller)
            #expect(shown.validity > .zero && shown.attributes?.permissions == 0o700, "\(name)")
        }
        #expect(try await world.files.lookup("places", in: .root, by: World.caller).attributes?.permissions == 0o755)
    }

    @Test func `what a photo and a folder tell of the owner's doings is told to the owner and root alone`() async throws
    {
        let world = try await Self.world()
        world.show(["one"])
        let folder = try await world.inode("places/France/Paris")
        _ = try await world.list("places/France/Paris")
        let inode = try await world.inode("places/France/Paris/one.jpg")
        let files = world.files
        files.tree.update(PhotoID("one")) { $0.directoryCount = 7 }
        #expect(try await files.getattr(inode, by: World.caller).linkCount == 2)
        for (node, names) in [(inode, ["state", "size"]), (folder, ["state"])] {
            for name in names.map({ "user.places.\($0)" }) {
                #expect(try await !files.getxattr(name, of: node, by: World.caller).isEmpty, "\(name)")
                await #expect(throws: Errno.noData) { try await files.getxattr(name, of: node, by: Self.stranger) }
            }
        }
        for name in ["user.places.viewed", "user.places.embedded", "user.places.error"] {
            await #expect(throws: Errno.noData) { try await files.getxattr(name, of: inode, by: Self.stranger) }
        }
        #expect(try await !files.getxattr("user.places.rendition", of: inode, by: Self.stranger).isEmpty)
        let alone = try await World()
        alone.show(["one"])
        _ = try await alone.list("places/France/Paris")
        let own = try await alone.inode("places/France/Paris/one.jpg")
        alone.files.tree.update(PhotoID("one")) { $0.directoryCount = 7 }
        #expect(try await alone.files.getattr(own, by: World.caller).linkCount == 7)
    }
}
