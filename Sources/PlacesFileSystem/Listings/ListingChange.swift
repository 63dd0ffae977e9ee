import PhotoTree

/// What the kernel must be told of a directory whose names changed.
struct ListingChange: Hashable {
    /// Names that the kernel must look up again: new names, which may be cached as absent, and names that now mean
    /// another inode.
    var expired: [String] = []
    /// Names of directories that the kernel must look up again.
    var expiredDirectories: [String] = []
    /// Names that no longer lead to anything.
    var removed: [String] = []

    init(expired: [String] = [], expiredDirectories: [String] = []) {
        self.expired = expired
        self.expiredDirectories = expiredDirectories
    }

    func joined(with other: ListingChange) -> ListingChange {
        var both = self
        both.expired += other.expired
        both.expiredDirectories += other.expiredDirectories
        both.removed += other.removed
        return both
    }

    /// The change from one listing to another, both as the catalog stores them.
    init(from old: Listing?, to new: Listing, sidecars: Settings.Sidecars) {
        // A process that looked up such a name before the first listing has waited for that listing. So the
        // kernel has none of them cached as absent, and fifty notices would only delay the answer.
        if old == nil, new.shape.isAwaited { return }
        let isRanked = new.shape.isRanked
        let old = isRanked ? old?.ranked : old
        let new = isRanked ? new.ranked : new
        let before = Self.names(of: old, sidecars)
        let after = Self.names(of: new, sidecars)
        expired = after.filter { before[$0.key] != $0.value }.keys.sorted()
        // A name that left the listing still opens, so it is expired rather than removed.
        expired += before.keys.filter { after[$0] == nil && $0 != GeneratedFile.noImages.rawValue }.sorted()
        removed = before.keys.filter { after[$0] == nil && $0 == GeneratedFile.noImages.rawValue }
        if old == nil {
            // These may have been looked up before the first listing, and cached as absent.
            expired.append(contentsOf: new.shape.files.map(\.rawValue))
        }
    }

    private static func names(of listing: Listing?, _ sidecars: Settings.Sidecars) -> [String: NodeNumber] {
        guard let listing else { return [:] }
        var names: [String: NodeNumber] = [:]
        for entry in listing.entries {
            names[entry.name] = entry.number
            if sidecars != .none, listing.shape.hasSidecars {
                names[SidecarName.of(entry.name)] = entry.sidecarNumber
            }
        }
        for (file, number) in listing.generated {
            names[file.rawValue] = number
        }
        if listing.entries.isEmpty {
            names[GeneratedFile.noImages.rawValue] = listing.generated[.noImages] ?? .root
        }
        return names
    }
}
