import PhotoCache
import PhotoTree
import Waiting

/// The rules of a download's life, from its start to its end. `number` identifies the download: a call for one that is
/// no longer the photo's current download changes nothing. nil stands for the pool's cursors.
///
/// Each rule changes the table and returns what the fetcher must do. It neither waits nor reports.
extension FetchTable {
    /// What a download begins with.
    struct Beginning {
        var number: UInt64
        var image: Rendition
        /// The image's length in bytes, where it is known.
        var length: Int64?
        var paused: FetchRecord.Paused?
    }

    /// What to do with a transfer when the cache has no room for it.
    enum Refusal: Hashable {
        /// It is not the photo's current download any more.
        case superseded
        /// Read its bytes only to learn the length.
        case readForLength
        case pass
    }

    /// Starts a download or resumes the paused one, unless one is running.
    ///
    /// - Parameters:
    ///   - key: the image.
    ///   - generation: the generation whose bytes the caller did not find; when there is a newer one, nothing starts.
    ///   - now: on the fetcher's clock.
    ///   - fits: whether the cache takes a photo of that length.
    /// - Returns: the transfer to begin, if any.
    /// - Throws: the last failure, while it is too fresh for another try.
    mutating func start(
        _ key: ImageKey, after generation: UInt64?, at now: Duration, fits: (Int64) -> Bool
    ) throws(FetchError) -> Beginning? {
        guard !isShutDown else { throw .shutDown }
        guard var record = records[key], generation.map({ $0 == record.generation }) ?? true else { return nil }
        var paused: FetchRecord.Paused?
        switch record.phase {
        case .idle: break
        case .paused(let download): paused = download
        case .fetching, .passing: return nil
        }
        if let failure = failures[key], failure.retryAt > now {
            tidy(key)
            throw failure.error
        }
        unpause(key)
        if paused == nil { record.generation += 1 }
        var beginning: Beginning?
        if paused == nil, let length = record.known?.length, !fits(length) {
            record.phase = .passing
        } else {
            let number = nextNumber()
            beginning = Beginning(number: number, image: record.image, length: record.known?.length, paused: paused)
            record.phase = .fetching(FetchRecord.Job(number: number))
        }
        records[key] = record
        return beginning
    }

    /// The transfer has begun in `task`. Returns false when nobody wants it any more: the caller ends it.
    mutating func began(_ key: ImageKey, _ number: UInt64, in task: Task<Void, Never>) -> Bool {
        var goesOn = false
        withJob(key, number) { _, job in
            job.task = task
            goesOn = !job.isStopping
        }
        return goesOn && !isShutDown
    }

    // MARK: What a download reports

    /// The file with the first bytes had to go: the download begins at 0.
    mutating func renewed(_ key: ImageKey, _ number: UInt64) {
        withJob(key, number) { record, _ in record.generation += 1 }
    }

    /// Takes the version in an answer's head. `isOther` when it is another version than before.
    mutating func told(
        _ key: ImageKey, _ number: UInt64?, _ version: ImageVersion
    ) -> (actions: FetchActions, isOther: Bool) {
        var actions = FetchActions()
        guard var record = records[key], record.isCurrent(number) else { return (actions, false) }
        let isOther = record.version.map { !$0.isSame(as: version) } ?? false
        if isOther {
            // A download whose bytes are void has a new generation already.
            if number == nil { record.generation += 1 }
            record.voidBytes()
        }
        record.version = isOther ? version : record.version?.completed(by: version) ?? version
        actions.news = version.length.flatMap {
            record.learn(KnownFile(length: $0, digest: nil), isCertain: !version.isDoubtful)
        }
        if actions.news == nil, let news = record.believe(version) {
            (actions.news, actions.unlearns) = (news, true)
        }
        actions.waiters = record.takeWaiters()
        actions.outcome = .changed(record.known)
        records[key] = record
        return (actions, isOther)
    }

    /// The bytes so far are void; other bytes follow, from 0.
    mutating func restarted(_ key: ImageKey, _ number: UInt64?) -> FetchActions {
        guard var record = records[key], record.isCurrent(number) else { return FetchActions() }
        record.generation += 1
        record.version = nil
        record.voidBytes()
        if case .fetching(var job) = record.phase {
            job.partial = nil
            job.present = 0
            job.head = []
            record.phase = .fetching(job)
        }
        // Waiters whose handles are void now must not wait for the new bytes.
        let waiters = record.takeWaiters(all: true)
        records[key] = record
        return FetchActions(waiters: waiters)
    }

    /// The image begins with `head`, which is in no file yet.
    mutating func came(_ key: ImageKey, _ number: UInt64, _ head: [UInt8]) -> FetchActions {
        withJob(key, number) { _, job in job.head = head }
        return FetchActions(waiters: records[key]?.takeWaiters() ?? [])
    }

    /// All bytes before `present` are in `partial`.
    mutating func stored(
        _ key: ImageKey, _ number: UInt64, _ partial: PartialPhoto, _ present: Int64
    ) -> FetchActions {
        withJob(key, number) { _, job in
            job.partial = partial
            job.present = present
            job.head = []
        }
        return FetchActions(waiters: records[key]?.takeWaiters() ?? [])
    }

    /// The cache refused the photo. A transfer whose length is certain can become a cursor of the pool.
    mutating func refused(_ key: ImageKey, _ number: UInt64) -> Refusal {
        guard let record = records[key], record.isCurrent(number) else { return .superseded }
        guard record.known == nil || record.isHinted else { return .pass }
        withJob(key, number) { _, job in
            job.partial = nil
            job.present = 0
            job.head = []
        }
        return .readForLength
    }

    /// The photo is passed through from now on.
    mutating func passes(_ key: ImageKey, _ number: UInt64) -> FetchActions {
        guard let record = records[key], record.isCurrent(number), case .fetching(let job) = record.phase else {
            return FetchActions()
        }
        records[key]?.phase = .passing
        let waiters = records[key]?.takeWaiters(all: true) ?? []
        return FetchActions(waiters: waiters, ending: job.task.map { [$0] } ?? [])
    }

    /// The whole image has arrived, and is about to be kept or not.
    mutating func completed(_ key: ImageKey, _ number: UInt64?, _ learnt: KnownFile) -> FetchActions {
        guard var record = records[key], record.isCurrent(number) else { return FetchActions() }
        let news = record.learn(learnt, isCertain: true)
        records[key] = record
        return FetchActions(news: news)
    }

    /// The download has ended, with its file kept or not.
    mutating func finished(
        _ key: ImageKey, _ number: UInt64, _ learnt: KnownFile, isStored: Bool
    ) -> FetchActions {
        guard records[key]?.isCurrent(number) == true else { return FetchActions() }
        forgive(key)
        if isStored { outdated.remove(key) }
        records[key]?.phase = isStored ? .idle : .passing
        let waiters = records[key]?.takeWaiters(all: true) ?? []
        tidy(key)
        return FetchActions(waiters: waiters, outcome: .changed(learnt))
    }

    /// The download ended early; another try can resume from `rest`.
    mutating func failed(
        _ key: ImageKey, _ number: UInt64, _ error: FetchError, rest: FetchRecord.Paused?, at now: Duration,
        _ limits: FetchLimits
    ) -> FetchActions {
        guard let record = records[key], record.isCurrent(number), case .fetching(let job) = record.phase else {
            return FetchActions(discarded: rest.map { [$0.partial] } ?? [])
        }
        var actions = FetchActions(waiters: records[key]?.takeWaiters(all: true) ?? [])
        records[key]?.phase = .idle
        if error.isOfBody { actions.unlearns = records[key]?.unlearn() == true }
        if error != .interrupted {
            fail(key, error, at: now, limits)
        }
        if let rest, !isShutDown, let oldest = pause(key, rest, atMost: limits.pausedDownloads) {
            actions.discarded = [oldest.partial]
        }
        tidy(key)
        // Readers that wanted the photo again after it was stopped as unwanted look again, and resume the download.
        if !job.isStopping {
            actions.outcome = .failed(error == .interrupted ? .failed("the transfer ended") : error)
        }
        return actions
    }

    // MARK: Readers

    /// Adds a reader to the waiters; returns nil when its need may be met already.
    mutating func join(
        _ key: ImageKey, _ need: FetchRecord.Need, _ reply: Reply<FetchRecord.Outcome>
    ) -> UInt64? {
        guard let record = records[key], !record.isMet(need) else { return nil }
        let number = nextNumber()
        records[key]?.waiters[number] = FetchRecord.Waiter(need: need, reply: reply)
        return number
    }

    /// Removes a waiter. Returns false when it was answered before.
    mutating func leave(_ key: ImageKey, _ number: UInt64) -> Bool {
        records[key]?.waiters.removeValue(forKey: number) != nil
    }

    /// The moment since which nobody wants the photo, if there is a download to stop for that; nil otherwise.
    mutating func unwanted(_ key: ImageKey) -> UInt64? {
        guard let record = records[key], !record.isWanted else { return nil }
        guard case .fetching = record.phase else {
            tidy(key)
            return nil
        }
        let moment = nextNumber()
        records[key]?.grace = moment
        return moment
    }

    /// Ends the download, unless somebody has wanted the photo since `moment`.
    mutating func graceEnded(_ key: ImageKey, since moment: UInt64) -> FetchActions {
        guard let record = records[key], record.grace == moment, !record.isWanted,
            case .fetching(var job) = record.phase
        else { return FetchActions() }
        job.isStopping = true
        records[key]?.phase = .fetching(job)
        return FetchActions(ending: job.task.map { [$0] } ?? [])
    }

    // MARK: Dropping photos

    /// Forgets everything that is kept or begun of a photo, and its last failure if `forgiving`.
    mutating func withdraw(_ key: ImageKey, telling error: FetchError, forgiving: Bool) -> FetchActions {
        var actions = abandon(key, .failed(error))
        if case .fetching(let job)? = records[key]?.phase, let partial = job.partial { actions.discarded = [partial] }
        unpause(key)
        records[key] = nil
        if forgiving { forgive(key) }
        return actions
    }

    /// After this nothing begins any more.
    mutating func shutDown() -> [(key: ImageKey, actions: FetchActions)] {
        isShutDown = true
        return records.keys.map { key in
            let actions = abandon(key, .failed(.shutDown))
            if case .paused? = records[key]?.phase { records[key]?.phase = .idle }
            return (key, actions)
        }
    }

    private mutating func abandon(_ key: ImageKey, _ outcome: FetchRecord.Outcome) -> FetchActions {
        var actions = FetchActions(waiters: records[key]?.takeWaiters(all: true) ?? [], outcome: outcome)
        switch records[key]?.phase {
        case .fetching(let job): actions.ending = job.task.map { [$0] } ?? []
        case .paused(let download): actions.discarded = [download.partial]
        case .idle, .passing, nil: break
        }
        return actions
    }
}
