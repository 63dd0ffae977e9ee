import FUSE
import HTTP
import PhotoTree

/// A folder in which files can be created whose names are requests; the files themselves never exist.
protocol Requested: Folder {
    /// - Throws: EROFS for a name that is no request here.
    func request(_ name: String) async throws(Errno)
}

/// A folder that the source is asked about.
protocol Refreshed: Requested {
    /// Asks the source, and shows what it finds.
    func refresh() async throws(RefreshError)
    /// When the source last answered; nil if it never did.
    var refreshed: Timestamp? { get }
    /// How long an answer stays fresh.
    var lifetime: Duration { get }
    /// Whether the answer is old enough for another question.
    func isDue(at now: Timestamp) -> Bool
    /// `user.places.state`.
    func state() async -> String
    /// Called when a refresh is about to begin, and when it has ended.
    func refreshBegins()
    func refreshEnded()
    /// The folders that a walk through all of them comes to after this one, nearest first.
    var following: [any Refreshed] { get }
}

extension Refreshed {
    var refreshed: Timestamp? { directories.summary(of: key)?.refreshed }
    var lifetime: Duration { settings.timing.listingLifetime }
    func refreshBegins() {}
    func refreshEnded() {}
    var following: [any Refreshed] { [] }

    func isDue(at now: Timestamp) -> Bool {
        guard let summary = directories.summary(of: key) else { return false }
        if summary.isOfOtherOptions { return true }
        let age = now - summary.refreshed
        // A clock that was set back leaves a listing from the future: ask again rather than never.
        return age >= lifetime || age < .zero
    }

    func state() async -> String {
        if let now = await stateOfRefresh() { return now }
        guard let refreshed, failure == nil, (.zero..<lifetime).contains(listings.now() - refreshed) else {
            return "stale"
        }
        return "fresh"
    }

    /// Asks the source, however old the listing is.
    func request(_ name: String) async throws(Errno) {
        guard name == RefreshTrigger.name else { throw .readOnly }
        listings.source.lookAgain()
        await refreshSoon()
    }

    // MARK: For all

    /// Asks the source, and waits for its answer; nil when the folder is up to date then.
    func refresh(within bound: WaitBound) async -> RefreshError? {
        guard !Task.isCancelled else { return .interrupted }
        refreshBegins()
        // A crawler's turn at the source may come late, and it is the time until then that has a bound.
        let bound: WaitBound =
            HTTPRequest.Priority.current.isOfCrawler ? .fromNow(settings.timing.crawlWait) : bound
        return await listings.refresher.refresh(key, within: bound, refreshing, ended: ended)
    }

    /// The same by a question that is put from now on.
    func refreshAnew(within bound: WaitBound) async -> RefreshError? {
        guard !Task.isCancelled else { return .interrupted }
        refreshBegins()
        return await listings.refresher.refreshAnew(key, within: bound, refreshing, ended: ended)
    }

    /// Asks the source without waiting for its answer.
    func refreshBehind() async { await refreshBehind(after: .zero, .background) }

    /// Asks behind with a higher priority, because a user is looking at the folder.
    func refreshSoon(after pause: Duration = .zero) async { await refreshBehind(after: pause, .soon) }

    /// - Returns: Whether the source is asked.
    @discardableResult func refreshIfStale() async -> Bool {
        guard isStale else { return false }
        await refreshBehind()
        return true
    }

    /// A crawl has reached this folder and will come to the following ones in a moment. Those that were never listed
    /// are asked for now, because each would otherwise take the way to the source and back by itself.
    func refreshNext(_ priority: HTTPRequest.Priority) async {
        let next = following.prefix(CrawlDetector.reach)
        // Folders that the catalog knows need not be asked for.
        guard !next.isEmpty, (try? await listings.loadExtents(of: next.map(\.key))) != nil else { return }
        for folder in next.reversed()
        where directories.summary(of: folder.key) == nil && directories.failure(of: folder.key) == nil
            && listings.crawls.goesAhead(to: folder.key)
        {
            await folder.refreshBehind(after: .zero, priority)
        }
    }

    private func refreshBehind(after pause: Duration, _ priority: HTTPRequest.Priority) async {
        refreshBegins()
        await listings.refresher.refreshBehind(key, after: pause, priority: priority, refreshing, ended: ended)
    }

    var isStale: Bool {
        let now = listings.now()
        // Too soon for another try. A failure that lies in the future comes from a clock that was set back.
        if let failure, (.zero..<settings.timing.refreshPause).contains(now - failure.at) { return false }
        return isDue(at: now)
    }

    /// "downloading" or "offline"; nil when neither is so.
    func stateOfRefresh() async -> String? {
        if await listings.refresher.isRefreshing(key) { return "downloading" }
        guard case .source(.unreachable)? = failure?.error else { return nil }
        return "offline"
    }

    private var failure: DirectoryTable.Failure? { directories.failure(of: key) }

    @Sendable private func refreshing() async -> RefreshError? {
        do throws(RefreshError) {
            try await refresh()
            directories.setFailure(nil, of: key)
            return nil
        } catch {
            // A folder that was removed meanwhile must not come back into the table.
            guard isThere else { return error }
            let failure = DirectoryTable.Failure(
                error: error, at: listings.now(), sentence: listings.errors.sentence(of: error))
            directories.setFailure(failure, of: key)
            // `user.places.error` tells the latest error only.
            listings.errors.forgetRefusal(in: key)
            return error
        }
    }

    /// Ends the refresh; answers whether the source has more photos for the folder.
    @Sendable private func ended() -> Bool {
        refreshEnded()
        return directories.takeBegun(key)
    }
}
