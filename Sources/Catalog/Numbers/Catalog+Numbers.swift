public import PhotoTree

extension Catalog {
    /// The numbers of directories; a directory without one gets a new number. Some are constants. The numbers of pins,
    /// topics and placeholders are part of their keys, and this makes no new ones for them. While the disk takes
    /// nothing new numbers come from memory, and are written down with the next change that it takes.
    public func numbers(
        of directories: [DirectoryKey]
    ) async throws(CatalogError) -> [DirectoryKey: NodeNumber] {
        var known = try await read { db in
            var known: [DirectoryKey: NodeNumber] = [:]
            for key in directories {
                known[key] = try key.ownNumber ?? key.fixedNumber ?? DirectoryRecord.number(of: key, db)
            }
            return known
        }
        let given = unwritten.numbers
        var unknown: [DirectoryKey] = []
        for key in directories where known[key] == nil {
            known[key] = given[key]
            if given[key] == nil { unknown.append(key) }
        }
        guard !unknown.isEmpty else { return known }
        do throws(CatalogError) {
            let added = try await write { [unknown] db in
                var numbers: [DirectoryKey: NodeNumber] = [:]
                for key in unknown {
                    numbers[key] = try DirectoryRecord.numberOrNew(of: key, db)
                }
                return numbers
            }
            return known.merging(added) { $1 }
        } catch {
            guard error.isOfTheDisk, let numbers = block.take(unknown.count) else { throw error }
            let added = Dictionary(zip(unknown, numbers)) { first, _ in first }
            unwritten.add(added)
            return known.merging(added) { $1 }
        }
    }

    /// The number of the symbolic link to `target` from its other names; a new one where there is none yet. While the
    /// disk takes nothing it comes from memory, for who keeps it until the mount ends.
    public func number(ofLinkTo target: DirectoryKey) async throws(CatalogError) -> NodeNumber {
        if let known = try await read({ db in try LinkRecord.number(to: target, db) }) { return known }
        do throws(CatalogError) {
            return try await write { db in
                if let known = try LinkRecord.number(to: target, db) { return known }
                return try LinkRecord.insert(linkTo: target, db)
            }
        } catch {
            guard error.isOfTheDisk, let number = block.take(1)?.first else { throw error }
            return number
        }
    }

    /// Numbers that were never used, in rising order; none for a count below 1. They come from memory, except for the
    /// first after thousands.
    public func newNumbers(_ count: Int) async throws(CatalogError) -> [NodeNumber] {
        guard count > 0 else { return [] }
        while true {
            if let numbers = block.take(count) { return numbers }
            // Not before the disk has taken it: a later mount would give the same numbers out.
            block.put(try await write { db in try NumberSequence.block(atLeast: count, db) })
        }
    }

    /// Sets numbers aside while the disk takes it.
    public func reserveNumbers() async throws(CatalogError) {
        _ = try await newNumbers(1)
    }

    /// Forgets a directory's number, listing and names; made again it gets a new number.
    public func retire(_ directory: DirectoryKey) async throws(CatalogError) {
        let now = now()
        try await write { db in try DirectoryRecord.retire(directory, now: now, db) }
    }
}
