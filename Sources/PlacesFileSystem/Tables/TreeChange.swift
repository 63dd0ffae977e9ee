import FUSE
import PhotoTree

/// What changed in the tree. Whoever changes something writes it into the catalog, then into its own state, and then
/// publishes it here; nobody else forgets tables or tells the kernel.
struct TreeChange: Sendable {
    /// Directories that are no more.
    var gone: [DirectoryKey] = []
    /// Directories that hold something else from now on, of which nothing is known but their numbers.
    var emptied: [DirectoryKey] = []
    /// Directories that came, with their numbers.
    var came: [DirectoryKey: NodeNumber] = [:]
    /// Inodes that stand for another directory from now on.
    var turned: [NodeNumber: DirectoryKey] = [:]
    /// What directories of photos list now.
    var listings: [LoadedListing] = []
    /// How many directories list a photo now.
    var counts: [PhotoID: Int] = [:]
    /// What is to be looked up again, by the directory it stands in. One without names is listed anew all the same.
    var names: [DirectoryKey: ListingChange] = [:]
}

extension ShownTree {
    /// Shows a change, in the one order that leaves no moment in which an old answer could be cached again (measured).
    func publish(_ change: TreeChange) {
        // First of all: what was read of them before must not be kept when it comes in.
        for key in change.gone { forget(key, keepingNumber: false) }
        for key in change.emptied { forget(key, keepingNumber: true) }
        // Behind that, because a directory may go and another one come under the same key.
        directories.setNumbers(change.came)
        for (number, key) in change.turned { inodes.change(number, to: .directory(key)) }
        // Before the kernel is told, because it asks at once.
        for listing in change.listings { _ = directories.keep(listing, of: listing.listing.directory) }
        for (photo, count) in change.counts { update(photo) { $0.directoryCount = count } }
        for (key, names) in change.names { tellKernel(names, in: key) }
    }

    /// A directory made again is another directory, for a process may still sit in this one (measured).
    private func forget(_ key: DirectoryKey, keepingNumber: Bool) {
        departed.forget(key)
        directories.remove(key, keepingNumber: keepingNumber)
        snapshots.remove(key)
        generated.forget(key)
        handles.forget(key)
    }

    private func tellKernel(_ change: ListingChange, in key: DirectoryKey) {
        // What the kernel does not hold it has no names of.
        guard let notifier, let own = directories.number(of: key), inodes.record(own) != nil else { return }
        let number = InodeNumber(own)
        // At once, before the OPENDIR that waited is answered: tar compares what fstat says before and after it reads.
        notifier.invalidateAttributes(of: number)
        notifier.invalidatePages(of: number)
        for name in change.expired { notifier.expireEntry(name, in: number) }
        // Not dropped, because some process may have its working directory there.
        for name in change.expiredDirectories { notifier.expireEntry(name, in: number, ofDirectory: true) }
        for name in change.removed { notifier.invalidateEntry(name, in: number) }
    }
}
