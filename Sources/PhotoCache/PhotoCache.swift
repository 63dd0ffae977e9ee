public import Logging
public import PhotoTree
import Synchronization
import Waiting

/// Image files on disk, one for each photo and rendition, that together never exceed a limit.
///
/// Whole photos are read by key (`present`, `read`); a download writes through a `PartialPhoto`. Files are opened and
/// held here, not by those who read, so that evicting a photo truly frees its space. Calls to the disk run on
/// `DiskThreads`; what the page cache holds is answered on the caller's thread.
public final class PhotoCache: Sendable {
    /// What the cache holds.
    public struct Usage: Hashable, Sendable {
        /// Bytes taken up or reserved, in whole blocks.
        public var bytes: Int64
        /// Bytes; never exceeded.
        public var limit: Int64
        /// Whole photos.
        public var photos: Int
        public var refetched = Refetched()
    }

    /// Photos that were evicted and fetched again in the last 24 hours of this daemon's life.
    public struct Refetched: Hashable, Sendable {
        public var photos = 0
        /// As often as they were fetched again.
        public var bytes: Int64 = 0
        /// The smallest limit that would have kept all of them, in bytes; nil when there are none.
        public var sufficientLimit: Int64?
    }

    /// Bytes on disk; never exceeded.
    public let limit: Int64
    let directory: CacheDirectory
    /// Where calls to the disk run; a task that keeps a download in the cache runs there best.
    package let threads: DiskThreads
    let time: ElapsedClock
    let logger: Logger
    let table: Mutex<CacheTable>

    /// Opens the cache in `directory`, which is made if need be and belongs to this cache alone; files in it that are
    /// none of a cache's are left alone. What earlier lives left is counted in the background; until that is done
    /// photos can be read, and downloads wait.
    ///
    /// - Parameters:
    ///   - directory: a path; its last folder is made readable by its owner alone.
    ///   - limit: bytes on disk, of whole and unfinished files together.
    ///   - threads: where calls to the disk run; may be shared with another cache.
    ///   - clock: for waits; tests hold it still.
    ///   - logger: told once when the disk refuses, and of damage.
    /// - Throws: `PhotoCacheError` when the directory cannot be made or written.
    public init(
        directory: String, limit: Int64, threads: DiskThreads, clock: any Clock<Duration>, logger: Logger
    ) throws(PhotoCacheError) {
        self.directory = try CacheDirectory(path: directory)
        self.limit = limit
        self.threads = threads
        self.logger = logger
        time = ElapsedClock(clock)
        table = Mutex(CacheTable(limit: limit))
        threads.enqueue { [weak self] in self?.scan() }
    }

    // MARK: Queries

    public var usage: Usage {
        let now = time.elapsed
        return table.withLock { table in
            Usage(
                bytes: table.policy.used, limit: table.policy.limit, photos: table.numbers.count,
                refetched: table.history.refetched(now: now))
        }
    }

    /// The whole photos, in no order.
    public func keys() -> [ImageKey] {
        table.withLock { Array($0.numbers.keys) }
    }

    /// Whether `keys` has what earlier lives left.
    public var isCounted: Bool {
        table.withLock { $0.isScanned }
    }

    /// Whether the whole photo is here, as far as the index knows.
    public func contains(_ key: ImageKey) -> Bool {
        table.withLock { $0.numbers[key] != nil }
    }

    /// False when the whole photo is certainly not here; what earlier lives left may not be counted yet.
    public func mayContain(_ key: ImageKey) -> Bool {
        table.withLock { $0.numbers[key] != nil || !$0.isScanned }
    }

    /// What the whole photo was found to be in this daemon's life, before the catalog knows of it; nil when it is not here,
    /// or nobody compared its bytes yet. Its file is compared once more when it is opened (`present`).
    package func verified(_ key: ImageKey) -> LearntFile? {
        table.withLock { $0.whole(key)?.slot.verified }
    }

    /// False for a photo so large that it is always passed through.
    public func fits(_ length: Int64) -> Bool {
        SpacePolicy(limit: limit).fits(length)
    }

    // MARK: What users do

    /// A handle was opened on the photo, here or not: evicted after those that nobody has open.
    public func opened(_ key: ImageKey) {
        changeHandles(of: key, by: 1)
    }

    /// A handle was closed.
    public func closed(_ key: ImageKey) {
        changeHandles(of: key, by: -1)
    }

    /// The photo was viewed: after a restart it is evicted after those viewed before.
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

    /// Forgets the photo; those who read it go on with a new download.
    public func remove(_ key: ImageKey) {
        perform(table.withLock { table in table.numbers[key].map { table.policy.remove($0) } ?? [] })
    }

    /// Forgets the photo in every rendition, found yet or not; those who read it go on with a new download.
    public func removeAll(of photo: PhotoID) {
        perform(
            table.withLock { table in
                if !table.isScanned { table.unwanted.insert(photo) }
                return table.remove([photo])
            })
    }

    /// Forgets every whole photo; downloads go on.
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
            // The kernel may have all of its pages, so that no read will be seen.
            if change > 0, let number = table.numbers[key] { table.policy.noteUse(of: number) }
            guard (before == 0) != (after == 0), let number = table.numbers[key] else { return [] }
            return table.policy.setOpen(after > 0, number, now: time.elapsed)
        }
        perform(actions)
    }

    private func touch(_ key: ImageKey, _ number: FileNumber, _ moment: Int64) {
        // A photo that has meanwhile gone, or a disk that takes no time stamp, only loses its place in the order.
        guard let file = try? directory.open(key), let before = try? file.identity() else { return }
        // What somebody else did to the file must still be seen: its new identity is taken over from none but the known.
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
        perform(
            table.withLock { table in
                table.isScanned = true
                defer { table.unwanted = [] }
                return table.remove(table.unwanted) + table.policy.counted(now: time.elapsed)
            })
    }

    /// Does what the policy decided. Called without the lock.
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
            // Without its file, which is the table's alone to close.
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

    /// Does `work` as a use of a slot that is not on its way out: its space is free only when all that `work` had open is
    /// closed. Nil when it is on its way out.
    func use<Answer>(_ number: FileNumber, isRead: Bool = true, _ work: (CacheTable.Slot) -> Answer) -> Answer? {
        let isUsable = table.withLock { table in
            guard table.slots[number]?.isLeaving == false else { return false }
            table.useBegan(number, isRead: isRead)
            return true
        }
        guard isUsable else { return nil }
        // Not in a variable, which would hold the file until this function ends.
        let answer = table.withLock { $0.slots[number] }.map(work)
        endUse(number, isRead: isRead)
        return answer
    }

    /// Ends a use, on a disk thread, and frees the space of what was unlinked meanwhile.
    func endUse(_ number: FileNumber, isRead: Bool = true) {
        if table.withLock({ $0.useEnded(number, isRead: isRead, now: time.elapsed) }) { free(number) }
    }

    /// Closes a file that was unlinked, and counts its space as free.
    func free(_ number: FileNumber) {
        var slot = table.withLock { $0.slots.removeValue(forKey: number) }
        guard slot != nil else { return }
        slot = nil  // closes the file, before its space is given away
        perform(table.withLock { $0.policy.freed(number, now: time.elapsed) })
    }
}

extension Int64 {
    /// Seconds as nanoseconds; the far past and future at the ends of the range.
    fileprivate var saturatingNanoseconds: Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (self < 0 ? .min : .max) : product
    }
}
