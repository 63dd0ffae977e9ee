import FUSE
import PhotoTree

// OPENDIR waits for the sizes of a list that somebody opens who relies on them; with `--sizes exact` so do LOOKUP and
// GETATTR of a photo.
extension PlacesFileSystem {
    /// Whether everybody is told exact sizes: the user wants it so, or asking for them costs nothing.
    var tellsExactSizes: Bool { settings.sizes == .exact || listings.source.knowsItsFiles }

    /// Called before OPENDIR is answered: READDIRPLUS may have told the kernel estimates long before such a program
    /// looks, but who lists, and what it holds open, is known here. The kernel drops the attributes of the photos whose
    /// sizes were learnt.
    ///
    /// - Throws: EINTR.
    func awaitSizes(in key: DirectoryKey, for caller: Caller) async throws(Errno) {
        // The listing of a topic says whether a look at its part is worth it. It is read from the catalog only for who
        // relies on it: a walk comes to each folder long after its listing left memory.
        guard folder(key).shape.contents == .photos, key.listing?.isCounted == true,
            directories.loaded(key.listingKey).listing.map({ !lengths.isKnown($0) }) ?? true, reliesOnSizes(caller),
            let known = try? await folder(key.listingKey).listing(.none), !lengths.isKnown(known),
            let shown = key == key.listingKey ? known : try? await folder(key).listing(.none)
        else { return }
        try await lengths.awaitLengths(in: shown, for: caller, within: settings.timing.sizesWait)
    }

    /// Where exact sizes cost requests, a crawler gets them only if its program relies on them.
    private func reliesOnSizes(_ caller: Caller) -> Bool {
        if listings.source.knowsItsFiles { return true }
        if settings.sizes == .exact, !listings.crawls.isCrawler(callers.process(of: caller).id) { return true }
        return settings.exactSizePrograms.concerns(caller, mountpoint: settings.mountpoint)
    }

    /// What stat(2) tells of a photo, after a wait for its size where that is to be exact.
    func factsWithLength(_ facts: InodeTable.Facts, of number: NodeNumber, for caller: Caller) async -> InodeTable.Facts
    {
        guard tellsExactSizes, case .photo(let photo) = facts, !photos.isSizeKnown(photo), reliesOnSizes(caller)
        else { return facts }
        await lengths.awaitLength(photo, for: caller, within: settings.timing.lookupWait)
        return inodes.record(number)?.facts ?? facts
    }

    /// Has the unknown sizes of a list learnt, because its user asks for that; nobody waits.
    ///
    /// - Throws: EROFS where no photos are listed; ENOENT in a folder that was never listed.
    func learnSizes(in key: DirectoryKey, for caller: Caller) async throws(Errno) {
        guard folder(key).shape.contents == .photos else { throw .readOnly }
        guard let loaded = try await folder(key).listing(.none) else { throw .noEntry }
        await lengths.learnBehind(loaded, for: caller)
    }

    /// "exact", "estimated" or "learning"; nil for a folder that lists no photos, or never did.
    func sizes(in key: DirectoryKey) async -> String? {
        guard folder(key).shape.contents == .photos, let loaded = try? await folder(key).listing(.none) else {
            return nil
        }
        if await lengths.isLearning(key) { return "learning" }
        return lengths.isKnown(loaded) ? "exact" : "estimated"
    }
}
