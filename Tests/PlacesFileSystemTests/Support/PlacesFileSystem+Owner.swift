import FUSE
import PhotoTree
import Testing

@testable import PlacesFileSystem

extension PlacesFileSystem {
    func getattr(_ inode: InodeNumber) async throws(Errno) -> Attributes {
        try await getattr(inode, by: World.caller)
    }

    func getxattr(_ name: String, of inode: InodeNumber) async throws(Errno) -> [UInt8] {
        try await getxattr(name, of: inode, by: World.caller)
    }

    /// A folder that the source is asked about.
    func refreshed(_ key: DirectoryKey) throws -> any Refreshed { try #require(folder(key) as? any Refreshed) }
}
