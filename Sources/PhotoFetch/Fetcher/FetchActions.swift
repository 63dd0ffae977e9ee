import PhotoCache
import Waiting

/// What a change of the table has the fetcher do, once the lock is free.
struct FetchActions {
    /// Told before anybody goes on.
    var news: FetchRecord.News?
    /// Those who go on, …
    var waiters: [Reply<FetchRecord.Outcome>] = []
    /// … and with what.
    var outcome = FetchRecord.Outcome.changed(nil)
    /// Transfers that are to end.
    var ending: [Task<Void, Never>] = []
    /// Beginnings that nobody goes on with.
    var discarded: [PartialPhoto] = []
}
