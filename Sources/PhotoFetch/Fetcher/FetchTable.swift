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
