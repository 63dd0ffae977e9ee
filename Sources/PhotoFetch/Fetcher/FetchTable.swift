import PhotoCache
import PhotoTree
import Waiting

/// The state that `PhotoFetcher`'s one lock guards.
struct FetchTable {
    struct Failure {
        var error: FetchError
        /// On the fetcher's clock.
        var retryAt: Duration
    }

    /// How many photos' failures are remembered.
    private static let maximumFailures = 256

    var records: [ImageKey: FetchRecord] = [:]
    private(set) var failures: [ImageKey: Failure] = [:]
    private var failureOrder: [ImageKey] = []
    /// Keys of paused downloads, longest paused first.
    private(set) var paused: [ImageKey] = []
    /// The images whose file in the cache is of another version: it stays until the new one is whole, and is served to
    /// nobody.
    var outdated: Set<ImageKey> = []
    var isShutDown = false
    private var lastNumber: UInt64 = 0

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Remembers a failure: readers get it until another try may be made.
    mutating func fail(_ key: ImageKey, _ error: FetchError, at now: Duration, _ limits: FetchLimits) {
        var period = limits.errorPeriod
        if case .backingOff(let duration) = error { period = max(period, duration) }
        let failure = Failure(error: error, retryAt: now + period)
        if failures.updateValue(failure, forKey: key) == nil { failureOrder.append(key) }
        if failureOrder.count > Self.maximumFailures { failures[failureOrder.removeFirst()] = nil }
    }

    mutating func forgive(_ key: ImageKey) {
        guard failures.removeValue(forKey: key) != nil else { return }
        failureOrder.removeAll { $0 == key }
    }

    /// Keeps an interrupted download; returns the oldest one when there are too many.
    mutating func pause(_ key: ImageKey, _ download: FetchRecord.Paused, atMost limit: Int) -> FetchRecord.Paused? {
        records[key]?.phase = .paused(download)
        paused.append(key)
        guard paused.count > limit, case .paused(let oldest)? = records[paused[0]]?.phase else { return nil }
        let key = paused.removeFirst()
        records[key]?.phase = .idle
        tidy(key)
        return oldest
    }

    mutating func unpause(_ key: ImageKey) {
        paused.removeAll { $0 == key }
    }

    /// Forgets a record that holds nothing any more.
    mutating func tidy(_ key: ImageKey) {
        guard let record = records[key], !record.isWanted else { return }
        switch record.phase {
        case .idle, .passing: records[key] = nil
        case .fetching, .paused: break
        }
    }

    /// Changes the photo's current download, if that is `number`.
    mutating func withJob(
        _ key: ImageKey, _ number: UInt64, _ change: (inout FetchRecord, inout FetchRecord.Job) -> Void
    ) {
        guard var record = records[key], case .fetching(var job) = record.phase, job.number == number else { return }
        change(&record, &job)
        record.phase = .fetching(job)
        records[key] = record
    }
}

/// What the fetcher must do after a change of the table, once the lock is free.
struct FetchActions {
    /// Reported before any waiter is answered.
    var news: FetchRecord.News?
    /// Whether to report that the length is unknown again.
    var unlearns = false
    /// The waiters to answer, …
    var waiters: [Reply<FetchRecord.Outcome>] = []
    /// … and the answer.
    var outcome = FetchRecord.Outcome.changed(nil)
    /// Transfers to cancel.
    var ending: [Task<Void, Never>] = []
    /// Unfinished downloads that nobody will resume.
    var discarded: [PartialPhoto] = []
}

/// What is going on with one image: who has it open, who waits, and the one download.
///
/// A generation number identifies the bytes: each transfer that begins at 0 starts a new generation. `validSince` is
/// the first generation whose bytes are the current ones. When other bytes than the known ones are seen, every handle
/// is void, also one that was served nothing: the kernel's pages that it shares with others may hold the older bytes.
struct FetchRecord {
    enum Phase {
        case idle
        case fetching(Job)
        case paused(Paused)
        /// Not kept in the cache: the pool's cursors read it.
        case passing
    }

    /// The one download under way.
    struct Job {
        let number: UInt64
        var task: Task<Void, Never>?
        /// nil before the first byte, and while the image is read only for its length.
        var partial: PartialPhoto?
        /// Bytes present in `partial`.
        var present: Int64 = 0
        /// The image's first bytes, until they are in `partial`.
        var head: [UInt8] = []
        /// The download is being cancelled because nobody wanted the photo any more.
        var isStopping = false

        /// Whether all bytes before `end` are present.
        func has(_ end: Int64) -> Bool { end <= head.count || (partial != nil && present >= end) }
    }

    /// A download that ended early, with what it needs to go on.
    struct Paused {
        var stream: ImageStream
        var partial: PartialPhoto
    }

    enum Need: Hashable {
        /// The image's length, and the bytes before this offset or all there are.
        case opening(Int64)
        /// All bytes before this offset.
        case bytes(Int64)
    }

    struct Waiter {
        var need: Need
        var reply: Reply<Outcome>
    }

    /// What a waiter is answered.
    enum Outcome: Sendable {
        /// Look again; the value is what is known by now.
        case changed(KnownFile?)
        case failed(FetchError)
    }

    /// What to report to `FetchEvents`.
    struct News {
        var learnt: KnownFile
        /// The bytes differ from the known ones.
        var isChange: Bool
    }

    struct Handle {
        /// The first generation that served this handle; nil before its first bytes.
        var servedSince: UInt64?
        /// Whether the cache was asked for its photo.
        var isChecked = false
        /// The host has had other bytes since it was opened.
        var isVoid = false
    }

    var photo: Photo
    let image: Rendition
    /// The length that open handles rely on, or the last answer gave.
    var known: KnownFile?
    /// `known` comes only from the host's hint: it is believed, except for where the photo ends.
    var isHinted = false
    /// `known` was told by the head of an answer whose body has not ended yet.
    var isUnproven = false
    /// The version of the bytes, once an answer was seen.
    var version: ImageVersion?
    var generation: UInt64 = 0
    var validSince: UInt64 = 0
    var phase = Phase.idle
    /// For a passed-through photo: the offset behind the furthest byte given to a reader.
    var passed: Int64 = 0
    /// The bytes differ from the known ones, and `FetchEvents.lengthChanged` was not called yet.
    var isChangeUntold = false
    var handles: [UInt64: Handle] = [:]
    /// Open calls that wait for the size: the download they began is for them even when it ends before they look again.
    var openers = 0
    var waiters: [UInt64: Waiter] = [:]
    /// Identifies the last moment at which nobody wanted the photo any more.
    var grace: UInt64 = 0

    init(_ photo: Photo, _ image: Rendition, known: KnownFile?) {
        self.photo = photo
        self.image = image
        self.known = known
    }

    /// Whether the photo's length is certain before its end has arrived.
    var isEndTold: Bool { !isHinted && version?.isConfirmed(listed: image.byteCount) == true }

    var isWanted: Bool { !handles.isEmpty || openers > 0 || !waiters.isEmpty }

    /// Whether the bytes that the handle was served are still the current ones.
    func isValid(_ number: UInt64, length: Int64) -> Bool {
        guard let handle = handles[number], !handle.isVoid, known?.length == length else { return false }
        return handle.servedSince.map { $0 >= validSince } ?? true
    }

    /// Whether a handle is open whose bytes are the current ones.
    var hasValidHandle: Bool {
        guard let length = known?.length else { return false }
        return handles.keys.contains { isValid($0, length: length) }
    }

    /// The host has other bytes than those before. Their digest is not known yet.
    mutating func voidBytes() {
        validSince = generation
        passed = 0
        isChangeUntold = known != nil
        known = known.map { KnownFile(length: $0.length, digest: nil) }
        voidHandles()
    }

    private mutating func voidHandles() {
        for number in handles.keys {
            handles[number]?.isVoid = true
        }
    }

    /// Whether `number` is the download under way; nil stands for the pool's cursors.
    func isCurrent(_ number: UInt64?) -> Bool {
        switch phase {
        case .fetching(let job): job.number == number
        case .passing: number == nil
        case .idle, .paused: false
        }
    }

    func isMet(_ need: Need) -> Bool {
        guard case .fetching(let job) = phase else { return true }
        switch need {
        case .opening(let head):
            guard let known else { return false }
            return head == 0 || job.has(min(head, known.length))
        case .bytes(let count): return job.has(count)
        }
    }

    /// Removes the waiters whose need is met, or with `all` every waiter; the caller answers them `changed`.
    mutating func takeWaiters(all: Bool = false) -> [Reply<Outcome>] {
        let met = waiters.filter { all || isMet($0.value.need) }
        for number in met.keys {
            waiters[number] = nil
        }
        return met.values.map(\.reply)
    }

    /// Takes a length, or a length and a digest, from an answer's head or end.
    ///
    /// - Returns: what to report; nil when it is nothing new.
    mutating func learn(_ learnt: KnownFile, isCertain: Bool) -> News? {
        if isCertain, learnt.digest != nil { isUnproven = false }
        guard let known else {
            self.known = learnt
            isHinted = !isCertain
            isUnproven = isCertain && learnt.digest == nil
            return isCertain ? News(learnt: learnt, isChange: false) : nil
        }
        // A hint never overrules what was known.
        guard isCertain else { return nil }
        isHinted = false
        let isOther =
            known.length != learnt.length
            || known.digest.map { before in learnt.digest.map { $0 != before } ?? false } ?? false
        if isOther {
            validSince = generation
            voidHandles()
        }
        let isChange = isOther || isChangeUntold
        guard isChange || (known.digest == nil && learnt.digest != nil) else { return nil }
        isChangeUntold = false
        self.known = learnt
        isUnproven = learnt.digest == nil
        return News(learnt: learnt, isChange: isChange)
    }

    /// After a change, takes the length in the head of an answer that does not make it certain: the length before is
    /// that of other bytes.
    ///
    /// - Returns: What to report before the length is reported as unknown; nil if nothing changed.
    mutating func believe(_ version: ImageVersion) -> News? {
        guard isChangeUntold, let before = known else { return nil }
        isChangeUntold = false
        known = version.length.map { KnownFile(length: $0, digest: nil) }
        isHinted = known != nil
        if known == nil, case .passing = phase { phase = .idle }
        return News(learnt: known ?? before, isChange: true)
    }

    /// Forgets a length that came with a body that is no photo. Returns false if `known` was not learnt from it.
    mutating func unlearn() -> Bool {
        guard isUnproven else { return false }
        (known, isUnproven, isHinted) = (nil, false, false)
        validSince = generation + 1
        return true
    }
}
