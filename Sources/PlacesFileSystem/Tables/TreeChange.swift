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
