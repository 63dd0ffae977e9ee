import HTTP
import Logging
import PhotoCache
import PhotoTree
import Synchronization

/// The life of a download, from its start to what is left of it. `number` names it: one that is not the photo's current
/// download any more changes nothing.
extension PhotoFetcher {
    /// Starts the download, or goes on with a paused one, unless there is one.
    ///
    /// - Parameters:
    ///   - key: the image.
    ///   - generation: of the bytes that the caller has looked for in vain; when they are others by now, nothing starts.
    /// - Throws: the last failure, while it is too fresh for another try.
    func start(_ key: ImageKey, after generation: UInt64? = nil) throws(FetchError) {
        try table.withLock { table throws(FetchError) in
            guard !table.isShutDown else { throw .shutDown }
            guard var record = table.records[key], generation.map({ $0 == record.generation }) ?? true else { return }
            var paused: FetchRecord.Paused?
            switch record.phase {
            case .idle: break
            case .paused(let download): paused = download
            case .fetching, .passing: return
            }
            if let failure = table.failures[key], failure.retryAt > time.elapsed {
                table.tidy(key)
                throw failure.error
            }
            table.unpause(key)
            if paused == nil { record.generation += 1 }
            if paused == nil, let length = record.known?.length, !cache.fits(length) {
                record.phase = .passing
            } else {
                let number = table.nextNumber()
                let (image, length) = (record.image, record.known?.length)
                // On the threads of the disk, so that each piece is written where it comes to.
                let task = HTTPRequest.$executor.withValue(cache.threads) {
                    Task(executorPreference: cache.threads) { [self, paused] in
                        await run(key, number, image, length, paused)
                    }
                }
                record.phase = .fetching(FetchRecord.Job(number: number, task: task))
            }
            table.records[key] = record
        }
    }

    private func run(
        _ key: ImageKey, _ number: UInt64, _ image: Rendition, _ length: Int64?, _ paused: FetchRecord.Paused?
    ) async {
        var download: Download
        if let paused, paused.partial.resume(expected: length) {
            download = Download(self, key, number, paused.stream, paused.partial)
        } else {
            if paused != nil { renew(key, number) }
            download = Download(self, key, number, ImageStream(image, of: key.photo, host: host), nil)
        }
        await download.run()
    }

    /// The prefix had to go: the download begins at 0.
    private func renew(_ key: ImageKey, _ number: UInt64) {
        table.withLock { $0.withJob(key, number) { record, _ in record.generation += 1 } }
    }

    // MARK: What a download tells

    /// An answer's head. True when it is of another version than before.
    @discardableResult
    func told(_ key: ImageKey, _ number: UInt64?, _ version: ImageVersion?) -> Bool {
        guard let version else { return false }
        let (news, isOther) = table.withLock { table -> (News?, Bool) in
            guard var record = table.records[key], record.isCurrent(number) else { return (nil, false) }
            let isOther = record.version.map { !$0.isSame(as: version) } ?? false
            if isOther {
                // Of a download the generation is new already.
                if number == nil { record.generation += 1 }
                record.validSince = record.generation
                record.isChangeUntold = record.known != nil
            }
            record.version = isOther ? version : record.version?.completed(by: version) ?? version
            let news = version.length.flatMap {
                record.learn(LearntFile(length: $0, digest: nil), isCertain: !version.isDoubtful)
            }
            table.records[key] = record
            return (news, isOther)
        }
        tell(key, news)
        let (waiting, known) = table.withLock { table in
            (table.records[key]?.takeWaiters() ?? [], table.records[key]?.known)
        }
        resume(waiting, .changed(known))
        return isOther
    }

    /// What was brought so far is void; other bytes follow, from 0.
    func restarted(_ key: ImageKey, _ number: UInt64?) {
        let waiting = table.withLock { table -> [Waiting] in
            guard var record = table.records[key], record.isCurrent(number) else { return [] }
            record.generation += 1
            record.validSince = record.generation
            record.version = nil
            record.isChangeUntold = record.known != nil
            if case .fetching(var job) = record.phase {
                job.partial = nil
                job.present = 0
                record.phase = .fetching(job)
            }
            // Those of handles that are void now must not wait for the new bytes.
            let waiting = record.takeWaiters(all: true)
            table.records[key] = record
            return waiting
        }
        resume(waiting, .changed(nil))
    }

    /// All bytes before `present` are in `partial`.
    func stored(_ key: ImageKey, _ number: UInt64, _ partial: PartialPhoto, _ present: Int64) {
        let waiting = table.withLock { table in
            table.withJob(key, number) { _, job in
                job.partial = partial
                job.present = present
            }
            return table.records[key]?.takeWaiters() ?? []
        }
        resume(waiting, .changed(nil))
    }

    /// The cache refused; with a certain length the transfer becomes a cursor of the pool. False: read on for the length.
    func handOver(_ key: ImageKey, _ number: UInt64, _ stream: ImageStream, _ piece: [UInt8]) -> Bool {
        let isCertain = table.withLock { table -> Bool? in
            guard let record = table.records[key], record.isCurrent(number) else { return nil }
            guard record.known != nil, !record.isHinted else {
                table.withJob(key, number) { _, job in
                    job.partial = nil
                    job.present = 0
                }
                return false
            }
            return true
        }
        guard isCertain == true else { return isCertain == nil }
        // Readers who look for it in the pool must find it there, or they would ask the host once more.
        pool.adopt(stream, holding: piece, of: key, report: report(key))
        let waiting = table.withLock { table -> [Waiting] in
            guard table.records[key]?.isCurrent(number) == true else { return [] }
            table.records[key]?.phase = .passing
            return table.records[key]?.takeWaiters(all: true) ?? []
        }
        resume(waiting, .changed(nil))
        unwanted(key)
        return true
    }

    /// The whole image has arrived, and is about to be kept or not.
    func completed(_ key: ImageKey, _ number: UInt64, _ learnt: LearntFile, isKept: Bool) {
        let news = table.withLock { table -> News? in
            guard var record = table.records[key], record.isCurrent(number) else { return nil }
            let news = record.learn(learnt, isCertain: true)
            table.records[key] = record
            return news
        }
        tell(key, news)
        if isKept { events.fetched(key) }
    }

    /// All that could be done with it is done.
    func finished(_ key: ImageKey, _ number: UInt64, _ learnt: LearntFile, isStored: Bool) {
        let waiting = table.withLock { table -> [Waiting] in
            guard table.records[key]?.isCurrent(number) == true else { return [] }
            table.forgive(key)
            table.records[key]?.phase = isStored ? .idle : .passing
            let waiting = table.records[key]?.takeWaiters(all: true) ?? []
            table.tidy(key)
            return waiting
        }
        resume(waiting, .changed(learnt))
    }

    /// The download ended early.
    func failed(
        _ key: ImageKey, _ number: UInt64, _ error: FetchError, _ stream: ImageStream, _ partial: PartialPhoto?
    ) {
        let isWorthKeeping = error.leavesPrefix && stream.position > 0 && partial != nil
        if isWorthKeeping { partial?.pause() }
        let (waiting, isStopped, dropped) = table.withLock { table -> ([Waiting], Bool, PartialPhoto?) in
            guard let record = table.records[key], record.isCurrent(number), case .fetching(let job) = record.phase
            else {
                return ([], false, partial)
            }
            let waiting = table.records[key]?.takeWaiters(all: true) ?? []
            table.records[key]?.phase = .idle
            if error != .interrupted {
                let period = error.retryPeriod(host.limits.errorPeriod)
                table.fail(key, FetchTable.Failure(error: error, retryAt: time.elapsed + period))
            }
            // Only now: a reader who found the file gone under the download would take it for want of room.
            var dropped = isWorthKeeping ? nil : partial
            if isWorthKeeping, !table.isShutDown, let partial {
                let download = FetchRecord.Paused(stream: stream, partial: partial)
                dropped = table.pause(key, download, atMost: host.limits.pausedDownloads)?.partial
            }
            table.tidy(key)
            return (waiting, job.isStopping, dropped)
        }
        dropped?.discard()
        if error != .interrupted {
            logger.debug(
                "a download failed", metadata: ["photo": "\(key.photo)", "cause": "\(error.text)"])
        }
        // Stopped as unwanted, and wanted again meanwhile: those look again, and go on with it.
        resume(
            waiting, isStopped ? .changed(nil) : .failed(error == .interrupted ? .failed("the transfer ended") : error))
    }

    // MARK: Grace

    /// Perhaps nobody wants the photo any more: its download ends if that stays so for a little while.
    func unwanted(_ key: ImageKey) {
        let moment = table.withLock { table -> UInt64? in
            guard let record = table.records[key], !record.isWanted else { return nil }
            guard case .fetching = record.phase else {
                table.tidy(key)
                return nil
            }
            let moment = table.nextNumber()
            table.records[key]?.grace = moment
            return moment
        }
        guard let moment else { return }
        Task { [weak self, host] in
            // A cancelled sleep ends the grace early, which is as good.
            try? await host.time.sleep(for: host.limits.grace)
            self?.graceEnded(key, moment)
        }
    }

    private func graceEnded(_ key: ImageKey, _ moment: UInt64) {
        let task = table.withLock { table -> Task<Void, Never>? in
            guard let record = table.records[key], record.grace == moment, !record.isWanted,
                case .fetching(var job) = record.phase
            else { return nil }
            job.isStopping = true
            table.records[key]?.phase = .fetching(job)
            return job.task
        }
        task?.cancel()
    }

    /// A reader found the download's file gone: the photo is passed through from now on.
    func gaveWay(_ key: ImageKey, _ number: UInt64) {
        let (task, waiting) = table.withLock { table -> (Task<Void, Never>?, [Waiting]) in
            guard let record = table.records[key], record.isCurrent(number), case .fetching(let job) = record.phase
            else {
                return (nil, [])
            }
            table.records[key]?.phase = .passing
            return (job.task, table.records[key]?.takeWaiters(all: true) ?? [])
        }
        task?.cancel()
        resume(waiting, .changed(nil))
    }

    // MARK: Telling

    typealias News = FetchRecord.News
    typealias Waiting = CheckedContinuation<FetchRecord.Outcome, Never>

    func tell(_ key: ImageKey, _ news: News?) {
        guard let news else { return }
        events.learned(key, news.learnt)
        if news.isChange { events.lengthChanged(key.photo, news.learnt) }
    }

    func resume(_ waiting: [Waiting], _ outcome: FetchRecord.Outcome) {
        for continuation in waiting {
            continuation.resume(returning: outcome)
        }
    }
}

extension FetchError {
    /// How long readers are told of this failure before another try.
    fileprivate func retryPeriod(_ standard: Duration) -> Duration {
        guard case .backingOff(let duration) = self else { return standard }
        return max(standard, duration)
    }
}
