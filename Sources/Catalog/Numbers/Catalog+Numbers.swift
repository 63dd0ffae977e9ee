public import PhotoTree

extension Catalog {
    /// The numbers of directories; a directory without one gets a new number. The root's is 1. The numbers of pins,
    /// topics and placeholders are part of their keys, and this makes no new ones for them.
    public func numbers(
        of directories: [DirectoryKey]
    ) async throws(CatalogError) -> [DirectoryKey: NodeNumber] {
        let known = try await read { db in
            var known: [DirectoryKey: NodeNumber] = [:]
            for key in directories {
                known[key] = try key.ownNumber ?? DirectoryRecord.number(of: key, db)
            }
            return known
        }
        let isComplete = directories.allSatisfy { known[$0] != nil }
        if isComplete { return known }
        return try await write { db in
            var numbers: [DirectoryKey: NodeNumber] = [:]
            for key in directories {
                numbers[key] = try DirectoryRecord.numberOrNew(of: key, db)
            }
            return numbers
        }
    }

    /// The number of the symbolic link to `target` from its other names; a new one where there is none yet.
    public func number(ofLinkTo target: DirectoryKey) async throws(CatalogError) -> NodeNumber {
        if let known = try await read({ db in try LinkRecord.number(to: target, db) }) { return known }
        return try await write { db in
            if let known = try LinkRecord.number(to: target, db) { return known }
            return try LinkRecord.insert(linkTo: target, db)
        }
    }

    /// Numbers that were never used, in rising order; none for a count below 1.
    public func newNumbers(_ count: Int) async throws(CatalogError) -> [NodeNumber] {
        try await write { db in try NumberSequence.next(count, db) }
    }

    /// Forgets a directory's number, listing and names; made again it gets a new number.
    public func retire(_ directory: DirectoryKey) async throws(CatalogError) {
        let now = now()
        try await write { db in try DirectoryRecord.retire(directory, now: now, db) }
    }
}
