package import HTTP
package import Logging
package import PhotoCache
package import PhotoTree
import Synchronization
import Waiting

/// Supplies photos' bytes from the cache, or by one download for each photo that all its readers share, at whatever
/// offsets they read. Each reader goes on as soon as its bytes have arrived.
///
/// What is known already is answered before the first suspension; only table work happens under the lock.
package final class PhotoFetcher: Sendable {
    let host: ImageHost
    package let cache: PhotoCache
    let pool: PassthroughPool
    let logger: Logger
    let table = Mutex(FetchTable())

    package init(
        source: any PhotoSource, transport: any HTTPTransport, cache: PhotoCache, clock: any Clock<Duration>,
        events: FetchEvents, logger: Logger, limits: FetchLimits = .standard
    ) {
        let time = ElapsedClock(clock)
        host = ImageHost(source: source, transport: transport, time: time, events: events, limits: limits)
        pool = PassthroughPool(limits: limits, time: time)
        self.cache = cache
        self.logger = logger
    }

    /// Each turn but the last waits for a change. A host that changes this often without giving the bytes contradicts
    /// itself.
    private static let maximumTurns = 64

    var time: ElapsedClock { host.time }
    var events: FetchEvents { host.events }

    // MARK: Open, read, close

    /// Opens a photo in one of its renditions, whose length is known then.
    ///
    /// With a known size it makes no request and does not wait, but for a photo on the shelf whose digest is unknown.
    /// Without one the download begins, and `open` returns when the answer's head gives the length, or else at the end
    /// of the body.
    ///
    /// - Parameters:
    ///   - photo: as its listing has it.
    ///   - image: which image of it.
    ///   - known: what was learnt of the image before.
    ///   - head: how many of its first bytes the caller reads next. A caller that has to wait for the length waits for
    ///     these, too, and wakes only once.
    ///   - meanwhile: called when a request was begun for this call alone, before the wait for its answer.
    /// - Returns: a handle that the caller must close.
    /// - Throws: `FetchError` when the length cannot be told.
    package func open(
        _ photo: Photo, _ image: Rendition, known: KnownFile?, head: Int64 = 0, meanwhile: () -> Void = {}
    ) async throws(FetchError) -> OpenPhoto {
        let key = ImageKey(photo: photo.id, rendition: image.name)
        // A photo fetched a moment ago is in the cache before it is in the catalog.
        var known =
            known ?? verified(key) ?? image.byteCount.map { KnownFile(length: $0, digest: nil) }
        // What is kept offline tells its digest itself, where the catalog lost it.
        if known?.digest == nil, !isReplaced(key), let shelf = cache.shelf, shelf.contains(key) {
            known = await shelf.present(key, known: known) ?? known
        }
        var isOpener = false
        defer { if isOpener { openerLeft(key) } }
        // A second turn is needed when a download was stopped for want of readers just as this one came.
        for turn in 0..<Self.maximumTurns {
            if Task.isCancelled { throw .interrupted }
            if let open = try opened(photo, image, key, known, &isOpener) { return open }
            if turn == 0, table.withLock({ $0.records[key]?.openers == 1 }) { meanwhile() }
            known = try await wait(for: .opening(head), of: key) ?? known
        }
        throw .failed("the image has no length")
    }

    /// Whether bytes read before are of the version that a handle opened now would read: the image is whole in the
    /// cache, or others have it open.
    package func continues(_ key: ImageKey) -> Bool {
        (cache.contains(key) && !isReplaced(key)) || table.withLock { $0.records[key]?.hasValidHandle == true }
    }

    /// What the cache has of the image, in the source's version.
    private func verified(_ key: ImageKey) -> KnownFile? { isReplaced(key) ? nil : cache.verified(key) }

    /// The bytes of `range`, cut at the photo's end; never fewer otherwise.
    ///
    /// - Throws: `FetchError`; `interrupted` as soon as the calling task is cancelled.
    package func read(_ open: OpenPhoto, _ range: Range<Int64>) async throws(FetchError) -> [UInt8] {
        let range = range.clamped(to: 0..<open.length)
        guard !range.isEmpty else {
            // The kernel takes an empty read for the photo's end and cuts the file's size there. For a handle whose
            // length is no longer the photo's, that would be wrong.
            guard table.withLock({ $0.records[open.key]?.isValid(open.number, length: open.length) == true }) else {
                throw open.isClosed ? .interrupted : .changed
            }
            return []
        }
        for _ in 0..<Self.maximumTurns {
            if Task.isCancelled { throw .interrupted }
            if let bytes = try await step(open, range) { return bytes }
        }
        throw .failed("the image keeps changing")
    }

    /// Ends a handle. When it was the photo's last one, the download goes on for a short grace.
    package func close(_ open: OpenPhoto) {
        open.close()
        let isPassing = table.withLock { table in
            guard table.records[open.key]?.handles.removeValue(forKey: open.number) != nil else { return false }
            guard case .passing? = table.records[open.key]?.phase else { return false }
            return table.records[open.key]?.isWanted == false
        }
        if isPassing { pool.close(open.key) }
        cache.closed(open.key)
        unwanted(open.key)
    }

    /// Ends a handle after a short grace: a caller that was told to open the photo again does so in a moment, and must
    /// find the download and what it learnt.
    package func closeSoon(_ open: OpenPhoto) {
        Task { [weak self, host] in
            // A cancelled sleep ends the grace early, which is fine.
            try? await host.time.sleep(for: host.limits.grace)
            self?.close(open)
        }
    }

    // MARK: Steps

    /// Returns a handle when the length is known or becomes known without waiting; starts the download otherwise.
    private func opened(
        _ photo: Photo, _ image: Rendition, _ key: ImageKey, _ known: KnownFile?, _ isOpener: inout Bool
    ) throws(FetchError) -> OpenPhoto? {
        let open = try table.withLock { table throws(FetchError) -> OpenPhoto? in
            guard !table.isShutDown else { throw .shutDown }
            var record = table.records[key] ?? FetchRecord(photo, image, known: known)
            record.photo = photo
            // While nobody else uses the photo, the caller's knowledge is the newest.
            if let known, !record.isWanted, case .idle = record.phase {
                (record.known, record.isHinted) = (known, false)
            }
            record.known = record.known ?? known
            guard let length = record.known?.length else {
                if !isOpener {
                    isOpener = true
                    record.openers += 1
                }
                table.records[key] = record
                return nil
            }
            let open = OpenPhoto(
                photo: photo, key: key, length: length, isHinted: record.isHinted, number: table.nextNumber())
            record.handles[open.number] = FetchRecord.Handle()
            table.records[key] = record
            return open
        }
        if let open {
            cache.opened(key)
            return open
        }
        // A download that ended since the caller looked is in the cache by now; this opener's record would start
        // another one.
        if known == nil, let learnt = verified(key) { return try opened(photo, image, key, learnt, &isOpener) }
        try start(key)
        return nil
    }

    private func openerLeft(_ key: ImageKey) {
        table.withLock { table in
            // A record that was dropped meanwhile no longer counts this opener.
            guard let openers = table.records[key]?.openers, openers > 0 else { return }
            table.records[key]?.openers = openers - 1
        }
        unwanted(key)
    }

    /// The bytes, or nil after a change: the caller looks again.
    private func step(_ open: OpenPhoto, _ range: Range<Int64>) async throws(FetchError) -> [UInt8]? {
        let key = open.key
        let record = try table.withLock { table throws(FetchError) -> FetchRecord in
            guard !table.isShutDown else { throw .shutDown }
            guard let record = table.records[key], record.isValid(open.number, length: open.length) else {
                // The handle's length went with the body that was refused.
                if let record = table.records[key], record.known == nil, let failure = table.failures[key] {
                    throw failure.error
                }
                throw open.isClosed ? .interrupted : .changed
            }
            return record
        }
        var bytes: [UInt8]?
        switch record.phase {
        case .idle, .paused:
            bytes = isReplaced(key) ? nil : await cached(open, range, record)
            if bytes == nil { try start(key, after: record.generation) }
        case .fetching(let job):
            // Where the host gave no length, or two different ones, the bytes before a wrong length would look like the
            // whole photo. Where the digest is known, only the end shows that these are the same bytes: until then
            // nobody gets the last ones, and who was served earlier bytes gets none.
            let isOlder = record.handles[open.number]?.servedSince.map { $0 < record.generation } ?? false
            let lacksDigest = record.known?.digest == nil
            let isEnd = range.upperBound >= open.length && !(record.isEndTold && lacksDigest) || isOlder && !lacksDigest
            let needed = isEnd ? Int64.max : range.upperBound
            if needed <= job.head.count {
                bytes = Array(job.head[Int(range.lowerBound)..<Int(range.upperBound)])
            } else if let partial = job.partial, job.present >= needed {
                bytes = await partial.read(range)
                if bytes == nil { gaveWay(key, job.number) }
            } else {
                _ = try await wait(for: .bytes(needed), of: key)
                return nil
            }
        case .passing:
            bytes = try await pass(range, of: key, record)
        }
        return bytes.flatMap { serve($0, at: range.lowerBound, to: open, generation: record.generation) }
    }

    /// Notes which bytes the handle was served; returns nil when they became void while they were read.
    private func serve(
        _ bytes: [UInt8], at offset: Int64, to open: OpenPhoto, generation: UInt64
    ) -> [UInt8]? {
        table.withLock { table in
            guard let record = table.records[open.key], record.validSince <= generation,
                record.isValid(open.number, length: open.length)
            else { return nil }
            if record.handles[open.number]?.servedSince == nil {
                table.records[open.key]?.handles[open.number]?.servedSince = generation
            }
            if case .passing = record.phase {
                table.records[open.key]?.passed = max(record.passed, offset + Int64(bytes.count))
            }
            return bytes
        }
    }

    private func cached(_ open: OpenPhoto, _ range: Range<Int64>, _ record: FetchRecord) async -> [UInt8]? {
        if record.handles[open.number]?.isChecked != true {
            guard let learnt = await cache.present(open.key, known: record.known) else { return nil }
            guard learnt.length == open.length else {
                cache.remove(open.key)
                return nil
            }
            table.withLock { $0.records[open.key]?.handles[open.number]?.isChecked = true }
        }
        return await cache.read(range, of: open.key)
    }

    // MARK: Waiting

    /// Waits until the need may be met; the caller looks again. Returns what is known of the image by then.
    private func wait(for need: FetchRecord.Need, of key: ImageKey) async throws(FetchError) -> KnownFile? {
        let reply = Reply<FetchRecord.Outcome>()
        let (number, known) = table.withLock { ($0.join(key, need, reply), $0.records[key]?.known) }
        guard let number else { return known }
        let outcome = await reply.value(ifCancelled: .failed(.interrupted))
        // A cancelled waiter is still in the table.
        if table.withLock({ $0.leave(key, number) }) { unwanted(key) }
        switch outcome {
        case .changed(let known): return known
        case .failed(let error): throw error
        }
    }
}

/// One open handle on a photo, from `PhotoFetcher.open` to `close`. Its length never changes.
package final class OpenPhoto: Sendable {
    package let photo: Photo
    package let key: ImageKey
    /// In bytes.
    package let length: Int64
    /// The host only hinted at the length: at the end of the body it may turn out to be another.
    package let isHinted: Bool
    let number: UInt64
    private let closed = Mutex(false)

    /// True after `close`. A read may still be under way for a reader that a signal ended: that reader was answered at
    /// once, so the read has nobody to report to.
    var isClosed: Bool { closed.withLock { $0 } }

    func close() {
        closed.withLock { $0 = true }
    }

    init(photo: Photo, key: ImageKey, length: Int64, isHinted: Bool, number: UInt64) {
        self.photo = photo
        self.key = key
        self.length = length
        self.isHinted = isHinted
        self.number = number
    }
}
