import FUSE
import PhotoTree

/// A change of the tree. The code that makes a change writes it to the catalog, then to its own state, and then
/// publishes it here, which evicts from the tables and tells the kernel.
struct TreeChange: Sendable {
    /// Directories that were removed.
    var gone: [DirectoryKey] = []
    /// Directories whose content is another one from now on; only their inode numbers are still known.
    var emptied: [DirectoryKey] = []
    /// New directories, with their inode numbers.
    var came: [DirectoryKey: NodeNumber] = [:]
    /// Inodes that stand for another directory from now on.
    var turned: [NodeNumber: DirectoryKey] = [:]
    /// The new listings of directories of photos.
    var listings: [LoadedListing] = []
    /// How many directories list a photo now.
    var counts: [PhotoID: Int] = [:]
    /// The names that the kernel must look up again, by directory. A directory without names is still read anew.
    var names: [DirectoryKey: ListingChange] = [:]
}

extension ShownTree {
    /// Publishes a change, in the one order that leaves no moment in which an old answer could be cached again
    /// (measured).
    func publish(_ change: TreeChange) {
        // First: a listing that was read before must not be kept if it arrives now.
        for key in change.gone { forget(key, keepingNumber: false) }
        for key in change.emptied { forget(key, keepingNumber: true) }
        // After that, because one directory may go and another come under the same key.
        directories.setNumbers(change.came)
        for (number, key) in change.turned { inodes.change(number, to: .directory(key)) }
        // Before the kernel is told, because it asks at once.
        for listing in change.listings { _ = directories.put(listing, of: listing.listing.directory) }
        for (photo, count) in change.counts { update(photo) { $0.directoryCount = count } }
        if !(change.gone.isEmpty && change.emptied.isEmpty && change.names.isEmpty) { noteContent() }
        for (key, names) in change.names {
            tellKernel(names, in: key)
            tellKernel(names, in: .smallRenditions(of: key))
        }
        observed(change)
    }

    /// The number is forgotten, too, so that a directory made again is another one: a process may still have its
    /// working directory in this one (measured).
    private func forget(_ key: DirectoryKey, keepingNumber: Bool) {
        removedSidecars.forget(key)
        let small = DirectoryKey.smallRenditions(of: key)
        for key in [key, small] {
            directories.remove(key, keepingNumber: keepingNumber)
            snapshots.remove(key)
            handles.forget(key)
        }
        generated.forget(key)
    }

    private func tellKernel(_ change: ListingChange, in key: DirectoryKey) {
        // The kernel has no names of a directory that it does not hold.
        guard let notifier, let own = directories.number(of: key), inodes.record(own) != nil else { return }
        let number = InodeNumber(own)
        // Before the OPENDIR that waits is answered: tar compares the results of fstat before and after it reads.
        notifier.invalidateAttributes(of: number)
        notifier.invalidatePages(of: number)
        for name in change.expired { notifier.expireEntry(name, in: number) }
        // Expired and not invalidated, because a process may have its working directory there.
        for name in change.expiredDirectories { notifier.expireEntry(name, in: number, ofDirectory: true) }
        for name in change.removed { notifier.invalidateEntry(name, in: number) }
    }
}

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
