import FUSE
import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite("Folders") struct FolderTests {
    /// With one folder of every kind but those of a listed topic.
    private func world() async throws -> World {
        let world = try await World()
        world.show(["One", "Two"])
        _ = try await world.list("places/France/Paris")
        for (name, parent) in [("48.85,2.35 Café", "pins"), ("untitled folder", "pins"), ("sunset", "tags")] {
            _ = try await world.files.mkdir(name, in: try await world.inode(parent), by: World.caller)
        }
        return world
    }

    /// Those below `key`, each looked at from its parent.
    private func walk(_ key: DirectoryKey, _ files: PlacesFileSystem) -> [DirectoryKey] {
        let folder = files.folder(key)
        let fixed = folder.shape.directories + folder.shape.unlistedDirectories
        for (name, below) in folder.subfolders {
            #expect(folder.subfolder(named: name) == below)
        }
        return (fixed + folder.subfolders).flatMap { name, below -> [DirectoryKey] in
            let child = files.folder(below)
            #expect(child.key == below && child.name == name && child.parent == key)
            #expect(child.path == folder.path + "/" + name)
            return [below] + walk(below, files)
        }
    }

    @Test func `each stands in its parent under its name, and every kind is there`() async throws {
        let files = try await world().files
        #expect(files.folder(.root).path == "/mnt" && files.folder(.root).parent == .root)
        let kinds = Set(walk(.root, files).map { String($0.text.prefix { $0 != ":" }) })
        #expect(
            kinds == [
                "places", "country", "place", "tags", "topic", "recents", "pins", "pin", "placeholder", "state",
                "cached",
            ])
    }

    @Test func `each lists as many entries as its size says`() async throws {
        let world = try await world()
        for path in ["", "places", "places/France", "places/France/Paris", "tags", "recents", "pins"] {
            guard case .directory(let key)? = world.files.inodes.record(NodeNumber(try await world.inode(path)))?.node
            else { throw Errno.noEntry }
            #expect(try await world.list(path).count == world.files.folder(key).extent.count, "\(path)")
        }
    }

    @Test func `what has left the tree has an empty name and breaks nothing`() async throws {
        let files = try await world().files
        let number = NodeNumber(4_711)
        for key in [
            DirectoryKey.country("Nowhere"), .place(PlaceID("woe:9")), .topic(number), .tag("none", of: number),
            .pin(number), .placeholder(number),
        ] {
            let folder = files.folder(key)
            #expect(folder.subfolders.isEmpty && folder.subfolder(named: "x") == nil && folder.path.hasPrefix("/mnt/"))
            _ = (folder.extent, folder.version, folder.attributes, folder.heading, folder.map?.features())
        }
    }
}
