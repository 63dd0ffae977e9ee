import FUSE
import HTTP
import PhotoTree

// How a folder is refreshed, and how it reports the state of that.
extension Folder {
    private var listings: Listings { folders.listings }
    private var failure: DirectoryTable.Failure? { folders.directories.failure(of: key) }

    /// The folder whose refresh brings what this one shows.
    var listingFolder: any Folder { folders.folder(key.listingKey) }

    /// Asks the source, and waits for its answer; nil when the folder is up to date then.
    func refresh(within bound: DirectoryRefresher.Bound) async -> RefreshError? {
        guard !Task.isCancelled else { return .interrupted }
        refreshBegins()
        // A crawler's turn at the source may come late, and it is the time until then that has a bound.
        let bound: DirectoryRefresher.Bound =
            HTTPRequest.Priority.current.isOfCrawler ? .fromNow(folders.settings.timing.crawlWait) : bound
        return await listings.refresher.refresh(key, within: bound, refreshing, ended: ended)
    }

    /// Asks the source without waiting for its answer.
    func refreshBehind() async { await refreshBehind(after: .zero, .background) }

    /// The same with a higher priority, because a user is looking at the folder.
    func refreshSoon(after pause: Duration = .zero) async { await refreshBehind(after: pause, .soon) }

    /// A crawl has reached this place and will come to the next ones of the country in a moment. Those that were never
    /// listed are asked for now, because each would otherwise take the way to the source and back by itself. This is
    /// not done for a process that goes back or jumps about.
    func refreshNext(_ priority: HTTPRequest.Priority) async {
        guard case .place = key, let parent else { return }
        let siblings = folders.folder(parent).subfolders.map(\.key)
        guard let index = siblings.firstIndex(of: key) else { return }
        let (own, directories) = (listings, folders.directories)
        if index > 0, directories.summary(of: siblings[index - 1]) == nil { return }
        let next = siblings[(index + 1)...].prefix(Crawls.reach)
        // Places that the catalog knows need not be asked for.
        guard (try? await own.learnExtents(of: Array(next))) != nil else { return }
        for key in next.reversed()
        where directories.summary(of: key) == nil && directories.failure(of: key) == nil
            && own.crawls.goesAhead(to: key)
        {
            await folders.folder(key).refreshBehind(after: .zero, priority)
        }
    }

    private func refreshBehind(after pause: Duration, _ priority: HTTPRequest.Priority) async {
        refreshBegins()
        await listings.refresher.refreshBehind(key, after: pause, priority: priority, refreshing, ended: ended)
    }

    /// If the created file is the trigger of a refresh, asks the source, however old the listing is.
    func refresh(askedBy name: String) async throws(Errno) {
        guard name == RefreshTrigger.name else { throw .readOnly }
        await refreshSoon()
    }

    /// - Returns: Whether the source is asked.
    @discardableResult func refreshIfStale() async -> Bool {
        let folder = listingFolder
        guard folder.isStale else { return false }
        await folder.refreshBehind()
        return true
    }

    /// Whether the options hide all that was found under others: the folder then looks as if it had nothing.
    func awaitsPhotos(_ known: LoadedListing) -> Bool {
        known.listing.entries.isEmpty && known.listing.hidden > 0 && listingFolder.isStale
    }

    private var isStale: Bool {
        let now = listings.now()
        // Too soon for another try. A failure that lies in the future comes from a clock that was set back.
        if let failure, (.zero..<folders.settings.timing.refreshPause).contains(now - failure.at) { return false }
        return isDue(at: now)
    }

    @Sendable private func refreshing() async -> RefreshError? {
        do throws(RefreshError) {
            try await refresh()
            folders.directories.setFailure(nil, of: key)
            return nil
        } catch {
            // A folder that was removed meanwhile must not come back into the table.
            guard isThere else { return error }
            let failure = DirectoryTable.Failure(
                error: error, at: listings.now(), sentence: listings.errors.sentence(of: error))
            folders.directories.setFailure(failure, of: key)
            // `user.places.error` tells the latest error only.
            listings.errors.forgetRefusal(in: key)
            return error
        }
    }

    /// Ends the refresh; answers whether the source has more photos for the folder.
    @Sendable private func ended() -> Bool {
        refreshEnded()
        return folders.directories.takeBegun(key)
    }

    // MARK: States

    /// The state of a directory that is refreshed from the source and stays fresh for `lifetime`.
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

    /// "downloading" or "offline"; nil when neither is so.
    func stateOfRefresh() async -> String? {
        if await listings.refresher.isRefreshing(key) { return "downloading" }
        guard case .source(.unreachable)? = failure?.error else { return nil }
        return "offline"
    }

    // MARK: Other paths

    /// Updates the files that contain the folder's path, which has changed: maps and sidecars that the kernel holds get
    /// other sizes.
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
            // A file that cannot be found now keeps its old length until it is looked up again.
            guard let facts else { continue }
            folders.tree.inodes.insert(number, node, .file(facts))
            folders.tree.notifier?.invalidatePages(of: InodeNumber(number))
        }
    }
}
