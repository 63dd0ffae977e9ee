import Catalog
import FUSE
import PhotoTree

// The kernel finds what it has forgotten by LOOKUP of "." and "..", with the number of the inode itself: so handles of
// files, which NFS hands to its clients, outlive its memory and a remount. Answered from memory and the catalog, never
// by the network.
extension PlacesFileSystem {
    /// - Throws: ENOENT, of which the kernel makes ESTALE, for a number that nothing has any more.
    func lookUp(_ number: NodeNumber, upwards: Bool, by caller: Caller) async throws(Errno) -> Entry {
        var found = try await resolution(of: number, by: caller)
        if upwards {
            guard case .found(_, .directory(let key), _) = found, let parent = folder(key).parent else {
                throw .noEntry
            }
            found = try await resolveDirectory(parent)
        }
        guard case .found(let inode, let node, let facts) = found else { throw .noEntry }
        try checkSight(of: node, by: caller)
        inodes.insert(inode, node, facts, lookups: inode == .root ? 0 : 1)
        inodes.sizeTold(inode)
        return entry(inode, node, inodes.record(inode)?.facts ?? facts, in: nil)
    }

    private func resolution(of number: NodeNumber, by caller: Caller) async throws(Errno) -> Resolution {
        if let record = inodes.record(number) {
            return isThere(record.node) ? .found(number, record.node, record.facts) : .absent(.zero)
        }
        if let fixed = try await fixed(number) { return fixed }
        if let photo = photos.engines.smallNodes?.photo(numbered: number) { return try await small(photo) }
        let written = try await errors.mapping("lookup", .root) { () async throws(CatalogError) in
            try await tree.generated.key(of: number)
        }
        if let written { return try await resolveGenerated(written.file, in: written.directory).numbered(number) }
        let stored = try await errors.mapping("lookup", .root) { () async throws(CatalogError) in
            try await listings.catalog.node(numbered: number)
        }
        switch stored {
        case .directory(let key)?:
            guard folder(key).isThere else { return .absent(.zero) }
            return try await resolveDirectory(key).numbered(number)
        case .link(let target)?:
            guard folder(target).isThere else { return .absent(.zero) }
            return .found(number, .link(to: target), .directory)
        case .photo(let entry, let directories)?:
            // A number can be guessed: a stranger finds by it what he finds by a name.
            let isSeen = directories.contains { (try? checkSight(of: .directory($0), by: caller)) != nil }
            return isSeen ? try await photo(entry) : .absent(.zero)
        case .file(let key)?:
            return try await file(numbered: number, in: key)
        case nil:
            return .absent(.zero)
        }
    }

    /// What every mount has under this number.
    private func fixed(_ number: NodeNumber) async throws(Errno) -> Resolution? {
        guard number >= .firstFixed else { return nil }
        if let key = DirectoryKey.fixed.first(where: { $0.fixedNumber == number }) {
            return folder(key).isThere ? try await resolveDirectory(key) : .absent(.zero)
        }
        guard let fixed = GeneratedFile.fixed.first(where: { $0.file.fixedNumber(in: $0.directory) == number }) else {
            return .absent(.zero)
        }
        return try await resolveGenerated(fixed.file, in: fixed.directory)
    }

    /// Whether the folder that a node is or lies in is still in the tree.
    private func isThere(_ node: Node) -> Bool {
        switch node {
        case .photo, .smallRendition: true
        case .directory(let key), .link(let key), .sidecar(_, _, let key), .packet(_, let key), .generated(_, let key),
            .shortcut(_, let key), .spool(let key):
            folder(key).isThere
        }
    }

    /// A file that we write for a listing.
    private func file(numbered number: NodeNumber, in key: DirectoryKey) async throws(Errno) -> Resolution {
        guard folder(key).isThere, let loaded = try await folder(key).listing(.none) else { return .absent(.zero) }
        let listing = loaded.listing
        if let file = listing.generated.first(where: { $0.value == number })?.key {
            return try await resolveGenerated(file, in: key, loaded)
        }
        guard let index = listing.entries.firstIndex(where: { $0.sidecarNumber == number }) else {
            return .absent(.zero)
        }
        return sidecar(at: index, of: loaded)
    }
}

extension Resolution {
    /// Nothing, unless it is the inode that was asked for.
    fileprivate func numbered(_ number: NodeNumber) -> Resolution {
        if case .found(number, _, _) = self { self } else { .absent(.zero) }
    }
}
