import FUSE

@testable import PlacesFileSystem

extension PlacesFileSystem {
    func getattr(_ inode: InodeNumber) async throws(Errno) -> Attributes {
        try await getattr(inode, by: World.caller)
    }

    func getxattr(_ name: String, of inode: InodeNumber) async throws(Errno) -> [UInt8] {
        try await getxattr(name, of: inode, by: World.caller)
    }
}
