import Catalog
public import FUSE
import PhotoTree

// The other names of listed countries and places: symbolic links to the names they are listed by, which no listing shows.
// A second name of the directory's own inode would not do: the kernel then renames the working directories of processes
// that came by the first (measured).
extension PlacesFileSystem {
    public func readlink(_ inode: InodeNumber) async throws(Errno) -> String {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        guard case .link(let target) = record.node else { throw .invalid }
        let folder = folder(target)
        guard folder.isThere else { throw .noEntry }
        return folder.name
    }

    /// What a name leads to that is not listed in `places/` or a country: another name of what is, or nothing. The kernel
    /// remembers only those that mean no place at all: another may be listed a moment later.
    func resolveOtherName(_ name: String, in key: DirectoryKey) async throws(Errno) -> Resolution {
        switch folder(key).meaning(of: name) {
        case .listed(let target):
            let number = try await errors.mapping("lookup", key) { () async throws(CatalogError) in
                try await folders.places.linkNumber(to: target)
            }
            return .found(number, .link(to: target), .directory)
        case .country, .place: return .absent(.zero)
        case .unknown: return .absent(directoryNameValidity)
        }
    }
}
