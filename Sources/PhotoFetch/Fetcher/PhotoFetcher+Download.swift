import HTTP
import Logging
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// The steps of a download: `FetchTable` decides under the lock, and these methods act on the decision without it.
extension PhotoFetcher {
    func perform(_ actions: FetchActions, _ key: ImageKey) {
        if let news = actions.news {
            events.learned(key, news.learnt)
            if news.isChange { events.lengthChanged(key.photo, news.learnt) }
        }
        if actions.unlearns { events.unlearned(key) }
        end(actions)
        answer(actions)
    }

    func end(_ actions: FetchActions) {
        for task in actions.ending { task.cancel() }
        for partial in actions.discarded { partial.discard() }
    }

    func answer(_ actions: FetchActions) {
        for waiter in actions.waiters { waiter.give(actions.outcome) }
    }

    /// See `FetchTable.start`.
    func start(_ key: ImageKey, after generation: UInt64? = nil) throws(FetchError) {
        let now = time.elapsed
        let beginning = try table.withLock { table throws(FetchError) in
            try table.start(key, after: generation, at: now, fits: { cache.fits($0, as: key) })
        }
        guard let beginning else { return }
        // Runs on the disk threads, so that each piece is written on the thread where it arrives. The request is sent
        // from this thread: where both share a processor, another thread would wake for it only when this one has
        // nothing left to do.
        let task = HTTPRequest.$executor.withValue(cache.threads) {
            // Resuming a file calls the disk.
            guard beginning.paused == nil else {
                return Task(executorPreference: cache.threads) { [self] in await run(key, beginning) }
            }
            return Task.immediate(executorPreference: cache.threads) { [self] in await run(key, beginning) }
        }
        if !table.withLock({ $0.began(key, beginning.number, in: task) }) { task.cancel() }
    }

    private func run(_ key: ImageKey, _ beginning: FetchTable.Beginning) async {
        let number = beginning.number
        var download: Download
        if let paused = beginning.paused, paused.partial.resume(expected: beginning.length) {
            download = Download(self, key, number, paused.stream, paused.partial)
        } else {
            if beginning.paused != nil { table.withLock { $0.renewed(key, number) } }
            download = Download(self, key, number, ImageStream(beginning.image, of: key.photo, host: host), nil)
        }
        await download.run()
    }

    // MARK: What a download reports

    /// Takes the version in an answer's head. Returns true when it is another version than before.
    @discardableResult
    func told(_ key: ImageKey, _ number: UInt64?, _ version: ImageVersion?) -> Bool {
        guard let version else { return false }
        let (actions, isOther) = table.withLock { $0.told(key, number, version) }
        perform(actions, key)
        return isOther
    }

    /// The bytes so far are void; other bytes follow, from 0.
    func restarted(_ key: ImageKey, _ number: UInt64?) {
        perform(table.withLock { $0.restarted(key, number) }, key)
    }

    /// The image begins with `head`, which is in no file yet.
    func came(_ key: ImageKey, _ number: UInt64, _ head: [UInt8]) {
        perform(table.withLock { $0.came(key, number, head) }, key)
    }

    /// All bytes before `present` are in `partial`.
    func stored(_ key: ImageKey, _ number: UInt64, _ partial: PartialPhoto, _ present: Int64) {
        perform(table.withLock { $0.stored(key, number, partial, present) }, key)
    }

    /// The cache refused the photo; a transfer whose length is certain becomes a cursor of the pool. Returns false when
    /// the caller must read on to learn the length.
    func handOver(_ key: ImageKey, _ number: UInt64, _ stream: ImageStream, _ piece: [UInt8]) -> Bool {
        switch table.withLock({ $0.refused(key, number) }) {
        case .superseded: return true
        case .readForLength: return false
        case .pass: break
        }
        // Readers that look for the transfer in the pool must find it there, or they would ask the host once more.
        pool.adopt(stream, holding: piece, of: key, report: report(key))
        var actions = table.withLock { $0.passes(key, number) }
        // The download's task ends by itself, and its transfer goes on in the pool.
        actions.ending = []
        perform(actions, key)
        unwanted(key)
        return true
    }

    /// The whole image has arrived, and is about to be kept or not.
    func completed(_ key: ImageKey, _ number: UInt64, _ learnt: KnownFile, isKept: Bool) {
        perform(table.withLock { $0.completed(key, number, learnt) }, key)
        if isKept { events.fetched(key) }
    }

    /// The download has ended, with its file kept or not.
    func finished(_ key: ImageKey, _ number: UInt64, _ learnt: KnownFile, isStored: Bool) {
        perform(table.withLock { $0.finished(key, number, learnt, isStored: isStored) }, key)
    }

    /// The download ended early.
    func failed(
        _ key: ImageKey, _ number: UInt64, _ error: FetchError, _ stream: ImageStream, _ partial: PartialPhoto?
    ) {
        var rest: FetchRecord.Paused?
        if let partial, error.leavesPrefix, stream.position > 0 {
            partial.pause()
            rest = FetchRecord.Paused(stream: stream, partial: partial)
        }
        let now = time.elapsed
        let actions = table.withLock { $0.failed(key, number, error, rest: rest, at: now, host.limits) }
        // Only after `failed`: a reader that found the file gone during the download would think that the cache had no
        // room.
        if rest == nil { partial?.discard() }
        if error != .interrupted {
            logger.debug(
                "a download failed", metadata: ["photo": "\(key.photo)", "cause": "\(error.text)"])
        }
        perform(actions, key)
    }

    /// A reader found the download's file gone: the photo is passed through from now on.
    func gaveWay(_ key: ImageKey, _ number: UInt64) {
        perform(table.withLock { $0.passes(key, number) }, key)
    }

    // MARK: Grace

    /// Perhaps nobody wants the photo any more: its download ends if that stays so for the grace.
    func unwanted(_ key: ImageKey) {
        guard let moment = table.withLock({ $0.unwanted(key) }) else { return }
        Task { [weak self, host] in
            // A cancelled sleep ends the grace early, which is fine.
            try? await host.time.sleep(for: host.limits.grace)
            guard let self else { return }
            perform(table.withLock { $0.graceEnded(key, since: moment) }, key)
        }
    }
}

/// Downloads one image: writes the host's answer into the cache and tells the fetcher of every step.
struct Download {
    let fetcher: PhotoFetcher
    let key: ImageKey
    let number: UInt64
    private var stream: ImageStream
    private var partial: PartialPhoto?
    /// False once the cache has refused the image: its bytes are then passed through, or read only to learn the length.
    private var isKept = true

    init(_ fetcher: PhotoFetcher, _ key: ImageKey, _ number: UInt64, _ stream: ImageStream, _ partial: PartialPhoto?) {
        self.fetcher = fetcher
        self.key = key
        self.number = number
        self.stream = stream
        self.partial = partial
    }

    mutating func run() async {
        do throws(FetchError) {
            try await transfer()
        } catch {
            stream.disconnect()
            fetcher.failed(key, number, error, stream, partial)
        }
    }

    private mutating func transfer() async throws(FetchError) {
        if let partial { fetcher.stored(key, number, partial, stream.position) }
        if try await stream.connect() {
            try await restart()
        } else {
            fetcher.told(key, number, stream.version)
        }
        while true {
            switch try await stream.next() {
            case .bytes(let piece):
                guard try await write(piece) else { return }
            case .restarted:
                try await restart()
            case .end:
                return await finish()
            }
        }
    }

    private mutating func restart() async throws(FetchError) {
        let void = partial
        partial = nil
        fetcher.restarted(key, number)
        void?.discard()
        _ = try await stream.connect()
        fetcher.told(key, number, stream.version)
    }

    /// Returns false when the transfer was handed over to the pool and this download is done.
    private mutating func write(_ piece: [UInt8]) async throws(FetchError) -> Bool {
        if isKept, partial == nil {
            // A reader that opens the photo gets these bytes while the file is being created.
            fetcher.came(key, number, piece)
            partial = fetcher.cache.begin(key, expected: stream.version?.length)
        }
        if isKept, let partial {
            switch await partial.append(piece) {
            case .stored:
                fetcher.stored(key, number, partial, stream.position)
                return true
            case .cancelled:
                // The stream has given out bytes that the file lacks; there was no room for them anyway.
                partial.discard()
                self.partial = nil
                throw .interrupted
            case .gaveWay, .unavailable:
                break
            }
        }
        isKept = false
        partial = nil
        return !fetcher.handOver(key, number, stream, piece)
    }

    private mutating func finish() async {
        let digest = stream.digest?.text
        let learnt = KnownFile(length: stream.position, digest: digest)
        // Before `finish` publishes the file in the cache: a photo there that was never confirmed would be looked up.
        fetcher.completed(key, number, learnt, isKept: partial != nil)
        var isStored = false
        if let partial, let digest { isStored = await partial.finish(digest: digest) == .stored }
        fetcher.finished(key, number, learnt, isStored: isStored)
    }
}
