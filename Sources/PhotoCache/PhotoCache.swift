public import Logging
public import PhotoTree
import Synchronization
import Waiting

/// Image files on disk, one for each photo and rendition, that together never exceed a limit.
///
/// Whole photos are read by key (`present`, `read`); a download writes through a `PartialPhoto`. This type opens and
/// holds the files, not the readers, so that evicting a photo really frees its space. Calls to the disk run on
/// `DiskThreads`; bytes in the page cache are read on the caller's thread.
public final class PhotoCache: Sendable {
    /// Bytes on disk; never exceeded.
    public let limit: Int64
    let directory: CacheDirectory
    /// Where calls to the disk run; a task that writes a download into the cache should prefer it, too.
    package let threads: DiskThreads
    let time: ElapsedClock
    let logger: Logger
    let table: Mutex<CacheTable>
    /// The photos that are kept, in a folder of their own; nil for a cache without.
    public let shelf: PhotoCache?
    /// The photos that belong here; nil for a cache that is no shelf.
    let wanted: Mutex<Set<PhotoID>>?

    /// Opens the cache in `directory`, which it makes if need be. The directory belongs to this cache alone; files in
    /// it that no cache made are left alone. Files that earlier processes left are counted behind whoever asks. Until
    /// that is done photos can be read, and downloads wait.
    ///
    /// - Parameters:
    ///   - directory: a path; its last folder is made readable by its owner alone.
    ///   - limit: bytes on disk, of whole and unfinished files together.
    ///   - threads: where calls to the disk run; may be shared with another cache.
    ///   - clock: for waits; tests hold it still.
    ///   - logger: told once when the disk refuses, and of damage.
    ///   - shelf: where the photos lie that are kept, made with `isShelf`.
    ///   - isShelf: whether photos stay until they are removed.
    ///   - countsAtOnce: false when counting begins with `count`, or with the first download.
    /// - Throws: `PhotoCacheError` when the directory cannot be made or written.
    public init(
        directory: String, limit: Int64, threads: DiskThreads, clock: any Clock<Duration>, logger: Logger,
        shelf: PhotoCache? = nil, isShelf: Bool = false, countsAtOnce: Bool = true
    ) throws(PhotoCacheError) {
        self.shelf = shelf
        wanted = isShelf ? Mutex([]) : nil
        self.directory = try CacheDirectory(path: directory)
        self.limit = limit
        self.threads = threads
        self.logger = logger
        time = ElapsedClock(clock)
        table = Mutex(CacheTable(limit: limit, evictsPhotos: !isShelf))
        if countsAtOnce { count() }
    }

    // MARK: Queries

    public var usage: CacheUsage {
        let now = time.elapsed
        return table.withLock { table in
            CacheUsage(
                bytes: table.policy.used, limit: table.policy.limit, photos: table.numbers.count,
                refetched: table.history.refetched(now: now))
        }
    }

    /// The whole photos, in no order, without those of the shelf.
    public func keys() -> [ImageKey] {
        table.withLock { Array($0.numbers.keys) }
    }

    /// Whether `keys`, and those of the shelf, include the photos that earlier processes left.
    public var isCounted: Bool {
        table.withLock { $0.isScanned } && shelf?.isCounted ?? true
    }

    /// Begins to count the files that earlier processes left, unless that has begun.
    public func count() {
        shelf?.count()
        guard table.withLock({ $0.beginCounting() }) else { return }
        threads.enqueue { [weak self] in self?.scan() }
    }

    /// Returns when they are counted, also those of the shelf, or `patience` is over.
    public func counted(within patience: Duration) async {
        count()
        guard !isCounted else { return }
        await withTaskGroup { [self] group in
            group.addTask { [self] in
                await table.withLock { $0.counting }.value(ifCancelled: ())
                await shelf?.table.withLock { $0.counting }.value(ifCancelled: ())
            }
            group.addTask { [time] in try? await time.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Whether the whole photo is here, as far as the index knows; before all are counted, as the disk tells.
    public func contains(_ key: ImageKey) -> Bool {
        let (isKnown, mayBeUncounted) = table.withLock { table in
            (table.numbers[key] != nil, !table.isScanned && !table.isUnwanted(key))
        }
        if isKnown || shelf?.contains(key) ?? false { return true }
        return mayBeUncounted && (try? directory.identity(of: key))?.isRegular ?? false
    }

    /// False when the whole photo is certainly not here; photos that earlier processes left may not be counted yet.
    public func mayContain(_ key: ImageKey) -> Bool {
        table.withLock { $0.numbers[key] != nil || !$0.isScanned } || shelf?.mayContain(key) ?? false
    }

    /// The photo's length and digest as this process verified them, even before the catalog has them; nil when the
    /// photo is not here, or was not compared yet. `present` compares the file once more when it is opened.
    package func verified(_ key: ImageKey) -> KnownFile? {
        shelf?.verified(key) ?? table.withLock { $0.whole(key)?.slot.verified }
    }

    /// False for a photo that is too large to be stored.
    package func fits(_ length: Int64, as key: ImageKey) -> Bool {
        fits(length) || shelf.map { $0.wants(key) && $0.room >= length } ?? false
    }

    /// False for a photo that is too large for the limit.
    public func fits(_ length: Int64) -> Bool {
        SpacePolicy(limit: limit).fits(length) && !table.withLock { $0.isLeftAlone }
    }

    /// A photo that this process stored was not what it finds under its name, or could not be read.
    func fault(_ key: ImageKey) {
        guard table.withLock({ $0.fault(key) }) else { return }
        logger.warning(
            "the folder of the photo cache changes its files by itself: it is left alone, photos are passed through")
    }

    // MARK: What users do

    /// A handle was opened on the photo, present or not: it is evicted after the photos that nobody has open.
    public func opened(_ key: ImageKey) {
        shelf?.opened(key)
        changeHandles(of: key, by: 1)
    }

    /// A handle was closed.
    public func closed(_ key: ImageKey) {
        shelf?.closed(key)
        changeHandles(of: key, by: -1)
    }

    /// The photo was viewed: after a restart it is evicted after the photos viewed before.
    public func viewed(_ key: ImageKey, at moment: Timestamp) {
        let view = table.withLock { table -> (number: FileNumber, at: Int64)? in
            guard let number = table.numbers[key] else { return nil }
            return (number, table.policy.viewed(number, at: moment.rawValue.saturatingNanoseconds))
        }
        guard let view else { return }
        threads.enqueue { [self] in
            _ = use(view.number, isRead: false) { _ in touch(key, view.number, view.at) }
        }
    }

    /// Forgets the photo, counted yet or not; its readers go on with a new download.
    public func remove(_ key: ImageKey) {
        shelf?.remove(key)
        perform(table.withLock { $0.remove(key) })
    }

    /// Forgets the photo in every rendition, counted yet or not; its readers go on with a new download.
    public func removeAll(of photo: PhotoID) {
        shelf?.removeAll(of: photo)
        perform(table.withLock { $0.remove(photo) })
    }

    /// Forgets every whole photo but those of the shelf; downloads go on.
    public func clear() {
        perform(
            table.withLock { table in
                table.numbers.values.sorted().flatMap { table.policy.remove($0) }
            })
    }

    // MARK: Inside

    private func changeHandles(of key: ImageKey, by change: Int) {
        let actions = table.withLock { table -> [SpacePolicy.Action] in
            let before = table.handles[key] ?? 0
            let after = max(0, before + change)
            table.handles[key] = after == 0 ? nil : after
            // The kernel may have all its pages cached, so that no read arrives here.
            if change > 0, let number = table.numbers[key] { table.policy.noteUse(of: number) }
            guard (before == 0) != (after == 0), let number = table.numbers[key] else { return [] }
            return table.policy.setOpen(after > 0, number, now: time.elapsed)
        }
        perform(actions)
    }

    private func touch(_ key: ImageKey, _ number: FileNumber, _ moment: Int64) {
        // A photo that is gone meanwhile, or a disk that stores no time, only loses its place in the order.
        guard let file = try? directory.open(key), let before = try? file.identity() else { return }
        // A change by another program must still be noticed: take over the new identity only if the old one is the
        // known one.
        guard table.withLock({ $0.slots[number]?.identity == before }) else { return }
        try? file.touch(moment)
        guard let after = try? file.identity() else { return }
        table.withLock { table in
            guard table.slots[number]?.identity == before else { return }
            table.slots[number]?.identity = after
        }
    }

    private func scan() {
        do throws(SystemError) {
            try directory.scan { found in
                table.withLock { $0.add(found, now: time.elapsed) }
            }
        } catch {
            logger.warning("the photo cache could not be listed", metadata: ["cause": "\(error.text)"])
        }
        perform(table.withLock { $0.counted(now: time.elapsed) })
        table.withLock { $0.counting }.give(())
    }

    /// Does what the policy decided. Call it without the lock.
    func perform(_ actions: [SpacePolicy.Action]) {
        for action in actions {
            switch action {
            case .grant(let number):
                answer(number, true)
            case .giveWay(let number):
                answer(number, false)
                evict(number)
            case .evict(let number):
                evict(number)
            }
        }
    }

    private func answer(_ number: FileNumber, _ isGranted: Bool) {
        let continuation = table.withLock { table -> CheckedContinuation<Bool, Never>? in
            guard case .waiting(let continuation) = table.slots[number]?.wish else {
                table.slots[number]?.wish = .answered(isGranted)
                return nil
            }
            table.slots[number]?.wish = .none
            return continuation
        }
        continuation?.resume(returning: isGranted)
    }

    private func evict(_ number: FileNumber) {
        let slot = table.withLock { table in
            table.leave(number, now: time.elapsed)
            // Without the file: only the table may close it.
            return table.slots[number].map { slot in
                var slot = slot
                slot.file = nil
                return slot
            }
        }
        guard let slot else { return }
        threads.enqueue { [self] in
            unlink(number, slot)
            if table.withLock({ $0.unlinked(number) }) { free(number) }
        }
    }

    private func unlink(_ number: FileNumber, _ slot: CacheTable.Slot) {
        do throws(SystemError) {
            if slot.isWhole, let identity = slot.identity {
                try directory.remove(slot.key, identity)
            } else {
                try directory.removePartial(slot.key, number)
            }
        } catch .notFound {
            return
        } catch {
            logger.warning("a cached photo could not be removed", metadata: ["cause": "\(error.text)"])
        }
    }

    /// Does `work` as a use of a slot, whose space is freed only when `work` has closed all its files. Returns nil when
    /// the slot is being evicted.
    func use<Answer>(_ number: FileNumber, isRead: Bool = true, _ work: (CacheTable.Slot) -> Answer) -> Answer? {
        let isUsable = table.withLock { table in
            guard table.slots[number]?.isLeaving == false else { return false }
            table.useBegan(number, isRead: isRead)
            return true
        }
        guard isUsable else { return nil }
        // Not stored in a variable, which would hold the file until this function ends.
        let answer = table.withLock { $0.slots[number] }.map(work)
        endUse(number, isRead: isRead)
        return answer
    }

    /// Ends a use, on a disk thread, and frees the space of a file that was unlinked meanwhile.
    func endUse(_ number: FileNumber, isRead: Bool = true) {
        if table.withLock({ $0.useEnded(number, isRead: isRead, now: time.elapsed) }) { free(number) }
    }

    /// Closes a file that was unlinked, and counts its space as free.
    func free(_ number: FileNumber) {
        var slot = table.withLock { $0.slots.removeValue(forKey: number) }
        guard slot != nil else { return }
        slot = nil  // closes the file, before its space is given to others
        perform(table.withLock { $0.policy.freed(number, now: time.elapsed) })
    }
}

extension Int64 {
    /// Seconds as nanoseconds, clamped to the range of `Int64`.
    fileprivate var saturatingNanoseconds: Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (self < 0 ? .min : .max) : product
    }
}
