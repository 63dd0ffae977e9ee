import FUSE
import HTTP
import PhotoTree

// How a folder is brought up to date, and what it tells of that.
extension Folder {
    private var listings: Listings { folders.listings }
    private var failure: DirectoryTable.Failure? { folders.directories.failure(of: key) }

    /// The folder whose refresh brings what this one shows.
    var listingFolder: any Folder { folders.folder(key.listingKey) }

    /// Asks the source, and waits for its answer; nil when the folder was brought up to date.
    func refresh(within bound: DirectoryRefresher.Bound) async -> RefreshError? {
        guard !Task.isCancelled else { return .interrupted }
        refreshBegins()
        return await listings.refresher.refresh(key, within: bound, refreshing, ended: ended)
    }

    /// Asks the source, and waits for nothing.
    func refreshBehind() async { await refreshBehind(after: .zero, .background) }

    /// The same for somebody who looks at it.
    func refreshSoon(after pause: Duration = .zero) async { await refreshBehind(after: pause, .soon) }

    /// A crawl is in this place, so the next ones of its country are asked for that were never listed, as it will in a
    /// moment: each would take the way to the source and back by itself. Not for who goes back or jumps about.
    func refreshNext() async {
        guard case .place = key, let parent else { return }
        let siblings = folders.folder(parent).subfolders.map(\.key)
        guard let index = siblings.firstIndex(of: key) else { return }
        let (own, directories) = (listings, folders.directories)
        if index > 0, directories.summary(of: siblings[index - 1]) == nil { return }
        let next = siblings[(index + 1)...].prefix(Crawls.reach)
        // What the catalog knows need not be asked for.
        guard (try? await own.learnExtents(of: Array(next))) != nil else { return }
        for key in next
        where directories.summary(of: key) == nil && directories.failure(of: key) == nil
            && own.crawls.goesAhead(to: key)
        {
            await folders.folder(key).refreshBehind()
        }
    }

    private func refreshBehind(after pause: Duration, _ priority: HTTPRequest.Priority) async {
        refreshBegins()
        await listings.refresher.refreshBehind(key, after: pause, priority: priority, refreshing, ended: ended)
    }

    /// Asks whatever the age of what is shown, where the file that was made wants that.
    func refresh(askedBy name: String) async throws(Errno) {
        guard name == RefreshTrigger.name else { throw .readOnly }
        await refreshSoon()
    }

    func refreshIfStale() async {
        let folder = listingFolder
        if folder.isStale { await folder.refreshBehind() }
    }

    private var isStale: Bool {
        let now = listings.now()
        // Too soon for another try. A failure of the future is one of a clock that was set back.
        if let failure, (.zero..<folders.settings.timing.refreshPause).contains(now - failure.at) { return false }
        return isDue(at: now)
    }

    @Sendable private func refreshing() async -> RefreshError? {
        do throws(RefreshError) {
            try await refresh()
            folders.directories.setFailure(nil, of: key)
            return nil
        } catch {
            // What was removed meanwhile must not come back into the table.
            guard isThere else { return error }
            folders.directories.setFailure(DirectoryTable.Failure(error: error, at: listings.now()), of: key)
            // `user.places.error` tells what went wrong last.
            listings.errors.forgetRefusal(in: key)
            return error
        }
    }

    /// Whether the source has more for it.
    @Sendable private func ended() -> Bool {
        refreshEnded()
        return folders.directories.takeBegun(key)
    }

    // MARK: States

    /// Of a directory that the source is asked about, as long as its content counts for `lifetime`.
    func state(refreshed: Timestamp?, lifetime: Duration) async -> String {
        if let now = await stateOfRefresh() { return now }
        guard let refreshed, failure == nil, (.zero..<lifetime).contains(listings.now() - refreshed) else {
            return "stale"
        }
        return "fresh"
    }

    func stateOfListing() async -> String {
        let refreshed = folders.directories.summary(of: key)?.refreshed
        return await state(refreshed: refreshed, lifetime: folders.settings.timing.listingLifetime)
    }

    /// What is going on, or in the way; nil when that is nothing.
    func stateOfRefresh() async -> String? {
        if await listings.refresher.isRefreshing(key) { return "downloading" }
        guard case .source(.unreachable)? = failure?.error else { return nil }
        return "offline"
    }

    // MARK: Other paths

    /// It has another path now, which its maps and sidecars tell: those that the kernel holds have other sizes.
    func rewriteFiles() async {
        guard let loaded = try? await knownListing() else { return }
        loaded.forgetSizes()
        let content = GeneratedContent(folders: folders)
        for (number, node) in folders.tree.inodes.files(of: key) {
            let facts: FileFacts?
            switch node {
            case .generated(let file, _) where loaded.listing.generated[file] == number:
                facts = content.facts(of: file, in: loaded)
            case .sidecar(let photo, let name, _):
                if let index = loaded.index(of: photo) {
                    facts =
                        loaded.listing.entries[index].sidecarNumber == number
                        ? content.sidecarFacts(at: index, of: loaded) : nil
                } else if let former = try? await formerEntry(named: name), former.sidecarNumber == number {
                    facts = content.sidecarFacts(of: former, in: key)
                } else {
                    facts = nil
                }
            default: facts = nil
            }
            // What cannot be found now keeps its old length until it is looked up again.
            guard let facts else { continue }
            folders.tree.inodes.insert(number, node, .file(facts))
            folders.tree.notifier?.invalidatePages(of: InodeNumber(number))
        }
    }
}
