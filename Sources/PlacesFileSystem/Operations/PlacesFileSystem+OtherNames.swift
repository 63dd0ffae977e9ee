import Catalog
public import FUSE
import PhotoTree

// The other names of listed countries and places. They are symbolic links to the listed names, and no listing shows
// them. They cannot be second names of the directory's own inode: the kernel would then rename the working directories
// of processes that came through the first name (measured).
extension PlacesFileSystem {
    public func readlink(_ inode: InodeNumber) async throws(Errno) -> String {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        if case .shortcut(let text, _) = record.node { return text }
        guard case .link(let target) = record.node else { throw .invalid }
        let folder = folder(target)
        guard folder.isThere else { throw .noEntry }
        return folder.name
    }

    /// What a name that is not listed in `places/` or a country leads to: it is another name of a listed directory, or
    /// nothing. The kernel may cache only names that mean no place at all: the others may be listed a moment later.
    func resolveOtherName(_ name: String, in key: DirectoryKey) async throws(Errno) -> Resolution {
        switch (folder(key) as? any FolderMaking)?.meaning(of: name) ?? .unknown {
        case .listed(let target):
            let number = try await errors.mapping("lookup", key) { () async throws(CatalogError) in
                try await folders.places.linkNumber(to: target)
            }
            return .found(number, .link(to: target), .directory)
        case .unlistedCountry, .unlistedPlace: return .absent(.zero)
        case .unknown: return .absent(directoryNameValidity)
        }
    }
}
