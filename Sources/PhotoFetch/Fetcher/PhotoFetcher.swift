package import HTTP
package import Logging
package import PhotoCache
package import PhotoTree
import Synchronization
import Waiting

/// Brings photos' bytes: from the cache, or by one shared download a photo however many read it, at whatever offsets.
/// Each reader goes on as soon as its bytes have arrived.
///
/// Whatever is known already is answered before the first suspension; only table work happens under the lock.
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

    /// Each turn but the last waits for a change; that many changes without the bytes is a host at odds with itself.
    private static let maximumTurns = 64

    var time: ElapsedClock { host.time }
    var events: FetchEvents { host.events }

    // MARK: Open, read, close

    /// Opens a photo in one of its renditions and settles its size.
    ///
    /// With a known size nothing is asked of anybody and nothing waits. Without, the download begins and `open` returns
    /// when the answer's head tells the length, or else at the end of the body.
    ///
    /// - Parameters:
    ///   - photo: as its listing told it.
    ///   - image: which image of it.
    ///   - known: what was learnt of it before.
    ///   - head: how many of its first bytes the caller reads next: who has to wait for the length waits for these, too,
    ///     and is woken once.
    ///   - meanwhile: called when a request was begun for this and nobody else, before the wait for its answer.
    /// - Returns: a handle, to be closed.
    /// - Throws: `FetchError` when the size cannot be settled.
    package func open(
        _ photo: Photo, _ image: Rendition, known: LearntFile?, head: Int64 = 0, meanwhile: () -> Void = {}
    ) async throws(FetchError) -> OpenPhoto {
        let key = ImageKey(photo: photo.id, rendition: image.name)
        // What was fetched a moment ago is in the cache before it is in the catalog.
        var known =
            known ?? cache.verified(key) ?? image.byteCount.map { LearntFile(length: $0, digest: nil) }
        var isOpener = false
        defer { if isOpener { openerLeft(key) } }
        // More than one turn, when a download ended for want of readers in the moment that this one came.
        for turn in 0..<Self.maximumTurns {
            if Task.isCancelled { throw .interrupted }
            if let open = try opened(photo, image, key, known, &isOpener) { return open }
            if turn == 0, table.withLock({ $0.records[key]?.openers == 1 }) { meanwhile() }
            known = try await wait(for: .opening(head), of: key) ?? known
        }
        throw .failed("the image has no length")
    }

    /// Whether what was read of the image before is of the version that a handle opened now would read: it is kept whole, or
    /// others have it open.
    package func continues(_ key: ImageKey) -> Bool {
        cache.contains(key) || table.withLock { $0.records[key]?.handles.isEmpty == false }
    }

    /// The bytes of `range`, cut at the photo's end; never fewer otherwise.
    ///
    /// - Throws: `FetchError`; `interrupted` as soon as the calling task is cancelled.
    package func read(_ open: OpenPhoto, _ range: Range<Int64>) async throws(FetchError) -> [UInt8] {
        let range = range.clamped(to: 0..<open.length)
        guard !range.isEmpty else {
            // The kernel takes "nothing" for the photo's end and cuts its size there: for a handle that believed a length
            // which is another one now, that would be a lie.
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

    /// Ends a handle. The last one of a photo leaves its download a short grace.
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

    /// Ends a handle after a short grace: whoever was sent back with it opens the photo again in a moment, and must find
    /// the download and what it told.
    package func closeSoon(_ open: OpenPhoto) {
        Task { [weak self, host] in
            // A cancelled sleep ends the grace early, which is as good.
            try? await host.time.sleep(for: host.limits.grace)
            self?.close(open)
        }
    }

    // MARK: Steps

    /// A handle, when the length is known or becomes known without waiting; starts the download otherwise.
    private func opened(
        _ photo: Photo, _ image: Rendition, _ key: ImageKey, _ known: LearntFile?, _ isOpener: inout Bool
    ) throws(FetchError) -> OpenPhoto? {
        let open = try table.withLock { table throws(FetchError) -> OpenPhoto? in
            guard !table.isShutDown else { throw .shutDown }
            var record = table.records[key] ?? FetchRecord(photo, image, known: known)
            record.photo = photo
            // With nobody else at it, the caller knows best.
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
        // A download that ended since the caller looked is in the cache by now, and this opener's record keeps the next one.
        if known == nil, let learnt = cache.verified(key) { return try opened(photo, image, key, learnt, &isOpener) }
        try start(key)
        return nil
    }

    private func openerLeft(_ key: ImageKey) {
        table.withLock { table in
            // None of those of a record that was dropped meanwhile.
            guard let openers = table.records[key]?.openers, openers > 0 else { return }
            table.records[key]?.openers = openers - 1
        }
        unwanted(key)
    }

    /// The bytes, or nil after a change that makes another look worthwhile.
    private func step(_ open: OpenPhoto, _ range: Range<Int64>) async throws(FetchError) -> [UInt8]? {
        let key = open.key
        let record = try table.withLock { table throws(FetchError) -> FetchRecord in
            guard !table.isShutDown else { throw .shutDown }
            guard let record = table.records[key], record.isValid(open.number, length: open.length) else {
                throw open.isClosed ? .interrupted : .changed
            }
            return record
        }
        var bytes: [UInt8]?
        switch record.phase {
        case .idle, .paused:
            bytes = await cached(open, range, record)
            if bytes == nil { try start(key, after: record.generation) }
        case .fetching(let job):
            // Where the host has not told the length, or two of them, the bytes before a wrong one would look like the
            // whole photo.
            let isEnd = !record.isEndTold && range.upperBound >= open.length
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

    /// Notes which bytes the handle has seen; nil when these became void while they were read.
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
    private func wait(for need: FetchRecord.Need, of key: ImageKey) async throws(FetchError) -> LearntFile? {
        let reply = Reply<FetchRecord.Outcome>()
        let (number, known) = table.withLock { ($0.join(key, need, reply), $0.records[key]?.known) }
        guard let number else { return known }
        let outcome = await reply.value(ifCancelled: .failed(.interrupted))
        // Cancelled, it is still there.
        if table.withLock({ $0.leave(key, number) }) { unwanted(key) }
        switch outcome {
        case .changed(let known): return known
        case .failed(let error): throw error
        }
    }
}
